// SPDX-License-Identifier: MIT
// From the table to facts: attacks, fights, and the tests that are taken by themselves.

#include "rules/valour_fortitude/play.h"

/* Fire. */

/// True if a battery fires canister at a target.
static bool fires_canister(const lb_view *view, uint32_t unit, uint32_t target)
{
    return lb_view_formation(view, unit) == FORMATION_GUNS &&
           view->battle->unit[unit].figure[FIGURE_GUN] != GUN_ROCKET &&
           lb_view_is_within(view, unit, target, LB_INCHES(VALUE_OF(view->battle, RANGE_CANISTER)));
}

static bool is_light_target(lb_view *view, uint32_t target)
{
    int32_t formation = vf_stance(view, target);

    return lb_unit_has(view->battle, target, LB_TRAIT_LIGHT) &&
           (is_open_order(formation) || (is_infantry(formation) && vf_is_odt(view, target)));
}

/// Counts supports, and what they do to the rest of an attack.
static void gather_helpers(const lb_view *view, const lb_action *action, struct fire_facts *f)
{
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        uint16_t helper = action->helper[i];

        if (helper == LB_NOBODY)
            continue;
        if (fires_canister(view, helper, action->target))
            f->canister_supports++;
        else
            f->supports++;
        f->heavy &= view->battle->unit[helper].figure[FIGURE_GUN] == GUN_HEAVY;
        f->rockets |= view->battle->unit[helper].figure[FIGURE_GUN] == GUN_ROCKET;
    }
}

struct fire_facts vf_gather_fire(lb_view *view, const lb_action *action)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    uint32_t unit = action->unit, target = action->target;
    const lb_unit_card *card = &battle->unit[unit];
    int32_t formation = vf_stance(view, unit);
    struct fire_facts f = {
        .value = card->figure[FIGURE_FIRE],
        .formation = formation,
        .skirmish = (action->option & FIRE_AS_SKIRMISHERS) != 0 || card->arm == LB_ARM_CAVALRY,
        .dense = is_dense(vf_stance(view, target)),
        .enfilade = !vf_is_in_arc(view, target, unit),
        .canister = fires_canister(view, unit, target),
        .heavy = card->figure[FIGURE_GUN] == GUN_HEAVY,
        .rockets = card->figure[FIGURE_GUN] == GUN_ROCKET,
        .shaken = vf_is_shaken(battle, state, unit),
        .disciplined = lb_unit_has(battle, unit, LB_TRAIT_DISCIPLINED),
        .cover = vf_cover(view, target, unit),
        .target_light = is_light_target(view, target),
        .target_tenacity = vf_tenacity(battle, state, target),
        .target_losses =
            lb_least(state->unit[target].mark[MARK_LOSSES], vf_tenacity(battle, state, target)),
        .target_stoic = lb_unit_has(battle, target, LB_TRAIT_STOIC),
    };

    if ((action->option & FIRE_WITH_SEVEN) != 0)
        f.seven = VALUE_OF(battle, FATE_7_FIRE);
    if ((state->group[card->group].flags & GROUP_VOLLEYS) != 0 && is_infantry(formation))
        f.volleys = VALUE_OF(battle, FATE_13_BR_FIRE);
    gather_helpers(view, action, &f);
    return f;
}

void vf_gather_cards_of_fire(const lb_view *view, const lb_action *action, struct fire_facts *facts)
{
    facts->six = vf_holds(view->state, lb_view_side(view, action->unit), 6);
    facts->eight = vf_holds(view->state, lb_view_side(view, action->target), 8);
}

/* Melee. */

lb_unit_set vf_supporters(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_unit_set near = lb_view_near(view, view->box[target], LB_CONTACT_TMM,
                                    &view->here[lb_view_side(view, unit)]);

    LB_EACH (i, &near)
        if (i == unit || is_marching(vf_stance(view, i)) || !lb_view_touch(view, i, target))
            lb_unit_set_remove(&near, (uint16_t)i);
    return near;
}

/// vf.melee.brigade: own-brigade units near by that are not in the fight.
static bool has_brigade_near(const lb_view *view, uint32_t unit, uint32_t other)
{
    const lb_group_card *group = &view->battle->group[view->battle->unit[unit].group];
    int32_t near = LB_INCHES(VALUE_OF(view->battle, MELEE_BRIGADE_NEAR));

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (i != unit && lb_view_is_here(view, i) && lb_view_is_within(view, unit, i, near) &&
            !lb_view_touch(view, i, other))
            return true;
    return false;
}

/// Counts supporters, and what they do to the rest of a side.
static void gather_supports(lb_view *view, uint32_t unit, uint32_t other, struct melee_side *side)
{
    lb_unit_set supporters = vf_supporters(view, unit, other);

    LB_EACH (i, &supporters) {
        int32_t formation = vf_stance(view, i);

        if (formation == FORMATION_GUNS && view->battle->unit[i].figure[FIGURE_GUN] != GUN_ROCKET)
            side->canister_supports++;
        else if (is_open_order(formation))
            side->open_supports++;
        else
            side->supports++;
        side->cavalry_support |= is_cavalry(formation);
        side->heavy &= view->battle->unit[i].figure[FIGURE_GUN] == GUN_HEAVY;
    }
}

struct melee_side vf_gather_figures(lb_view *view, uint32_t unit)
{
    const lb_battle *battle = view->battle;
    const lb_unit_card *card = &battle->unit[unit];
    const lb_unit *of = &view->state->unit[unit];
    int32_t formation = vf_stance(view, unit);
    int32_t tenacity = vf_tenacity(battle, view->state, unit);
    /* vf.play.garrison: no volley, and no formation's re-roll. */
    bool is_formed = !is_infantry(formation) || !vf_is_garrison(view, unit);

    return (struct melee_side){
        .melee = card->figure[FIGURE_MELEE],
        .fire = is_formed ? card->figure[FIGURE_FIRE] : 0,
        .formation = formation,
        .canister = formation == FORMATION_GUNS && card->figure[FIGURE_GUN] != GUN_ROCKET,
        .heavy = card->figure[FIGURE_GUN] == GUN_HEAVY,
        .disciplined = is_formed && lb_unit_has(battle, unit, LB_TRAIT_DISCIPLINED),
        .elan = is_formed && lb_unit_has(battle, unit, LB_TRAIT_ELAN),
        .heavy_cavalry = lb_unit_has(battle, unit, LB_TRAIT_HEAVY_CAVALRY),
        .militia = lb_unit_has(battle, unit, LB_TRAIT_MILITIA),
        .stoic = lb_unit_has(battle, unit, LB_TRAIT_STOIC),
        .tenacity = tenacity,
        .losses = lb_least(of->mark[MARK_LOSSES], tenacity),
    };
}

/// vf.melee.outflanked: too little of the front touches, or the enemy touches a flank or the rear
/// (vf.play.faces). Squares and garrisons have neither.
static bool is_outflanked(lb_view *view, uint32_t unit, uint32_t other, bool faces)
{
    int32_t least = lb_most(1, VALUE_OF(view->battle, OUTFLANKED_FRONT) * 10 *
                                   VALUE_OF(view->battle, OUTFLANKED_FIGURES));

    if (lb_view_formation(view, unit) == FORMATION_SQUARE || vf_is_garrison(view, unit))
        return false;
    return !faces || lb_contact_of(&view->quad[unit], &view->quad[other]).per_mille < least;
}

/// One side of a fight; whether it faces the other, and the other it.
static struct melee_side gather_side(lb_view *view, uint32_t unit, uint32_t other, bool faces,
                                     bool is_faced)
{
    struct melee_side side = vf_gather_figures(view, unit);

    side.brigade = has_brigade_near(view, unit, other);
    side.odt = vf_is_odt(view, unit);
    side.rough = vf_is_rough(view, unit);
    side.cover = vf_is_covered_in_melee(view, unit, other);
    side.uphill = lb_view_level(view, unit) > lb_view_level(view, other);
    side.enfilade = !is_faced;
    side.outflanked = is_outflanked(view, unit, other, faces);
    side.visible = faces;
    gather_supports(view, unit, other, &side);
    return side;
}

struct melee_facts vf_gather_melee(lb_view *view, uint32_t unit, uint32_t target)
{
    const lb_unit *a = &view->state->unit[unit], *d = &view->state->unit[target];
    bool a_faces = vf_faces(view, unit, target), d_faces = vf_faces(view, target, unit);

    return (struct melee_facts){.a = gather_side(view, unit, target, a_faces, d_faces),
                                .d = gather_side(view, target, unit, d_faces, a_faces),
                                .a_ace = a->mark[MARK_ACE],
                                .d_ace = d->mark[MARK_ACE],
                                .a_queen = a->mark[MARK_QUEEN],
                                .d_queen = d->mark[MARK_QUEEN],
                                .a_knave = a->mark[MARK_KNAVE],
                                .d_knave = d->mark[MARK_KNAVE],
                                .a_rush = a->mark[MARK_RUSH],
                                .d_rush = d->mark[MARK_RUSH],
                                .a_temper = a->mark[MARK_WORTH],
                                .d_temper = d->mark[MARK_WORTH],
                                .a_won = (a->flags & UNIT_WON) != 0,
                                .d_won = (d->flags & UNIT_WON) != 0,
                                .a_daunted = (a->flags & UNIT_DAUNTED) != 0,
                                .d_daunted = (d->flags & UNIT_DAUNTED) != 0};
}

void vf_gather_cards_of_melee(const lb_view *view, uint32_t unit, uint32_t target,
                              struct melee_facts *facts)
{
    facts->a_six = vf_holds(view->state, lb_view_side(view, unit), 6);
    facts->d_six = vf_holds(view->state, lb_view_side(view, target), 6);
    facts->a_eight = vf_holds(view->state, lb_view_side(view, unit), 8);
    facts->d_eight = vf_holds(view->state, lb_view_side(view, target), 8);
}

/* Tests that are taken by themselves. */

struct activation_facts vf_gather_activation(const lb_battle *battle, const lb_state *state,
                                             uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    const int16_t *mark = state->side[card->side].mark;

    return (struct activation_facts){
        .first_near = mark[SIDE_ACTIVATED] == 0 && mark[SIDE_NO_AUTO] == 0 &&
                      vf_leaders_within(state, card->leader, battle->side[card->side].leader,
                                        LB_INCHES(VALUE_OF(battle, ACT_AUTO))),
        .routed = (state->group[group].flags & GROUP_ROUTED) != 0,
        .cautious = card->leader != LB_NOBODY &&
                    lb_has_trait(battle->leader[card->leader].traits, LB_LEADER_TRAIT_CAUTIOUS)};
}

struct fortitude_facts vf_gather_fortitude(const lb_battle *battle, const lb_state *state,
                                           uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    bool all_shaken = true;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (state->unit[i].presence != LB_PRESENCE_GONE)
            all_shaken &= vf_is_shaken(battle, state, i);
    return (struct fortitude_facts){
        .tests = state->group[group].mark[GROUP_OWED],
        .units = (int32_t)lb_group_left(battle, state, group),
        .leader_near = vf_leaders_within(state, card->leader, battle->side[card->side].leader,
                                         LB_INCHES(VALUE_OF(battle, FORTITUDE_DISTANCE))),
        .all_shaken = all_shaken};
}

struct rally_facts vf_gather_rally(const lb_view *view, uint32_t unit)
{
    return (struct rally_facts){
        .losses = view->state->unit[unit].mark[MARK_LOSSES],
        .far = !lb_view_any_within(view, &view->quad[unit],
                                   lb_view_foes(view, lb_view_side(view, unit)),
                                   LB_INCHES(VALUE_OF(view->battle, RALLY_DISTANCE)))};
}

bool vf_gather_square(lb_view *view, uint32_t unit, struct square_contact_facts *facts)
{
    lb_unit_set near;
    bool touches = false;

    if (!is_cavalry(lb_view_formation(view, unit)))
        return false;
    near = lb_view_near(view, view->box[unit], LB_CONTACT_TMM,
                        lb_view_foes(view, lb_view_side(view, unit)));
    facts->all_shaken = true;
    LB_EACH (s, &near)
        if (vf_stance(view, s) == FORMATION_SQUARE && lb_view_touch(view, unit, s)) {
            touches = true;
            facts->all_shaken &= vf_is_shaken(view->battle, view->state, s);
        }
    return touches;
}
