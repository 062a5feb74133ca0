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
    MOST_RADII = 12,
    MOST_COMMAND = 12,
    DENSE_PARTS = 20 ///< of a step, at whose ends the ground is looked at
};

/// A kind of terrain as a bit.
#define KIND(name) (UINT64_C(1) << LB_TERRAIN_##name)

/// nl.command.dense: ground that is dense to move in.
#define DENSE                                                                         \
    (KIND(DENSE) | KIND(WOOD) | KIND(DENSE_WOOD) | KIND(MARSH) | KIND(BUILT_WOODEN) | \
     KIND(BUILT_STONE))

/* Command. */

uint32_t nl_leader_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    uint8_t own = battle->group[battle->unit[unit].group].leader;
    uint8_t army = battle->side_leader[battle->unit[unit].side];

    if (own != LB_NOBODY && state->leader[own].presence == LB_PRESENCE_TABLE)
        return own;
    return army != LB_NOBODY && state->leader[army].presence == LB_PRESENCE_TABLE ? army
                                                                                  : LB_NOBODY;
}

int32_t nl_command_value(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    int32_t lost = (int32_t)(state->leader[leader].flags >> LEADER_LOST_SHIFT);

    return lb_most(1, lb_least(MOST_COMMAND, battle->leader[leader].figure[LEADER_COMMAND] +
                                                 lost * VALUE_OF(battle, BLUNDER_2)));
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
            best = lb_most(best, nl_command_value(battle, state, i));
    return best;
}

/// nl.command.enemy: an enemy close by to flank or rear.
static bool is_enemy_at_flank(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    int32_t reach = LB_CMS(VALUE_OF(battle, COMMAND_ENEMY_REACH));
    lb_quad quad = lb_unit_quad(battle, state, unit);
    lb_point low, high;

    lb_quad_box(&quad, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (!lb_unit_is_here(state, i) || battle->unit[i].side == battle->unit[unit].side ||
            !lb_unit_may_be_near(battle, state, i, low, high, reach))
            continue;
        other = lb_unit_quad(battle, state, i);
        if (lb_quad_is_within(&quad, &other, reach) && nl_arc(battle, state, unit, i) != ARC_FRONT)
            return true;
    }
    return false;
}

/// True if any part of the unit stands on ground of the kinds.
static bool touches_ground(const lb_battle *battle, const lb_quad *quad, uint64_t kinds)
{
    lb_ground ground = lb_battle_ground(battle);

    for (uint16_t p = 0; p < ground.piece_count; p++)
        if ((kinds >> ground.piece[p].kind & 1) != 0 &&
            lb_piece_cover(&ground, p, quad) >= LB_COVER_SOME)
            return true;
    return false;
}

/// True if a body meets dense ground on a path, looked at for every centimetre or so of each step.
static bool is_path_dense(const lb_battle *battle, const struct nl_body *body, const lb_path *path)
{
    lb_footprint at = body->footprint;
    lb_quad quad = lb_footprint_corners(&at);

    if (touches_ground(battle, &quad, DENSE))
        return true;
    for (uint32_t s = 0; s < path->count && s < LB_PATH_STEPS_MAX; s++) {
        lb_step part = path->step[s];
        lb_footprint end = at;

        for (int32_t i = 1; i <= DENSE_PARTS; i++) {
            part.tmm = path->step[s].tmm * i / DENSE_PARTS;
            if (part.kind == LB_STEP_WHEEL)
                part.angle = path->step[s].angle * i / DENSE_PARTS;
            if (!lb_step_apply(&at, &part, &end))
                break;
            quad = lb_footprint_corners(&end);
            if (touches_ground(battle, &quad, DENSE))
                return true;
        }
        at = end;
    }
    return false;
}

/// nl.command.dense: dense ground anywhere on the way of a move or a charge.
static bool is_dense_way(const lb_battle *battle, const lb_state *state, const lb_action *action,
                         const lb_unit_set *ordered)
{
    bool charges = action->verb == VERB_ADVANCE || action->verb == VERB_BAYONET;

    if (!charges && action->verb != VERB_MOVE)
        return false;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_path path = action->path;
        struct nl_body body;
        lb_footprint end;
        lb_reason reason;

        if (!lb_unit_set_has(ordered, (uint16_t)i))
            continue;
        body = nl_body_of(battle, state, i);
        if (charges) {
            path.count = 0;
            if (nl_close_in(battle, state, i, action->target, &end, &reason)) {
                path.count = 1;
                path.step[0] =
                    (lb_step){.kind = LB_STEP_OBLIQUE,
                              .tmm = lb_point_distance(body.footprint.centre, end.centre),
                              .angle = (int16_t)(lb_heading_to(body.footprint.centre, end.centre) -
                                                 body.footprint.heading)};
            }
        }
        if (is_path_dense(battle, &body, &path))
            return true;
    }
    return false;
}

struct command_facts nl_gather_command(const lb_battle *battle, const lb_state *state,
                                       const lb_action *action)
{
    lb_unit_set ordered = nl_ordered(battle, state, action);
    uint32_t leader = nl_leader_of(battle, state, action->unit), count = 0;
    lb_ground ground = lb_battle_ground(battle);
    lb_point at = state->leader[leader].at;
    int32_t radius = lb_most(1, LB_CMS(battle->leader[leader].figure[LEADER_RADIUS]));
    int32_t nearest = INT32_MAX, far = LB_CMS(VALUE_OF(battle, COMMAND_LOOSE_REACH));
    struct command_facts facts = {.cv = nl_command_value(battle, state, leader),
                                  .senior = senior_value(battle, state, leader),
                                  .order = 1,
                                  .march_road = true};

    for (uint32_t i = 0; i < battle->unit_count; i++)
        count += lb_unit_set_has(&ordered, (uint16_t)i);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;
        int32_t distance;

        if (!lb_unit_set_has(&ordered, (uint16_t)i))
            continue;
        quad = lb_unit_quad(battle, state, i);
        distance = lb_point_distance_floor(at, &quad);
        nearest = lb_least(nearest, distance);
        facts.order = lb_most(facts.order, state->unit[i].mark[MARK_ORDERS] + 1);
        facts.march_road &= state->unit[i].formation == FORMATION_MARCH &&
                            lb_ground_road_under(&ground, &quad) != LB_NO_INDEX;
        facts.disordered |= nl_is_disordered(state, i);
        facts.enemy_flank |= is_enemy_at_flank(battle, state, i);
        facts.bases += nl_bases(state, i);
        facts.loose |= count > 1 && lb_point_distance_ceil(at, &quad) > far &&
                       nl_body_of(battle, state, i).count == 1;
    }
    facts.order = lb_least(facts.order, VALUE_OF(battle, COMMAND_ORDERS));
    facts.radii = lb_least(MOST_RADII, nearest / radius);
    facts.dense = is_dense_way(battle, state, action, &ordered);
    return facts;
}

/* Fire. */

bool nl_may_fire(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 uint32_t what, lb_reason *reason)
{
    const lb_unit_card *card = &battle->unit[unit];
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    int32_t range = LB_CMS(card->figure[FIGURE_RANGE]);
    lb_quad quad;

    if (nl_fire_dice(battle, state, unit) == 0)
        return nl_no(reason, CL_LOSS_1, "it has nothing to fire with");
    if (nl_firing_bases(state, unit) == 0)
        return nl_no(reason, CL_LOSS_1, "it cannot fire in its formation");
    if ((what == FIRE_MUSKETS) == is_guns || what > FIRE_CANISTER)
        return nl_no(reason, CL_LOSS_1, "it does not fire that");
    if (what == FIRE_CANISTER)
        range = LB_CMS(VALUE_OF(battle, ART_CANISTER_FAR));
    if (lb_unit_distance(battle, state, unit, target) > range)
        return nl_no(reason, what == FIRE_CANISTER ? CL_ART_CANISTER : CL_LOSS_1,
                     "that is out of range");
    if (nl_is_engaged(battle, state, unit))
        return nl_no(reason, CL_TURN_STAGES, "it is in contact with the enemy");
    quad = lb_unit_quad(battle, state, target);
    if (battle->unit[target].side != card->side &&
        lb_enemy_is_within(battle, state, &quad, battle->unit[target].side, LB_CONTACT_TMM))
        return nl_no(reason, CL_TURN_STAGES, "friends have closed with that enemy");
    return nl_sees(battle, state, unit, target) ||
           nl_no(reason, CL_LOSS_1, "it does not see that target before its front");
}

uint32_t nl_usual_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                       uint32_t target)
{
    if (battle->unit[unit].arm != LB_ARM_ARTILLERY)
        return FIRE_MUSKETS;
    return battle->unit[unit].figure[FIGURE_CANISTER] > 0 &&
                   lb_unit_distance(battle, state, unit, target) <=
                       LB_CMS(VALUE_OF(battle, ART_CANISTER_FAR))
               ? FIRE_CANISTER
               : FIRE_SHOT;
}

bool nl_has_skirmishers(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return (nl_has(battle, unit, LB_TRAIT_SKIRMISHERS) || nl_has(battle, unit, LB_TRAIT_LIGHT)) &&
           nl_kind(battle, state, unit) == TARGET_INFANTRY &&
           state->unit[unit].formation != FORMATION_MARCH;
}

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

static int32_t prior_hits(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return lb_least(state->unit[unit].mark[MARK_HITS], battle->unit[unit].figure[FIGURE_HITS] - 1);
}

struct fire_facts nl_gather_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target, uint32_t what, bool is_hasty, bool is_opportunity)
{
    const lb_unit_card *card = &battle->unit[unit], *hit = &battle->unit[target];
    int32_t distance = lb_unit_distance(battle, state, unit, target);
    int32_t mode = mode_of(battle, what, is_hasty, distance);
    bool is_canister = mode == MODE_CANISTER || mode == MODE_CANISTER_CLOSE;

    return (struct fire_facts){
        .attacks = is_canister ? card->figure[FIGURE_CANISTER] : card->figure[FIGURE_FIRE],
        .bases = lb_least(MOST_BASES, nl_firing_bases(state, unit)),
        .mode = mode,
        .half = mode == MODE_NORMAL && is_at_half(battle, unit, distance),
        .flank = mode == MODE_NORMAL && nl_arc(battle, state, target, unit) != ARC_FRONT,
        .skirmishers = mode == MODE_NORMAL && nl_has_skirmishers(battle, state, unit),
        .sharpshooters = nl_has(battle, unit, LB_TRAIT_SHARPSHOOTERS),
        .opportunity = is_opportunity,
        .cover = nl_cover(battle, state, target, unit),
        .target = nl_kind(battle, state, target),
        .target_bases = lb_least(MOST_TOTAL, nl_body_of(battle, state, target).bases),
        .base_hits = hit->figure[FIGURE_HITS],
        .prior_hits = prior_hits(battle, state, target),
        .save = hit->figure[FIGURE_SAVE],
        .disordered = nl_is_disordered(state, target)};
}

struct shot_facts nl_gather_shot(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target)
{
    struct fire_facts fire =
        nl_gather_fire(battle, state, unit, target, FIRE_MUSKETS, false, false);
    struct nl_block block =
        nl_block_of(battle, target, state->unit[target].formation, nl_bases(state, target));
    bool is_end = nl_arc(battle, state, target, unit) != ARC_FLANK;
    bool is_square = state->unit[target].formation == FORMATION_SQUARE;
    int32_t rows = is_square ? 2 : is_end ? block.rows : block.files;
    int32_t depth = is_square ? block.files * block.width_tmm / 2
                    : is_end  ? block.depth_tmm
                              : block.width_tmm + block.gap_tmm;

    return (struct shot_facts){.attacks = fire.attacks,
                               .bases = lb_least(3, fire.bases),
                               .half = fire.half,
                               .flank = fire.flank,
                               .rows = lb_least(MOST_ROWS, rows),
                               .depth = lb_least(12, lb_most(1, depth / LB_TMM_CM)),
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
static int32_t struck(const lb_battle *battle, const lb_state *state, const struct nl_body *body,
                      const struct nl_body *aim, uint32_t unit, uint32_t target)
{
    if (nl_arc(battle, state, target, unit) != ARC_FRONT)
        return STRUCK_DEFENDER;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (lb_unit_set_has(&aim->units, (uint16_t)i) || !lb_unit_is_here(state, i) ||
            battle->unit[i].side == battle->unit[unit].side)
            continue;
        for (uint32_t j = 0; j < battle->unit_count; j++) {
            lb_quad own, other;

            if (!lb_unit_set_has(&body->units, (uint16_t)j) ||
                nl_arc(battle, state, j, i) == ARC_FRONT)
                continue;
            own = lb_unit_quad(battle, state, j);
            other = lb_unit_quad(battle, state, i);
            if (lb_quad_is_in_contact(&own, &other))
                return STRUCK_ATTACKER;
        }
    }
    return STRUCK_NONE;
}

struct combat_facts nl_gather_combat(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                     uint32_t target)
{
    const lb_unit_card *own = &battle->unit[unit], *other = &battle->unit[target];
    struct nl_body body = nl_body_of(battle, state, unit), aim = nl_body_of(battle, state, target);
    struct combat_facts facts = {
        .a_attacks = own->figure[FIGURE_COMBAT],
        .d_attacks = other->figure[FIGURE_COMBAT],
        .a_save = own->figure[FIGURE_SAVE],
        .d_save = other->figure[FIGURE_SAVE],
        .a_base_hits = own->figure[FIGURE_HITS],
        .d_base_hits = other->figure[FIGURE_HITS],
        .a_support = lb_least(MOST_SUPPORT, nl_supports(battle, state, &body, unit)),
        .d_support = lb_least(MOST_SUPPORT, nl_supports(battle, state, &aim, target)),
        .a_disordered = nl_is_disordered(state, unit),
        .d_disordered = nl_is_disordered(state, target),
        .a_kind = nl_is_mounted(battle, state, unit) ? ATTACKER_CAVALRY : ATTACKER_INFANTRY,
        .d_kind = nl_kind(battle, state, target),
        .cover = nl_cover(battle, state, target, unit),
        .flank = struck(battle, state, &body, &aim, unit, target),
        .terror = (state->unit[target].flags & UNIT_TERROR) != 0,
        .a_total = lb_least(MOST_TOTAL, body.bases),
        .d_total = lb_least(MOST_TOTAL, aim.bases),
        .a_prior_hits = prior_hits(battle, state, unit),
        .d_prior_hits = prior_hits(battle, state, target)};

    nl_bases_in_contact(battle, state, &body, &aim, &facts.a_bases, &facts.d_bases);
    facts.a_bases = lb_least(MOST_BASES, facts.a_bases);
    facts.d_bases = lb_least(MOST_BASES, facts.d_bases);
    return facts;
}

/// Of the bases of a body in contact, those that can fire in its formation; 0 if all of them can.
static int32_t firing_in_contact(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 int32_t touching)
{
    struct nl_body body = nl_body_of(battle, state, unit);
    int32_t can = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i))
            can += nl_firing_bases(state, i);
    return can < touching ? can : 0;
}

/// What both charges take from the fight that they lead to.
#define CHARGE_FACTS                                                                          \
    .a_bases = fight.a_bases, .a_total = fight.a_total,                                       \
    .a_fire = nl_firing_bases(state, unit) > 0 ? nl_fire_dice(battle, state, unit) : 0,       \
    .a_attacks = fight.a_attacks, .a_base_hits = fight.a_base_hits,                           \
    .a_prior_hits = fight.a_prior_hits, .a_save = fight.a_save, .a_support = fight.a_support, \
    .a_disordered = fight.a_disordered, .a_kind = fight.a_kind, .d_bases = fight.d_bases,     \
    .d_total = fight.d_total,                                                                 \
    .d_fire = nl_firing_bases(state, target) > 0 ? nl_fire_dice(battle, state, target) : 0,   \
    .d_attacks = fight.d_attacks, .d_base_hits = fight.d_base_hits,                           \
    .d_prior_hits = fight.d_prior_hits, .d_save = fight.d_save, .d_support = fight.d_support, \
    .d_disordered = fight.d_disordered,                                                       \
    .d_sharpshooters = nl_has(battle, target, LB_TRAIT_SHARPSHOOTERS),                        \
    .d_formed = (state->unit[target].flags & UNIT_HURRIED) != 0, .d_kind = fight.d_kind,      \
    .cover = fight.cover, .flank = fight.flank,                                               \
    .a_firing = firing_in_contact(battle, state, unit, fight.a_bases),                        \
    .d_firing = firing_in_contact(battle, state, target, fight.d_bases)

struct advance_facts nl_gather_advance(const lb_battle *battle, const lb_state *state,
                                       uint32_t unit, uint32_t target)
{
    struct combat_facts fight = nl_gather_combat(battle, state, unit, target);

    return (struct advance_facts){CHARGE_FACTS,
                                  .a_skirmishers = nl_has_skirmishers(battle, state, unit),
                                  .a_sharpshooters = nl_has(battle, unit, LB_TRAIT_SHARPSHOOTERS)};
}

struct bayonet_facts nl_gather_bayonet(const lb_battle *battle, const lb_state *state,
                                       uint32_t unit, uint32_t target)
{
    struct combat_facts fight = nl_gather_combat(battle, state, unit, target);
    struct nl_block block =
        nl_block_of(battle, unit, state->unit[unit].formation, nl_bases(state, unit));

    return (struct bayonet_facts){CHARGE_FACTS,
                                  .d_grade = battle->unit[target].figure[FIGURE_GRADE],
                                  .d_skirmish = state->unit[target].formation == FORMATION_SKIRMISH,
                                  .d_canister =
                                      lb_most(1, battle->unit[target].figure[FIGURE_CANISTER]),
                                  .a_rows = lb_least(MOST_ROWS, block.rows),
                                  .a_depth = lb_least(12, block.depth_tmm / LB_TMM_CM)};
}
