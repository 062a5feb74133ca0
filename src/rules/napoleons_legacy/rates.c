// SPDX-License-Identifier: MIT
// What a unit of this sheet is, whatever stands around it: its block of bases, its size, what it
// fires with, and how far it moves.
//
// The sheet does not draw its formations; these are ours. A march column is one base wide, a column
// of attack two; a line of battle stands two rows deep, a firing line one; a skirmish order line
// has gaps of half a base; a line with a flank refused bends a quarter of its bases back; a square
// is hollow. All bases of a line fire, of a column of attack those in front, of a square a quarter,
// of a march column none.

#include "rules/napoleons_legacy/play.h"

enum { SKIRMISH_GAP = 2 * LB_TMM_CM };

bool nl_is_narrow(uint8_t formation)
{
    return formation == FORMATION_MARCH || formation == FORMATION_LIMBERED;
}

const lb_move_costs *nl_costs_of(uint8_t formation)
{
    static const lb_move_costs wide = {.area = {[LB_TERRAIN_RIVER] = {1, 0}}};
    static const lb_move_costs narrow = {.area = {[LB_TERRAIN_RIVER] = {1, 0}},
                                         .follows_roads = true};

    return nl_is_narrow(formation) ? &narrow : &wide;
}

/* Blocks of bases. */

int32_t nl_bases(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_BASES];
}

/// Files across the front before the table's bound on footprints is looked at.
static int32_t files_of(uint8_t formation, int32_t bases)
{
    switch (formation) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        return 1;
    case FORMATION_ATTACK:
        return lb_least(2, bases);
    case FORMATION_LINE:
        return (bases + 1) / 2;
    case FORMATION_REFUSED:
        return bases - bases / 4;
    case FORMATION_SQUARE:
        return lb_most(2, (bases + 3) / 4 + 1);
    default:
        return bases;
    }
}

struct nl_block nl_block_of(const lb_battle *battle, uint32_t unit, uint8_t formation,
                            int32_t bases)
{
    static const lb_size sizes[LB_ARM_COUNT] = {
        [LB_ARM_INFANTRY] = {LB_CMS(4), LB_CMS(2)},
        [LB_ARM_CAVALRY] = {LB_CMS(4), LB_CMS(4)},
        [LB_ARM_ARTILLERY] = {LB_CMS(4), LB_CMS(5)},
    };
    lb_size base = sizes[battle->unit[unit].arm];
    int32_t gap = formation == FORMATION_SKIRMISH ? SKIRMISH_GAP : 0;
    int32_t files, rows;

    bases = lb_most(1, bases);
    files = lb_least(files_of(formation, bases), (LB_FOOTPRINT_MAX + gap) / (base.width_tmm + gap));
    rows = lb_least((bases + files - 1) / files, LB_FOOTPRINT_MAX / base.depth_tmm);
    if (formation == FORMATION_SQUARE)
        rows = files * base.width_tmm / base.depth_tmm;
    return (struct nl_block){files, rows, base.width_tmm, base.depth_tmm, gap};
}

lb_size nl_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    struct nl_block block = nl_block_of(battle, unit, formation,
                                        state != NULL ? nl_bases(state, unit)
                                                      : battle->unit[unit].figure[FIGURE_BASES]);

    return (lb_size){block.files * block.width_tmm + (block.files - 1) * block.gap_tmm,
                     block.rows * block.depth_tmm};
}

/* What a unit is. */

bool nl_is_disordered(const lb_state *state, uint32_t unit)
{
    return (state->unit[unit].flags & UNIT_DISORDERED) != 0;
}

bool nl_is_mounted(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_CAVALRY &&
           (state->unit[unit].flags & UNIT_DISMOUNTED) == 0;
}

int32_t nl_kind(const lb_view *view, uint32_t unit)
{
    if (view->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return TARGET_ARTILLERY;
    if (nl_is_mounted(view->battle, view->state, unit))
        return TARGET_CAVALRY;
    return lb_view_formation(view, unit) == FORMATION_SQUARE ? TARGET_SQUARE : TARGET_INFANTRY;
}

bool nl_has_skirmishers(const lb_view *view, uint32_t unit)
{
    return (lb_unit_has(view->battle, unit, LB_TRAIT_SKIRMISHERS) ||
            lb_unit_has(view->battle, unit, LB_TRAIT_LIGHT)) &&
           nl_kind(view, unit) == TARGET_INFANTRY &&
           lb_view_formation(view, unit) != FORMATION_MARCH;
}

/* Fire. */

int32_t nl_firing_bases(const lb_view *view, uint32_t unit)
{
    int32_t bases = nl_bases(view->state, unit);

    switch (lb_view_formation(view, unit)) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        return 0;
    case FORMATION_ATTACK:
        return lb_least(2, bases);
    case FORMATION_SQUARE:
        return (bases + 3) / 4;
    default:
        return bases;
    }
}

int32_t nl_fire_dice(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    /* Mounted units do not fire. */
    return nl_is_mounted(battle, state, unit) ? 0 : battle->unit[unit].figure[FIGURE_FIRE];
}

bool nl_can_fire(const lb_view *view, uint32_t unit)
{
    return nl_fire_dice(view->battle, view->state, unit) > 0 && nl_firing_bases(view, unit) > 0;
}

int32_t nl_reach(const lb_battle *battle, uint32_t unit)
{
    return LB_CMS(lb_most(
        battle->unit[unit].figure[FIGURE_RANGE],
        battle->unit[unit].figure[FIGURE_CANISTER] > 0 ? VALUE_OF(battle, ART_CANISTER_FAR) : 0));
}

int32_t nl_range(const lb_battle *battle, uint32_t unit, uint32_t what)
{
    return LB_CMS(what == FIRE_CANISTER ? VALUE_OF(battle, ART_CANISTER_FAR)
                                        : battle->unit[unit].figure[FIGURE_RANGE]);
}

/* Movement. */

int32_t nl_allowance(const lb_view *view, uint32_t unit, uint8_t formation)
{
    const lb_battle *battle = view->battle;
    bool is_fast = nl_is_mounted(battle, view->state, unit) ||
                   battle->unit[unit].troop_class == LB_CLASS_HORSE_GUNS;
    int32_t cm = 0;

    switch (formation) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        cm = VALUE_OF(battle, FORM_MARCH);
        break;
    case FORMATION_ATTACK:
        cm = VALUE_OF(battle, FORM_ATTACK);
        break;
    case FORMATION_LINE:
        cm = VALUE_OF(battle, FORM_LINE);
        break;
    case FORMATION_FIRING:
        cm = VALUE_OF(battle, FORM_FIRING);
        break;
    case FORMATION_SKIRMISH:
        cm = VALUE_OF(battle, FORM_SKIRMISH);
        break;
    default: /* nl.form.refused, nl.form.square and guns in action stay where they are */
        break;
    }
    return LB_CMS(is_fast ? cm * VALUE_OF(battle, FORM_CAVALRY) : cm);
}

int32_t nl_pace(const lb_view *view, uint32_t unit)
{
    return nl_allowance(view, unit, lb_view_formation(view, unit));
}

uint16_t nl_rate_of(uint8_t formation)
{
    static const uint16_t clause[formation_COUNT] = {
        [FORMATION_MARCH] = CL_FORM_MARCH,     [FORMATION_ATTACK] = CL_FORM_ATTACK,
        [FORMATION_LINE] = CL_FORM_LINE,       [FORMATION_FIRING] = CL_FORM_FIRING,
        [FORMATION_REFUSED] = CL_FORM_REFUSED, [FORMATION_SKIRMISH] = CL_FORM_SKIRMISH,
        [FORMATION_SQUARE] = CL_FORM_SQUARE,   [FORMATION_GUNS] = CL_FORM_MARCH,
        [FORMATION_LIMBERED] = CL_FORM_MARCH,
    };

    return clause[formation];
}

bool nl_may_form(const lb_view *view, uint32_t unit, uint8_t formation, bool on_foot,
                 lb_reason *reason)
{
    const lb_battle *battle = view->battle;
    uint8_t arm = battle->unit[unit].arm;
    bool is_of_guns = formation == FORMATION_GUNS || formation == FORMATION_LIMBERED;
    int32_t bases = nl_bases(view->state, unit);

    if (formation >= formation_COUNT || is_of_guns != (arm == LB_ARM_ARTILLERY))
        return lb_no(reason, CL_FORM_SEVEN, "that is no formation of its arm");
    if (on_foot && (arm != LB_ARM_CAVALRY || !lb_unit_has(battle, unit, LB_TRAIT_DISMOUNTS)))
        return lb_no(reason, CL_FORM_DRAGOONS, "only dragoons dismount");
    if (on_foot && formation != FORMATION_SKIRMISH && formation != FORMATION_FIRING &&
        formation != FORMATION_REFUSED)
        return lb_no(reason, CL_FORM_DRAGOONS,
                     "on foot dragoons have skirmish order, firing line and refused flank");
    if (formation != FORMATION_SQUARE)
        return true;
    if (arm == LB_ARM_CAVALRY)
        return lb_no(reason, CL_FORM_CAVALRY, "cavalry has no square");
    return (bases >= VALUE_OF(battle, FORM_SQUARE_LEAST) &&
            bases <= VALUE_OF(battle, FORM_SQUARE_MOST)) ||
           lb_no(reason, CL_FORM_SQUARE, "it has too few or too many bases for a square");
}

uint32_t nl_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX])
{
    const lb_leader_card *card = &battle->leader[leader];

    if (card->group != LB_NOBODY)
        rows[0] = (lb_range){"command radius", CL_COMMAND_DISTANCE, LB_ANGLE_HALF,
                             LB_CMS(card->figure[LEADER_FIGURE_RADIUS])};
    else
        rows[0] = (lb_range){"lends his value", CL_COMMAND_SENIOR, LB_ANGLE_HALF,
                             LB_CMS(VALUE_OF(battle, COMMAND_SENIOR))};
    return 1;
}
