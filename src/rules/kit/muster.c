// SPDX-License-Identifier: MIT
// See muster.h.
//
// The ground is shrunk to a usual table, or less if the units had no room there: down to the
// sheet's own scale, on a table as large as that takes. Figures stay their size, so units that
// stand side by side on the ground may find no room on the table: they are moved to the nearest
// free place, in the order of the scenario. The scale is the first at which nobody is moved farther
// than his own front and nobody begins within musketry of the enemy. Time is shrunk with the
// ground: a turn has more minutes where a move covers more of it.

#include "rules/kit/muster.h"

#include "base/number.h"
#include "base/put.h"
#include "rules/kit/field.h"
#include "rules/kit/marks.h"

#include <string.h>

enum {
    SEARCH_RINGS = 60,
    TABLE_LEAST = 24 * LB_TMM_INCH,
    SHRUNK_MOST = 10, ///< quarters of the sheet's own scale: the ground is shrunk no more than that
    MUSKETRY_DM = 2500 ///< whom a scenario puts so near to each other it means to
};

lb_status lb_muster_complain(lb_diag *diag, lb_scenario_where where, const char *what,
                             const char *name)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, where.line, where.column);

    lb_put_text(&put, what);
    lb_put_text(&put, name);
    return diag->status;
}

int16_t lb_muster_figure(const lb_muster_plan *plan, const lb_scenario *scenario,
                         lb_figure_owner owner, uint32_t number, const char *key, int32_t value)
{
    for (uint32_t i = 0; i < scenario->figure_count; i++) {
        const lb_scenario_figure *figure = &scenario->figures[i];

        if (figure->owner == owner && figure->number == number &&
            strcmp(figure->sheet, plan->sheet) == 0 && strcmp(figure->key, key) == 0)
            return figure->value;
    }
    return (int16_t)value;
}

/// The scale that the scenario gives for the sheet; NULL for none.
static const lb_scenario_scale *own_scale(const lb_muster_plan *plan, const lb_scenario *scenario)
{
    for (uint32_t i = 0; i < scenario->scale_count; i++)
        if (strcmp(scenario->scales[i].sheet, plan->sheet) == 0 &&
            scenario->scales[i].ground_dm > 0)
            return &scenario->scales[i];
    return NULL;
}

/// A scenario being laid out on the table: `num` tenths of a millimetre to `den` decimetres.
typedef struct layout {
    const lb_muster_plan *plan;
    const lb_scenario *scenario;
    lb_battle *battle;
    int64_t num, den;
    const lb_arrangement *to;
} layout;

/// The scale that makes the ground fit a usual table, in centimetres to the sheet's unit of length.
static int32_t scale_that_fits(const lb_muster_plan *plan, const lb_scenario *scenario)
{
    int32_t wide = (scenario->width_dm + plan->width_units - 1) / plan->width_units;
    int32_t deep = (scenario->height_dm + plan->depth_units - 1) / plan->depth_units;

    return lb_most(plan->ground_cm, 10 * lb_most(wide, deep));
}

static void set_scale(layout *on, int32_t cm)
{
    on->num = (int64_t)on->plan->unit_tmm * 10;
    on->den = cm;
}

static int32_t length_of(const layout *on, int32_t dm)
{
    return (int32_t)(dm * on->num / on->den);
}

/// The sheet's own scale, or what makes the shorter edge as long as it has to be.
static void keep_scale(layout *on)
{
    const lb_muster_plan *plan = on->plan;
    int32_t shorter = lb_least(on->scenario->width_dm, on->scenario->height_dm), edge;

    set_scale(on, plan->ground_cm);
    edge = length_of(on, shorter);
    if (edge >= plan->least_units * plan->unit_tmm && edge <= plan->most_units * plan->unit_tmm)
        return;
    on->num = (int64_t)plan->unit_tmm *
              (edge < plan->least_units * plan->unit_tmm ? plan->least_units : plan->most_units);
    on->den = shorter;
}

/// Shrinks ground until its longer edge is no longer than it may be.
static void limit_scale(layout *on)
{
    const lb_muster_plan *plan = on->plan;
    int32_t longer = lb_most(on->scenario->width_dm, on->scenario->height_dm);

    if (plan->longest_units == 0 || length_of(on, longer) <= plan->longest_units * plan->unit_tmm)
        return;
    on->num = (int64_t)plan->unit_tmm * plan->longest_units;
    on->den = longer;
}

/// Ground to the sheet's unit of length, in decimetres.
static int32_t scale_dm(const layout *on)
{
    return (int32_t)((on->plan->unit_tmm * on->den + on->num / 2) / on->num);
}

static lb_point place_of(const layout *on, lb_scenario_point point)
{
    return (lb_point){length_of(on, point.x_dm), length_of(on, point.y_dm)};
}

/// A length in the sheet's unit with one decimal. What is too long is rounded up, to be seen to be
/// too long; everything else is rounded down.
static void put_length(const layout *on, int32_t tmm, lb_put *put)
{
    int32_t unit = on->plan->unit_tmm, more = tmm > LB_TABLE_MAX ? unit - 1 : 0;
    int32_t tenths = (int32_t)(((int64_t)tmm * 10 + more) / unit);

    lb_put_int(put, tenths / 10);
    if (tenths % 10 != 0) {
        lb_put_char(put, '.');
        lb_put_int(put, tenths % 10);
    }
}

/// Complains where the file says the scale for the sheet, or else how large the ground is.
static lb_status refuse_table(const layout *on, lb_diag *diag)
{
    const lb_scenario_scale *scale = own_scale(on->plan, on->scenario);
    lb_scenario_where where = scale != NULL ? scale->where : on->scenario->ground_where;
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, where.line, where.column);

    lb_put_text(&put, on->scenario->id);
    lb_put_text(&put, " by ");
    lb_put_text(&put, on->plan->sheet);
    lb_put_text(&put, ": the table would be ");
    put_length(on, on->battle->width_tmm, &put);
    lb_put_text(&put, " by ");
    put_length(on, on->battle->depth_tmm, &put);
    lb_put_text(&put, ", but a side has from ");
    put_length(on, TABLE_LEAST, &put);
    lb_put_text(&put, " to ");
    put_length(on, LB_TABLE_MAX, &put);
    lb_put_char(&put, ' ');
    lb_put_text(&put, on->battle->rules->play->length_word);
    lb_put_text(&put, "; set another ground-scale for this sheet");
    return diag->status;
}

/// Complains about a piece of ground by its name, or else by its kind.
static lb_status refuse_piece(const lb_scenario_piece *piece, lb_diag *diag)
{
#define WORD(name, word, meaning) [LB_SCENARIO_TERRAIN_##name] = (word),
    static const char *const kinds[LB_SCENARIO_TERRAIN_COUNT] = {LB_SCENARIO_TERRAINS(WORD)};
#undef WORD

    return lb_muster_complain(diag, piece->where,
                              "this piece of ground cannot be laid out on the table: ",
                              piece->name[0] != '\0' ? piece->name : kinds[piece->kind]);
}

static lb_status muster_ground(const layout *on, lb_diag *diag)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;
    uint16_t refused = 0;

    _Static_assert((int)LB_SCENARIO_TERRAIN_COUNT == (int)LB_TERRAIN_COUNT,
                   "the same kinds of ground");
    battle->width_tmm = length_of(on, scenario->width_dm);
    battle->depth_tmm = length_of(on, scenario->height_dm);
    if (battle->width_tmm > LB_TABLE_MAX || battle->depth_tmm > LB_TABLE_MAX ||
        battle->width_tmm < TABLE_LEAST || battle->depth_tmm < TABLE_LEAST)
        return refuse_table(on, diag);
    battle->piece_count = scenario->piece_count;
    battle->point_count = scenario->point_count;
    for (uint32_t i = 0; i < scenario->point_count; i++)
        battle->point[i] = place_of(on, scenario->points[i]);
    for (uint32_t i = 0; i < scenario->piece_count; i++) {
        const lb_scenario_piece *from = &scenario->pieces[i];

        battle->piece[i] = (lb_piece){.kind = from->kind,
                                      .is_line = from->is_line,
                                      .level = from->level,
                                      .point_count = from->point_count,
                                      .first_point = from->first_point,
                                      .width_tmm = length_of(on, from->width_dm)};
        memcpy(battle->piece_name[i], from->name, sizeof from->name);
    }
    if (lb_ground_prepare(battle->piece, battle->piece_count, battle->point, battle->point_count,
                          &refused) != LB_GROUND_OK)
        return refuse_piece(&scenario->pieces[refused], diag);
    return LB_OK;
}

/* Time. */

/// Minutes of a turn: what the scenario says for the sheet, or the sheet's own, stretched as the
/// ground is.
static int32_t minutes_of(const layout *on)
{
    for (uint32_t i = 0; i < on->scenario->minutes_count; i++)
        if (strcmp(on->scenario->minutes[i].sheet, on->plan->sheet) == 0)
            return on->scenario->minutes[i].minutes;
    return lb_most(
        1, lb_least(UINT8_MAX, (10 * on->plan->minutes * scale_dm(on) + on->plan->ground_cm / 2) /
                                   on->plan->ground_cm));
}

/// The turn in which a minute of the clock falls.
static uint8_t turn_of(const layout *on, int32_t minute)
{
    int32_t turn = 1 + (minute - on->scenario->start_minute) / lb_most(1, on->battle->minutes);

    return (uint8_t)lb_most(1, lb_least(UINT8_MAX, turn));
}

static uint8_t arrival_of(const layout *on, const lb_scenario_brigade *brigade)
{
    if (brigade->arrival_minute == 0)
        return brigade->arrival_turn;
    /* Whoever comes later than at once is not there on the first turn. */
    return (uint8_t)lb_most(2, turn_of(on, brigade->arrival_minute));
}

static void muster_time(const layout *on)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;
    int32_t length = scenario->end_minute - scenario->start_minute;

    battle->minutes = (uint8_t)minutes_of(on);
    battle->start_minute = scenario->end_minute > 0 ? scenario->start_minute : 0;
    battle->turns = scenario->turns > 0 ? scenario->turns : on->plan->turns;
    if (length > 0)
        battle->turns =
            (uint8_t)lb_least(LB_SCENARIO_TURNS, (length + battle->minutes - 1) / battle->minutes);
    battle->weather_count = scenario->weather_count;
    for (uint32_t i = 0; i < scenario->weather_count; i++) {
        const lb_scenario_weather *from = &scenario->weather[i];

        memcpy(battle->weather[i].name, from->name, sizeof from->name);
        battle->weather[i].turn = from->turn > 0 ? from->turn : turn_of(on, from->minute);
        battle->weather[i].sight_tmm = length_of(on, from->sight_dm);
    }
}

static lb_status muster_unit(const layout *on, uint32_t number, lb_diag *diag)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    lb_unit_card *card = &on->battle->unit[number];

    memcpy(card->name, from->name, sizeof card->name);
    card->side = on->scenario->brigades[from->brigade].side;
    card->group = on->to->group[from->brigade];
    card->arm = from->arm;
    card->troop_class = from->troop_class;
    card->nation = from->nation;
    card->quality = from->quality;
    card->arrival_turn = arrival_of(on, &on->scenario->brigades[from->brigade]);
    card->traits = from->traits & ~from->without;
    card->is_removed = from->is_removed;
    card->is_coming = on->plan->comes_in_turn && on->scenario->position.is_set &&
                      !from->stand.is_set && card->arrival_turn > 0 &&
                      card->arrival_turn == on->scenario->position.turn;
    card->left = from->left;
    card->losses = from->losses;
    card->hits = from->hits;
    card->states = from->states;
    card->with = from->with > 0 ? on->to->group[from->with - 1] : LB_NOBODY;
    card->off_turn = from->off_turn;
    return on->plan->unit(on->scenario, on->battle, number, diag);
}

/// The formation in which a unit begins.
static uint8_t formation_of(const layout *on, uint32_t number)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    const lb_scenario_brigade *brigade = &on->scenario->brigades[from->brigade];

    return on->plan->formation(from->arm, from->stand.formation != LB_SCENARIO_FORMATION_ANY
                                              ? from->stand.formation
                                              : brigade->stand.formation);
}

static int32_t width_of(const layout *on, uint32_t number)
{
    return on->battle->rules->play->size(on->battle, NULL, number, formation_of(on, number))
        .width_tmm;
}

/// Where a unit of a brigade without a place of its own stands: side by side in lines.
static void place_unit(const layout *on, uint32_t number)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    const lb_scenario_brigade *brigade = &on->scenario->brigades[from->brigade];
    const lb_scenario_stand *stand = from->stand.is_set ? &from->stand : &brigade->stand;
    lb_unit_card *card = &on->battle->unit[number];
    uint32_t lines = brigade->lines > 0 ? brigade->lines : 2, in_line, row;
    lb_size size;
    int32_t across;

    card->formation = formation_of(on, number);
    card->heading = (uint16_t)((uint32_t)stand->facing_deg * 65536 / 360);
    card->at = place_of(on, stand->at);
    if (from->stand.is_set || (on->plan->has_one_entry && card->arrival_turn > 0))
        return;
    size = on->battle->rules->play->size(on->battle, NULL, number, card->formation);
    in_line = (brigade->unit_count + lines - 1) / lines;
    row = (number - brigade->first_unit) / in_line;
    across = size.width_tmm - on->plan->gap_tmm * ((int32_t)in_line - 1);
    for (uint32_t i = 0; i < in_line; i++) {
        uint32_t other = brigade->first_unit + row * in_line + i;
        int32_t width = other < (uint32_t)brigade->first_unit + brigade->unit_count
                            ? width_of(on, other)
                            : size.width_tmm;

        across += other < number ? width + 2 * on->plan->gap_tmm : -width;
    }
    card->at = lb_point_towards(card->at, (uint16_t)(card->heading + LB_ANGLE_QUARTER), across / 2);
    card->at = lb_point_towards(card->at, card->heading,
                                -(int32_t)row * (size.depth_tmm + on->plan->row_gap_tmm));
}

/// True of a position that counts marks as the plan's sheet does.
static bool is_own_position(const layout *on)
{
    return on->scenario->position.is_set &&
           strcmp(on->scenario->position.sheet, on->plan->sheet) == 0;
}

/// The group that a commander leads; LB_NOBODY for none.
static uint16_t group_led_by(const layout *on, uint32_t commander)
{
    for (uint16_t g = 0; g < on->to->group_count; g++)
        if (on->to->head[g] == commander)
            return g;
    return LB_NOBODY;
}

static void muster_leaders(const layout *on)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;

    battle->leader_count = on->to->leader_count;
    for (uint32_t i = 0; i < scenario->commander_count; i++) {
        const lb_scenario_commander *from = &scenario->commanders[i];
        uint32_t number = on->to->leader[i];
        lb_leader_card *card;
        int32_t behind = 6 * LB_TMM_INCH;

        if (number == LB_NOBODY)
            continue;
        card = &battle->leader[number];
        memcpy(card->name, from->name, sizeof card->name);
        card->side = from->side;
        card->group = group_led_by(on, i);
        card->superior = from->superior > 0 ? on->to->leader[from->superior - 1] : LB_NOBODY;
        card->rank = from->rank;
        card->ability = from->ability;
        card->inspiration = from->inspiration;
        card->traits = from->traits;
        card->is_removed = from->is_removed;
        card->off_turn = from->out_turn;
        card->attached = from->attached > 0 ? (uint16_t)(from->attached - 1u) : LB_NOBODY;
        card->states = from->states;
        if (is_own_position(on))
            memcpy(card->mark, from->mark, sizeof card->mark);
        if (from->stand.is_set)
            card->at = place_of(on, from->stand.at);
        else if (card->attached != LB_NOBODY)
            card->at = battle->unit[card->attached].at;
        else if (card->group != LB_NOBODY)
            card->at = place_of(on, scenario->brigades[on->to->brigade[card->group]].stand.at);
        else
            card->at = (lb_point){battle->width_tmm / 2,
                                  card->side == 0 ? behind : battle->depth_tmm - behind};
        if (on->plan->leader != NULL)
            on->plan->leader(scenario, battle, i, number);
    }
}

/// An order as the table has it; kinds are still lb_scenario_order.
static lb_order order_of(const layout *on, const lb_scenario_told *told)
{
    return (lb_order){.kind = told->order,
                      .delay = told->delay,
                      .objective =
                          told->objective > 0 ? (uint16_t)(told->objective - 1u) : LB_NOBODY,
                      .group = told->brigade > 0 ? on->to->group[told->brigade - 1] : LB_NOBODY,
                      .place = told->is_placed ? place_of(on, told->place) : (lb_point){0, 0},
                      .is_placed = told->is_placed};
}

static void muster_groups(const layout *on)
{
    const lb_scenario *scenario = on->scenario;

    on->battle->group_count = on->to->group_count;
    for (uint32_t i = 0; i < scenario->brigade_count; i++) {
        const lb_scenario_brigade *from = &scenario->brigades[i];
        uint32_t number = on->to->group[i];
        lb_group_card *card = &on->battle->group[number];

        if (on->to->brigade[number] != i) {
            card->unit_count = (uint16_t)(card->unit_count + from->unit_count);
            continue;
        }
        memcpy(card->name, from->name, sizeof card->name);
        card->side = from->side;
        card->leader =
            on->to->head[number] == LB_NOBODY ? LB_NOBODY : on->to->leader[on->to->head[number]];
        card->superior = from->superior > 0 ? on->to->leader[from->superior - 1] : LB_NOBODY;
        card->first_unit = from->first_unit;
        card->unit_count = from->unit_count;
        card->arrival_turn = arrival_of(on, from);
        card->states = from->states;
        if (is_own_position(on))
            memcpy(card->mark, from->mark, sizeof card->mark);
        card->status = from->status;
        memcpy(card->fatigue, from->fatigue, sizeof card->fatigue);
        card->order = order_of(on, &from->told);
        card->pending = order_of(on, &from->pending);
        card->has_area = from->has_area;
        if (from->has_area)
            card->area = place_of(on, from->area);
        card->traits = from->traits;
    }
    for (uint32_t g = 0; g < on->to->group_count && on->plan->group != NULL; g++)
        on->plan->group(scenario, on->battle, on->to->brigade[g], g);
}

static void muster_sides(const layout *on)
{
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        const lb_scenario_side *from = &on->scenario->sides[s];
        lb_side_card *card = &on->battle->side[s];

        memcpy(card->name, from->name, sizeof card->name);
        card->nation = from->nation;
        card->staff = from->staff;
        card->break_percent = from->break_percent;
        card->leader = from->commander > 0 ? on->to->leader[from->commander - 1] : LB_NOBODY;
        if (is_own_position(on))
            memcpy(card->mark, from->mark, sizeof card->mark);
        if (on->plan->side != NULL)
            on->plan->side(on->scenario, on->battle, s);
    }
}

/// Where a battle in progress stands.
static lb_status muster_position(const layout *on, lb_diag *diag)
{
    const lb_scenario_position *position = &on->scenario->position;
    lb_battle *battle = on->battle;
    const lb_play *play = battle->rules->play;
    uint8_t phase = position->phase[0] == '\0' ? 0 : play->phase_count;

    if (!position->is_set)
        return LB_OK;
    for (uint8_t i = 0; i < play->phase_count; i++)
        if (strcmp(play->phases[i], position->phase) == 0)
            phase = i;
    if (phase == play->phase_count) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, position->phase_where.line,
                                   position->phase_where.column);

        lb_put_text(&put, on->plan->sheet);
        lb_put_text(&put, " has the phases ");
        for (uint8_t i = 0; i < play->phase_count; i++) {
            lb_put_text(&put, i == 0 ? "" : i + 1 == play->phase_count ? " and " : ", ");
            lb_put_text(&put, play->phases[i]);
        }
        lb_put_text(&put, ", not: ");
        lb_put_text(&put, position->phase);
        return diag->status;
    }
    battle->start_turn = position->turn;
    battle->start_phase = phase;
    battle->start_active = position->active;
    return LB_OK;
}

/// A side as scenarios count them: from 1, with 0 for none.
static uint8_t side_of(uint8_t counted)
{
    return counted > 0 ? (uint8_t)(counted - 1) : LB_NO_SIDE;
}

static void muster_objectives(const layout *on)
{
    on->battle->objective_count = on->scenario->objective_count;
    for (uint32_t i = 0; i < on->scenario->objective_count; i++) {
        const lb_scenario_objective *from = &on->scenario->objectives[i];
        lb_objective_card *card = &on->battle->objective[i];

        memcpy(card->name, from->name, sizeof card->name);
        card->at = place_of(on, from->at);
        card->radius_tmm = length_of(on, from->radius_dm);
        card->value = from->value;
        card->held = side_of(from->held);
        card->exit = side_of(from->exit);
        card->leavers = from->leavers;
    }
}

static void muster_levels(const lb_scenario *scenario, lb_battle *battle)
{
    battle->level_count = scenario->level_count;
    for (uint32_t i = 0; i < scenario->level_count; i++) {
        const lb_scenario_level *from = &scenario->levels[i];
        lb_victory_level *level = &battle->level[i];

        memcpy(level->name, from->name, sizeof level->name);
        level->side = side_of(from->side);
        level->ground = from->ground;
        level->breaks = side_of(from->breaks);
    }
}

/// Complains that a unit cannot stand where it ought to, with the unit that stands there already.
static lb_status refuse_place(const layout *on, const lb_state *state, uint32_t unit,
                              const lb_footprint *place, lb_diag *diag)
{
    const lb_battle *battle = on->battle;
    lb_scenario_where where = on->scenario->units[unit].where;
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, where.line, where.column);
    lb_quad own = lb_footprint_corners(place);
    const char *reason = battle->start_turn > 0
                             ? ": it would stand beyond the edge, or on ground that it cannot enter"
                             : ": neither where it ought to stand nor near to it";

    lb_put_text(&put, "there is no room on the table for: ");
    lb_put_text(&put, battle->unit[unit].name);
    lb_put_text(&put, " of ");
    lb_put_text(&put, battle->group[battle->unit[unit].group].name);
    for (uint32_t i = 0; battle->start_turn > 0 && i < unit; i++) {
        lb_footprint other = lb_unit_footprint(battle, state, i);
        lb_quad theirs = lb_footprint_corners(&other);

        if (state->unit[i].presence != LB_PRESENCE_TABLE || !lb_quad_overlaps(&own, &theirs))
            continue;
        lb_put_text(&put, ": it would stand on ");
        lb_put_text(&put, battle->unit[i].name);
        lb_put_text(&put, " of ");
        lb_put_text(&put, battle->group[battle->unit[i].group].name);
        return diag->status;
    }
    lb_put_text(&put, reason);
    return diag->status;
}

/// Moves units that find no room where they ought to stand to the nearest free place.
static lb_status make_room(const layout *on, lb_state *state, lb_view *view, lb_diag *diag)
{
    lb_battle *battle = on->battle;
    int32_t step = on->plan->search_tmm > 0 ? on->plan->search_tmm : LB_TMM_INCH;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint place = lb_unit_footprint(battle, state, i);
        lb_unit_set itself = lb_set_of(i);

        if (lb_is_unit_away(battle, &battle->unit[i]) || battle->unit[i].is_removed ||
            battle->unit[i].left > 0)
            continue;
        /* In a position everybody stands where it says. */
        if (battle->start_turn > 0
                ? !lb_may_stand(view, &itself, &place)
                : !lb_find_place(view, &itself, step, SEARCH_RINGS * LB_TMM_INCH / step, &place))
            return refuse_place(on, state, i, &place, diag);
        battle->unit[i].at = state->unit[i].at = place.centre;
        state->unit[i].presence = LB_PRESENCE_TABLE;
        lb_view_take(view, i);
    }
    return LB_OK;
}

/// The place of a unit or its brigade on the ground.
static lb_scenario_point authored(const lb_scenario *scenario, uint32_t unit)
{
    const lb_scenario_unit *from = &scenario->units[unit];

    return from->stand.is_set ? from->stand.at : scenario->brigades[from->brigade].stand.at;
}

/// True if the scenario itself puts two units within musketry.
static bool is_near_by_author(const lb_scenario *scenario, uint32_t a, uint32_t b)
{
    lb_scenario_point one = authored(scenario, a), other = authored(scenario, b);
    int64_t x = one.x_dm - other.x_dm, y = one.y_dm - other.y_dm;

    return x * x + y * y <= (int64_t)MUSKETRY_DM * MUSKETRY_DM;
}

/// Units that were moved farther than their own front, and those that begin too near to an enemy.
static uint16_t count_crowded(const layout *on, const lb_view *view, const lb_point *wanted)
{
    const lb_battle *battle = on->battle;
    uint32_t crowded = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_unit_set near;

        if (!lb_view_is_here(view, i))
            continue;
        crowded += !lb_points_within(wanted[i], battle->unit[i].at,
                                     view->size[i].width_tmm + LB_CONTACT_TMM);
        if (battle->unit[i].side != 0)
            continue;
        near = lb_view_near(view, view->box[i], on->plan->musketry_tmm, &view->here[1]);
        LB_EACH (j, &near)
            crowded += lb_quad_is_within(&view->quad[i], &view->quad[j], on->plan->musketry_tmm) &&
                       !is_near_by_author(on->scenario, i, j);
    }
    return (uint16_t)lb_least(UINT16_MAX, (int32_t)crowded);
}

/// The front that a unit's men would take on the ground, in decimetres.
static int32_t front_of(const lb_scenario_unit *unit)
{
    return unit->arm == LB_ARM_INFANTRY  ? unit->strength * 5 / 2
           : unit->arm == LB_ARM_CAVALRY ? unit->strength * 5
                                         : unit->strength * 150;
}

/// The front of all units in line on the table, in percent of what their men would take.
static int32_t crowding_of(const layout *on)
{
    int64_t table = 0, ground = 0;

    for (uint32_t i = 0; i < on->battle->unit_count; i++) {
        const lb_scenario_unit *unit = &on->scenario->units[i];
        uint8_t line = on->plan->formation(unit->arm, LB_SCENARIO_FORMATION_LINE);

        table += on->battle->rules->play->size(on->battle, NULL, i, line).width_tmm;
        ground += front_of(unit);
    }
    return ground == 0 ? 100 : (int32_t)(table * on->den * 100 / on->num / ground);
}

/// Lays the scenario out at one scale, and counts who is crowded there.
static lb_status muster_at(const layout *on, lb_diag *diag)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;
    lb_status status = muster_ground(on, diag);
    lb_point wanted[LB_UNITS_MAX] = {{0, 0}};
    lb_state state;
    lb_view view;

    if (status != LB_OK)
        return status;
    battle->scale_dm = scale_dm(on);
    battle->first_side = scenario->first;
    muster_time(on);
    memcpy(battle->title, scenario->title, sizeof battle->title);
    memcpy(battle->outcome, scenario->outcome, sizeof battle->outcome);
    memcpy(battle->scenario, scenario->id, sizeof battle->scenario);
    muster_sides(on);
    muster_groups(on);
    status = muster_position(on, diag);
    battle->unit_count = scenario->unit_count;
    for (uint32_t i = 0; i < scenario->unit_count && status == LB_OK; i++)
        status = muster_unit(on, i, diag);
    if (status != LB_OK)
        return status;
    for (uint32_t i = 0; i < scenario->unit_count; i++)
        place_unit(on, i);
    if (on->plan->stand != NULL)
        on->plan->stand(scenario, battle);
    for (uint32_t i = 0; i < scenario->unit_count; i++)
        wanted[i] = battle->unit[i].at;
    muster_leaders(on);
    lb_tell_groups_apart(battle);
    muster_objectives(on);
    muster_levels(on->scenario, on->battle);
    memset(&state, 0, sizeof state);
    battle->rules->play->deploy(battle, &state);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        state.unit[i].presence = LB_PRESENCE_AWAY;
    lb_view_start(&view);
    lb_view_sync(&view, battle, &state);
    status = make_room(on, &state, &view, diag);
    battle->crowded = count_crowded(on, &view, wanted);
    battle->crowding = crowding_of(on);
    return status;
}

/// Each brigade is a group, and all commanders are there.
static void arrange_as_written(const lb_scenario *scenario, lb_arrangement *to)
{
    to->group_count = scenario->brigade_count;
    to->leader_count = scenario->commander_count;
    for (uint16_t i = 0; i < scenario->brigade_count; i++) {
        to->group[i] = to->brigade[i] = i;
        to->head[i] = (uint16_t)(scenario->brigades[i].commander - 1);
    }
    for (uint16_t i = 0; i < scenario->commander_count; i++)
        to->leader[i] = i;
}

_Static_assert((uint16_t)(0 - 1) == LB_NOBODY, "no commander is nobody");

/// Tries a usual table first, then the smallest that has room.
static lb_status muster_at_best(layout *on, lb_diag *diag)
{
    const lb_muster_plan *plan = on->plan;
    int32_t fits = scale_that_fits(plan, on->scenario), best = 0, least = INT32_MAX;

    set_scale(on, fits);
    if (fits <= plan->ground_cm * SHRUNK_MOST / 4 && muster_at(on, diag) == LB_OK &&
        on->battle->crowded == 0)
        return LB_OK;
    for (int32_t step = SHRUNK_MOST; step >= 4; step--) {
        int32_t cm = plan->ground_cm * step / 4;

        set_scale(on, cm);
        if (muster_at(on, diag) != LB_OK)
            continue;
        if (on->battle->crowded == 0)
            return LB_OK;
        if (on->battle->crowded < least) {
            least = on->battle->crowded;
            best = cm;
        }
    }
    set_scale(on, best > 0 ? best : fits);
    return muster_at(on, diag);
}

lb_status lb_muster(const lb_muster_plan *plan, const lb_scenario *scenario, lb_battle *battle,
                    lb_diag *diag)
{
    const lb_scenario_scale *own = own_scale(plan, scenario);
    lb_arrangement to;
    layout on = {.plan = plan, .scenario = scenario, .battle = battle, .to = &to};

    if (plan->arrange == NULL)
        arrange_as_written(scenario, &to);
    else
        plan->arrange(scenario, battle, &to);
    if (own == NULL && !scenario->position.is_set && plan->least_units == 0)
        return muster_at_best(&on, diag);
    if (own == NULL && plan->least_units > 0) {
        keep_scale(&on);
        limit_scale(&on);
    } else {
        set_scale(&on, own != NULL ? own->ground_dm * 10 : scale_that_fits(plan, scenario));
    }
    return muster_at(&on, diag);
}

int32_t lb_usual_quality(uint8_t troop_class)
{
    static const uint8_t usual[LB_CLASS_COUNT] = {
        [LB_CLASS_GRENADIERS] = LB_QUALITY_ELITE,
        [LB_CLASS_YOUNG_GUARD] = LB_QUALITY_ELITE,
        [LB_CLASS_MIDDLE_GUARD] = LB_QUALITY_GUARD,
        [LB_CLASS_OLD_GUARD] = LB_QUALITY_GUARD,
        [LB_CLASS_FOOT_GUARDS] = LB_QUALITY_GUARD,
        [LB_CLASS_RIFLES] = LB_QUALITY_VETERAN,
        [LB_CLASS_CONSCRIPTS] = LB_QUALITY_CONSCRIPT,
        [LB_CLASS_MILITIA] = LB_QUALITY_MILITIA,
        [LB_CLASS_NATIONAL_GUARD] = LB_QUALITY_MILITIA,
        [LB_CLASS_SECOND_LINE] = LB_QUALITY_CONSCRIPT,
        [LB_CLASS_GUERRILLAS] = LB_QUALITY_MILITIA,
        [LB_CLASS_CUIRASSIERS] = LB_QUALITY_VETERAN,
        [LB_CLASS_HOUSEHOLD] = LB_QUALITY_ELITE,
        [LB_CLASS_COSSACKS] = LB_QUALITY_CONSCRIPT,
        [LB_CLASS_MILITIA_CAVALRY] = LB_QUALITY_MILITIA,
    };

    return usual[troop_class] > 0 ? usual[troop_class] : LB_QUALITY_REGULAR;
}

lb_status lb_battle_muster(lb_battle *battle, const lb_ruleset *rules, const lb_house *house,
                           const lb_scenario *scenario, lb_diag *diag)
{
    static const lb_scenario_where nowhere;
    lb_diag unread;

    if (diag == NULL)
        diag = &unread;
    memset(battle, 0, sizeof *battle);
    if (rules->play == NULL)
        return lb_muster_complain(diag, nowhere,
                                  "only the charts of this sheet are there: ", rules->id);
    battle->rules = rules;
    if (house != NULL)
        battle->house = *house;
    else
        lb_house_reset(rules, &battle->house);
    return rules->play->muster(scenario, battle, diag);
}
