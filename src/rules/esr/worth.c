// SPDX-License-Identifier: MIT
// What fire and fights are worth: whom guns and skirmishers aim at, when to fire intensely, which
// fight comes first, and whether to go on after a victory.

#include "rules/esr/intent.h"

enum {
    ASSAULT = 220, ///< tenths of an inch: who is so near to an attacker of ours is under attack
    INTENSE_FROM = 260,  ///< pressure on a target from which on guns fire intensely at it
    PRESS_REACH = 110,   ///< tenths of an inch that a victorious unit goes on
    SKIRMISH_FROM = 300, ///< pressure from which on skirmishers do the same
    SKIRMISH_SHARE = 8   ///< and one marker in so many units is what that may cost a Formation
};

/* Fire. */

/// How much we want to hurt a Formation of the enemy.
static int32_t pressure_on(const struct esr_picture *picture, uint32_t target)
{
    const lb_state *state = picture->list->asked.state;
    const struct esr_body *body = &picture->body[target];
    int32_t pressure = 100 + 100 * lb_least(body->fatigue, body->whole) / lb_most(1, body->whole);

    if (!body->is_fit)
        return 10;
    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++)
        if (picture->body[g].is_own && picture->body[g].is_fit &&
            state->group[g].order.kind == ORDER_ATTACK &&
            esr_gap(picture, g, target) <= esr_tenths(picture->list->asked.battle, ASSAULT))
            pressure += 60;
    return pressure + (body->is_touched ? 40 : 0);
}

/// True if all batteries of a grand battery bear on a Formation.
static bool all_bear(lb_view *view, int32_t grand, uint32_t target)
{
    for (uint32_t i = 0; i < view->battle->unit_count; i++)
        if (view->state->unit[i].mark[MARK_GRAND] == grand && lb_view_is_here(view, i) &&
            !esr_battery_reaches(view, i, target))
            return false;
    return true;
}

/// The Formation that a battery should fire at; LB_NOBODY for none.
static uint32_t best_target(const struct esr_picture *picture, uint32_t battery)
{
    lb_view *view = picture->list->asked.view;
    int32_t range = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_GUNS));
    int32_t grand = view->state->unit[battery].mark[MARK_GRAND], most = 0;
    uint32_t best = LB_NOBODY;

    for (uint32_t g = 0; g < view->battle->group_count; g++) {
        int32_t worth;

        if (!picture->body[g].is_here || picture->body[g].is_own ||
            lb_quad_distance_floor(&view->quad[battery], &picture->body[g].box) > range)
            continue;
        worth = pressure_on(picture, g);
        if (grand > 0)
            worth += all_bear(view, grand, g) ? 300 : 0;
        if (worth > most && esr_battery_reaches(view, battery, g)) {
            most = worth;
            best = g;
        }
    }
    return best;
}

/// Proposes a target for the next battery that should not fire at the nearest enemy.
static bool propose_bombard(lb_listing *list, const struct esr_picture *picture)
{
    const lb_unit_set *own = lb_mind_own(list);

    LB_EACH (i, own) {
        uint32_t target;

        if (list->counsel->note[i] != 0 || list->asked.battle->unit[i].arm != LB_ARM_ARTILLERY ||
            lb_view_formation(list->asked.view, i) != FORMATION_UNLIMBERED)
            continue;
        list->counsel->note[i] = 1;
        target = best_target(picture, i);
        if (target != LB_NOBODY && target != esr_aim(list->asked.view, i) &&
            lb_propose_verb(list, VERB_BOMBARD, i, target, ESR_USEFUL))
            return true;
    }
    return false;
}

/// Proposes that guns or skirmishers of a Formation fire intensely.
static bool propose_intensely(lb_listing *list, uint32_t group, uint8_t who)
{
    lb_action action = lb_action_of(VERB_INTENSE);

    action.unit = (uint16_t)group;
    action.option = who;
    return lb_propose_legal(list, &action, ESR_USEFUL);
}

/// Skirmishers of a large and fresh Formation fire intensely at whoever is about to be overthrown.
static bool propose_skirmish(lb_listing *list, const struct esr_picture *picture)
{
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++) {
        const struct esr_body *body = &picture->body[g];
        uint32_t target;

        if (!body->is_here || !body->is_own || !body->is_fit ||
            list->asked.state->group[g].fatigue[LB_ARM_INFANTRY] > 0 ||
            SKIRMISH_SHARE * (body->fatigue + 1) > body->whole)
            continue;
        target = esr_skirmish_aim(list->asked.view, g);
        if (target != LB_NOBODY && pressure_on(picture, target) >= SKIRMISH_FROM &&
            propose_intensely(list, g, INTENSE_SKIRMISH))
            return true;
    }
    return false;
}

/// Guns fire intensely at whoever is being attacked, if they are fresh.
static bool propose_intense(lb_listing *list, const struct esr_picture *picture)
{
    const lb_unit_set *own = lb_mind_own(list);

    LB_EACH (i, own) {
        uint32_t group = list->asked.state->unit[i].group, target;

        if (list->asked.battle->unit[i].arm != LB_ARM_ARTILLERY ||
            lb_view_formation(list->asked.view, i) != FORMATION_UNLIMBERED ||
            list->asked.state->group[group].fatigue[LB_ARM_ARTILLERY] > 0 ||
            4 * (picture->body[group].fatigue + 1) > picture->body[group].whole)
            continue;
        target = esr_aim(list->asked.view, i);
        if (target != LB_NOBODY && pressure_on(picture, target) >= INTENSE_FROM &&
            propose_intensely(list, group, INTENSE_GUNS))
            return true;
    }
    return propose_skirmish(list, picture);
}

void esr_propose_fire(lb_listing *list)
{
    struct esr_picture picture;

    lb_propose_pass(list);
    esr_see(&picture, list);
    if (!propose_bombard(list, &picture))
        (void)propose_intense(list, &picture);
}

/* Combat. */

void esr_propose_evade(lb_listing *list)
{
    uint32_t group = (uint32_t)LB_ASKED_ABOUT(&list->asked, EVADE)->group;
    lb_unit_set units = esr_units(list->asked.view, group);
    bool is_worn = 2 * esr_fatigue(list->asked.state, group) >= (int32_t)lb_unit_set_count(&units);

    lb_propose_yes(list, VERB_YES, VERB_NO,
                   is_worn && !esr_is_touched(list->asked.view, group) ? ESR_USEFUL : -ESR_USEFUL);
}

/// What a fight is worth to the attacker of its chart: what each side suffers, in hundredths.
static int32_t worth_of_combat(const int32_t *effect, const int32_t *facts)
{
    static const int32_t harm[combat_result_COUNT] = {
        [COMBAT_RESULT_RETIRE] = 60, [COMBAT_RESULT_ROUT] = 200, [COMBAT_RESULT_REMOVED] = 300};
    const struct combat_effect *e = (const void *)effect;

    (void)facts;
    return harm[e->d_result] + 40 * e->d_fatigue - harm[e->a_result] - 40 * e->a_fatigue;
}

int32_t esr_worth_of_fight(const lb_listing *list, uint32_t unit, uint32_t target)
{
    struct combat_facts facts = esr_gather_combat(list->asked.view, unit, target);
    int32_t worth = 0;

    facts.d.multiple |= lb_view_is_engaged(list->asked.view, target) &&
                        !lb_view_touch(list->asked.view, unit, target);
    return LB_WORTH(list->counsel, list->asked.battle, combat, &facts, worth_of_combat, &worth)
               ? worth
               : 0;
}

void esr_propose_fight(lb_listing *list)
{
    const struct ask_FIGHT *about = LB_ASKED_ABOUT(&list->asked, FIGHT);
    const int32_t *pair = &about->count + 1;

    for (int32_t i = 0; i < about->count; i++) {
        uint32_t a = ((uint32_t)pair[i] >> 16) - 1, b = (uint32_t)pair[i] & 0xffff;
        bool is_own = lb_view_side(list->asked.view, a) == lb_asked_side(&list->asked);
        uint32_t unit = is_own ? a : b, target = is_own ? b : a;

        (void)lb_propose_verb(list, VERB_FIGHT, unit, target,
                              esr_worth_of_fight(list, unit, target));
    }
}

/// After a victory a unit goes on if that leads it into another fight that it should win; otherwise
/// it stays with its Formation.
void esr_propose_break(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(&list->asked, BREAK)->unit;
    lb_unit_set near = lb_view_near(view, view->box[unit], esr_tenths(view->battle, PRESS_REACH),
                                    lb_mind_foes(list));
    bool is_good = false;

    LB_EACH (i, &near)
        is_good |=
            esr_has_in_arc(view, unit, &view->quad[i]) && esr_worth_of_fight(list, unit, i) > 0;
    lb_propose_yes(list, VERB_YES, VERB_NO, is_good ? ESR_USEFUL : -ESR_USEFUL);
}

void esr_propose_area(lb_listing *list)
{
    lb_propose_yes(list, VERB_YES, VERB_NO, ESR_USEFUL);
}
