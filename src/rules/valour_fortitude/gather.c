// SPDX-License-Identifier: MIT
// From the table to facts: who fires at whom with whose support, who fights whom.

#include "rules/valour_fortitude/play.h"

#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

static bool no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

/// True if a battery fires canister at this distance.
static bool fires_canister(const lb_battle *battle, const lb_state *state, uint32_t unit,
                           int32_t distance)
{
    return state->unit[unit].formation == FORMATION_GUNS &&
           battle->unit[unit].figure[FIGURE_GUN] != GUN_ROCKET &&
           distance <= LB_INCHES(VALUE_OF(battle, RANGE_CANISTER));
}

/// vf.fire.range, in tenths of a millimetre; 0 for a unit that cannot fire.
static int32_t range_of(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        bool skirmish)
{
    static const uint16_t guns[] = {[GUN_NONE] = V_RANGE_MUSKET,
                                    [GUN_FIELD] = V_RANGE_FIELD,
                                    [GUN_HEAVY] = V_RANGE_HEAVY,
                                    [GUN_HORSE] = V_RANGE_HORSE,
                                    [GUN_ROCKET] = V_RANGE_ROCKET};
    const lb_unit_card *card = &battle->unit[unit];
    int32_t inches;

    if (card->figure[FIGURE_FIRE] == 0 || is_marching(state->unit[unit].formation))
        return 0;
    if (card->arm == LB_ARM_ARTILLERY)
        return LB_INCHES(battle->house.value[guns[card->figure[FIGURE_GUN]]]);
    if (card->arm == LB_ARM_CAVALRY)
        return LB_INCHES(VALUE_OF(battle, RANGE_CARBINE));
    inches = card->figure[FIGURE_RANGE] > 0 ? card->figure[FIGURE_RANGE]
                                            : VALUE_OF(battle, RANGE_MUSKET);
    return LB_INCHES(inches + (skirmish ? VALUE_OF(battle, RANGE_SKIRMISH) : 0));
}

static bool may_skirmish(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_INFANTRY &&
           state->unit[unit].formation != FORMATION_SQUARE &&
           (vf_has(battle, unit, LB_TRAIT_SKIRMISHERS) || vf_has(battle, unit, LB_TRAIT_LIGHT));
}

/// True if the unit fires as skirmishers: by choice, or because it has only carbines.
static bool fires_as_skirmishers(const lb_battle *battle, uint32_t unit, uint32_t option)
{
    return (option & FIRE_AS_SKIRMISHERS) != 0 || battle->unit[unit].arm == LB_ARM_CAVALRY;
}

/// True if the unit has not fired or supported, and nobody touches it.
static bool find_ready(const lb_battle *battle, const lb_state *state, uint32_t unit,
                       lb_reason *reason)
{
    lb_quad quad;

    if ((state->unit[unit].flags & (UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) != 0)
        return no(reason, CL_FIRE_TARGET, "it has fired or lent support in this phase");
    if (is_marching(state->unit[unit].formation))
        return no(reason, CL_FIRE_MARCH_COLUMN, "march columns do not fire");
    if (battle->unit[unit].figure[FIGURE_FIRE] == 0)
        return no(reason, CL_FIRE_RANGE, "it has nothing to fire with");
    quad = vf_quad(battle, state, unit);
    if (vf_is_enemy_within(battle, state, &quad, battle->unit[unit].side, LB_CONTACT_TMM))
        return no(reason, CL_FIRE_TARGET, "it touches the enemy");
    return true;
}

/// The same by a view; works the reason out only for who is not ready.
static bool is_ready(struct vf_view *view, uint32_t unit, lb_reason *reason)
{
    if ((view->known[unit] & VIEW_READY) == 0) {
        bool ready = find_ready(view->battle, view->state, unit, reason);

        view->known[unit] |= ready ? VIEW_READY | VIEW_IS_READY : VIEW_READY;
        return ready;
    }
    return (view->known[unit] & VIEW_IS_READY) != 0 ||
           find_ready(view->battle, view->state, unit, reason);
}

/// The unit of `left` that is nearest to who measured the ranges; LB_NOBODY when none is left.
static uint32_t nearest_of(const struct vf_view *view, const lb_unit_set *left)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < view->battle->unit_count; i++)
        if (lb_unit_set_has(left, (uint16_t)i) &&
            (best == LB_NOBODY || view->range_tmm[i] < view->range_tmm[best]))
            best = i;
    return best;
}

/// Measures the ranges to all enemies, and looks for the nearest in sight from near to far.
static void find_range(struct vf_view *view, uint32_t unit)
{
    const lb_battle *battle = view->battle;
    const lb_quad *own = vf_view_quad(view, unit);
    int32_t most = range_of(battle, view->state, unit, may_skirmish(battle, view->state, unit));
    lb_unit_set left = {{0}};
    uint32_t next;

    view->ranger = (uint8_t)unit;
    view->seen_tmm = -1;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        view->range_tmm[i] = -1;
        if (!vf_is_here(view->state, i) || battle->unit[i].side == battle->unit[unit].side ||
            !vf_may_be_near(battle, view->state, i, view->low[unit], view->high[unit], most))
            continue;
        view->range_tmm[i] = lb_quad_distance_ceil(own, vf_view_quad(view, i));
        if (view->range_tmm[i] > most)
            view->range_tmm[i] = -1;
        else
            lb_unit_set_add(&left, (uint16_t)i);
    }
    while (view->seen_tmm < 0 && (next = nearest_of(view, &left)) != LB_NOBODY) {
        left.bits[next / 64] &= ~(UINT64_C(1) << next % 64);
        if (vf_view_sees(view, unit, next))
            view->seen_tmm = view->range_tmm[next];
    }
}

bool vf_view_may_fire(struct vf_view *view, uint32_t unit, uint32_t target)
{
    lb_reason reason;

    if ((view->known[unit] & VIEW_READY) == 0)
        (void)is_ready(view, unit, &reason);
    if ((view->known[unit] & VIEW_IS_READY) == 0)
        return false;
    if (view->ranger != unit)
        find_range(view, unit);
    return view->range_tmm[target] >= 0 && view->seen_tmm >= 0 &&
           (view->range_tmm[target] <= view->seen_tmm ||
            view->battle->unit[unit].figure[FIGURE_GUN] == GUN_ROCKET);
}

static bool find_nearer(struct vf_view *view, uint32_t unit, uint32_t target)
{
    const lb_battle *battle = view->battle;
    const lb_quad *own = vf_view_quad(view, unit), *aimed = vf_view_quad(view, target);
    int32_t distance = lb_quad_distance_ceil(own, aimed);

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (i != target && vf_is_here(view->state, i) &&
            battle->unit[i].side != battle->unit[unit].side &&
            vf_may_be_near(battle, view->state, i, view->low[unit], view->high[unit], distance) &&
            lb_quad_compare_distance(own, vf_view_quad(view, i), aimed) < 0 &&
            vf_view_sees(view, unit, i))
            return true;
    return false;
}

/// True if an enemy nearer than the target is seen.
static bool sees_nearer(struct vf_view *view, uint32_t unit, uint32_t target)
{
    if (view->aimer != unit || view->aim != target) {
        view->is_nearer = find_nearer(view, unit, target);
        view->aimer = (uint8_t)unit;
        view->aim = (uint8_t)target;
    }
    return view->is_nearer;
}

static bool check_helper(struct vf_view *view, const lb_action *action, uint32_t helper,
                         lb_reason *reason)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    bool skirmish = fires_as_skirmishers(battle, action->unit, action->option);

    if (helper >= battle->unit_count || helper == action->unit || !vf_is_here(state, helper) ||
        battle->unit[helper].side != battle->unit[action->unit].side)
        return no(reason, CL_FIRE_SUPPORT, "there is no such friend to lend support");
    if (!is_ready(view, helper, reason))
        return false;
    if (battle->unit[helper].arm == LB_ARM_CAVALRY && !skirmish)
        return no(reason, CL_FIRE_SKIRMISH, "carbines support only skirmishers");
    if (!vf_view_is_within(
            view, helper, action->target,
            range_of(battle, state, helper, skirmish && may_skirmish(battle, state, helper))))
        return no(reason, CL_FIRE_SUPPORT, "a supporter must itself reach the target");
    if (!vf_view_sees(view, helper, action->target))
        return no(reason, CL_FIRE_SUPPORT, "a supporter must itself see the target");
    return true;
}

bool vf_view_may_help(struct vf_view *view, const lb_action *action, uint32_t helper)
{
    lb_reason reason;

    return (view->known[helper] & (VIEW_READY | VIEW_IS_READY)) != VIEW_READY &&
           check_helper(view, action, helper, &reason);
}

bool vf_check_fire(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_reason *reason)
{
    struct vf_view view;

    vf_view_start(&view, battle, state);
    return vf_view_check_fire(&view, action, reason);
}

bool vf_view_check_fire(struct vf_view *view, const lb_action *action, lb_reason *reason)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    bool skirmish;

    if (action->unit >= battle->unit_count || !vf_is_here(state, action->unit) ||
        battle->unit[action->unit].side != state->active)
        return no(reason, CL_FIRE_TARGET, "that unit is not yours to fire with");
    if (action->target >= battle->unit_count || !vf_is_here(state, action->target) ||
        battle->unit[action->target].side == state->active)
        return no(reason, CL_FIRE_TARGET, "there is no such enemy");
    if (!is_ready(view, action->unit, reason))
        return false;
    skirmish = (action->option & FIRE_AS_SKIRMISHERS) != 0;
    if (skirmish && !may_skirmish(battle, state, action->unit))
        return no(reason, CL_TRAIT_SKIRMISHERS, "it has no skirmishers to send out");
    if ((action->option & FIRE_WITH_SEVEN) != 0 && !vf_holds(state, state->active, 7))
        return no(reason, CL_FATE_7, "the Seven is not in your hand");
    if (!vf_view_is_within(view, action->unit, action->target,
                           range_of(battle, state, action->unit, skirmish)))
        return no(reason, CL_FIRE_RANGE, "the target is out of range");
    if (!vf_view_sees(view, action->unit, action->target))
        return vf_view_is_in_arc(view, action->unit, action->target)
                   ? no(reason, CL_LOS_LINE, "something hides the target")
                   : no(reason, CL_LOS_ARC, "the target is not in its front arc");
    if (battle->unit[action->unit].figure[FIGURE_GUN] != GUN_ROCKET &&
        sees_nearer(view, action->unit, action->target))
        return no(reason, CL_FIRE_TARGET, "a nearer enemy is in sight");
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        if (action->helper[i] == LB_NOBODY)
            continue;
        for (int j = 0; j < i; j++)
            if (action->helper[j] == action->helper[i])
                return no(reason, CL_FIRE_SUPPORT, "a unit lends support once");
        if (!check_helper(view, action, action->helper[i], reason))
            return false;
    }
    return true;
}

struct fire_facts vf_gather_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target, const uint8_t *helper, uint32_t option)
{
    const lb_unit_card *card = &battle->unit[unit];
    int32_t formation = state->unit[unit].formation, aim = state->unit[target].formation;
    bool is_light = vf_has(battle, target, LB_TRAIT_LIGHT);
    struct fire_facts f = {
        .value = card->figure[FIGURE_FIRE],
        .formation = formation,
        .skirmish = fires_as_skirmishers(battle, unit, option),
        .dense = is_dense(aim),
        .enfilade = !vf_is_in_arc(battle, state, target, unit),
        .canister = fires_canister(battle, state, unit, vf_distance(battle, state, unit, target)),
        .heavy = card->figure[FIGURE_GUN] == GUN_HEAVY,
        .rockets = card->figure[FIGURE_GUN] == GUN_ROCKET,
        .shaken = vf_is_shaken(battle, state, unit),
        .disciplined = vf_has(battle, unit, LB_TRAIT_DISCIPLINED),
        .cover = vf_cover(battle, state, target, unit),
        .target_light = is_light && (is_open_order(aim) ||
                                     (is_infantry(aim) && vf_is_odt(battle, state, target))),
        .target_tenacity = vf_tenacity(battle, state, target),
        .target_losses =
            lb_least(state->unit[target].mark[MARK_LOSSES], vf_tenacity(battle, state, target)),
        .target_stoic = vf_has(battle, target, LB_TRAIT_STOIC),
    };

    if ((option & FIRE_WITH_SEVEN) != 0)
        f.value += VALUE_OF(battle, FATE_7_FIRE);
    if ((state->group[card->group].flags & GROUP_VOLLEYS) != 0 && is_infantry(formation))
        f.value += VALUE_OF(battle, FATE_13_BR_FIRE);
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        if (helper[i] == LB_NOBODY)
            continue;
        if (fires_canister(battle, state, helper[i], vf_distance(battle, state, helper[i], target)))
            f.canister_supports++;
        else
            f.supports++;
        f.heavy &= battle->unit[helper[i]].figure[FIGURE_GUN] == GUN_HEAVY;
        f.rockets |= battle->unit[helper[i]].figure[FIGURE_GUN] == GUN_ROCKET;
    }
    return f;
}

/* Melee. */

lb_unit_set vf_supporters(const lb_battle *battle, const lb_state *state, uint32_t unit,
                          uint32_t target)
{
    lb_unit_set set = {{0}};

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (i != unit && vf_is_here(state, i) && battle->unit[i].side == battle->unit[unit].side &&
            (state->unit[i].flags & UNIT_FOUGHT) == 0 && !is_marching(state->unit[i].formation) &&
            vf_touch(battle, state, i, target))
            lb_unit_set_add(&set, (uint16_t)i);
    return set;
}

/// vf.melee.brigade: own-brigade units near by that are not in the fight.
static bool has_brigade_near(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             uint32_t other)
{
    const lb_group_card *group = &battle->group[battle->unit[unit].group];

    for (uint32_t i = group->first_unit; i < (uint32_t)group->first_unit + group->unit_count; i++) {
        if (i == unit || !vf_is_here(state, i))
            continue;
        if (vf_distance(battle, state, unit, i) <=
                LB_INCHES(VALUE_OF(battle, MELEE_BRIGADE_NEAR)) &&
            !vf_touch(battle, state, i, other))
            return true;
    }
    return false;
}

static struct melee_side gather_side(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                     uint32_t other)
{
    const lb_unit_card *card = &battle->unit[unit];
    const lb_unit *of = &state->unit[unit];
    lb_unit_set supporters = vf_supporters(battle, state, unit, other);
    lb_quad own = vf_quad(battle, state, unit), theirs = vf_quad(battle, state, other);
    lb_contact contact = lb_contact_of(&own, &theirs);
    int32_t tenacity = vf_tenacity(battle, state, unit);
    struct melee_side side = {
        .melee =
            lb_most(1, card->figure[FIGURE_MELEE] + of->mark[MARK_WORTH] + of->mark[MARK_MELEE]),
        .fire = card->figure[FIGURE_FIRE],
        .formation = of->formation,
        .brigade = has_brigade_near(battle, state, unit, other),
        .odt = vf_is_odt(battle, state, unit),
        .rough = vf_is_rough(battle, state, unit),
        .cover = vf_cover(battle, state, unit, other) != COVER_NONE,
        .uphill = vf_level(battle, state, unit) > vf_level(battle, state, other),
        .enfilade = !vf_is_in_arc(battle, state, other, unit),
        .outflanked = of->formation != FORMATION_SQUARE &&
                      contact.per_mille < VALUE_OF(battle, OUTFLANKED_FRONT) * 10,
        .canister = of->formation == FORMATION_GUNS && card->figure[FIGURE_GUN] != GUN_ROCKET,
        .heavy = card->figure[FIGURE_GUN] == GUN_HEAVY,
        .disciplined = vf_has(battle, unit, LB_TRAIT_DISCIPLINED),
        .elan = vf_has(battle, unit, LB_TRAIT_ELAN),
        .heavy_cavalry = vf_has(battle, unit, LB_TRAIT_HEAVY_CAVALRY),
        .militia = vf_has(battle, unit, LB_TRAIT_MILITIA),
        .stoic = vf_has(battle, unit, LB_TRAIT_STOIC),
        .visible = vf_is_in_arc(battle, state, unit, other),
        .tenacity = tenacity,
        .losses = lb_least(of->mark[MARK_LOSSES], tenacity),
    };

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!lb_unit_set_has(&supporters, (uint16_t)i))
            continue;
        if (state->unit[i].formation == FORMATION_GUNS &&
            battle->unit[i].figure[FIGURE_GUN] != GUN_ROCKET)
            side.canister_supports++;
        else if (is_open_order(state->unit[i].formation))
            side.open_supports++;
        else
            side.supports++;
        side.cavalry_support |= is_cavalry(state->unit[i].formation);
        side.heavy &= battle->unit[i].figure[FIGURE_GUN] == GUN_HEAVY;
    }
    return side;
}

struct melee_facts vf_gather_melee(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                   uint32_t target)
{
    return (struct melee_facts){.a = gather_side(battle, state, unit, target),
                                .d = gather_side(battle, state, target, unit)};
}

bool vf_next_fight(const lb_battle *battle, const lb_state *state, uint32_t *pair, uint32_t *unit,
                   uint32_t *target)
{
    uint32_t count = battle->unit_count;

    for (; *pair < count * count; ++*pair) {
        uint32_t a = *pair / count, d = *pair % count;

        if (!vf_is_here(state, a) || !vf_is_here(state, d) ||
            battle->unit[a].side != state->active || battle->unit[d].side == state->active ||
            ((state->unit[a].flags | state->unit[d].flags) & UNIT_FOUGHT) != 0 ||
            !vf_touch(battle, state, a, d))
            continue;
        *unit = a;
        *target = d;
        ++*pair;
        return true;
    }
    return false;
}
