// SPDX-License-Identifier: MIT
// Fire on the table: who may fire at whom, pools, bursts, and opportunity fire. What the hits do to
// a body is in losses.c.

#include "rules/napoleons_legacy/play.h"

#include "table/exact.h"

enum {
    COMPASS = 8, ///< arrows of the direction die
    STRIPS = 50  ///< of a base, by which its share under a blast is judged
};

/* Who may fire at whom. */

/// True if a unit of the row of a target is within range.
static bool is_in_range(lb_view *view, uint32_t unit, uint32_t target, int32_t range)
{
    struct nl_body row;

    if (lb_view_is_within(view, unit, target, range))
        return true;
    row = nl_body_of(view, target);
    LB_EACH (i, &row.units)
        if (lb_view_is_within(view, unit, i, range))
            return true;
    return false;
}

bool nl_may_fire(lb_view *view, uint32_t unit, uint32_t target, uint32_t what, lb_reason *reason)
{
    const lb_unit_card *card = &view->battle->unit[unit];
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    int32_t range = nl_range(view->battle, unit, what);

    if (nl_fire_dice(view->battle, view->state, unit) == 0)
        return lb_no(reason, CL_LOSS_1, "it has nothing to fire with");
    if (nl_firing_bases(view, unit) == 0)
        return lb_no(reason, CL_LOSS_1, "it cannot fire in its formation");
    if ((what == FIRE_MUSKETS) == is_guns || what > FIRE_CANISTER)
        return lb_no(reason, CL_LOSS_1, "it does not fire that");
    if (!is_in_range(view, unit, target, range))
        return lb_no(reason, what == FIRE_CANISTER ? CL_ART_CANISTER : CL_LOSS_1,
                     "that is out of range");
    if (lb_view_is_engaged(view, unit))
        return lb_no(reason, CL_TURN_STAGES, "it is in contact with the enemy");
    if (lb_view_side(view, target) != card->side && lb_view_is_engaged(view, target))
        return lb_no(reason, CL_TURN_STAGES, "friends have closed with that enemy");
    return nl_has_aim(view, unit, target, what) ||
           lb_no(reason, CL_PLAY_MASKED,
                 "none of its bases has a free line to it before its front");
}

bool nl_may_row_fire(lb_view *view, const lb_unit_set *units, uint32_t named, uint32_t target,
                     uint32_t what, lb_reason *reason)
{
    lb_reason why;

    if (nl_may_fire(view, named, target, what, reason))
        return true;
    LB_EACH (i, units)
        if (nl_may_fire(view, i, target, what, &why))
            return true;
    return false;
}

uint32_t nl_usual_fire(const lb_view *view, uint32_t unit, uint32_t target)
{
    if (view->battle->unit[unit].arm != LB_ARM_ARTILLERY)
        return FIRE_MUSKETS;
    return view->battle->unit[unit].figure[FIGURE_CANISTER] > 0 &&
                   lb_view_is_within(view, unit, target,
                                     LB_CMS(VALUE_OF(view->battle, ART_CANISTER_FAR)))
               ? FIRE_CANISTER
               : FIRE_SHOT;
}

/// True if a unit may fire at another with what suits it.
static bool may_fire_as_suits(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_reason reason;

    return nl_may_fire(view, unit, target, nl_usual_fire(view, unit, target), &reason);
}

/// nl.fire.skirmish-order: fire without an order.
static bool check_free_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_view *view = asked->view;

    if (lb_view_formation(view, action->unit) != FORMATION_SKIRMISH)
        return lb_no(reason, CL_FIRE_SKIRMISH_ORDER, "only skirmish order fires without orders");
    if (view->state->unit[action->unit].mark[MARK_SHOTS] >=
        VALUE_OF(view->battle, FIRE_SKIRMISH_ORDER))
        return lb_no(reason, CL_FIRE_SKIRMISH_ORDER, "it has had its free shot");
    return nl_may_fire(view, action->unit, action->target, FIRE_MUSKETS, reason);
}

/// True if somebody of those that are linked to a unit may fire without an order.
static bool may_any_fire_freely(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set units = nl_ordered(asked->view, action);
    lb_action alone = *action;
    lb_reason why;

    if (check_free_fire(asked, action, reason))
        return true;
    LB_EACH (i, &units) {
        alone.unit = (uint16_t)i;
        if (check_free_fire(asked, &alone, &why))
            return true;
    }
    return false;
}

bool nl_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint8_t what = action->option & (uint8_t)~ORDER_ALONE;
    bool is_free = what == (FIRE_FREELY | FIRE_MUSKETS);
    lb_unit_set units;

    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit))
        return lb_no(reason, CL_COMMAND_COLLECTIVE, "that unit is not yours");
    if (!is_free && what > FIRE_CANISTER)
        return lb_no(reason, CL_LOSS_1, "it does not fire that");
    if (!is_free && !nl_may_order(asked, action, reason))
        return false;
    if (!lb_view_is_foe(asked->view, lb_asked_side(asked), action->target))
        return lb_no(reason, CL_LOSS_1, "that is no enemy on the table");
    if (is_free)
        return may_any_fire_freely(asked, action, reason);
    units = nl_ordered(asked->view, action);
    return nl_may_row_fire(asked->view, &units, action->unit, action->target, what, reason);
}

/// Everything that a unit might fire at some enemies in reach; with `is_ordered` by an order, with
/// `is_free` without one.
static void offer_shots(lb_listing *list, uint32_t unit, const lb_unit_set *enemies,
                        bool is_ordered, bool is_free)
{
    lb_view *view = list->asked.view;
    bool is_guns = view->battle->unit[unit].arm == LB_ARM_ARTILLERY;
    lb_action action = lb_action_of(VERB_FIRE);
    lb_unit_set near = lb_view_near(view, view->box[unit], nl_reach(view->battle, unit), enemies);

    action.unit = (uint16_t)unit;
    LB_EACH (i, &near) {
        uint32_t first = is_guns ? FIRE_SHOT : FIRE_MUSKETS;
        uint32_t last = is_guns ? FIRE_CANISTER : FIRE_MUSKETS;

        if (lb_listing_is_full(list))
            return;
        action.target = (uint16_t)i;
        for (uint32_t what = first; what <= last && is_ordered; what++) {
            action.option = (uint8_t)what;
            (void)lb_offer(list, &action);
        }
        action.option = FIRE_FREELY;
        if (is_free)
            (void)lb_offer(list, &action);
    }
}

void nl_offer_fire(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        bool is_free =
            lb_view_formation(view, i) == FORMATION_SKIRMISH &&
            view->state->unit[i].mark[MARK_SHOTS] < VALUE_OF(view->battle, FIRE_SKIRMISH_ORDER);

        if (lb_listing_is_full(list))
            return;
        if (nl_can_fire(view, i) && !lb_view_is_engaged(view, i))
            offer_shots(list, i, lb_view_foes(view, side), nl_is_free_for_orders(list, i), is_free);
    }
}

/* Targets. */

/// What a unit fires: what was ordered if it has that, else what suits it.
static uint32_t what_of(lb_view *view, uint32_t unit, uint32_t target, uint32_t what)
{
    bool is_guns = view->battle->unit[unit].arm == LB_ARM_ARTILLERY;
    lb_reason reason;

    if (what == FIRE_AS_SUITS || (what == FIRE_MUSKETS) == is_guns ||
        !nl_may_fire(view, unit, target, what, &reason))
        return nl_usual_fire(view, unit, target);
    return what;
}

/// The target of a unit that aims: the one that was named, else the nearest that it can fire at.
static uint32_t aim(lb_view *view, uint32_t unit, const struct firing_facts *f)
{
    uint32_t named = (uint32_t)f->named;
    lb_unit_set near;
    lb_reason reason;

    if (named != LB_NOBODY && lb_view_is_here(view, named) &&
        nl_may_fire(view, unit, named, what_of(view, unit, named, (uint32_t)f->what), &reason))
        return named;
    near = *lb_view_foes(view, lb_view_side(view, unit));
    if (f->anybody)
        lb_unit_set_join(&near, &view->here[lb_view_side(view, unit)]);
    lb_unit_set_remove(&near, (uint16_t)unit);
    near = lb_view_near(view, view->box[unit], nl_reach(view->battle, unit), &near);
    return nl_nearest_such(view, &view->quad[unit], &near, may_fire_as_suits, unit);
}

/// The next unit that aims and has a target; LB_NOBODY when nobody is left.
static uint32_t next_to_fire(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                             uint32_t *target)
{
    lb_unit_set aims = lb_cells_units(&v->aims);
    uint32_t found = LB_NOBODY;

    LB_EACH (i, &aims) {
        lb_unit_set_remove(&aims, (uint16_t)i);
        if (!lb_view_is_here(run->view, i))
            continue;
        *target = aim(run->view, i, f);
        if (*target != LB_NOBODY) {
            found = i;
            break;
        }
    }
    v->aims = lb_cells_of(&aims);
    return found;
}

/* Pools. */

/// nl.fire.simultaneous: all that aim at the row of a target and fire the same. They no longer aim
/// then.
static lb_unit_set take_pool(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                             uint32_t unit, uint32_t target, uint32_t what)
{
    lb_view *view = run->view;
    lb_unit_set aims = lb_cells_units(&v->aims), others = aims, pool = lb_set_of(unit);
    struct nl_body row = nl_body_of(view, target);

    LB_EACH (i, &others) {
        uint32_t at;

        if (i == unit || !lb_view_is_here(view, i))
            continue;
        at = aim(view, i, f);
        if (at == LB_NOBODY || !lb_unit_set_has(&row.units, (uint16_t)at) ||
            what_of(view, i, at, (uint32_t)f->what) != what)
            continue;
        lb_unit_set_remove(&aims, (uint16_t)i);
        lb_unit_set_add(&pool, (uint16_t)i);
    }
    v->aims = lb_cells_of(&aims);
    if (lb_unit_set_count(&pool) > 1)
        lb_tell_of(run, LB_EVENT_SET, CL_FIRE_SIMULTANEOUS, lb_unit_actor(unit),
                   (int32_t)lb_unit_set_count(&pool));
    return pool;
}

/// Keeps the order in which hits fall on the row of the unit that is `aimed` at. From then on
/// `v->target` is the first of it, and `v->unit` the nearest to it of those that fire.
static void keep_order(lb_run *run, struct firing_vars *v, const lb_unit_set *pool, uint32_t aimed,
                       const struct nl_order *order, bool away)
{
    const lb_view *view = run->view;
    uint32_t hit = order->unit[0], nearest = lb_unit_set_next(pool, 0);

    LB_EACH (i, pool)
        if (lb_quad_compare_distance(&view->quad[hit], &view->quad[i], &view->quad[nearest]) < 0)
            nearest = i;
    if (hit != aimed)
        lb_tell_of_two(run, LB_EVENT_SET, CL_HIT_ALLOCATE, lb_unit_actor(hit),
                       lb_unit_actor(nearest), (int32_t)hit);
    for (int i = 0; i < NL_CHAIN; i++)
        v->order[i] = (int32_t)order->unit[i];
    v->target = (int32_t)hit;
    v->unit = (int32_t)nearest;
    v->away = away;
}

/// Of a row that is fired at, those that are in range of somebody: the others are not in the fight.
static lb_cells row_in_range(lb_run *run, const lb_unit_set *pool, uint32_t target, uint32_t what)
{
    struct nl_body row = nl_body_of(run->view, target);
    lb_unit_set struck = {{0}};

    LB_EACH (i, &row.units)
        LB_EACH (j, pool)
            if (lb_view_is_within(run->view, i, j, nl_range(run->battle, j, what)))
                lb_unit_set_add(&struck, (uint16_t)i);
    return lb_cells_of(&struck);
}

/// What becomes of a row that was fired at.
static struct suffer_facts suffered(lb_run *run, const struct firing_vars *v, const int32_t *hits,
                                    int32_t state, int32_t retreat)
{
    struct nl_body row = nl_body_of(run->view, (uint32_t)v->target);
    struct suffer_facts facts = {.row = lb_cells_of(&row.units),
                                 .struck = v->struck,
                                 .from = v->unit,
                                 .by = v->unit,
                                 .state = state,
                                 .retreat = retreat,
                                 .away = v->away};

    for (int i = 0; i < NL_CHAIN; i++) {
        facts.order[i] = v->order[i];
        facts.hits[i] = hits[i];
    }
    return facts;
}

/// What the bases of a pool do together, and where they differ.
static void tell_pool(lb_run *run, const struct firing_vars *v, const lb_unit_set *pool,
                      int32_t bases, int32_t dice, int32_t half, int32_t flank)
{
    lb_actor who = lb_unit_actor((uint32_t)v->unit), whom = lb_unit_actor((uint32_t)v->target);

    if (lb_unit_set_count(pool) > 1)
        lb_tell_of_two(run, LB_EVENT_SET, CL_PLAY_FIGURES, who, whom, dice);
    if ((half > 0 && half < bases) || (flank > 0 && flank < bases))
        lb_tell_of_two(run, LB_EVENT_NOTE, CL_PLAY_PERBASE, who, whom, 0);
    nl_tell_many(run, "fire", offsetof(struct fire_facts, bases), who, bases);
}

/// A pool of muskets or canister, and one of round shot.
static struct fire_facts facts_of(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                                  uint32_t unit, uint32_t target, uint32_t what)
{
    lb_unit_set pool = take_pool(run, f, v, unit, target, what);
    struct nl_order order;
    struct fire_facts facts = nl_gather_fire(run->view, &pool, target, what,
                                             (enum nl_haste)f->hasty, f->opportunity != 0, &order);

    v->struck = row_in_range(run, &pool, target, what);
    keep_order(run, v, &pool, target, &order, facts.flank_bases * 2 > facts.bases);
    tell_pool(run, v, &pool, facts.bases, facts.base_dice, facts.half_bases, facts.flank_bases);
    return facts;
}

static struct shot_facts shot_of(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                                 uint32_t unit, uint32_t target)
{
    lb_unit_set pool = take_pool(run, f, v, unit, target, FIRE_SHOT);
    struct nl_order order;
    struct shot_facts facts =
        nl_gather_shot(run->view, &pool, target, (enum nl_haste)f->hasty, &order);

    v->struck = row_in_range(run, &pool, target, FIRE_SHOT);
    keep_order(run, v, &pool, target, &order, facts.flank_bases * 2 > facts.bases);
    tell_pool(run, v, &pool, facts.bases, facts.base_dice, facts.half_bases, facts.flank_bases);
    return facts;
}

/// The dice of all guns whose shells burst together.
static int32_t shell_dice(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                          uint32_t unit, uint32_t target)
{
    lb_unit_set pool = take_pool(run, f, v, unit, target, FIRE_SHELL);
    int32_t dice = 0;

    LB_EACH (i, &pool)
        dice += nl_firing_bases(run->view, i) * nl_fire_dice(run->battle, run->state, i);
    v->unit = (int32_t)unit;
    v->target = (int32_t)target;
    return dice;
}

/* Bursts. */

/// True if enough of a base lies under the blast: the chords of the circle over strips of the base
/// are added up.
static bool is_base_under(const lb_run *run, const lb_footprint *base, lb_point burst,
                          int32_t radius)
{
    int64_t x = burst.x - base->centre.x, y = burst.y - base->centre.y;
    int64_t sine = lb_sine(base->heading), cosine = lb_cosine(base->heading);
    int64_t right = (x * cosine - y * sine) / LB_SINE_ONE;
    int64_t ahead = (x * sine + y * cosine) / LB_SINE_ONE, inside = 0;

    for (int32_t i = 0; i < STRIPS; i++) {
        int64_t off = (2 * i + 1 - STRIPS) * base->depth_tmm / (2 * STRIPS) - ahead, half, from, to;

        if (off * off > (int64_t)radius * radius)
            continue;
        half = lb_root_floor((uint64_t)((int64_t)radius * radius - off * off));
        from = right - half < -base->width_tmm / 2 ? -base->width_tmm / 2 : right - half;
        to = right + half > base->width_tmm / 2 ? base->width_tmm / 2 : right + half;
        inside += to > from ? to - from : 0;
    }
    return inside * 100 >= (int64_t)V(ART_BLAST_UNDER) * base->width_tmm * STRIPS;
}

/// nl.art.blast: bases of a unit under the blast; with `dice`, the dice at each of this unit with
/// its number in an order.
static int32_t bases_under(lb_run *run, uint32_t unit, const struct firing_vars *v, int32_t at,
                           struct nl_dice *dice)
{
    lb_point burst = {v->x, v->y};
    int32_t under = 0, radius = LB_CMS(run->battle->unit[v->unit].figure[FIGURE_BLAST]);

    if (!lb_box_meets(run->view->box[unit], (lb_box){burst, burst}, radius + LB_TMM_CM))
        return 0;
    for (int32_t i = 0; i < nl_bases(run->state, unit); i++) {
        lb_footprint base = nl_base_at(run->view, unit, i);
        int32_t cover;

        if (!is_base_under(run, &base, burst, radius))
            continue;
        under++;
        if (dice == NULL)
            continue;
        cover = nl_cover_of_base(run->view, unit, &base, run->view->pose[v->unit].at);
        *dice->at[at][nl_cover_class(run->values, cover, nl_kind(run->view, unit))][0] += v->dice;
    }
    return under;
}

/// nl.art.burst: where the round bursts that was aimed at a point.
static lb_point burst_at(const lb_run *run, lb_point aimed, int32_t centimetres, int32_t face)
{
    int32_t arrow = face - V(ART_BURST) - 1;

    return arrow < 0 ? aimed
                     : lb_point_towards(aimed, (uint16_t)(arrow * (65536 / COMPASS)),
                                        LB_CMS(centimetres));
}

/// Every enemy of the gunners with bases under the blast.
static lb_unit_set units_under(lb_run *run, const struct firing_vars *v)
{
    lb_unit_set under = {{0}};

    LB_EACH (i, lb_view_foes(run->view, run->battle->unit[v->unit].side))
        if (bases_under(run, i, v, 0, NULL) > 0)
            lb_unit_set_add(&under, (uint16_t)i);
    return under;
}

/// Bursts the shell where deviation and direction die have it, and finds out who is under it.
static void burst_shell(lb_run *run, struct firing_vars *v, int32_t face)
{
    lb_point burst = burst_at(run, run->view->pose[v->target].at, v->deviation, face);
    lb_unit_set under;

    LB_FORGET(v->deviation);
    v->x = burst.x;
    v->y = burst.y;
    under = units_under(run, v);
    v->under = lb_cells_of(&under);
}

/// The next row under the blast, which is no longer counted then: facts of the hits on it. False at
/// the end.
static bool next_under(lb_run *run, const struct firing_facts *f, struct firing_vars *v,
                       struct fire_facts *facts)
{
    lb_unit_set under = lb_cells_units(&v->under), hit = {{0}}, gun = lb_set_of((uint32_t)v->unit);
    struct fire_facts fire = {
        .mode = MODE_BLAST, .attacks = v->dice, .opportunity = f->opportunity, .counted = true};
    int32_t *counts[NL_COUNTS] = {fire.dice};
    struct nl_dice dice = {{{{{0}}}}};
    uint32_t first = LB_NO_INDEX;
    struct nl_order order;
    struct nl_body row;

    LB_EACH (i, &under)
        if (first == LB_NO_INDEX && lb_view_is_here(run->view, i))
            first = i;
    if (first == LB_NO_INDEX)
        return false;
    row = nl_body_of(run->view, first);
    nl_order_hits_from(run->view, &row.units, (lb_point){v->x, v->y}, &order);
    LB_EACH (i, &row.units)
        if (lb_unit_set_has(&under, (uint16_t)i)) {
            lb_unit_set_remove(&under, (uint16_t)i);
            lb_unit_set_add(&hit, (uint16_t)i);
            fire.bases += bases_under(run, i, v, nl_place_in_order(&order, i), &dice);
        }
    nl_make_lots(run->battle, &order, &dice, fire.kind, counts);
    fire.base_dice = fire.bases * v->dice;
    v->under = lb_cells_of(&under);
    v->struck = lb_cells_of(&hit);
    keep_order(run, v, &gun, order.unit[0], &order,
               nl_arc_of_row(run->view, order.unit[0], (uint32_t)v->unit) != ARC_FRONT);
    *facts = nl_fire_with_target(run->view, &fire, &row, &order,
                                 nl_cover(run->view, order.unit[0], (uint32_t)v->unit));
    return true;
}

/* Firing. */

static lb_roll deviation_roll(const lb_run *run, uint32_t unit)
{
    return lb_thrown_by(
        run, LB_ROLE_ACTOR, 0,
        lb_roll_sum(CL_ART_BURST, run->battle->unit[unit].figure[FIGURE_DEVIATION]));
}

static lb_roll direction_roll(const lb_run *run)
{
    return lb_thrown_by(run, LB_ROLE_ACTOR, 0, lb_roll_draw(CL_ART_BURST, COMPASS + V(ART_BURST)));
}

/// Tells at whom a unit fires that a blunder lets fire.
static void tell_aim(lb_run *run, const struct firing_facts *f, const struct firing_vars *v)
{
    if (f->named == LB_NOBODY)
        lb_tell_of_two(run, LB_EVENT_SET, f->anybody ? CL_BLUNDER_9 : CL_BLUNDER_7,
                       lb_unit_actor((uint32_t)v->unit), lb_unit_actor((uint32_t)v->target),
                       v->target);
}

LB_PROCEDURE(firing)
{
    const struct firing_facts *f = LB_FACTS;
    struct firing_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    const struct shot_effect *shot = LB_EFFECT;
    struct suffer_facts after;
    struct fire_facts facts;
    struct shot_facts ball;
    uint32_t unit, target, what;

    LB_BEGIN
    v->aims = f->aims;
    while ((unit = next_to_fire(run, f, v, &target)) != LB_NOBODY) {
        what = what_of(run->view, unit, target, (uint32_t)f->what);
        if (what == FIRE_SHELL) {
            v->dice = shell_dice(run, f, v, unit, target);
            LB_ABOUT(v->unit, v->target);
            tell_aim(run, f, v);
            LB_ROLL(1, deviation_roll(run, (uint32_t)v->unit));
            v->deviation = LB_VALUE;
            LB_ROLL(2, direction_roll(run));
            burst_shell(run, v, LB_VALUE);
            while (next_under(run, f, v, &facts)) {
                LB_ABOUT(v->unit, v->target);
                LB_CALL_ON(3, fire, &facts);
                after = suffered(run, v, fire->hits, fire->state, fire->retreat);
                LB_CALL_ON(4, suffer, &after);
            }
            LB_FORGET(v->x);
            LB_FORGET(v->y);
            LB_FORGET(v->dice);
        } else if (what == FIRE_SHOT) {
            ball = shot_of(run, f, v, unit, target);
            LB_ABOUT(v->unit, v->target);
            tell_aim(run, f, v);
            LB_CALL_ON(5, shot, &ball);
            after = suffered(run, v, shot->hits, shot->state, shot->retreat);
            LB_CALL_ON(6, suffer, &after);
        } else {
            facts = facts_of(run, f, v, unit, target, what);
            LB_ABOUT(v->unit, v->target);
            tell_aim(run, f, v);
            LB_CALL_ON(7, fire, &facts);
            after = suffered(run, v, fire->hits, fire->state, fire->retreat);
            LB_CALL_ON(8, suffer, &after);
        }
    }
    LB_RETURN(firing, .nothing = 0);
    LB_END
}

/* Opportunity fire. */

/// True if a unit of the passive side may give opportunity fire at one of those that have moved.
static bool may_snap(lb_view *view, const lb_unit_set *moved, uint32_t unit, uint32_t target,
                     uint32_t what, lb_reason *reason)
{
    if (!lb_view_is_here(view, unit) || lb_view_side(view, unit) == view->state->active)
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "that unit is not yours");
    if ((view->state->unit[unit].flags & UNIT_FIRED) != 0)
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "it has fired this turn");
    if (nl_is_disordered(view->state, unit))
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "it is in disorder");
    if (!lb_view_is_here(view, target) || !lb_unit_set_has(moved, (uint16_t)target))
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "that unit has not just moved");
    if (what == FIRE_SHOT || what == FIRE_SHELL)
        return lb_no(reason, CL_DISORDER_OPPORTUNITY,
                     "guns give opportunity fire with canister alone");
    return nl_may_fire(view, unit, target, what, reason);
}

bool nl_check_snap(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set moved = lb_cells_units(&LB_ASKED_ABOUT(asked, OPPORTUNITY)->moved);
    bool are_own = lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit);

    LB_EACH (i, &action->members)
        are_own &= lb_view_is_friend(asked->view, lb_asked_side(asked), i);
    if (!are_own)
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "that unit is not yours");
    if (action->target >= asked->battle->unit_count)
        return lb_no(reason, CL_DISORDER_OPPORTUNITY, "that unit has not just moved");
    return may_snap(asked->view, &moved, action->unit, action->target, action->option, reason);
}

void nl_offer_snaps(lb_listing *list)
{
    lb_unit_set moved = lb_cells_units(&LB_ASKED_ABOUT(&list->asked, OPPORTUNITY)->moved);
    lb_view *view = list->asked.view;

    LB_EACH (i, &view->here[lb_asked_side(&list->asked)])
        if ((view->state->unit[i].flags & (UNIT_FIRED | UNIT_DISORDERED)) == 0 &&
            nl_can_fire(view, i))
            offer_shots(list, i, &moved, true, false);
}

/// True if anybody may give opportunity fire with what suits it.
static bool may_anyone_snap(const lb_run *run, const lb_unit_set *moved)
{
    lb_view *view = run->view;
    lb_reason reason;

    LB_EACH (i, lb_view_foes(view, run->state->active)) {
        lb_unit_set near;

        if ((run->state->unit[i].flags & (UNIT_FIRED | UNIT_DISORDERED)) != 0 ||
            !nl_can_fire(view, i))
            continue;
        near = lb_view_near(view, view->box[i], nl_reach(run->battle, i), moved);
        LB_EACH (j, &near)
            if (may_snap(view, moved, i, j, nl_usual_fire(view, i, j), &reason))
                return true;
    }
    return false;
}

/// The units of an order to give opportunity fire that may do it; they have then fired.
static lb_unit_set take_snap(lb_run *run, const lb_unit_set *moved)
{
    const lb_action *action = &run->state->action;
    lb_unit_set units = nl_ordered(run->view, action);
    lb_reason reason;

    LB_EACH (i, &units) {
        if (may_snap(run->view, moved, i, action->target, action->option, &reason))
            lb_change_flags(run, CL_DISORDER_OPPORTUNITY, i, UNIT_FIRED, 0);
        else
            lb_unit_set_remove(&units, (uint16_t)i);
    }
    return units;
}

LB_PROCEDURE(snap)
{
    const struct snap_facts *f = LB_FACTS;
    lb_state *state = run->state;
    lb_unit_set moved = lb_cells_units(&f->moved), units;

    LB_BEGIN
    while (may_anyone_snap(run, &moved)) {
        LB_ASK(1, LB_QUESTION(OPPORTUNITY, 1 - state->active, .moved = f->moved));
        if (LB_VALUE == VERB_PASS)
            break;
        units = take_snap(run, &moved);
        LB_CALL(2, firing, .named = state->action.target, .what = state->action.option,
                .opportunity = true, .aims = lb_cells_of(&units));
    }
    LB_RETURN(snap, .nothing = 0);
    LB_END
}

uint32_t nl_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX])
{
    const lb_unit_card *card = &view->battle->unit[unit];
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    uint16_t angle =
        lb_view_formation(view, unit) == FORMATION_SQUARE ? LB_ANGLE_HALF : LB_ANGLE_QUARTER / 2;
    int32_t range = nl_range(view->battle, unit, is_guns ? FIRE_SHOT : FIRE_MUSKETS);
    uint32_t count = 0;

    if (nl_fire_dice(view->battle, view->state, unit) == 0 || nl_firing_bases(view, unit) == 0)
        return 0;
    if (is_guns && card->figure[FIGURE_CANISTER] > 0)
        rows[count++] = (lb_range){"canister", CL_ART_CANISTER, angle,
                                   nl_range(view->battle, unit, FIRE_CANISTER)};
    if (!is_guns)
        rows[count++] = (lb_range){"muskets, half range", CL_LOSS_1, angle,
                                   range / VALUE_OF(view->battle, FIRE_HALF_RANGE)};
    rows[count++] = (lb_range){is_guns ? "guns" : "muskets", CL_LOSS_1, angle, range};
    return count;
}
