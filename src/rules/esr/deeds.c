// SPDX-License-Identifier: MIT
// Who fires or fights by a throw. Formations fire as bodies, and name nobody: the figures of a
// report learn here which of their units took part.

#include "rules/esr/play.h"

/// Adds the batteries of a Formation, or of a grand battery, that fire at another.
static void add_batteries(lb_view *view, uint32_t firer, uint32_t target, lb_unit_set *who)
{
    bool is_mass = firer >= LB_CAST_LEADER;

    for (uint32_t i = 0; i < view->battle->unit_count; i++) {
        uint32_t grand = (uint32_t)view->state->unit[i].mark[MARK_GRAND];

        if (view->battle->unit[i].arm != LB_ARM_ARTILLERY || !lb_view_is_here(view, i) ||
            (is_mass ? grand != firer - LB_CAST_LEADER + 1
                     : grand != 0 || !esr_is_of(view->state, i, firer - LB_CAST_GROUP)))
            continue;
        if (esr_aim(view, i) == target)
            lb_unit_set_add(who, (uint16_t)i);
    }
}

/// Adds the battalions of a Formation whose skirmishers reach another.
static void add_skirmishers(lb_view *view, uint32_t firer, uint32_t target, lb_unit_set *who)
{
    lb_unit_set own = esr_deployed(view, firer), units = esr_units(view, target);
    int32_t range = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_SKIRMISH));

    if (esr_skirmish_aim(view, firer) != target)
        return;
    LB_EACH (i, &own) {
        if (view->battle->unit[i].arm != LB_ARM_INFANTRY || !esr_is_troops(view->battle, i))
            continue;
        LB_EACH (j, &units)
            if (lb_view_is_within(view, i, j, range))
                lb_unit_set_add(who, (uint16_t)i);
    }
}

bool esr_deeds(lb_view *view, lb_unit_set *who)
{
    const lb_machine *machine = &view->state->machine;
    const lb_frame *frame = &machine->frame[machine->depth - 1];

    if (frame->procedure == PROCEDURE_score && frame->target >= LB_CAST_GROUP) {
        uint32_t target = frame->target - LB_CAST_GROUP;

        add_batteries(view, frame->actor, target, who);
        if (frame->actor < LB_CAST_LEADER)
            add_skirmishers(view, frame->actor - LB_CAST_GROUP, target, who);
    }
    if (frame->procedure != PROCEDURE_combat)
        return false;
    if (frame->actor < view->battle->unit_count)
        lb_unit_set_add(who, frame->actor);
    if (frame->target < view->battle->unit_count)
        lb_unit_set_add(who, frame->target);
    return true;
}
