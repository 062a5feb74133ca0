// SPDX-License-Identifier: MIT
// Facts from the table for the tests of this sheet.
//
// Fire and fights are counted base by base (bases.c), so a row of unlike units gives the sum of
// what each of them brings. The ranges of the charts do not bind play (nl.play.nocap).

#include "rules/napoleons_legacy/play.h"

enum {
    MOST_DEPTH = 12, ///< centimetres from row to row that a ball can tell apart
    DENSE_PARTS = 20 ///< of a step, at whose ends the ground is looked at
};

/// nl.command.dense: ground that is dense to move in.
#define DENSE                                                                \
    (LB_KIND(DENSE) | LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(MARSH) | \
     LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE))

void nl_tell_many(lb_run *run, const char *chart, size_t place, lb_actor who, int32_t bases)
{
    const lb_input *input = &lb_chart_find(run->rules, chart)->inputs[place / sizeof(int32_t)];

    if (bases > input->highest)
        lb_tell_of(run, LB_EVENT_SET, CL_PLAY_NOCAP, who, bases);
}

/* Command. */

static bool is_leader_here(const lb_state *state, uint32_t leader)
{
    return leader != LB_NOBODY && state->leader[leader].presence == LB_PRESENCE_TABLE;
}

uint32_t nl_leader_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_group_card *group = &battle->group[battle->unit[unit].group];
    uint32_t army = battle->side[battle->unit[unit].side].leader, senior = group->superior;

    if (is_leader_here(state, group->leader))
        return group->leader;
    /* nl.play.orders: then whoever is next above. */
    for (uint32_t i = 0; i < battle->leader_count && senior != LB_NOBODY; i++) {
        if (is_leader_here(state, senior))
            return senior;
        senior = battle->leader[senior].superior;
    }
    return is_leader_here(state, army) ? army : LB_NOBODY;
}

/// The command value of a leader, with what he has lost of his confidence.
static int32_t command_value(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    return lb_most(1, battle->leader[leader].figure[LEADER_FIGURE_COMMAND] +
                          state->leader[leader].mark[LEADER_DOUBTS] * VALUE_OF(battle, BLUNDER_2));
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

/// nl.command.enemy: an enemy close by a unit who stands to the flank or rear of its row.
static bool is_enemy_at_flank(lb_view *view, uint32_t unit)
{
    int32_t reach = LB_CMS(VALUE_OF(view->battle, COMMAND_ENEMY_REACH));
    lb_unit_set near =
        lb_view_near(view, view->box[unit], reach, lb_view_foes(view, lb_view_side(view, unit)));

    LB_EACH (i, &near)
        if (lb_quad_is_within(&view->quad[unit], &view->quad[i], reach) &&
            nl_arc_of_row(view, unit, i) != ARC_FRONT)
            return true;
    return false;
}

/// True if dense ground lies so near to a body that it may meet it on a path.
static bool is_dense_near(const lb_view *view, const lb_quad *quad, const lb_path *path)
{
    lb_box box = lb_quad_box_of(quad);
    int64_t far = 0;

    for (uint32_t s = 0; s < path->count; s++) {
        /* A wheel carries no corner farther than twice across the body. */
        far += path->step[s].tmm < 0 ? -(int64_t)path->step[s].tmm : path->step[s].tmm;
        if (path->step[s].kind != LB_STEP_STRAIGHT)
            far += 2 * ((int64_t)box.high.x - box.low.x + box.high.y - box.low.y);
    }
    return lb_view_ground_near(view, box, (int32_t)(far < LB_TABLE_MAX ? far : LB_TABLE_MAX),
                               DENSE);
}

/// True if a body meets dense ground on a path, looked at for every centimetre or so of each step.
static bool is_path_dense(const lb_view *view, const struct nl_body *body, const lb_path *path)
{
    lb_footprint at = body->footprint;
    lb_quad quad = lb_footprint_corners(&at);

    if (!is_dense_near(view, &quad, path))
        return false;
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
    lb_unit_set seen = {{0}};

    if (!charges && action->verb != VERB_MOVE)
        return false;
    LB_EACH (i, ordered) {
        struct nl_body body;
        lb_path path = action->path;
        lb_footprint end;
        lb_reason reason;

        if (lb_unit_set_has(&seen, (uint16_t)i))
            continue;
        body = nl_body_of(view, i);
        lb_unit_set_join(&seen, &body.units);
        if (charges)
            (void)nl_close_in(view, &body, action->target, &end, &path, &reason);
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
        facts.march_road &= (lb_view_formation(view, i) == FORMATION_MARCH ||
                             lb_view_formation(view, i) == FORMATION_LIMBERED) &&
                            lb_ground_road_under(&view->ground, quad) != LB_NO_INDEX;
        facts.disordered |= nl_is_disordered(state, i);
        facts.enemy_flank |= is_enemy_at_flank(view, i);
        facts.bases += nl_bases(state, i);
        facts.loose |=
            count > 1 && lb_point_distance_ceil(at, quad) > far && nl_body_of(view, i).count == 1;
    }
    facts.order = lb_least(facts.order, VALUE_OF(battle, COMMAND_ORDERS));
    facts.radii = nearest / radius;
    facts.dense = is_dense_way(view, action, &ordered);
    return facts;
}

/* The row that is hit. */

/// How near a unit of a row is to those that hit it.
struct nearness {
    uint16_t unit;
    int32_t tmm;    ///< from the nearest of them
    int64_t square; ///< from the middle of them
};

/// Units within this of the nearest are as near.
enum { AS_NEAR = LB_TMM_CM / 10 };

static bool is_nearer(const struct nearness *a, const struct nearness *b)
{
    return a->tmm < b->tmm - AS_NEAR || (a->tmm <= b->tmm + AS_NEAR && a->square < b->square);
}

/// Sorts a unit into an order by nearness; the farthest drops out when there are too many.
static void sort_in(struct nearness *list, uint32_t *count, struct nearness one)
{
    uint32_t at = *count;

    if (at == NL_CHAIN && !is_nearer(&one, &list[NL_CHAIN - 1]))
        return;
    at = at == NL_CHAIN ? NL_CHAIN - 1 : at;
    for (; at > 0 && is_nearer(&one, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = one;
    *count = *count < NL_CHAIN ? *count + 1 : *count;
}

static void end_order(const struct nearness *list, uint32_t count, struct nl_order *order)
{
    for (uint32_t i = 0; i < NL_CHAIN; i++)
        order->unit[i] = i < count ? list[i].unit : LB_NOBODY;
}

void nl_order_hits(const lb_view *view, const lb_unit_set *row, const lb_unit_set *from,
                   struct nl_order *order)
{
    struct nearness list[NL_CHAIN];
    lb_point middle = {0, 0};
    int64_t x = 0, y = 0, n = 0;
    uint32_t count = 0;

    LB_EACH (i, from) {
        x += view->pose[i].at.x;
        y += view->pose[i].at.y;
        n++;
    }
    if (n > 0)
        middle = (lb_point){(int32_t)(x / n), (int32_t)(y / n)};
    LB_EACH (i, row) {
        struct nearness one = {(uint16_t)i, INT32_MAX - 2 * AS_NEAR, 0};
        int64_t dx = view->pose[i].at.x - middle.x, dy = view->pose[i].at.y - middle.y;

        LB_EACH (j, from)
            one.tmm = lb_least(one.tmm, lb_quad_distance_floor(&view->quad[i], &view->quad[j]));
        one.square = dx * dx + dy * dy;
        sort_in(list, &count, one);
    }
    end_order(list, count, order);
}

void nl_order_hits_from(const lb_view *view, const lb_unit_set *row, lb_point burst,
                        struct nl_order *order)
{
    struct nearness list[NL_CHAIN];
    uint32_t count = 0;

    LB_EACH (i, row) {
        int64_t dx = view->pose[i].at.x - burst.x, dy = view->pose[i].at.y - burst.y;

        sort_in(list, &count,
                (struct nearness){(uint16_t)i, lb_point_distance_floor(burst, &view->quad[i]),
                                  dx * dx + dy * dy});
    }
    end_order(list, count, order);
}

void nl_chain_of(const lb_view *view, const struct nl_order *order, int32_t chain[NL_CHAIN],
                 int32_t saves[NL_CHAIN])
{
    for (int i = 0; i < NL_CHAIN; i++) {
        uint32_t unit = order->unit[i];
        const int16_t *figure;
        const lb_unit *of;

        chain[i] = saves[i] = 0;
        if (unit == LB_NOBODY)
            continue;
        of = &view->state->unit[unit];
        figure = view->battle->unit[unit].figure;
        chain[i] = nl_link(of->mark[MARK_BASES], figure[FIGURE_HITS],
                           lb_least(of->mark[MARK_HITS], figure[FIGURE_HITS] - 1));
        saves[i] = figure[FIGURE_SAVE];
    }
}

/// What a row is to those that hit it: the figures of the unit that is hit first.
#define TARGET_FACTS(view, row, order, of_cover)                                                  \
    .cover = (of_cover), .target = nl_kind(view, (order)->unit[0]), .target_bases = (row)->bases, \
    .base_hits = (view)->battle->unit[(order)->unit[0]].figure[FIGURE_HITS],                      \
    .prior_hits = prior_hits(view, (order)->unit[0]),                                             \
    .save = (view)->battle->unit[(order)->unit[0]].figure[FIGURE_SAVE],                           \
    .disordered = nl_is_disordered((view)->state, (order)->unit[0])

static int32_t prior_hits(const lb_view *view, uint32_t unit)
{
    return lb_least(view->state->unit[unit].mark[MARK_HITS],
                    view->battle->unit[unit].figure[FIGURE_HITS] - 1);
}

/* Fire. */

/// Adds one base that fires to a pool.
static void add_shot(const lb_battle *battle, uint32_t unit, const struct nl_shot *shot,
                     const struct nl_order *order, struct fire_facts *facts, struct nl_dice *dice)
{
    const int16_t *figure = battle->unit[unit].figure;
    bool is_canister = facts->mode == MODE_CANISTER, is_normal = facts->mode == MODE_NORMAL;
    int32_t each = is_canister ? figure[FIGURE_CANISTER] : figure[FIGURE_FIRE];
    bool is_sharp = lb_unit_has(battle, unit, LB_TRAIT_SHARPSHOOTERS);
    int32_t *at = dice->at[nl_place_in_order(order, shot->unit)][shot->class][is_sharp];

    facts->bases++;
    facts->sharpshooters |= is_sharp;
    if (is_canister && shot->is_close) {
        facts->close_dice += each;
        *at += each * VALUE_OF(battle, ART_CANISTER_TIMES);
        return;
    }
    facts->base_dice += each;
    *at += each;
    if (is_normal && shot->is_half) {
        facts->half_bases++;
        *at += VALUE_OF(battle, FIRE_HALF_DICE);
    }
    if (is_normal && shot->is_flank) {
        facts->flank_bases++;
        *at += VALUE_OF(battle, FIRE_FLANK);
    }
}

/// Adds a unit that fires to a pool; its skirmishers with what its first base fires at.
static void add_unit(const lb_view *view, uint32_t unit, const struct nl_aim *aim,
                     const struct nl_order *order, struct fire_facts *facts, struct nl_dice *dice)
{
    const struct nl_shot *first = &aim->shot[0];

    for (int32_t i = 0; i < aim->count; i++)
        add_shot(view->battle, unit, &aim->shot[i], order, facts, dice);
    if (facts->mode != MODE_NORMAL || !nl_has_skirmishers(view, unit))
        return;
    facts->skirmishers++;
    *dice->at[nl_place_in_order(order, first->unit)][first->class]
             [lb_unit_has(view->battle, unit, LB_TRAIT_SHARPSHOOTERS)] +=
        VALUE_OF(view->battle, FIRE_SKIRMISHERS);
}

struct fire_facts nl_gather_fire(lb_view *view, const lb_unit_set *firers, uint32_t target,
                                 uint32_t what, enum nl_haste haste, bool is_opportunity,
                                 struct nl_order *order)
{
    struct nl_body row = nl_body_of(view, target);
    uint32_t first = lb_unit_set_next(firers, 0);
    int32_t nearest = INT32_MAX, cover = COVER_OPEN, *counts[NL_COUNTS] = {NULL};
    struct nl_dice dice = {{{{{0}}}}};
    struct nl_aim aim;
    struct fire_facts facts = {
        .attacks =
            view->battle->unit[first].figure[what == FIRE_CANISTER ? FIGURE_CANISTER : FIGURE_FIRE],
        .mode = what == FIRE_CANISTER                    ? MODE_CANISTER
                : nl_is_hasty(view->state, haste, first) ? MODE_HASTY
                                                         : MODE_NORMAL,
        .opportunity = is_opportunity,
        .counted = true};

    nl_order_hits(view, &row.units, firers, order);
    LB_EACH (i, firers) {
        if (!nl_aim_at(view, i, target, nl_range(view->battle, i, what), &aim))
            continue;
        add_unit(view, i, &aim, order, &facts, &dice);
        if (aim.distance < nearest) {
            nearest = aim.distance;
            cover = aim.cover;
        }
    }
    counts[0] = facts.dice;
    nl_make_lots(view->battle, order, &dice, facts.kind, counts);
    facts.half = facts.bases > 0 && facts.half_bases == facts.bases;
    facts.flank = facts.bases > 0 && facts.flank_bases == facts.bases;
    if (facts.mode == MODE_CANISTER && facts.base_dice == 0)
        facts.mode = MODE_CANISTER_CLOSE;
    return nl_fire_with_target(view, &facts, &row, order, cover);
}

struct fire_facts nl_fire_with_target(const lb_view *view, const struct fire_facts *fire,
                                      const struct nl_body *row, const struct nl_order *order,
                                      int32_t cover)
{
    struct fire_facts on = {TARGET_FACTS(view, row, order, cover)}, facts = *fire;

    facts.cover = on.cover;
    facts.target = on.target;
    facts.target_bases = on.target_bases;
    facts.base_hits = on.base_hits;
    facts.prior_hits = on.prior_hits;
    facts.save = on.save;
    facts.disordered = on.disordered;
    nl_chain_of(view, order, facts.chain, facts.saves);
    return facts;
}

/* Round shot. */

/// Bases of a row one behind another where a ball bounces through it, and their depth.
static int32_t rows_for_ball(lb_view *view, uint32_t gun, uint32_t target, int32_t *depth_tmm)
{
    struct nl_body row = nl_body_of(view, target);
    uint8_t formation = lb_view_formation(view, target);
    struct nl_block block =
        nl_block_of(view->battle, target, formation, nl_bases(view->state, target));
    int32_t files = 0;

    if (formation == FORMATION_SQUARE) {
        *depth_tmm = block.files * block.width_tmm / 2;
        return 2;
    }
    if (nl_arc_of_row(view, target, gun) != ARC_FLANK) {
        *depth_tmm = block.depth_tmm;
        return block.rows;
    }
    /* Along the row, through all that are linked. */
    LB_EACH (i, &row.units)
        files += nl_block_of(view->battle, i, formation, nl_bases(view->state, i)).files;
    *depth_tmm = block.width_tmm + block.gap_tmm;
    return files;
}

struct shot_facts nl_gather_shot(lb_view *view, const lb_unit_set *firers, uint32_t target,
                                 enum nl_haste haste, struct nl_order *order)
{
    struct fire_facts fire = nl_gather_fire(view, firers, target, FIRE_SHOT, haste, false, order);
    int32_t depth, rows = rows_for_ball(view, lb_unit_set_next(firers, 0), order->unit[0], &depth);

    return nl_shot_of(&fire, rows, lb_least(MOST_DEPTH, lb_most(1, depth / LB_TMM_CM)));
}

/* Charges. */

lb_unit_set nl_supporters(const lb_view *view, const struct nl_body *row, const lb_unit_set *except)
{
    lb_quad own = lb_footprint_corners(&row->footprint);
    int32_t reach = LB_CMS(VALUE_OF(view->battle, ADVANCE_11_REACH));
    uint32_t side = lb_view_side(view, lb_unit_set_next(&row->units, 0));
    lb_unit_set near =
        lb_view_near(view, lb_quad_box_of(&own), lb_most(reach, LB_CONTACT_TMM), &view->here[side]);

    LB_EACH (i, &near) {
        const lb_quad *other = &view->quad[i];

        if (lb_unit_set_has(except, (uint16_t)i) || nl_is_disordered(view->state, i) ||
            !(lb_quad_is_in_contact(&own, other) ||
              (lb_quad_is_within(&own, other, reach) &&
               lb_face_of_quad(&own, other) != LB_FACE_FRONT)))
            lb_unit_set_remove(&near, (uint16_t)i);
    }
    return near;
}

int32_t nl_worth_of_support(const lb_battle *battle, const lb_unit_set *supporters)
{
    return (int32_t)lb_unit_set_count(supporters) * VALUE_OF(battle, ADVANCE_11_SUPPORT);
}

bool nl_is_attacker_struck(const lb_view *view, const struct nl_body *row,
                           const lb_unit_set *enemies)
{
    LB_EACH (j, &row->units) {
        lb_unit_set near = lb_view_near(view, view->box[j], LB_CONTACT_TMM,
                                        lb_view_foes(view, lb_view_side(view, j)));

        LB_EACH (i, &near) {
            lb_contact contact = lb_contact_of(&view->quad[i], &view->quad[j]);

            if (!lb_unit_set_has(enemies, (uint16_t)i) && contact.is_touching &&
                contact.length_tmm > 2 * LB_CONTACT_TMM && contact.face != LB_FACE_FRONT)
                return true;
        }
    }
    return false;
}

/// Copies a list of facts into another of the same length.
#define COPY_ROW(to, from)                                     \
    for (size_t i_ = 0; i_ < sizeof(to) / sizeof(to)[0]; i_++) \
    (to)[i_] = (from)[i_]

/// The cover of the unit that hits fall on first, if that is what the first lot of dice is thrown
/// at.
static int32_t cover_of_first(lb_view *view, const struct nl_clash *clash)
{
    uint32_t first = clash->d_order.unit[0];
    int32_t cover = nl_cover(view, first, clash->a_order.unit[0]);
    int32_t class = nl_cover_class(view->battle->house.value, cover, nl_kind(view, first));

    return clash->a.strikes[0] == 0 || nl_lot_class(clash->a.strikes[0]) == class ? cover
                                                                                  : COVER_OPEN;
}

struct combat_facts nl_gather_combat(lb_view *view, uint32_t unit, uint32_t target,
                                     const lb_unit_set *rivals, struct nl_clash *clash)
{
    const lb_battle *battle = view->battle;
    struct nl_body row = nl_body_of(view, unit), aim = nl_body_of(view, target);
    lb_unit_set both = row.units, a_support, d_support;
    const int16_t *own, *other;
    struct combat_facts facts;

    /* Who charges a friend by mistake does not support him. */
    lb_unit_set_join(&both, &aim.units);
    a_support = nl_supporters(view, &row, &both);
    d_support = nl_supporters(view, &aim, &both);
    nl_meet(view, &row.units, rivals, &aim.units, clash);
    own = battle->unit[clash->a_order.unit[0]].figure;
    other = battle->unit[clash->d_order.unit[0]].figure;
    facts = (struct combat_facts){
        .a_attacks = own[FIGURE_COMBAT],
        .d_attacks = other[FIGURE_COMBAT],
        .a_bases = lb_most(1, clash->a.bases),
        .d_bases = lb_most(1, clash->d.bases),
        .a_save = own[FIGURE_SAVE],
        .d_save = other[FIGURE_SAVE],
        .a_base_hits = own[FIGURE_HITS],
        .d_base_hits = other[FIGURE_HITS],
        .a_support = nl_worth_of_support(battle, &a_support),
        .d_support = nl_worth_of_support(battle, &d_support),
        .a_disordered = nl_is_disordered(view->state, unit),
        .d_disordered = nl_is_disordered(view->state, target),
        .a_kind = nl_is_mounted(battle, view->state, unit) ? ATTACKER_CAVALRY : ATTACKER_INFANTRY,
        .d_kind = nl_kind(view, target),
        .cover = cover_of_first(view, clash),
        .flank = clash->a.flank_bases * 2 > clash->a.bases       ? STRUCK_DEFENDER
                 : nl_is_attacker_struck(view, &row, &aim.units) ? STRUCK_ATTACKER
                                                                 : STRUCK_NONE,
        .a_total = row.bases,
        .d_total = aim.bases,
        .a_prior_hits = prior_hits(view, clash->a_order.unit[0]),
        .d_prior_hits = prior_hits(view, clash->d_order.unit[0]),
        .counted = true,
        .a_sum = clash->a.sum};
    COPY_ROW(facts.a_dice, clash->a.dice[0]);
    COPY_ROW(facts.a_strikes, clash->a.strikes);
    COPY_ROW(facts.d_strikes, clash->d.strikes);
    for (int p = 0; p < NL_PENALTIES; p++)
        for (int lot = 0; lot < NL_LOTS; lot++)
            facts.d_dice[p * NL_LOTS + lot] = clash->d.dice[p][lot];
    nl_chain_of(view, &clash->a_order, facts.a_chain, facts.a_saves);
    nl_chain_of(view, &clash->d_order, facts.d_chain, facts.d_saves);
    return facts;
}

/// Fire dice of a base of a unit that is charged or charges; 0 if it does not fire.
static int32_t fire_in_charge(const lb_view *view, uint32_t unit)
{
    return nl_firing_bases(view, unit) > 0 ? nl_fire_dice(view->battle, view->state, unit) : 0;
}

/// Of the bases of a side in contact, those that can fire in their formations; 0 if all of them
/// can.
static int32_t firing_of(const struct nl_meeting *side)
{
    return side->shooters < side->bases ? side->shooters : 0;
}

/// What both charges take from the fight that they lead to.
#define CHARGE_FACTS                                                                              \
    .a_bases = fight->a_bases, .a_total = fight->a_total,                                         \
    .a_fire = fire_in_charge(view, clash->a_order.unit[0]), .a_attacks = fight->a_attacks,        \
    .a_base_hits = fight->a_base_hits, .a_prior_hits = fight->a_prior_hits,                       \
    .a_save = fight->a_save, .a_support = fight->a_support, .a_disordered = fight->a_disordered,  \
    .a_kind = fight->a_kind, .d_bases = fight->d_bases, .d_total = fight->d_total,                \
    .d_fire = fire_in_charge(view, clash->d_order.unit[0]), .d_attacks = fight->d_attacks,        \
    .d_base_hits = fight->d_base_hits, .d_prior_hits = fight->d_prior_hits,                       \
    .d_save = fight->d_save, .d_support = fight->d_support, .d_disordered = fight->d_disordered,  \
    .d_sharpshooters = lb_unit_has(view->battle, clash->d_order.unit[0], LB_TRAIT_SHARPSHOOTERS), \
    .d_formed = (view->state->unit[target].flags & UNIT_HURRIED) != 0, .d_kind = fight->d_kind,   \
    .cover = fight->cover, .flank = fight->flank, .a_firing = firing_of(&clash->a),               \
    .d_firing = firing_of(&clash->d), .counted = true, .a_shooters = clash->a.shooters,           \
    .a_base_dice = clash->a.base_dice, .a_flank_bases = clash->a.shot_flank, .a_sum = fight->a_sum

#define COPY_FIGHT(facts)                              \
    COPY_ROW((facts).a_dice, fight->a_dice);           \
    COPY_ROW((facts).a_strikes, fight->a_strikes);     \
    COPY_ROW((facts).d_dice, fight->d_dice);           \
    COPY_ROW((facts).d_strikes, fight->d_strikes);     \
    COPY_ROW((facts).a_chain, fight->a_chain);         \
    COPY_ROW((facts).d_chain, fight->d_chain);         \
    COPY_ROW((facts).a_saves, fight->a_saves);         \
    COPY_ROW((facts).d_saves, fight->d_saves);         \
    COPY_ROW((facts).a_volley, clash->a.volley);       \
    COPY_ROW((facts).a_hasty, clash->a.hasty);         \
    COPY_ROW((facts).a_kind_of_volley, clash->a.kind); \
    COPY_ROW((facts).d_volley, clash->d.hasty);        \
    COPY_ROW((facts).d_kind_of_volley, clash->d.kind)

struct advance_facts nl_advance_of(const lb_view *view, uint32_t target,
                                   const struct combat_facts *fight, const struct nl_clash *clash)
{
    struct advance_facts facts = {
        CHARGE_FACTS, .a_skirmishers = clash->a.skirmishers,
        .a_sharpshooters =
            lb_unit_has(view->battle, clash->a_order.unit[0], LB_TRAIT_SHARPSHOOTERS)};

    COPY_FIGHT(facts);
    return facts;
}

/// The grade that most of the bases of a row have that are touched; regular if neither other has
/// more.
static int32_t grade_of(const lb_view *view, const lb_unit_set *units)
{
    int32_t bases[grade_COUNT] = {0}, others;

    LB_EACH (i, units)
        bases[view->battle->unit[i].figure[FIGURE_GRADE]] += nl_bases(view->state, i);
    others = bases[GRADE_REGULAR];
    if (bases[GRADE_RAW] > others + bases[GRADE_VETERAN])
        return GRADE_RAW;
    return bases[GRADE_VETERAN] > others + bases[GRADE_RAW] ? GRADE_VETERAN : GRADE_REGULAR;
}

struct bayonet_facts nl_bayonet_of(const lb_view *view, uint32_t target,
                                   const struct combat_facts *fight, const struct nl_clash *clash)
{
    uint32_t first = clash->d_order.unit[0], charger = clash->a_order.unit[0];
    const lb_unit_card *other = &view->battle->unit[first];
    struct nl_block block = nl_block_of(view->battle, charger, lb_view_formation(view, charger),
                                        nl_bases(view->state, charger));
    struct bayonet_facts facts = {
        CHARGE_FACTS,
        .d_grade = grade_of(view, &clash->d.units),
        .d_skirmish = lb_view_formation(view, target) == FORMATION_SKIRMISH,
        .d_canister = lb_most(1, other->figure[FIGURE_CANISTER]),
        .a_rows = block.rows,
        .a_depth = lb_least(MOST_DEPTH, lb_most(1, block.depth_tmm / LB_TMM_CM))};

    COPY_FIGHT(facts);
    return facts;
}
