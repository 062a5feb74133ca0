// SPDX-License-Identifier: MIT
// Whose dice an open roll is, and what he wishes for.

#include "rules/napoleons_legacy/play.h"

/// The frame of a procedure nearest to the one that waits; NULL if it does not run.
static const lb_frame *frame_of(const lb_state *state, uint16_t procedure)
{
    for (uint32_t i = state->machine.depth; i-- > 0;)
        if (state->machine.frame[i].procedure == procedure)
            return &state->machine.frame[i];
    return NULL;
}

static const void *facts_of(const lb_state *state, const lb_frame *frame)
{
    return state->machine.cell + frame->facts;
}

static const void *vars_of(const lb_state *state, const lb_frame *frame)
{
    return state->machine.cell + frame->vars;
}

/// The unit that attacks and the one that is attacked, by whatever goes on; false if nothing does.
static bool find_pair(const lb_state *state, uint32_t *attacker, uint32_t *defender)
{
    const lb_frame *firing = frame_of(state, PROCEDURE_firing);
    const lb_frame *fight = frame_of(state, PROCEDURE_fight);
    const lb_frame *charge = frame_of(state, PROCEDURE_charge);

    if (firing != NULL) {
        const struct firing_vars *v = vars_of(state, firing);
        *attacker = (uint32_t)v->unit;
        *defender = (uint32_t)v->target;
    } else if (fight != NULL) {
        const struct fight_facts *f = facts_of(state, fight);
        *attacker = (uint32_t)f->unit;
        *defender = (uint32_t)f->target;
    } else if (charge != NULL) {
        const struct charge_facts *f = facts_of(state, charge);
        *attacker = (uint32_t)f->unit;
        *defender = (uint32_t)f->target;
    }
    return firing != NULL || fight != NULL || charge != NULL;
}

/// True if the defender of a charge is the one who fires: its second step.
static bool is_fire_of_defender(const lb_state *state)
{
    const lb_frame *advance = frame_of(state, PROCEDURE_advance);
    const lb_frame *bayonet = frame_of(state, PROCEDURE_bayonet);

    /* The attacker fires in step 2 of the advance's own stops alone. */
    return bayonet != NULL || (advance != NULL && advance->step != 2);
}

int32_t nl_luck(const lb_battle *battle, const lb_state *state, uint8_t *side)
{
    const lb_frame *top = &state->machine.frame[state->machine.depth - 1];
    uint32_t attacker = 0, defender = 0, swap;
    bool is_pair = find_pair(state, &attacker, &defender);

    *side = state->active;
    if (top->procedure == PROCEDURE_mishap && !is_pair) {
        const struct mishap_vars *v = vars_of(state, top);
        *side = battle->unit[v->unit].side;
        return state->machine.node.roll.clause == CL_LOSS_4 ? 1 : -1;
    }
    if (top->procedure == PROCEDURE_firing)
        return 0;
    if (!is_pair)
        return top->procedure == PROCEDURE_ammo ? 0 : -1;
    if (frame_of(state, PROCEDURE_fight) != NULL && frame_of(state, PROCEDURE_firing) == NULL &&
        (top->procedure == PROCEDURE_fire || top->procedure == PROCEDURE_shot ||
         frame_of(state, PROCEDURE_combat) == NULL) &&
        is_fire_of_defender(state) && top->procedure != PROCEDURE_fear &&
        frame_of(state, PROCEDURE_fear) == NULL) {
        swap = attacker;
        attacker = defender;
        defender = swap;
    }
    switch (top->procedure) {
    case PROCEDURE_fire:
    case PROCEDURE_shot:
        *side = battle->unit[attacker].side;
        return 1;
    case PROCEDURE_combat:
        /* The attacker throws first, the defender in step 3. */
        *side = battle->unit[top->step == 3 ? defender : attacker].side;
        return 1;
    case PROCEDURE_casualties:
    case PROCEDURE_fall_back: {
        const lb_frame *combat = frame_of(state, PROCEDURE_combat);
        *side = battle->unit[combat != NULL && combat->step == 4 ? attacker : defender].side;
        return -1;
    }
    case PROCEDURE_fear:
        *side = battle->unit[defender].side;
        return -1;
    case PROCEDURE_square:
        *side = battle->unit[defender].side;
        return 1;
    case PROCEDURE_ammo:
        return 0;
    default:
        return -1;
    }
}
