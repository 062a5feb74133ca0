// SPDX-License-Identifier: MIT
// What the parts of the scenario reader share: scenario_file.c (the whole and its armies),
// scenario_troops.c (sides, brigades, units, commanders), scenario_orders.c (what brigades are
// told), scenario_ground.c (terrain), scenario_victory.c (objectives, levels), scenario_position.c
// (a battle in progress), scenario_marks.c (its flags and marks), scenario_names.c (names that are
// looked up when all is read).
#pragma once

#include "limber/battle.h"
#include "limber/files.h"
#include "text/troop_text.h"

enum { LB_READER_CORPS = 64 };

/// A corps, wing or division of a side.
typedef struct lb_reader_corps {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint8_t commander; ///< 1 + number
} lb_reader_corps;

/// The names in an order; NULL where it has none.
typedef struct lb_reader_told {
    struct fy_node *objective, *brigade;
} lb_reader_told;

/// What is being read.
typedef struct lb_scenario_reader {
    lb_troop_reader troop; ///< first: the fields of troops need it
    lb_scenario scenario;
    const lb_army_shelf *shelf;
    uint32_t army_count;
    lb_army armies[LB_SCENARIO_ARMIES];
    uint32_t missing_count; ///< armies that cannot be had: their types are not judged
    char missing[LB_SCENARIO_ARMIES][LB_SCENARIO_WORD];
    bool is_groundless;      ///< the size of the ground is not known: edges are not judged
    bool is_position;        ///< the file has a position: keys of a battle in progress are welcome
    const lb_ruleset *sheet; ///< the position's; NULL for none
    uint32_t side_count;
    bool has_bad_list; ///< troops or objectives could not be read: names are not looked up
    bool has_bad_side; ///< the id of a side could not be read: any word may be it
    const char *side_words[LB_SCENARIO_SIDES];
    lb_reader_corps corps[LB_READER_CORPS];
    uint32_t corps_count;

    // What is current:
    uint8_t side;
    uint32_t wins_read; ///< of a balance
    lb_scenario_brigade *brigade;
    lb_scenario_commander *commander;
    lb_scenario_piece *piece;
    lb_scenario_objective *objective;
    lb_scenario_stand *stand;
    lb_scenario_point point;
    int32_t point_part; ///< coordinates of it that have been read
    bool has_facing, has_formation;
    bool is_unknown; ///< the unit's type is of an army that cannot be had
    lb_scenario_told *told;
    lb_reader_told *told_names;
    bool has_delay;              ///< the brigade's order says its delay
    const lb_mark_key *side_key; ///< of the position's sheet

    // Names and turns that can be judged only when all is read; NULL where the file has none:
    struct fy_node *attached[LB_SCENARIO_COMMANDERS];
    struct fy_node *superior[LB_SCENARIO_COMMANDERS];
    struct fy_node *with[LB_SCENARIO_UNITS], *left[LB_SCENARIO_UNITS];
    struct fy_node *unit_back[LB_SCENARIO_UNITS], *commander_back[LB_SCENARIO_COMMANDERS];
    lb_reader_told order[LB_SCENARIO_BRIGADES], pending[LB_SCENARIO_BRIGADES];
} lb_scenario_reader;

#define LB_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/// [x, y] in metres, on the ground.
bool lb_reader_point(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                     lb_scenario_point *point);

/// Reads a time of the day as minutes after midnight.
bool lb_reader_time(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                    uint16_t *minute);

/// True if the scenario has a clock; otherwise refuses a key that needs one.
bool lb_reader_by_clock(const lb_scenario_reader *r, struct fy_node *key);

/// The id of a side.
bool lb_reader_side(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                    uint8_t *side);

/// The id of a side as 1 + its number, or nobody as 0.
bool lb_reader_holder(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                      uint8_t *holder);

/// Is the file a position, so that it may have this key?
bool lb_reader_check_position(const lb_scenario_reader *r, struct fy_node *key);

/// Complains "more than 400 units in all"; always false.
bool lb_reader_refuse_more(const lb_scenario_reader *r, struct fy_node *at, int32_t most,
                           const char *things);

/// The last turn that a file may name: a scenario that leaves its length to the sheet may name any.
static inline int32_t lb_reader_last_turn(const lb_scenario_reader *r)
{
    return r->scenario.turns > 0 ? r->scenario.turns : LB_SCENARIO_TURNS;
}

/// Keeps the name of something for when all is read; `what` is that something: "a unit".
bool lb_reader_keep_name(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                         const char *what, struct fy_node **name);

/* Functions for lists of fields; the context is the reader. */
bool lb_reader_sides(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_terrain(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_objectives(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_levels(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_position(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_losses(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_hits(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_states(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_brigade_states(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_commander_states(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_wavering(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_unit_removed(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_left(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_with(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_unit_back(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_order(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_pending(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_status(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_area(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_fatigue(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_delay(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_routed(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_activation(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_commander_removed(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_back(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_attached(void *context, struct fy_node *key, struct fy_node *value);
bool lb_reader_superior(void *context, struct fy_node *key, struct fy_node *value);

/// Adds the keys that sheets declare for marks of sides, groups or leaders to a list of fields,
/// which has room for LB_YAML_FIELDS_MAX. Returns how many there are then.
uint32_t lb_reader_add_keys(lb_actor_kind owner, lb_yaml_field *fields, uint32_t count);

/// Finds the sheet of the position before anything else is read: marks are counted as it counts
/// them. Whoever reads the position complains about a bad one.
void lb_reader_find_sheet(lb_scenario_reader *r);

/// Looks up all names that were kept, after all is read, and sets who commands whom.
bool lb_reader_look_up(lb_scenario_reader *r);
