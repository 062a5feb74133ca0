// SPDX-License-Identifier: MIT
// Ways as people say them: where a move ends, and how to come to a place that is named.

#include "play.h"
#include "text/formation_text.h"

#include <math.h>
#include <string.h>

enum {
    LEADER_TMM = 100,    ///< a leader as a footprint
    FACES_ANEW = 4096,   ///< a turn of less is not worth a word
    AHEAD = 3641,        ///< what lies no more than 20 degrees off lies ahead
    COMPANY_LENGTHS = 4, ///< a leader who is nearer to a unit is with it
    NEAR_LENGTHS =
        24 ///< an enemy within so many of the sheet's lengths is worth a word, twice in cm
};

static bool is_turned(uint16_t from, uint16_t to)
{
    uint16_t turn = (uint16_t)(to - from);

    return turn >= FACES_ANEW && turn <= 65536 - FACES_ANEW;
}

static double distance_between(lb_point a, lb_point b)
{
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

/// Where whoever acts stands now.
static lb_footprint start_of(const game *g, const lb_action *action)
{
    uint32_t uses = g->battle.rules->play->verbs[action->verb].uses;

    if ((uses & LB_USES_LEADER) != 0)
        return (lb_footprint){.centre = g->state.leader[action->unit].at,
                              .width_tmm = LEADER_TMM,
                              .depth_tmm = LEADER_TMM};
    return lb_unit_footprint(&g->battle, &g->state, action->unit);
}

/// Where he stands then. False if the way leads nowhere.
static bool end_of(const game *g, const lb_action *action, lb_footprint *end)
{
    lb_footprint start = start_of(g, action);

    *end = start;
    return action->path.count == 0 || lb_path_apply(&start, &action->path, end, NULL);
}

/// The enemy nearest to a place, LB_NOBODY for none.
static uint32_t foe_near(const game *g, lb_point at)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < g->battle.unit_count; i++)
        if (g->battle.unit[i].side != g->side && g->state.unit[i].presence == LB_PRESENCE_TABLE &&
            (best == LB_NOBODY || distance_between(at, g->state.unit[i].at) <
                                      distance_between(at, g->state.unit[best].at)))
            best = i;
    return best;
}

/// Keeps a landmark if it lies ahead on a way and nearer than the best so far.
static void keep_ahead(const lb_footprint *start, const lb_footprint *end, lb_point at,
                       const char *name, const char **best, double *least)
{
    int16_t off =
        (int16_t)(lb_heading_to(start->centre, end->centre) - lb_heading_to(start->centre, at));
    double far = distance_between(end->centre, at);

    if (name[0] == '\0' || off > AHEAD || off < -AHEAD || far >= *least ||
        far >= distance_between(start->centre, at))
        return;
    *least = far;
    *best = name;
}

/// The place with a name that a way leads toward, or else the nearest enemy ahead.
static void put_landmark(const game *g, const lb_footprint *start, const lb_footprint *end,
                         lb_put *put)
{
    const lb_battle *battle = &g->battle;
    const char *best = NULL;
    double least = 1e9;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        keep_ahead(start, end, battle->objective[i].at, battle->objective[i].name, &best, &least);
    for (uint32_t i = 0; i < battle->piece_count; i++)
        keep_ahead(start, end, play_middle_of_piece(g, i), battle->piece_name[i], &best, &least);
    for (uint32_t i = 0; best == NULL && i < battle->unit_count; i++)
        if (battle->unit[i].side != g->side && g->state.unit[i].presence == LB_PRESENCE_TABLE)
            keep_ahead(start, end, g->state.unit[i].at, battle->unit[i].name, &best, &least);
    if (best == NULL)
        return;
    lb_put_text(put, ", toward ");
    lb_put_text(put, best);
}

/// What a leader rides to: the nearest of his side within a short way of the end.
static void put_company(const game *g, const lb_action *action, lb_point at, lb_put *put)
{
    uint32_t best = LB_NOBODY;
    double least = COMPANY_LENGTHS * (double)g->battle.rules->play->length_tmm;

    for (uint32_t i = 0; i < g->battle.unit_count; i++)
        if (g->battle.unit[i].side == g->battle.leader[action->unit].side &&
            g->state.unit[i].presence == LB_PRESENCE_TABLE &&
            distance_between(at, g->state.unit[i].at) < least) {
            least = distance_between(at, g->state.unit[i].at);
            best = i;
        }
    if (best == LB_NOBODY)
        return;
    lb_put_text(put, ", to ");
    lb_put_text(put, g->battle.unit[best].name);
}

/// What is near to the end of a way: an objective, or an enemy.
static void put_neighbour(const game *g, const lb_footprint *start, const lb_footprint *end,
                          lb_put *put)
{
    double near = NEAR_LENGTHS * (double)LB_TMM_INCH;
    uint32_t foe = foe_near(g, end->centre);
    lb_quad own = lb_footprint_corners(end), other;
    lb_footprint enemy;

    for (uint32_t i = 0; i < g->battle.objective_count; i++) {
        const lb_objective_card *card = &g->battle.objective[i];

        if (distance_between(end->centre, card->at) <= card->radius_tmm &&
            distance_between(start->centre, card->at) > card->radius_tmm) {
            lb_put_text(put, ", to ");
            lb_put_text(put, card->name);
            return;
        }
    }
    if (foe == LB_NOBODY || distance_between(end->centre, g->state.unit[foe].at) > near) {
        put_landmark(g, start, end, put);
        return;
    }
    enemy = lb_unit_footprint(&g->battle, &g->state, foe);
    other = lb_footprint_corners(&enemy);
    lb_put_text(put, ", ");
    battle_put_length(&g->battle, lb_quad_distance_ceil(&own, &other), put);
    lb_put_text(put, " from ");
    lb_put_text(put, g->battle.unit[foe].name);
}

static void put_way(const game *g, const lb_action *action, lb_put *put)
{
    lb_footprint start = start_of(g, action), end;
    uint32_t uses = g->battle.rules->play->verbs[action->verb].uses;
    bool is_unit = (uses & LB_USES_UNIT) != 0;
    int32_t length;

    if (!end_of(g, action, &end))
        return;
    length = (int32_t)distance_between(start.centre, end.centre);
    if (length >= g->battle.rules->play->length_tmm / 4) {
        lb_put_char(put, ' ');
        battle_put_length(&g->battle, length, put);
        lb_put_char(put, ' ');
        lb_put_text(put, battle_wind(lb_heading_to(start.centre, end.centre)));
        if (is_unit)
            put_neighbour(g, &start, &end, put);
        else
            put_company(g, action, end.centre, put);
    }
    if (is_unit && is_turned(start.heading, end.heading)) {
        lb_put_text(put, ", facing ");
        lb_put_text(put, battle_wind(end.heading));
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

void play_put_choice(const game *g, const lb_action *action, bool is_named, lb_put *put)
{
    const lb_play *play = g->battle.rules->play;
    const lb_verb *verb = &play->verbs[action->verb];

    if ((verb->uses & LB_USES_PATH) == 0) {
        battle_put_action(&g->battle, g->side, action, is_named, put);
        return;
    }
    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_LEADER) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, g->battle.leader[action->unit].name);
    } else if (is_named) {
        lb_put_char(put, ' ');
        lb_put_text(put, g->battle.unit[action->unit].name);
    }
    if ((verb->uses & LB_USES_TARGET) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, g->battle.unit[action->target].name);
    }
    put_way(g, action, put);
    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < g->battle.unit_count; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, ", and ");
            lb_put_text(put, g->battle.unit[i].name);
        }
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        bool is_other = action->formation != g->state.unit[action->unit].formation;

        put_formation(lb_formation_text(&g->battle, action->formation), is_other, put);
    }
    if (play->option_text(action)[0] != '\0') {
        lb_put_text(put, ", ");
        lb_put_text(put, play->option_text(action));
    }
}

bool play_is_nothing(const game *g, const lb_action *action)
{
    uint32_t uses = g->battle.rules->play->verbs[action->verb].uses;
    lb_footprint start = start_of(g, action), end;

    return (uses & (LB_USES_PATH | LB_USES_UNIT)) == (LB_USES_PATH | LB_USES_UNIT) &&
           (uses & LB_USES_TARGET) == 0 && end_of(g, action, &end) &&
           distance_between(start.centre, end.centre) < g->battle.rules->play->length_tmm / 4.0 &&
           !is_turned(start.heading, end.heading) &&
           ((uses & LB_USES_FORMATION) == 0 ||
            action->formation == g->state.unit[action->unit].formation);
}

/* To a place. */

lb_point play_middle_of_piece(const game *g, uint32_t number)
{
    const lb_piece *piece = &g->battle.piece[number];
    const lb_point *point = &g->battle.point[piece->first_point];
    lb_point low = point[0], high = point[0];

    for (uint32_t i = 1; i < piece->point_count; i++) {
        low.x = point[i].x < low.x ? point[i].x : low.x;
        low.y = point[i].y < low.y ? point[i].y : low.y;
        high.x = point[i].x > high.x ? point[i].x : high.x;
        high.y = point[i].y > high.y ? point[i].y : high.y;
    }
    return (lb_point){(low.x + high.x) / 2, (low.y + high.y) / 2};
}

/// Keeps a legal action if it ends nearer to a place than the best so far.
static void keep_nearer(const game *g, const lb_action *tried, lb_point goal, lb_action *best,
                        double *least)
{
    lb_footprint end;
    lb_reason reason;

    if (!end_of(g, tried, &end) || distance_between(end.centre, goal) >= *least ||
        !lb_battle_check(&g->battle, &g->state, NULL, tried, &reason))
        return;
    *least = distance_between(end.centre, goal);
    *best = *tried;
}

/// Tries the straight way to a place, shorter and shorter: turned to it, obliquely, or wheeled.
static void try_straight(const game *g, lb_point goal, lb_action *best, double *least)
{
    lb_footprint start = start_of(g, best);
    int32_t step = g->battle.rules->play->length_tmm / 2;
    int32_t whole = (int32_t)distance_between(start.centre, goal);
    uint16_t heading = lb_heading_to(start.centre, goal);
    int32_t angle = (int16_t)(heading - start.heading);
    const lb_path ways[] = {
        {.count = 2,
         .step = {{.kind = LB_STEP_TURN, .angle = heading}, {.kind = LB_STEP_STRAIGHT}}},
        {.count = 1, .step = {{.kind = LB_STEP_OBLIQUE, .angle = angle}}},
        {.count = 2, .step = {{.kind = LB_STEP_WHEEL, .angle = angle}, {.kind = LB_STEP_STRAIGHT}}},
        {.count = 1, .step = {{.kind = LB_STEP_STRAIGHT}}}};

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        lb_action tried = *best;
        lb_reason reason;

        for (int32_t tmm = whole; tmm > 0; tmm -= step) {
            tried.path = ways[i];
            tried.path.step[tried.path.count - 1].tmm = tmm;
            if (!lb_battle_check(&g->battle, &g->state, NULL, &tried, &reason))
                continue;
            keep_nearer(g, &tried, goal, best, least);
            break;
        }
    }
}

/// The shortest way to a place that try_straight tries, for the rules to say why it is none.
static lb_path first_steps(const game *g, const lb_footprint *start, lb_point goal)
{
    int32_t step = g->battle.rules->play->length_tmm / 2;
    int32_t whole = (int32_t)distance_between(start->centre, goal);

    return (lb_path){
        .count = 2,
        .step = {{.kind = LB_STEP_TURN, .angle = lb_heading_to(start->centre, goal)},
                 {.kind = LB_STEP_STRAIGHT, .tmm = whole > 0 ? (whole - 1) % step + 1 : 0}}};
}

bool play_go_to(const game *g, lb_point goal, lb_action *action, lb_diag *diag)
{
    lb_footprint start = start_of(g, action);
    double whole = distance_between(start.centre, goal), least = whole;
    lb_action best = *action;
    bool can_act = false;

    for (uint32_t i = 0; i < g->choice_count; i++)
        if (g->choice[i].verb == action->verb && g->choice[i].unit == action->unit) {
            lb_action tried = g->choice[i];

            can_act = true;
            tried.members = action->members;
            if (tried.formation == action->formation)
                keep_nearer(g, &tried, goal, &best, &least);
        }
    try_straight(g, goal, &best, &least);
    if (least > whole - g->battle.rules->play->length_tmm / 4.0) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        bool is_leader = (g->battle.rules->play->verbs[action->verb].uses & LB_USES_LEADER) != 0;

        action->path = first_steps(g, &start, goal);
        if ((!can_act || !lb_unit_set_is_empty(&action->members)) && whole > 0)
            return true; /* the rules say why not */
        lb_put_text(&put, is_leader ? g->battle.leader[action->unit].name
                                    : g->battle.unit[action->unit].name);
        lb_put_text(&put, " cannot come any nearer to that now");
        return false;
    }
    *action = best;
    return true;
}
