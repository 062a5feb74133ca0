// SPDX-License-Identifier: MIT
// See mask.h.

#include "serve/mask.h"

#include "desk/desk.h"

#include <stddef.h>
#include <string.h>

/* A state is copied by assignment, so the gaps between its members hold whatever lay there. What
   leaves the server has zeros in them. */

static void tidy_order(lb_order *order)
{
    lb_order tidy;

    memset(&tidy, 0, sizeof tidy);
    tidy.kind = order->kind;
    tidy.delay = order->delay;
    tidy.objective = order->objective;
    tidy.group = order->group;
    tidy.place = order->place;
    tidy.is_placed = order->is_placed;
    memcpy(order, &tidy, sizeof tidy);
}

static void tidy_group(lb_group *group)
{
    lb_group tidy;

    memset(&tidy, 0, sizeof tidy);
    tidy_order(&group->order);
    tidy_order(&group->pending);
    tidy.flags = group->flags;
    memcpy(&tidy.order, &group->order, sizeof tidy.order);
    memcpy(&tidy.pending, &group->pending, sizeof tidy.pending);
    memcpy(tidy.fatigue, group->fatigue, sizeof tidy.fatigue);
    tidy.status = group->status;
    tidy.area = group->area;
    tidy.has_area = group->has_area;
    memcpy(tidy.mark, group->mark, sizeof tidy.mark);
    memcpy(group, &tidy, sizeof tidy);
}

static void tidy_node(lb_node *node)
{
    lb_node tidy;

    memset(&tidy, 0, sizeof tidy);
    tidy.kind = node->kind;
    if (node->kind == LB_NODE_ROLL)
        memcpy(&tidy.roll, &node->roll, sizeof tidy.roll);
    else if (node->kind == LB_NODE_DECISION)
        memcpy(&tidy.question, &node->question, sizeof tidy.question);
    memcpy(node, &tidy, sizeof tidy);
}

static void tidy_step(lb_step *step)
{
    lb_step tidy;

    memset(&tidy, 0, sizeof tidy);
    tidy.kind = step->kind;
    tidy.tmm = step->tmm;
    tidy.angle = step->angle;
    memcpy(step, &tidy, sizeof tidy);
}

static void tidy_state(lb_state *state)
{
    lb_machine *machine = &state->machine;
    lb_path *path = &state->action.path;

    tidy_node(&machine->node);
    for (uint32_t i = machine->top; i < LB_CELLS_MAX; i++)
        machine->cell[i] = 0;
    for (uint32_t i = 0; i < LB_GROUPS_MAX; i++)
        tidy_group(&state->group[i]);
    for (uint32_t i = 0; i < sizeof path->step / sizeof path->step[0]; i++)
        tidy_step(&path->step[i]);
    memset((char *)path + offsetof(lb_path, count) + sizeof path->count, 0,
           sizeof *path - offsetof(lb_path, count) - sizeof path->count);
}

void mask_state(const lb_battle *battle, lb_state *state, uint32_t reader)
{
    lb_desk_mask(battle, state, reader);
    tidy_state(state);
}
