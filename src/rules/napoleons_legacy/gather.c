// SPDX-License-Identifier: MIT
// Facts from the table for the tests of this sheet.
//
// Facts stay within what the charts take, so that a chart asked with them gives the same odds.

#include "rules/napoleons_legacy/play.h"

enum {
    MOST_BASES = 12,  ///< that a chart takes in contact or in a pool
    MOST_TOTAL = 36,  ///< bases of a body
    MOST_SUPPORT = 6, ///< supports
    MOST_ROWS = 6,
    MOST_GUNS = 3,
    MOST_DEPTH = 12,
    MOST_RADII = 12,
    MOST_COMMAND = 12,
    DENSE_PARTS = 20 ///< of a step, at whose ends the ground is looked at
};

/// nl.command.dense: ground that is dense to move in.
#define DENSE                                                                \
    (LB_KIND(DENSE) | LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(MARSH) | \
     LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE))

/* Command. */

uint32_t nl_leader_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    uint16_t own = battle->group[battle->unit[unit].group].leader;
    uint16_t army = battle->side[battle->unit[unit].side].leader;

    if (own != LB_NOBODY && state->leader[own].presence == LB_PRESENCE_TABLE)
        return own;
    return army != LB_NOBODY && state->leader[army].presence == LB_PRESENCE_TABLE ? army
                                                                                  : LB_NOBODY;
}

/// The command value of a leader, with what he has lost of his confidence.
static int32_t command_value(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    return lb_most(1, lb_least(MOST_COMMAND, battle->leader[leader].figure[LEADER_FIGURE_COMMAND] +
                                                 state->leader[leader].mark[LEADER_DOUBTS] *
                                                     VALUE_OF(battle, BLUNDER_2)));
}

/// nl.command.senior: the best value of a superior who is near enough; 0 if there is none.
static int32_t senior_value(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    int32_t reach = LB_CMS(VALUE_OF(battle, COMMAND_SENIOR)), best = 0;

    for (uint32_t i = 0; i < battle->leader_count; i++)
        if (i != leader && battle->leader[i].side == battle->leader[leader].side &&
            battle->leader[i].rank > battle->leader[leader].rank &&
            state->leader[i].presence == LB_PRESENCE_TABLE &&
            lb_point_distance(state->leader[i].at, state->leader[leader].at) <= reach)
            best = lb_most(best, command_value(battle, state, i));
    return best;
}

/// nl.command.enemy: an enemy close by to flank or rear.
static bool is_enemy_at_flank(const lb_view *view, uint32_t unit)
{
    int32_t reach = LB_CMS(VALUE_OF(view->battle, COMMAND_ENEMY_REACH));
    lb_unit_set near =
        lb_view_near(view, view->box[unit], reach, lb_view_foes(view, lb_view_side(view, unit)));

    LB_EACH (i, &near)
        if (lb_quad_is_within(&view->quad[unit], &view->quad[i], reach) &&
            nl_arc(view, unit, i) != ARC_FRONT)
            return true;
    return false;
}

/// True if a body meets dense ground on a path, looked at for every centimetre or so of each step.
static bool is_path_dense(const lb_view *view, const struct nl_body *body, const lb_path *path)
{
    lb_footprint at = body->footprint;
    lb_quad quad = lb_footprint_corners(&at);

    if (lb_view_ground_touches(view, &quad, DENSE))
        return true;
    for (uint32_t s = 0; s < path->count; s++) {
        lb_step part = path->step[s];
        lb_footprint end = at;

        for (int32_t i = 1; i <= DENSE_PARTS; i++) {
            part.tmm = path->step[s].tmm * i / DENSE_PARTS;
            if (part.kind == LB_STEP_WHEEL)
                part.angle = path->step[s].angle * i / DENSE_PARTS;
            if (!lb_step_apply(&at, &part, &end))
                break;
            quad = lb_footprint_corners(&end);
            if (lb_view_ground_touches(view, &quad, DENSE))
                return true;
        }
        at = end;
    }
    return false;
}

/// nl.command.dense: dense ground anywhere on the way of a move or a charge.
static bool is_dense_way(lb_view *view, const lb_action *action, const lb_unit_set *ordered)
{
    bool charges = action->verb == VERB_ADVANCE || action->verb == VERB_BAYONET;

    if (!charges && action->verb != VERB_MOVE)
        return false;
    LB_EACH (i, ordered) {
        struct nl_body body = nl_body_of(view, i);
        lb_path path = action->path;

        if (charges)
            (void)nl_way_in(view, i, action->target, &path);
        if (is_path_dense(view, &body, &path))
            return true;
    }
    return false;
}

struct command_facts nl_gather_command(lb_view *view, const lb_action *action)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    lb_unit_set ordered = nl_ordered(view, action);
    uint32_t leader = nl_leader_of(battle, state, action->unit);
    uint32_t count = lb_unit_set_count(&ordered);
    lb_point at = state->leader[leader].at;
    int32_t radius = lb_most(1, LB_CMS(battle->leader[leader].figure[LEADER_FIGURE_RADIUS]));
    int32_t nearest = INT32_MAX, far = LB_CMS(VALUE_OF(battle, COMMAND_LOOSE_REACH));
    struct command_facts facts = {.cv = command_value(battle, state, leader),
                                  .senior = senior_value(battle, state, leader),
                                  .order = 1,
                                  .march_road = true};

    LB_EACH (i, &ordered) {
        const lb_quad *quad = &view->quad[i];

        nearest = lb_least(nearest, lb_point_distance_floor(at, quad));
        facts.order = lb_most(facts.order, state->unit[i].mark[MARK_ORDERS] + 1);
        facts.march_road &= lb_view_formation(view, i) == FORMATION_MARCH &&
                            lb_ground_road_under(&view->ground, quad) != LB_NO_INDEX;
        facts.disordered |= nl_is_disordered(state, i);
        facts.enemy_flank |= is_enemy_at_flank(view, i);
        facts.bases += nl_bases(state, i);
        facts.loose |=
            count > 1 && lb_point_distance_ceil(at, quad) > far && nl_body_of(view, i).count == 1;
    }
    facts.order = lb_least(facts.order, VALUE_OF(battle, COMMAND_ORDERS));
    facts.radii = lb_least(MOST_RADII, nearest / radius);
    facts.dense = is_dense_way(view, action, &ordered);
    return facts;
}

/* Fire. */

/// The mode of the fire chart.
static int32_t mode_of(const lb_battle *battle, uint32_t what, bool is_hasty, int32_t distance)
{
    if (what == FIRE_CANISTER)
        return distance <= LB_CMS(VALUE_OF(battle, ART_CANISTER_NEAR)) ? MODE_CANISTER_CLOSE
                                                                       : MODE_CANISTER;
    if (what == FIRE_SHELL)
        return MODE_BLAST;
    return is_hasty ? MODE_HASTY : MODE_NORMAL;
}

static bool is_at_half(const lb_battle *battle, uint32_t unit, int32_t distance)
{
    return distance * VALUE_OF(battle, FIRE_HALF_RANGE) <=
           LB_CMS(battle->unit[unit].figure[FIGURE_RANGE]);
}

static int32_t prior_hits(const lb_view *view, uint32_t unit)
{
    return lb_least(view->state->unit[unit].mark[MARK_HITS],
                    view->battle->unit[unit].figure[FIGURE_HITS] - 1);
}

struct fire_facts nl_gather_fire(lb_view *view, uint32_t unit, uint32_t target, uint32_t what,
                                 bool is_hasty, bool is_opportunity)
{
    const lb_unit_card *card = &view->battle->unit[unit], *hit = &view->battle->unit[target];
    int32_t distance = lb_view_distance(view, unit, target);
    int32_t mode = mode_of(view->battle, what, is_hasty, distance);
    bool is_canister = mode == MODE_CANISTER || mode == MODE_CANISTER_CLOSE;

    return (struct fire_facts){
        .attacks = is_canister ? card->figure[FIGURE_CANISTER] : card->figure[FIGURE_FIRE],
        .bases = lb_least(MOST_BASES, nl_firing_bases(view, unit)),
        .mode = mode,
        .half = mode == MODE_NORMAL && is_at_half(view->battle, unit, distance),
        .flank = mode == MODE_NORMAL && nl_arc(view, target, unit) != ARC_FRONT,
        .skirmishers = mode == MODE_NORMAL && nl_has_skirmishers(view, unit),
        .sharpshooters = nl_has(view->battle, unit, LB_TRAIT_SHARPSHOOTERS),
        .opportunity = is_opportunity,
        .cover = nl_cover(view, target, unit),
        .target = nl_kind(view, target),
        .target_bases = lb_least(MOST_TOTAL, nl_body_of(view, target).bases),
        .base_hits = hit->figure[FIGURE_HITS],
        .prior_hits = prior_hits(view, target),
        .save = hit->figure[FIGURE_SAVE],
        .disordered = nl_is_disordered(view->state, target)};
}

struct shot_facts nl_gather_shot(lb_view *view, uint32_t unit, uint32_t target)
{
    struct fire_facts fire = nl_gather_fire(view, unit, target, FIRE_MUSKETS, false, false);
    uint8_t formation = lb_view_formation(view, target);
    struct nl_block block =
        nl_block_of(view->battle, target, formation, nl_bases(view->state, target));
    bool is_end = nl_arc(view, target, unit) != ARC_FLANK;
    bool is_square = formation == FORMATION_SQUARE;
    int32_t rows = is_square ? 2 : is_end ? block.rows : block.files;
    int32_t depth = is_square ? block.files * block.width_tmm / 2
                    : is_end  ? block.depth_tmm
                              : block.width_tmm + block.gap_tmm;

    return (struct shot_facts){.attacks = fire.attacks,
                               .bases = lb_least(MOST_GUNS, fire.bases),
                               .half = fire.half,
                               .flank = fire.flank,
                               .rows = lb_least(MOST_ROWS, rows),
                               .depth = lb_least(MOST_DEPTH, lb_most(1, depth / LB_TMM_CM)),
                               .cover = fire.cover,
                               .target = fire.target,
                               .target_bases = fire.target_bases,
                               .base_hits = fire.base_hits,
                               .prior_hits = fire.prior_hits,
                               .save = fire.save,
                               .disordered = fire.disordered};
}

/* Charges. */

/// nl.advance.7: who is struck in flank or rear.
static int32_t struck(const lb_view *view, const struct nl_body *body, const struct nl_body *aim,
                      uint32_t unit, uint32_t target)
{
    if (nl_arc(view, target, unit) != ARC_FRONT)
        return STRUCK_DEFENDER;
    LB_EACH (j, &body->units) {
        lb_unit_set near = lb_view_near(view, view->box[j], LB_CONTACT_TMM,
                                        lb_view_foes(view, lb_view_side(view, unit)));

        LB_EACH (i, &near)
            if (!lb_unit_set_has(&aim->units, (uint16_t)i) && lb_view_touch(view, j, i) &&
                nl_arc(view, j, i) != ARC_FRONT)
                return STRUCK_ATTACKER;
    }
    return STRUCK_NONE;
}

struct combat_facts nl_gather_combat(lb_view *view, uint32_t unit, uint32_t target)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    const lb_unit_card *own = &battle->unit[unit], *other = &battle->unit[target];
    struct nl_body body = nl_body_of(view, unit), aim = nl_body_of(view, target);
    struct combat_facts facts = {
        .a_attacks = own->figure[FIGURE_COMBAT],
        .d_attacks = other->figure[FIGURE_COMBAT],
        .a_save = own->figure[FIGURE_SAVE],
        .d_save = other->figure[FIGURE_SAVE],
        .a_base_hits = own->figure[FIGURE_HITS],
        .d_base_hits = other->figure[FIGURE_HITS],
        .a_support = lb_least(MOST_SUPPORT, nl_supports(view, &body, unit)),
        .d_support = lb_least(MOST_SUPPORT, nl_supports(view, &aim, target)),
        .a_disordered = nl_is_disordered(state, unit),
        .d_disordered = nl_is_disordered(state, target),
        .a_kind = nl_is_mounted(battle, state, unit) ? ATTACKER_CAVALRY : ATTACKER_INFANTRY,
        .d_kind = nl_kind(view, target),
        .cover = nl_cover(view, target, unit),
        .flank = struck(view, &body, &aim, unit, target),
        .a_total = lb_least(MOST_TOTAL, body.bases),
        .d_total = lb_least(MOST_TOTAL, aim.bases),
        .a_prior_hits = prior_hits(view, unit),
        .d_prior_hits = prior_hits(view, target)};

    nl_bases_in_contact(view, &body, &aim, &facts.a_bases, &facts.d_bases);
    facts.a_bases = lb_least(MOST_BASES, facts.a_bases);
    facts.d_bases = lb_least(MOST_BASES, facts.d_bases);
    return facts;
}

/// Of the bases of a body in contact, those that can fire in its formation; 0 if all of them can.
static int32_t firing_in_contact(lb_view *view, uint32_t unit, int32_t touching)
{
    struct nl_body body = nl_body_of(view, unit);
    int32_t can = 0;

    LB_EACH (i, &body.units)
        can += nl_firing_bases(view, i);
    return can < touching ? can : 0;
}

/// Fire dice of a base of a unit that is charged or charges; 0 if it does not fire.
static int32_t fire_in_charge(const lb_view *view, uint32_t unit)
{
    return nl_firing_bases(view, unit) > 0 ? nl_fire_dice(view->battle, view->state, unit) : 0;
}

/// What both charges take from the fight that they lead to.
#define CHARGE_FACTS                                                                           \
    .a_bases = fight.a_bases, .a_total = fight.a_total, .a_fire = fire_in_charge(view, unit),  \
    .a_attacks = fight.a_attacks, .a_base_hits = fight.a_base_hits,                            \
    .a_prior_hits = fight.a_prior_hits, .a_save = fight.a_save, .a_support = fight.a_support,  \
    .a_disordered = fight.a_disordered, .a_kind = fight.a_kind, .d_bases = fight.d_bases,      \
    .d_total = fight.d_total, .d_fire = fire_in_charge(view, target),                          \
    .d_attacks = fight.d_attacks, .d_base_hits = fight.d_base_hits,                            \
    .d_prior_hits = fight.d_prior_hits, .d_save = fight.d_save, .d_support = fight.d_support,  \
    .d_disordered = fight.d_disordered,                                                        \
    .d_sharpshooters = nl_has(view->battle, target, LB_TRAIT_SHARPSHOOTERS),                   \
    .d_formed = (view->state->unit[target].flags & UNIT_HURRIED) != 0, .d_kind = fight.d_kind, \
    .cover = fight.cover, .flank = fight.flank,                                                \
    .a_firing = firing_in_contact(view, unit, fight.a_bases),                                  \
    .d_firing = firing_in_contact(view, target, fight.d_bases)

struct advance_facts nl_gather_advance(lb_view *view, uint32_t unit, uint32_t target)
{
    struct combat_facts fight = nl_gather_combat(view, unit, target);

    return (struct advance_facts){CHARGE_FACTS, .a_skirmishers = nl_has_skirmishers(view, unit),
                                  .a_sharpshooters =
                                      nl_has(view->battle, unit, LB_TRAIT_SHARPSHOOTERS)};
}

struct bayonet_facts nl_bayonet_of(lb_view *view, uint32_t unit, uint32_t target,
                                   const struct combat_facts *combat)
{
    const lb_unit_card *other = &view->battle->unit[target];
    struct combat_facts fight = *combat;
    struct nl_block block =
        nl_block_of(view->battle, unit, lb_view_formation(view, unit), nl_bases(view->state, unit));

    return (struct bayonet_facts){CHARGE_FACTS,
                                  .d_grade = other->figure[FIGURE_GRADE],
                                  .d_skirmish =
                                      lb_view_formation(view, target) == FORMATION_SKIRMISH,
                                  .d_canister = lb_most(1, other->figure[FIGURE_CANISTER]),
                                  .a_rows = lb_least(MOST_ROWS, block.rows),
                                  .a_depth = lb_least(MOST_DEPTH, block.depth_tmm / LB_TMM_CM)};
}

struct bayonet_facts nl_gather_bayonet(lb_view *view, uint32_t unit, uint32_t target)
{
    struct combat_facts fight = nl_gather_combat(view, unit, target);

    return nl_bayonet_of(view, unit, target, &fight);
}
