// SPDX-License-Identifier: MIT
// See way_text.h.

#include "text/way_text.h"

#include "rules/kit/ask.h"
#include "table/exact.h"
#include "text/battle_text.h"
#include "text/formation_text.h"
#include "text/record.h"

#include <string.h>

enum {
    LEADER_TMM = 100,    ///< a leader as a footprint
    FACES_ANEW = 4096,   ///< a turn of less is not worth a word
    AHEAD = 3641,        ///< what lies no more than 20 degrees off lies ahead
    WAYS_ALIKE = 2,      ///< so many of one direction are listed: the longest and a shorter one
    COMPANY_LENGTHS = 4, ///< a leader who is nearer to a unit is with it
    NEAR_LENGTHS =
        24 ///< an enemy within so many of the sheet's lengths is worth a word, twice in cm
};

static bool is_turned(uint16_t from, uint16_t to)
{
    uint16_t turn = (uint16_t)(to - from);

    return turn >= FACES_ANEW && turn <= 65536 - FACES_ANEW;
}

static int64_t square_between(lb_point a, lb_point b)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;

    return x * x + y * y;
}

/// The distance of two places, rounded down. Which of two is the nearer is told by its square.
static int32_t distance_between(lb_point a, lb_point b)
{
    return (int32_t)lb_root_floor((uint64_t)square_between(a, b));
}

/// Where a group stands: in the middle of its units, facing as the first of them.
static lb_footprint middle_of_group(const lb_chooser *c, uint32_t group)
{
    lb_footprint middle = {.width_tmm = LEADER_TMM, .depth_tmm = LEADER_TMM};
    int64_t x = 0, y = 0, count = 0;

    for (uint32_t i = 0; i < c->battle->unit_count; i++)
        if (c->state->unit[i].group == group && c->state->unit[i].presence == LB_PRESENCE_TABLE) {
            if (count++ == 0)
                middle.heading = c->state->unit[i].heading;
            x += c->state->unit[i].at.x;
            y += c->state->unit[i].at.y;
        }
    if (count > 0)
        middle.centre = (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
    return middle;
}

lb_footprint lb_choice_start(const lb_chooser *c, const lb_action *action)
{
    uint32_t uses = c->battle->rules->play->verbs[action->verb].uses;

    if ((uses & LB_USES_GROUP) != 0)
        return middle_of_group(c, action->unit);
    if ((uses & LB_USES_LEADER) != 0)
        return (lb_footprint){.centre = c->state->leader[action->unit].at,
                              .width_tmm = LEADER_TMM,
                              .depth_tmm = LEADER_TMM};
    return lb_unit_footprint(c->battle, c->state, action->unit);
}

const char *lb_fine_wind(uint16_t heading)
{
    static const char *const between[] = {"north-north-east", "east-north-east",  "east-south-east",
                                          "south-south-east", "south-south-west", "west-south-west",
                                          "west-north-west",  "north-north-west"};
    uint32_t wind = ((uint32_t)heading + 2048) / 4096 % 16;

    return wind % 2 == 0 ? lb_wind_word((uint16_t)(wind * 4096)) : between[wind / 2];
}

bool lb_choice_end(const lb_chooser *c, const lb_action *action, lb_footprint *end)
{
    lb_footprint start = lb_choice_start(c, action);

    *end = start;
    return action->path.count == 0 || lb_path_apply(&start, &action->path, end, NULL);
}

/// The enemy nearest to a place, LB_NOBODY for none.
static uint32_t foe_near(const lb_chooser *c, lb_point at)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < c->battle->unit_count; i++)
        if (c->battle->unit[i].side != c->side && c->state->unit[i].presence == LB_PRESENCE_TABLE &&
            (best == LB_NOBODY || square_between(at, c->state->unit[i].at) <
                                      square_between(at, c->state->unit[best].at)))
            best = i;
    return best;
}

/// Keeps a landmark if it lies ahead on a way and nearer than the best so far.
static void keep_ahead(const lb_footprint *start, const lb_footprint *end, lb_point at,
                       const char *name, const char **best, int64_t *least)
{
    int16_t off =
        (int16_t)(lb_heading_to(start->centre, end->centre) - lb_heading_to(start->centre, at));
    int64_t far = square_between(end->centre, at);

    if (name[0] == '\0' || off > AHEAD || off < -AHEAD || far >= *least ||
        far >= square_between(start->centre, at))
        return;
    *least = far;
    *best = name;
}

/// The place with a name that a way leads toward, or else the nearest enemy ahead.
static void put_landmark(const lb_chooser *c, const lb_footprint *start, const lb_footprint *end,
                         lb_put *put)
{
    const lb_battle *battle = c->battle;
    const char *best = NULL;
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        keep_ahead(start, end, battle->objective[i].at, battle->objective[i].name, &best, &least);
    for (uint32_t i = 0; i < battle->piece_count; i++)
        keep_ahead(start, end, lb_middle_of_piece(battle, i), battle->piece_name[i], &best, &least);
    for (uint32_t i = 0; best == NULL && i < battle->unit_count; i++)
        if (battle->unit[i].side != c->side && c->state->unit[i].presence == LB_PRESENCE_TABLE)
            keep_ahead(start, end, c->state->unit[i].at, battle->unit[i].name, &best, &least);
    if (best == NULL)
        return;
    lb_put_text(put, ", toward ");
    lb_put_text(put, best);
}

/// What a leader rides to: the nearest of his side within a short way of the end.
static void put_company(const lb_chooser *c, const lb_action *action, lb_point at, lb_put *put)
{
    uint32_t best = LB_NOBODY;
    int64_t near = COMPANY_LENGTHS * (int64_t)c->battle->rules->play->length_tmm,
            least = near * near;

    for (uint32_t i = 0; i < c->battle->unit_count; i++)
        if (c->battle->unit[i].side == c->battle->leader[action->unit].side &&
            c->state->unit[i].presence == LB_PRESENCE_TABLE &&
            square_between(at, c->state->unit[i].at) < least) {
            least = square_between(at, c->state->unit[i].at);
            best = i;
        }
    if (best == LB_NOBODY)
        return;
    lb_put_text(put, ", to ");
    lb_put_text(put, c->battle->unit[best].name);
}

/// What is near to the end of a way: an objective, or an enemy.
static void put_neighbour(const lb_chooser *c, const lb_footprint *start, const lb_footprint *end,
                          lb_put *put)
{
    const int64_t near = NEAR_LENGTHS * (int64_t)LB_TMM_INCH;
    uint32_t foe = foe_near(c, end->centre);
    lb_quad own = lb_footprint_corners(end), other;
    lb_footprint enemy;

    for (uint32_t i = 0; i < c->battle->objective_count; i++) {
        const lb_objective_card *card = &c->battle->objective[i];

        int64_t square = (int64_t)card->radius_tmm * card->radius_tmm;

        if (square_between(end->centre, card->at) <= square &&
            square_between(start->centre, card->at) > square) {
            lb_put_text(put, ", to ");
            lb_put_text(put, card->name);
            return;
        }
    }
    if (foe == LB_NOBODY || square_between(end->centre, c->state->unit[foe].at) > near * near) {
        put_landmark(c, start, end, put);
        return;
    }
    enemy = lb_unit_footprint(c->battle, c->state, foe);
    other = lb_footprint_corners(&enemy);
    lb_put_text(put, ", ");
    lb_put_length(c->battle, lb_quad_distance_ceil(&own, &other), c->spells_units, put);
    lb_put_text(put, " from ");
    lb_put_text(put, c->battle->unit[foe].name);
}

/// How two choices are alike that lead the same way.
typedef struct likeness {
    bool is_same_way; ///< one wind, one facing, and nothing but the length differs
    int32_t longer;   ///< by how much the second is longer
} likeness;

static likeness compare_ways(const lb_chooser *c, const lb_action *a, const lb_action *b)
{
    lb_footprint start = lb_choice_start(c, a), end_a, end_b;
    int32_t length_a, length_b;
    likeness found = {0};

    if (a->verb != b->verb || a->unit != b->unit || a->target != b->target ||
        a->formation != b->formation || a->option != b->option ||
        memcmp(&a->members, &b->members, sizeof a->members) != 0 || !lb_choice_end(c, a, &end_a) ||
        !lb_choice_end(c, b, &end_b) || is_turned(end_a.heading, end_b.heading))
        return found;
    length_a = distance_between(start.centre, end_a.centre);
    length_b = distance_between(start.centre, end_b.centre);
    found.is_same_way = lb_fine_wind(lb_heading_to(start.centre, end_a.centre)) ==
                        lb_fine_wind(lb_heading_to(start.centre, end_b.centre));
    found.longer = length_b - length_a;
    return found;
}

bool lb_choice_is_like_others(const lb_chooser *c, const lb_action *action)
{
    uint32_t alike = 0, uses = c->battle->rules->play->verbs[action->verb].uses;

    /* One place will do for all: others are named. */
    for (uint32_t i = 0; (uses & LB_USES_PLACE) != 0 && i < c->choice_count; i++)
        if (c->choice[i].verb == action->verb && c->choice[i].unit == action->unit &&
            c->choice[i].target == action->target)
            return true;
    if ((uses & LB_USES_PATH) == 0 || action->path.count == 0)
        return false;
    for (uint32_t i = 0; i < c->choice_count; i++) {
        likeness found = compare_ways(c, action, &c->choice[i]);

        if (found.is_same_way && found.longer < LB_TMM_INCH && found.longer > -LB_TMM_INCH)
            return true;
        alike += found.is_same_way;
    }
    return alike >= WAYS_ALIKE;
}

/// True if a choice leads the same way and further.
static bool is_shorter(const lb_chooser *c, const lb_action *action)
{
    for (uint32_t i = 0; i < c->choice_count; i++) {
        likeness found = compare_ways(c, action, &c->choice[i]);

        if (found.is_same_way && found.longer > c->battle->rules->play->length_tmm)
            return true;
    }
    return false;
}

static void put_way(const lb_chooser *c, const lb_action *action, lb_put *put)
{
    lb_footprint start = lb_choice_start(c, action), end;
    uint32_t uses = c->battle->rules->play->verbs[action->verb].uses;
    bool is_unit = (uses & LB_USES_UNIT) != 0;
    int32_t length;

    if (!lb_choice_end(c, action, &end))
        return;
    length = distance_between(start.centre, end.centre);
    if (length >= c->battle->rules->play->length_tmm / 4) {
        lb_put_text(put, is_shorter(c, action) ? " only " : " ");
        lb_put_length(c->battle, length, c->spells_units, put);
        lb_put_char(put, ' ');
        lb_put_text(put, lb_fine_wind(lb_heading_to(start.centre, end.centre)));
        if (is_unit)
            put_neighbour(c, &start, &end, put);
        else
            put_company(c, action, end.centre, put);
    }
    if (is_unit && is_turned(start.heading, end.heading)) {
        lb_put_text(put, ", facing ");
        lb_put_text(put, lb_wind_word(end.heading));
    }
}

static void put_formation(const lb_formation_plain *words, bool is_other, lb_put *put)
{
    if (strcmp(words->word, "guns") == 0 && is_other) {
        lb_put_text(put, ", and unlimber");
    } else if (strcmp(words->word, "limbered") == 0 && is_other) {
        lb_put_text(put, ", and limber up");
    } else if (strcmp(words->word, "cavalry") == 0 && is_other) {
        lb_put_text(put, ", and form up");
    } else {
        lb_put_text(put, is_other ? ", into " : ", ");
        lb_put_text(put, is_other ? words->name : words->stance);
    }
}

void lb_put_choice(const lb_chooser *c, const lb_action *action, bool is_named, lb_put *put)
{
    const lb_play *play = c->battle->rules->play;
    const lb_verb *verb = &play->verbs[action->verb];

    if ((verb->uses & LB_USES_PATH) == 0) {
        lb_put_order(c->battle, c->side, action, is_named, c->spells_units, put);
        if ((verb->uses & LB_USES_PLACE) != 0 && lb_choice_is_like_others(c, action))
            lb_put_text(put, ", or another place");
        return;
    }
    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_LEADER) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, c->battle->leader[action->unit].name);
    } else if (is_named) {
        lb_put_char(put, ' ');
        lb_put_text(put, lb_choice_actor(c->battle, action));
    }
    if ((verb->uses & LB_USES_TARGET) != 0) {
        const char *target = lb_target_name(c->battle, c->side, action);

        lb_put_char(put, ' ');
        lb_put_text(put, target != NULL ? target : "nobody");
    }
    put_way(c, action, put);
    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < c->battle->unit_count; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, ", and ");
            lb_put_text(put, c->battle->unit[i].name);
        }
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        bool is_other = action->formation != c->state->unit[action->unit].formation;

        put_formation(lb_formation_text(c->battle, action->formation), is_other, put);
    }
    if (play->option_text(action)[0] != '\0') {
        lb_put_text(put, ", ");
        lb_put_text(put, play->option_text(action));
    }
}

bool lb_choice_is_nothing(const lb_chooser *c, const lb_action *action)
{
    uint32_t uses = c->battle->rules->play->verbs[action->verb].uses;
    lb_footprint start = lb_choice_start(c, action), end;

    return (uses & (LB_USES_PATH | LB_USES_UNIT)) == (LB_USES_PATH | LB_USES_UNIT) &&
           (uses & LB_USES_TARGET) == 0 && lb_choice_end(c, action, &end) &&
           distance_between(start.centre, end.centre) * 4 < c->battle->rules->play->length_tmm &&
           !is_turned(start.heading, end.heading) &&
           ((uses & LB_USES_FORMATION) == 0 ||
            action->formation == c->state->unit[action->unit].formation);
}

lb_point lb_middle_of_piece(const lb_battle *battle, uint32_t number)
{
    const lb_piece *piece = &battle->piece[number];
    const lb_point *point = &battle->point[piece->first_point];
    lb_point low = point[0], high = point[0];

    for (uint32_t i = 1; i < piece->point_count; i++) {
        low.x = point[i].x < low.x ? point[i].x : low.x;
        low.y = point[i].y < low.y ? point[i].y : low.y;
        high.x = point[i].x > high.x ? point[i].x : high.x;
        high.y = point[i].y > high.y ? point[i].y : high.y;
    }
    return (lb_point){(low.x + high.x) / 2, (low.y + high.y) / 2};
}

/* Who acts, and what may be done. */

const char *lb_choice_actor(const lb_battle *battle, const lb_action *action)
{
    uint32_t uses = battle->rules->play->verbs[action->verb].uses;

    if ((uses & LB_USES_UNIT) != 0 && action->unit < battle->unit_count)
        return battle->unit[action->unit].name;
    if ((uses & LB_USES_GROUP) != 0 && action->unit < battle->group_count)
        return battle->group[action->unit].name;
    if ((uses & LB_USES_LEADER) != 0 && action->unit < battle->leader_count)
        return battle->leader[action->unit].name;
    return NULL;
}

/// Adds a choice, unless one that reads the same is there: what differs by less than is printed is
/// no choice for a person.
static void add_choice(lb_chooser *c, const lb_action *action, lb_action *kept, uint64_t *sums)
{
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    uint64_t sum;

    if (lb_choice_is_nothing(c, action) || lb_choice_is_like_others(c, action))
        return;
    lb_put_choice(c, action, true, &put);
    sum = lb_record_sum(0, line);
    for (uint32_t i = 0; i < c->choice_count; i++)
        if (sums[i] == sum)
            return;
    sums[c->choice_count] = sum;
    kept[c->choice_count++] = *action;
}

static bool has_unit(const lb_chooser *c, const lb_action *action)
{
    return (c->battle->rules->play->verbs[action->verb].uses & LB_USES_UNIT) != 0;
}

void lb_choices_find_of(lb_chooser *c, lb_view *view, uint32_t unit, lb_action *found,
                        lb_action *kept)
{
    uint64_t sums[LB_CHOICES_MAX];
    uint32_t count = lb_ask_choices_of(c->battle, c->state, view, unit, found, LB_CHOICES_MAX);

    c->choice = kept;
    c->choice_count = 0;
    for (uint32_t i = 0; i < count; i++)
        add_choice(c, &found[i], kept, sums);
}

uint32_t lb_choices_find(lb_chooser *c, lb_view *view, lb_action *found, lb_action *kept)
{
    uint64_t sums[LB_CHOICES_MAX];
    uint32_t count = lb_battle_choices(c->battle, c->state, view, found, LB_CHOICES_MAX);

    c->choice = kept;
    c->choice_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!has_unit(c, &found[i]))
            add_choice(c, &found[i], kept, sums);
    for (uint32_t unit = 0; unit < c->battle->unit_count; unit++)
        for (uint32_t i = 0; i < count; i++)
            if (has_unit(c, &found[i]) && found[i].unit == unit)
                add_choice(c, &found[i], kept, sums);
    return count;
}
