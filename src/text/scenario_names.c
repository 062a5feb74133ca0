// SPDX-License-Identifier: MIT
// Reading scenarios: names of units, brigades, commanders and objectives that stand elsewhere in
// the file than what they name. They are kept while the file is read and looked up at its end, so
// that the order of things in a file is free. A name that fits nothing, or several things, is
// refused where it stands.

#include "text/nearest.h"
#include "text/scenario_reader.h"

#include <string.h>

#define YAML (&r->troop.yaml)

bool lb_reader_keep_name(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                         const char *what, struct fy_node **name)
{
    char wanted[LB_SCENARIO_NAME], text[LB_SCENARIO_NAME];
    lb_put put = lb_put_start(wanted, sizeof wanted);

    lb_put_text(&put, "the name of ");
    lb_put_text(&put, what);
    *name = value;
    return lb_yaml_scalar(YAML, value, key, wanted, text, sizeof text);
}

/* Looking up. */

/// Things that can be named.
typedef struct roster {
    const char *owner; ///< "the side", or "the scenario"
    const char *noun;  ///< "unit"
    uint32_t (*count)(const lb_scenario *s);
    /// The name of a thing; NULL if it is not the side's.
    const char *(*name)(const lb_scenario *s, uint32_t number, uint8_t side);
} roster;

static uint32_t count_units(const lb_scenario *s)
{
    return s->unit_count;
}

static const char *unit_name(const lb_scenario *s, uint32_t number, uint8_t side)
{
    const lb_scenario_unit *unit = &s->units[number];

    return s->brigades[unit->brigade].side == side ? unit->name : NULL;
}

static uint32_t count_brigades(const lb_scenario *s)
{
    return s->brigade_count;
}

static const char *brigade_name(const lb_scenario *s, uint32_t number, uint8_t side)
{
    return s->brigades[number].side == side ? s->brigades[number].name : NULL;
}

static uint32_t count_commanders(const lb_scenario *s)
{
    return s->commander_count;
}

static const char *commander_name(const lb_scenario *s, uint32_t number, uint8_t side)
{
    return s->commanders[number].side == side ? s->commanders[number].name : NULL;
}

static uint32_t count_objectives(const lb_scenario *s)
{
    return s->objective_count;
}

static const char *objective_name(const lb_scenario *s, uint32_t number, uint8_t side)
{
    (void)side;
    return s->objectives[number].name;
}

static const roster units = {"the side", "unit", count_units, unit_name};
static const roster brigades = {"the side", "brigade", count_brigades, brigade_name};
static const roster commanders = {"the side", "commander", count_commanders, commander_name};
static const roster objectives = {"the scenario", "objective", count_objectives, objective_name};

static bool refuse_name(const lb_scenario_reader *r, struct fy_node *node, const roster *all,
                        uint8_t side, const char *name)
{
    lb_nearest search = lb_nearest_start(name);
    lb_put put = lb_yaml_complain(YAML, node);

    for (uint32_t i = 0; i < all->count(&r->scenario); i++) {
        const char *candidate = all->name(&r->scenario, i, side);

        if (candidate != NULL)
            lb_nearest_offer(&search, candidate);
    }
    lb_put_text(&put, all->owner);
    lb_put_text(&put, " has no ");
    lb_put_text(&put, all->noun);
    lb_put_char(&put, ' ');
    lb_put_quoted(&put, name);
    lb_nearest_put(&search, &put);
    return false;
}

static bool refuse_several(const lb_scenario_reader *r, struct fy_node *node, const roster *all,
                           const char *name)
{
    lb_put put = lb_yaml_complain(YAML, node);

    lb_put_text(&put, all->owner);
    lb_put_text(&put, " has more than one ");
    lb_put_text(&put, all->noun);
    lb_put_char(&put, ' ');
    lb_put_quoted(&put, name);
    return false;
}

/// The number of the thing that a node names.
static bool find_name(const lb_scenario_reader *r, struct fy_node *node, const roster *all,
                      uint8_t side, uint32_t *number)
{
    char name[LB_SCENARIO_NAME];
    uint32_t found = 0;

    *number = 0;
    if (!lb_yaml_scalar(YAML, node, node, "a name", name, sizeof name))
        return false;
    for (uint32_t i = 0; i < all->count(&r->scenario); i++) {
        const char *candidate = all->name(&r->scenario, i, side);

        if (candidate != NULL && strcmp(candidate, name) == 0) {
            *number = i;
            found++;
        }
    }
    return found == 1  ? true
           : found > 1 ? refuse_several(r, node, all, name)
                       : refuse_name(r, node, all, side, name);
}

/* What is named. */

/// The unit that a commander is with.
static bool look_up_attached(lb_scenario_reader *r, uint32_t number)
{
    lb_scenario_commander *commander = &r->scenario.commanders[number];
    uint32_t unit;

    if (r->attached[number] == NULL)
        return true;
    if (!find_name(r, r->attached[number], &units, commander->side, &unit))
        return false;
    if (r->scenario.units[unit].is_removed)
        return lb_yaml_refuse(YAML, r->attached[number],
                              "a commander is not attached to a unit that is removed");
    commander->attached = (uint16_t)(unit + 1);
    return true;
}

/// The brigade that a unit is with.
static bool look_up_with(lb_scenario_reader *r, uint32_t number)
{
    lb_scenario_unit *unit = &r->scenario.units[number];
    uint32_t brigade;

    if (r->with[number] == NULL)
        return true;
    if (!find_name(r, r->with[number], &brigades, r->scenario.brigades[unit->brigade].side,
                   &brigade))
        return false;
    unit->with = brigade != unit->brigade ? (uint8_t)(brigade + 1) : 0;
    return true;
}

/// The exit by which a unit has left; there it is.
static bool look_up_left(lb_scenario_reader *r, uint32_t number)
{
    lb_scenario_unit *unit = &r->scenario.units[number];
    uint8_t side = r->scenario.brigades[unit->brigade].side;
    uint32_t exit;

    if (r->left[number] == NULL)
        return true;
    if (!find_name(r, r->left[number], &objectives, side, &exit))
        return false;
    if (r->scenario.objectives[exit].exit != side + 1)
        return lb_yaml_refuse(YAML, r->left[number], "that is no exit for its side");
    unit->left = (uint8_t)(exit + 1);
    return true;
}

static bool look_up_told(lb_scenario_reader *r, uint32_t brigade, const lb_reader_told *names,
                         lb_scenario_told *told)
{
    uint8_t side = r->scenario.brigades[brigade].side;
    uint32_t number;

    if (names->objective != NULL) {
        if (!find_name(r, names->objective, &objectives, side, &number))
            return false;
        told->objective = (uint8_t)(number + 1);
    }
    if (names->brigade != NULL) {
        if (!find_name(r, names->brigade, &brigades, side, &number))
            return false;
        if (number == brigade)
            return lb_yaml_refuse(YAML, names->brigade, "a brigade's order names another brigade");
        told->brigade = (uint8_t)(number + 1);
    }
    return true;
}

static bool look_up_order(lb_scenario_reader *r, uint32_t brigade)
{
    return look_up_told(r, brigade, &r->order[brigade], &r->scenario.brigades[brigade].told);
}

static bool look_up_pending(lb_scenario_reader *r, uint32_t brigade)
{
    return look_up_told(r, brigade, &r->pending[brigade], &r->scenario.brigades[brigade].pending);
}

/* Turns. */

/// Has the turn in which somebody comes back not gone by? 0 says nothing.
static bool check_back(const lb_scenario_reader *r, struct fy_node *back, uint8_t turn)
{
    lb_put put;

    if (back == NULL || turn == 0 || turn >= r->scenario.position.turn)
        return true;
    put = lb_yaml_complain(YAML, back);
    lb_put_text(&put, "turn ");
    lb_put_int(&put, turn);
    lb_put_text(&put, " has gone by: the position is in turn ");
    lb_put_int(&put, r->scenario.position.turn);
    return false;
}

static bool check_unit_back(lb_scenario_reader *r, uint32_t number)
{
    return check_back(r, r->unit_back[number], r->scenario.units[number].off_turn);
}

static bool check_commander_back(lb_scenario_reader *r, uint32_t number)
{
    return check_back(r, r->commander_back[number], r->scenario.commanders[number].out_turn);
}

/* Who commands whom. */

bool lb_reader_superior(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_keep_name(r, key, value, "a commander",
                               &r->superior[r->commander - r->scenario.commanders]);
}

/// 1 + the commander above one of whom the file says nothing: of his brigade's corps, or the
/// army's.
static uint8_t usual_superior(const lb_scenario *s, const lb_scenario_commander *commander)
{
    uint8_t corps = commander->brigade > 0 ? s->brigades[commander->brigade - 1].superior : 0;

    if (commander->rank == LB_RANK_ARMY)
        return 0;
    return corps > 0 ? corps : s->sides[commander->side].commander;
}

/// Sets the superior that the file names; a brigade is under the same commander as its own.
static bool look_up_superior(lb_scenario_reader *r, uint32_t number)
{
    lb_scenario *s = &r->scenario;
    lb_scenario_commander *commander = &s->commanders[number];
    uint32_t superior;

    if (r->superior[number] == NULL)
        return true;
    if (!find_name(r, r->superior[number], &commanders, commander->side, &superior))
        return false;
    if (s->commanders[superior].rank < commander->rank)
        return lb_yaml_refuse(YAML, r->superior[number], "a superior is not of a lower rank");
    commander->superior = (uint8_t)(superior + 1);
    if (commander->brigade > 0)
        s->brigades[commander->brigade - 1].superior =
            commander->superior != s->sides[commander->side].commander ? commander->superior : 0;
    return true;
}

/// Does the chain above a commander lead back to him?
static bool is_above_himself(const lb_scenario *s, uint32_t number)
{
    uint32_t above = s->commanders[number].superior;

    for (uint32_t i = 0; i < s->commander_count && above > 0 && above != number + 1; i++)
        above = s->commanders[above - 1].superior;
    return above == number + 1;
}

/// Every circle has a superior in it that the file names.
static bool check_superior(lb_scenario_reader *r, uint32_t number)
{
    return r->superior[number] == NULL || !is_above_himself(&r->scenario, number) ||
           lb_yaml_refuse(YAML, r->superior[number],
                          "a commander would be his own superior, directly or by others");
}

/* All of them. */

/// Looks something up for each thing of a roster. All faults are gathered where that is wanted.
static bool look_up_each(lb_scenario_reader *r, const roster *all,
                         bool (*look_up)(lb_scenario_reader *r, uint32_t number))
{
    bool is_good = true;

    for (uint32_t i = 0; i < all->count(&r->scenario); i++) {
        uint32_t before = lb_yaml_faults(YAML);

        if (look_up(r, i))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(YAML, before))
            return false;
    }
    return is_good;
}

bool lb_reader_look_up(lb_scenario_reader *r)
{
    static const struct {
        const roster *all;
        bool (*look_up)(lb_scenario_reader *r, uint32_t number);
    } rows[] = {{&commanders, look_up_attached},
                {&units, look_up_with},
                {&units, look_up_left},
                {&brigades, look_up_order},
                {&brigades, look_up_pending},
                {&units, check_unit_back},
                {&commanders, check_commander_back},
                {&commanders, look_up_superior},
                {&commanders, check_superior}};
    lb_scenario *s = &r->scenario;
    bool is_good = true;

    for (uint32_t c = 0; c < s->commander_count; c++)
        s->commanders[c].superior = usual_superior(s, &s->commanders[c]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t before = lb_yaml_faults(YAML);

        if (look_up_each(r, rows[i].all, rows[i].look_up))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(YAML, before))
            return false;
    }
    return is_good;
}
