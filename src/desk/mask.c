// SPDX-License-Identifier: MIT
// What a seat may not see. A sheet says in marks.def what is secret; nothing here knows a sheet.
// See desk.h.

#include "desk/parts.h"

#include "rules/kit/marks.h"
#include "text/record.h"
#include "text/roll_text.h"

#include <string.h>

enum { NO_QUESTION = 0xff };

/// True if a reader may not see what is a side's own.
static bool is_foreign(uint32_t reader, uint32_t side)
{
    return reader != LB_READER_ALL && reader != side;
}

/// A set of as many cards that says nothing of which they are.
static int32_t any_cards(int32_t cards)
{
    int32_t count = __builtin_popcount((uint32_t)cards & UINT16_MAX);

    return ((1 << count) - 1) << 1 & INT16_MAX;
}

/* States. */

static const lb_order no_order = {.objective = LB_NOBODY, .group = LB_NOBODY};

static void mask_groups(const lb_battle *battle, lb_state *state, uint32_t reader)
{
    const lb_marks *marks = battle->rules->play->marks;

    for (uint32_t i = 0; i < battle->group_count; i++) {
        lb_group *group = &state->group[i];

        if (!is_foreign(reader, battle->group[i].side))
            continue;
        group->flags &= ~marks->secret_group_flags;
        for (uint32_t m = 0; m < LB_GROUP_MARKS; m++)
            if ((marks->secret_group_marks >> m & 1) != 0)
                group->mark[m] = 0;
        if (marks->hides_pending)
            group->pending = no_order;
    }
}

static void mask_sides(const lb_battle *battle, lb_state *state, uint32_t reader)
{
    const lb_marks *marks = battle->rules->play->marks;

    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t m = 0; is_foreign(reader, s) && m < LB_SIDE_MARKS; m++)
            if ((marks->secret_side_marks >> m & 1) != 0)
                state->side[s].mark[m] = (int16_t)any_cards(state->side[s].mark[m]);
}

/// Leaves of a machine what it waits for and, of dice, whom they are for: its variables may know
/// more than the reader.
static void mask_machine(const lb_battle *battle, lb_machine *machine, bool is_own)
{
    lb_node node = machine->node;
    lb_frame frame = machine->depth > 0 ? machine->frame[machine->depth - 1] : (lb_frame){0};

    if (node.kind == LB_NODE_DECISION && is_own)
        return;
    memset(machine, 0, sizeof *machine);
    machine->node.kind = node.kind;
    if (node.kind == LB_NODE_END)
        return;
    machine->depth = 1;
    machine->frame[0].actor = machine->frame[0].target = LB_NOBODY;
    if (node.kind == LB_NODE_ROLL) {
        machine->frame[0].actor = frame.actor;
        machine->frame[0].target = frame.target;
        machine->node.roll = node.roll;
        return;
    }
    machine->node.question = node.question;
    if (node.question.id < 64 &&
        (battle->rules->play->marks->secret_questions >> node.question.id & 1) == 0)
        return;
    memset(&machine->node.question, 0, sizeof machine->node.question);
    machine->node.question.id = NO_QUESTION;
    machine->node.question.side = node.question.side;
}

bool lb_desk_is_secret(const lb_battle *battle, const lb_state *state)
{
    const lb_node *node = &state->machine.node;

    return node->kind == LB_NODE_DECISION && node->question.id < 64 &&
           (battle->rules->play->marks->secret_questions >> node->question.id & 1) != 0;
}

void lb_desk_mask(const lb_battle *battle, lb_state *state, uint32_t reader)
{
    const lb_node *node = &state->machine.node;

    if (reader == LB_READER_ALL)
        return;
    mask_groups(battle, state, reader);
    mask_sides(battle, state, reader);
    mask_machine(battle, &state->machine,
                 node->kind == LB_NODE_DECISION && !is_foreign(reader, node->question.side));
    /* The last answer, which may have been given in secret. */
    state->action = lb_action_of(0);
}

/* Events. */

/// A change of a mark or of flags, without what is secret of it. False if nothing is left.
static bool mask_change(const lb_battle *battle, lb_event *event)
{
    const lb_marks *marks = battle->rules->play->marks;
    uint32_t mark = event->mark > 0 ? 1u << (event->mark - 1) : 0;

    if (event->what == LB_CHANGE_PENDING)
        return !marks->hides_pending;
    if (event->what == LB_CHANGE_FLAGS && event->who.kind == LB_ACTOR_GROUP) {
        event->before &= (int32_t)~marks->secret_group_flags;
        event->after &= (int32_t)~marks->secret_group_flags;
        return event->before != event->after;
    }
    if (event->who.kind == LB_ACTOR_GROUP)
        return (marks->secret_group_marks & mark) == 0;
    if (event->who.kind == LB_ACTOR_SIDE && (marks->secret_side_marks & mark) != 0) {
        event->before = any_cards(event->before);
        event->after = any_cards(event->after);
    }
    return true;
}

/// True of a pass, a yes or a no to a question that only somebody is asked who holds a secret. What
/// he does besides is seen.
static bool is_secret_answer(const lb_battle *battle, const lb_state *state, const lb_event *event)
{
    const lb_play *play = battle->rules->play;

    if ((play->verbs[state->action.verb].uses & LB_IS_SECRET) != 0)
        return true;
    for (uint32_t i = 0; i < play->question_count; i++)
        if ((play->marks->secret_questions >> i & 1) != 0 &&
            play->asks->asks[i].clause == event->clause &&
            play->verbs[state->action.verb].uses == 0)
            return true;
    return false;
}

bool lb_desk_mask_event(const lb_battle *battle, const lb_state *state, uint32_t reader,
                        lb_event *event)
{
    if (event->side >= LB_SIDES || !is_foreign(reader, event->side))
        return true;
    if (event->kind == LB_EVENT_CHOICE)
        return !is_secret_answer(battle, state, event);
    if (event->kind == LB_EVENT_CHANGE)
        return mask_change(battle, event);
    if (event->kind == LB_EVENT_ROLL && event->roll != NULL &&
        lb_roll_is_card(battle, event->roll)) {
        event->faces = NULL;
        event->value = 0;
    }
    return true;
}

bool lb_desk_hides(const lb_battle *battle, const lb_state *state, const char *line,
                   uint32_t reader)
{
    const lb_node *node = &state->machine.node;
    const lb_play *play = battle->rules->play;
    lb_action action;
    lb_diag diag;
    uint32_t uses;

    if (node->kind == LB_NODE_ROLL)
        return is_foreign(reader, node->roll.side) && lb_roll_is_card(battle, &node->roll);
    if (node->kind != LB_NODE_DECISION || !is_foreign(reader, node->question.side))
        return false;
    if (lb_record_parse_action(play, line, &action, &diag) != LB_OK)
        return true;
    uses = play->verbs[action.verb].uses;
    return (uses & LB_IS_SECRET) != 0 ||
           (uses == 0 && node->question.id < 64 &&
            (play->marks->secret_questions >> node->question.id & 1) != 0);
}
