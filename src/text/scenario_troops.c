// SPDX-License-Identifier: MIT
// Reading scenarios: sides, their corps, brigades, units and commanders, and where they stand.

#include "text/nearest.h"
#include "text/scenario_reader.h"
#include "text/scenario_words.h"

#include <string.h>

enum { LINES_MAX = 6, FACING_MAX = 359, TYPE_BYTES = 2 * LB_SCENARIO_WORD };

#define YAML (&r->troop.yaml)

/* Where things stand. */

static bool read_stand_place(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    r->stand->is_set = true;
    return lb_reader_point(r, key, value, &r->stand->at);
}

static bool read_stand_facing(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t facing;

    if (!lb_yaml_int(YAML, key, value, 0, FACING_MAX, &facing))
        return false;
    r->stand->facing_deg = (uint16_t)facing;
    r->has_facing = true;
    return true;
}

static bool read_stand_formation(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    r->has_formation = true;
    return lb_yaml_word(YAML, key, value, lb_formation_words.words, lb_formation_words.count,
                        &r->stand->formation);
}

/// May troops of this arm stand so?
static bool can_form(lb_arm arm, lb_scenario_formation formation)
{
    bool is_guns = formation == LB_SCENARIO_FORMATION_LIMBERED ||
                   formation == LB_SCENARIO_FORMATION_UNLIMBERED;

    if (formation == LB_SCENARIO_FORMATION_ANY || formation == LB_SCENARIO_FORMATION_RESERVE)
        return true;
    switch (arm) {
    case LB_ARM_ARTILLERY:
        return is_guns || formation == LB_SCENARIO_FORMATION_GARRISON;
    case LB_ARM_CAVALRY:
        return !is_guns && formation != LB_SCENARIO_FORMATION_SQUARE &&
               formation != LB_SCENARIO_FORMATION_GARRISON;
    case LB_ARM_INFANTRY:
        return !is_guns;
    case LB_ARM_COUNT:
        break;
    }
    return false;
}

/* Commanders. */

static bool read_commander_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->commander->name, sizeof r->commander->name);
}

static bool read_rank(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t rank;

    if (!lb_yaml_word(YAML, key, value, lb_rank_words.words, lb_rank_words.count, &rank))
        return false;
    if ((r->commander->rank == LB_RANK_BRIGADE) != (rank == LB_RANK_BRIGADE) ||
        (r->commander->rank == LB_RANK_ARMY) != (rank == LB_RANK_ARMY))
        return lb_yaml_refuse(YAML, value,
                              "the rank does not fit: a side has a commander of rank army, a corps "
                              "one of rank corps or division, a brigade one of rank brigade");
    r->commander->rank = rank;
    return true;
}

static bool read_ability(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_ability_words.words, lb_ability_words.count,
                        &r->commander->ability);
}

static bool read_inspiration(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_inspiration_words.words, lb_inspiration_words.count,
                        &r->commander->inspiration);
}

static bool read_leader_traits(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint64_t mask;

    if (!lb_yaml_words(YAML, key, value, lb_leader_trait_words.words, lb_leader_trait_words.count,
                       &mask))
        return false;
    r->commander->traits = (uint32_t)mask;
    return true;
}

/// Reads a commander; `link` becomes 1 + his number.
static bool read_commander(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                           lb_rank rank, uint8_t *link)
{
    static const lb_yaml_field common[] = {
        {.key = "name", .read = read_commander_name, .is_required = true},
        {.key = "rank", .read = read_rank},
        {.key = "ability", .read = read_ability},
        {.key = "inspiration", .read = read_inspiration},
        {.key = "traits", .read = read_leader_traits},
        {.key = "figures", .read = lb_troop_read_figures},
        {.key = "place", .read = read_stand_place},
        {.key = "facing", .read = read_stand_facing},
        {.key = "removed", .read = lb_reader_commander_removed},
        {.key = "back", .read = lb_reader_back},
        {.key = "attached", .read = lb_reader_attached},
        {.key = "superior", .read = lb_reader_superior},
        {.key = "states", .read = lb_reader_commander_states},
    };
    lb_yaml_field fields[LB_YAML_FIELDS_MAX];
    uint8_t number = r->scenario.commander_count;

    if (number == LB_SCENARIO_COMMANDERS)
        return lb_reader_refuse_more(r, key, LB_SCENARIO_COMMANDERS, "commanders");
    r->scenario.commander_count++;
    r->commander = &r->scenario.commanders[number];
    r->commander->side = r->side;
    r->commander->rank = (uint8_t)rank;
    r->commander->ability = LB_ABILITY_AVERAGE;
    r->commander->inspiration = LB_INSPIRATION_NORMAL;
    r->stand = &r->commander->stand;
    r->troop.figure_owner = LB_FIGURE_OF_COMMANDER;
    r->troop.figure_number = number;
    *link = (uint8_t)(number + 1);
    memcpy(fields, common, sizeof common);
    return lb_yaml_fields(YAML, key, value, "a commander", fields,
                          lb_reader_add_keys(LB_ACTOR_LEADER, fields, LB_COUNT_OF(common)), r);
}

/* Units. */

/// The name of a type in a scenario: army/type.
static void write_type_name(const lb_army *army, uint32_t type, char *name, size_t room)
{
    lb_put put = lb_put_start(name, room);

    lb_put_text(&put, army->id);
    lb_put_char(&put, '/');
    lb_put_text(&put, army->types[type].id);
}

static bool refuse_type(const lb_scenario_reader *r, struct fy_node *value, const char *text)
{
    char candidate[TYPE_BYTES], best[TYPE_BYTES];
    lb_nearest search = lb_nearest_start(text);
    lb_put put = lb_yaml_complain(YAML, value);

    for (uint32_t a = 0; a < r->army_count; a++)
        for (uint32_t t = 0; t < r->armies[a].type_count; t++) {
            uint32_t before = search.distance;

            write_type_name(&r->armies[a], t, candidate, sizeof candidate);
            lb_nearest_offer(&search, candidate);
            if (search.distance < before)
                lb_copy_text(best, sizeof best, candidate);
        }
    lb_put_text(&put, "no type ");
    lb_put_quoted(&put, text);
    lb_put_text(&put,
                r->army_count + r->missing_count == 0 ? ": the scenario names no armies" : "");
    if (search.best != NULL)
        search.best = best;
    lb_nearest_put(&search, &put);
    return false;
}

/// The type that a file calls army/type; NULL for none.
static const lb_army_type *find_type(const lb_scenario_reader *r, const char *text,
                                     const lb_army **army)
{
    const char *slash = strchr(text, '/');
    size_t length = slash != NULL ? (size_t)(slash - text) : 0;

    for (uint32_t a = 0; slash != NULL && a < r->army_count; a++) {
        *army = &r->armies[a];
        if (strlen((*army)->id) != length || memcmp((*army)->id, text, length) != 0)
            continue;
        for (uint32_t t = 0; t < (*army)->type_count; t++)
            if (strcmp((*army)->types[t].id, slash + 1) == 0)
                return &(*army)->types[t];
    }
    return NULL;
}

/// True if a file calls a type of an army that cannot be had. That is told already.
static bool is_of_missing(const lb_scenario_reader *r, const char *text)
{
    size_t length = strcspn(text, "/");

    for (uint32_t i = 0; i < r->missing_count; i++)
        if (strlen(r->missing[i]) == length && memcmp(r->missing[i], text, length) == 0)
            return true;
    return false;
}

/// Takes over a type, named as army/type.
static bool read_type(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const lb_army_type *type;
    const lb_army *army;
    char text[TYPE_BYTES];

    if (!lb_yaml_text_value(YAML, key, value, text, sizeof text))
        return false;
    type = find_type(r, text, &army);
    if (type == NULL && is_of_missing(r, text)) {
        r->is_unknown = r->troop.has_class = r->troop.has_quality = true;
        r->troop.unit->strength = 1;
        return true;
    }
    if (type == NULL)
        return refuse_type(r, value, text);
    *r->troop.unit = type->unit;
    r->troop.has_class = r->troop.has_quality = true;
    for (uint32_t f = 0; f < army->figure_count; f++) {
        const lb_scenario_figure *figure = &army->figures[f];

        if (figure->number == type - army->types &&
            !lb_troop_set_figure(&r->troop, value, figure->sheet, figure->key, figure->value))
            return false;
    }
    return true;
}

static bool read_unit_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->troop.unit->name, sizeof r->troop.unit->name);
}

/// What the brigade says of facing and formation holds for a unit that says nothing.
static bool settle_stand(lb_scenario_reader *r, struct fy_node *at)
{
    lb_scenario_unit *unit = r->troop.unit;
    const lb_scenario_stand *brigade = &r->brigade->stand;

    if (!r->has_facing)
        unit->stand.facing_deg = brigade->facing_deg;
    if (r->has_formation) {
        if (!r->is_unknown &&
            !can_form((lb_arm)unit->arm, (lb_scenario_formation)unit->stand.formation)) {
            lb_put put = lb_yaml_complain(YAML, at);
            lb_put_text(&put, lb_arm_words.words[unit->arm]);
            lb_put_text(&put, " has no formation ");
            lb_put_text(&put, lb_formation_words.words[unit->stand.formation]);
            return false;
        }
    } else if (can_form((lb_arm)unit->arm, (lb_scenario_formation)brigade->formation)) {
        unit->stand.formation = brigade->formation;
    }
    if (r->brigade->arrival_turn > 0 && unit->stand.is_set)
        return lb_yaml_refuse(YAML, at, "the brigade arrives later: its units have no place yet");
    if (r->brigade->arrival_turn == 0 && !unit->stand.is_set && !brigade->is_set &&
        !unit->is_removed && r->left[unit - r->scenario.units] == NULL)
        return lb_yaml_refuse(YAML, at, "the unit needs a place, or its brigade one");
    return true;
}

/// No two units of a side have the same name: records and attached commanders go by it.
static bool check_name(lb_scenario_reader *r, struct fy_node *at)
{
    const lb_scenario_unit *unit = r->troop.unit;

    for (const lb_scenario_unit *other = r->scenario.units; other < unit; other++)
        if (r->scenario.brigades[other->brigade].side == r->side &&
            strcmp(other->name, unit->name) == 0) {
            lb_put put = lb_yaml_complain(YAML, at);
            lb_put_text(&put, "two units of the side are called ");
            lb_put_quoted(&put, unit->name);
            return false;
        }
    return true;
}

static bool read_unit(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "type", .read = read_type},
        {.key = "name", .read = read_unit_name},
        {.key = "nation", .read = lb_troop_read_nation},
        {.key = "class", .read = lb_troop_read_class},
        {.key = "quality", .read = lb_troop_read_quality},
        {.key = "strength", .read = lb_troop_read_strength},
        {.key = "pounder", .read = lb_troop_read_pounder},
        {.key = "traits", .read = lb_troop_read_traits},
        {.key = "without", .read = lb_troop_read_without},
        {.key = "figures", .read = lb_troop_read_figures},
        {.key = "place", .read = read_stand_place},
        {.key = "facing", .read = read_stand_facing},
        {.key = "formation", .read = read_stand_formation},
        {.key = "losses", .read = lb_reader_losses},
        {.key = "hits", .read = lb_reader_hits},
        {.key = "states", .read = lb_reader_states},
        {.key = "removed", .read = lb_reader_unit_removed},
        {.key = "left", .read = lb_reader_left},
        {.key = "with", .read = lb_reader_with},
        {.key = "back", .read = lb_reader_unit_back},
    };
    lb_scenario_reader *r = context;
    uint16_t number = r->scenario.unit_count;

    if (number == LB_SCENARIO_UNITS)
        return lb_reader_refuse_more(r, item, LB_SCENARIO_UNITS, "units");
    r->scenario.unit_count++;
    r->brigade->unit_count++;
    r->troop.unit = &r->scenario.units[number];
    r->troop.unit->nation = r->scenario.sides[r->side].nation;
    r->troop.has_class = r->troop.has_quality = false;
    r->troop.figure_owner = LB_FIGURE_OF_UNIT;
    r->troop.figure_number = number;
    r->stand = &r->troop.unit->stand;
    r->has_facing = r->has_formation = r->is_unknown = false;
    if (!lb_yaml_fields(YAML, key, item, "a unit", fields, LB_COUNT_OF(fields), r) ||
        !lb_troop_check(&r->troop, item, "a unit"))
        return false;
    r->troop.unit->brigade = (uint8_t)(r->scenario.brigade_count - 1);
    lb_yaml_where(item, &r->troop.unit->where.line, &r->troop.unit->where.column);
    return settle_stand(r, item) && check_name(r, item);
}

/* Brigades. */

static bool read_brigade_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->brigade->name, sizeof r->brigade->name);
}

static bool read_brigade_corps(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const char *names[LB_READER_CORPS];
    uint8_t links[LB_READER_CORPS], number;
    uint32_t count = 0;

    for (uint32_t i = 0; i < r->corps_count; i++)
        if (r->corps[i].side == r->side) {
            links[count] = r->corps[i].commander;
            names[count++] = r->corps[i].name;
        }
    if (count == 0)
        return lb_yaml_refuse(YAML, key, "the side has no list of corps that this could be in");
    if (!lb_yaml_word(YAML, key, value, names, count, &number))
        return false;
    lb_copy_text(r->brigade->corps, sizeof r->brigade->corps, names[number]);
    r->brigade->superior = links[number];
    return true;
}

static bool read_brigade_commander(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    bool is_good = read_commander(r, key, value, LB_RANK_BRIGADE, &r->brigade->commander);

    if (is_good)
        r->commander->brigade = r->scenario.brigade_count;
    r->stand = &r->brigade->stand;
    r->has_facing = r->has_formation = false;
    return is_good;
}

static bool read_brigade_traits(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_words(YAML, key, value, lb_trait_words.words, lb_trait_words.count,
                         &r->brigade->traits);
}

static bool read_lines(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t lines;

    if (!lb_yaml_int(YAML, key, value, 1, LINES_MAX, &lines))
        return false;
    r->brigade->lines = (uint8_t)lines;
    return true;
}

static bool read_arrival_turn(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t turn;

    if (!lb_yaml_int(YAML, key, value, 1, lb_reader_last_turn(r), &turn))
        return false;
    r->brigade->arrival_turn = (uint8_t)turn;
    return true;
}

static bool read_arrival_time(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!lb_reader_by_clock(r, key) || !lb_reader_time(r, key, value, &r->brigade->arrival_minute))
        return false;
    if (r->brigade->arrival_minute <= r->scenario.start_minute)
        return lb_yaml_refuse(
            YAML, value, "the clock starts no earlier: these troops are there from the beginning");
    if (r->brigade->arrival_minute >= r->scenario.end_minute)
        return lb_yaml_refuse(YAML, value,
                              "the clock has run out by then: these troops would never come");
    r->brigade->arrival_turn = 1;
    return true;
}

static bool read_entry(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const lb_scenario_point *at = &r->brigade->stand.at;

    if (!read_stand_place(r, key, value))
        return false;
    if (!r->is_groundless && at->x_dm != 0 && at->y_dm != 0 && at->x_dm != r->scenario.width_dm &&
        at->y_dm != r->scenario.height_dm)
        return lb_yaml_refuse(YAML, value, "troops arrive on an edge of the ground");
    return true;
}

static bool read_arrival(void *context, struct fy_node *key, struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "turn", .read = read_arrival_turn},
        {.key = "time", .read = read_arrival_time},
        {.key = "at", .read = read_entry, .is_required = true},
        {.key = "facing", .read = read_stand_facing, .is_required = true},
    };
    lb_scenario_reader *r = context;

    if (r->brigade->stand.is_set || r->has_facing)
        return lb_yaml_refuse(YAML, key,
                              "a brigade that arrives has its place and facing in  arrives: only");
    if (!lb_yaml_fields(YAML, key, value, "an arrival", fields, LB_COUNT_OF(fields), r))
        return false;
    if ((lb_yaml_find(value, "turn") != NULL) == (lb_yaml_find(value, "time") != NULL))
        return lb_yaml_refuse(YAML, key, "troops have a time: or a turn: to arrive at");
    return true;
}

static bool read_units(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_UNITS, read_unit, r))
        return false;
    if (r->brigade->unit_count == 0)
        return lb_yaml_refuse(YAML, key, "a brigade has at least one unit");
    return true;
}

static bool read_brigade(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field common[] = {
        {.key = "name", .read = read_brigade_name, .is_required = true},
        {.key = "corps", .read = read_brigade_corps},
        {.key = "commander", .read = read_brigade_commander},
        {.key = "traits", .read = read_brigade_traits},
        {.key = "order", .read = lb_reader_order},
        {.key = "pending", .read = lb_reader_pending},
        {.key = "lines", .read = read_lines},
        {.key = "place", .read = read_stand_place},
        {.key = "facing", .read = read_stand_facing},
        {.key = "formation", .read = read_stand_formation},
        {.key = "arrives", .read = read_arrival},
        {.key = "fatigue", .read = lb_reader_fatigue},
        {.key = "delay", .read = lb_reader_delay},
        {.key = "routed", .read = lb_reader_routed},
        {.key = "wavering", .read = lb_reader_wavering},
        {.key = "activation", .read = lb_reader_activation},
        {.key = "states", .read = lb_reader_brigade_states},
        {.key = "status", .read = lb_reader_status},
        {.key = "area", .read = lb_reader_area},
        {.key = "units", .read = read_units, .is_required = true},
    };
    lb_scenario_reader *r = context;
    lb_yaml_field fields[LB_YAML_FIELDS_MAX];

    if (r->scenario.brigade_count == LB_SCENARIO_BRIGADES)
        return lb_reader_refuse_more(r, item, LB_SCENARIO_BRIGADES, "brigades");
    r->brigade = &r->scenario.brigades[r->scenario.brigade_count++];
    r->brigade->side = r->side;
    r->brigade->first_unit = r->scenario.unit_count;
    r->stand = &r->brigade->stand;
    r->has_facing = r->has_formation = r->has_delay = false;
    memcpy(fields, common, sizeof common);
    return lb_yaml_fields(YAML, key, item, "a brigade", fields,
                          lb_reader_add_keys(LB_ACTOR_GROUP, fields, LB_COUNT_OF(common)), r);
}

/* Sides. */

static bool read_side_id(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_side *side = &r->scenario.sides[r->side];
    bool is_good;

    is_good = lb_yaml_id(YAML, key, value, side->id, sizeof side->id) &&
              ((strcmp(side->id, "nobody") != 0 &&
                (r->side == 0 || strcmp(side->id, r->scenario.sides[0].id) != 0)) ||
               lb_yaml_refuse(YAML, value, "a side needs an id of its own"));
    r->has_bad_side |= !is_good;
    if (is_good)
        r->side_words[r->side] = side->id;
    return is_good;
}

static bool read_side_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_side *side = &r->scenario.sides[r->side];

    return lb_yaml_text_value(YAML, key, value, side->name, sizeof side->name);
}

static bool read_side_nation(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_nation_words.words, lb_nation_words.count,
                        &r->scenario.sides[r->side].nation);
}

static bool read_staff(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_staff_words.words, lb_staff_words.count,
                        &r->scenario.sides[r->side].staff);
}

static bool read_break(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t percent;

    if (!lb_yaml_int(YAML, key, value, 1, 100, &percent))
        return false;
    r->scenario.sides[r->side].break_percent = (uint8_t)percent;
    return true;
}

static bool read_side_commander(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_commander(r, key, value, LB_RANK_ARMY, &r->scenario.sides[r->side].commander);
}

static bool read_corps_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_reader_corps *corps = &r->corps[r->corps_count];

    if (!lb_yaml_text_value(YAML, key, value, corps->name, sizeof corps->name))
        return false;
    for (uint32_t i = 0; i < r->corps_count; i++)
        if (r->corps[i].side == r->side && strcmp(r->corps[i].name, corps->name) == 0)
            return lb_yaml_refuse(YAML, value, "two corps of the side have this name");
    return true;
}

static bool read_corps_commander(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_commander(r, key, value, LB_RANK_CORPS, &r->corps[r->corps_count].commander);
}

static bool read_corps(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "name", .read = read_corps_name, .is_required = true},
        {.key = "commander", .read = read_corps_commander},
    };
    lb_scenario_reader *r = context;

    if (r->corps_count == LB_READER_CORPS)
        return lb_reader_refuse_more(r, item, LB_READER_CORPS, "corps");
    r->corps[r->corps_count].side = r->side;
    if (!lb_yaml_fields(YAML, key, item, "a corps", fields, LB_COUNT_OF(fields), r))
        return false;
    r->corps_count++;
    return true;
}

static bool read_corps_list(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_READER_CORPS, read_corps, r);
}

static bool read_brigades(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t before = r->scenario.brigade_count;

    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_BRIGADES, read_brigade, r))
        return false;
    if (r->scenario.brigade_count == before)
        return lb_yaml_refuse(YAML, key, "a side has at least one brigade");
    return true;
}

static bool read_side(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "id", .read = read_side_id, .is_required = true},
        {.key = "name", .read = read_side_name, .is_required = true},
        {.key = "nation", .read = read_side_nation, .is_required = true},
        {.key = "staff", .read = read_staff},
        {.key = "break", .read = read_break},
        {.key = "commander", .read = read_side_commander, .is_required = true},
        {.key = "corps", .read = read_corps_list},
        {.key = "brigades", .read = read_brigades, .is_required = true},
    };
    lb_scenario_reader *r = context;

    r->side = (uint8_t)r->side_count++;
    r->has_bad_side |= lb_yaml_find(item, "id") == NULL;
    return lb_yaml_fields(YAML, key, item, "a side", fields, LB_COUNT_OF(fields), r);
}

bool lb_reader_sides(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    r->has_bad_list = true;
    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_SIDES, read_side, r))
        return false;
    r->has_bad_list = false;
    if (r->side_count != LB_SCENARIO_SIDES)
        return lb_yaml_refuse(YAML, key, "a battle has two sides");
    return true;
}
