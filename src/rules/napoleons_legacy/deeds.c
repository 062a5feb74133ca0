// SPDX-License-Identifier: MIT
// Who fires or fights by a throw. An order names one unit, but all that are linked to it fire and
// charge with it, and an order that nobody obeys fires nothing: the figures of a report learn here
// who took part.

#include "rules/napoleons_legacy/play.h"

/// The variables of a procedure in progress: they stand behind its facts.
static const void *vars_of(const lb_view *view, const lb_frame *frame)
{
    return view->state->machine.cell + frame->facts +
           view->battle->rules->procedures[frame->procedure].facts;
}

/// True if a unit can fire at the row of a target with what suits it.
static bool fires_at_row(lb_view *view, uint32_t unit, uint32_t target)
{
    struct nl_body row = nl_body_of(view, target);
    lb_reason reason;

    LB_EACH (i, &row.units)
        if (nl_may_fire(view, unit, i, nl_usual_fire(view, unit, i), &reason))
            return true;
    return false;
}

/// Adds those who fire at the row of a target in one pool: they aimed, and no longer do.
static void add_pool(lb_view *view, const lb_frame *frame, lb_unit_set *who)
{
    const lb_machine *machine = &view->state->machine;
    const struct firing_facts *facts = (const void *)(machine->cell + frame->facts);
    const struct firing_vars *vars = vars_of(view, frame);
    lb_unit_set pool = lb_cells_units(&facts->aims), left = lb_cells_units(&vars->aims);

    lb_unit_set_add(who, (uint16_t)vars->unit);
    LB_EACH (i, &pool)
        if (!lb_unit_set_has(&left, (uint16_t)i) && lb_view_is_here(view, i) &&
            lb_view_is_here(view, (uint32_t)vars->target) &&
            fires_at_row(view, i, (uint32_t)vars->target))
            lb_unit_set_add(who, (uint16_t)i);
}

/// Adds the units of the attackers' rows and of the row that they attack whose bases meet.
static void add_fighters(lb_view *view, const lb_frame *frame, lb_unit_set *who)
{
    const struct fight_facts *facts = (const void *)(view->state->machine.cell + frame->facts);
    const struct fight_vars *vars = vars_of(view, frame);
    lb_unit_set attackers = lb_cells_units(&vars->attackers);
    lb_unit_set struck = lb_cells_units(&vars->struck);

    lb_unit_set_add(who, (uint16_t)facts->unit);
    lb_unit_set_add(who, (uint16_t)facts->target);
    lb_unit_set_join(who, &struck);
    LB_EACH (i, &attackers) {
        struct nl_clash clash = {0};
        struct nl_body row, enemy;

        lb_unit_set_add(who, (uint16_t)i);
        if (!lb_view_is_here(view, i) || !lb_view_is_here(view, (uint32_t)facts->target))
            continue;
        row = nl_body_of(view, i);
        enemy = nl_body_of(view, (uint32_t)facts->target);
        nl_meet(view, &row.units, NULL, &enemy.units, &clash);
        lb_unit_set_join(who, &clash.a.units);
    }
}

bool nl_deeds(lb_view *view, lb_unit_set *who)
{
    const lb_machine *machine = &view->state->machine;
    bool is_fight = false;

    for (uint32_t i = 0; i < machine->depth; i++) {
        const lb_frame *frame = &machine->frame[i];

        if (frame->procedure == PROCEDURE_firing && i + 1 < machine->depth)
            add_pool(view, frame, who);
        if (frame->procedure != PROCEDURE_fight)
            continue;
        add_fighters(view, frame, who);
        is_fight = true;
    }
    return is_fight;
}
