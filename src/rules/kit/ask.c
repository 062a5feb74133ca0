// SPDX-License-Identifier: MIT
// See ask.h.

#include "rules/kit/ask.h"

#include "rules/kit/change.h"

#include "core/procedure.h"

#include <assert.h>
#include <string.h>

static const lb_answer *answer_of(const lb_asked *asked, uint32_t verb)
{
    const lb_play *play = asked->battle->rules->play;

    return &play->asks->answers[asked->question->id * play->verb_count + verb];
}

lb_question lb_question_of(uint16_t clause, uint8_t id, uint32_t side, const void *facts,
                           size_t size)
{
    lb_question question = {.clause = clause, .side = (uint8_t)side, .id = id};

    assert(size <= sizeof question.fact);
    memcpy(question.fact, facts, size);
    return question;
}

/* Judging. */

/// A path that can be walked, hashed and written down.
static bool is_path(const lb_path *path)
{
    if (path->count > LB_PATH_STEPS_MAX)
        return false;
    for (uint32_t i = 0; i < path->count; i++) {
        const lb_step *step = &path->step[i];

        if (step->kind >= LB_STEP_COUNT || step->tmm < -LB_STEP_TMM_MAX ||
            step->tmm > LB_STEP_TMM_MAX || step->angle < -LB_STEP_ANGLE_MAX ||
            step->angle > LB_STEP_ANGLE_MAX)
            return false;
    }
    return true;
}

/// True if members that the verb does not use are as they must be.
static bool is_proper(const lb_battle *battle, uint32_t uses, const lb_action *action)
{
    uint32_t actor = LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER;

    for (int i = 0; (uses & LB_USES_HELPERS) == 0 && i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY)
            return false;
    if ((uses & LB_USES_PLACE) != 0
            ? action->place.x < 0 || action->place.y < 0 || action->place.x > battle->width_tmm ||
                  action->place.y > battle->depth_tmm
            : action->place.x != 0 || action->place.y != 0)
        return false;
    return ((uses & actor) != 0 || action->unit == 0) &&
           ((uses & LB_USES_TARGET) != 0 || action->target == 0) &&
           ((uses & LB_USES_FORMATION) != 0 || action->formation == 0) &&
           ((uses & LB_USES_OPTION) != 0 || action->option == 0) &&
           ((uses & LB_USES_PATH) != 0 || action->path.count == 0) && is_path(&action->path);
}

bool lb_ask_check(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_play *play = asked->battle->rules->play;
    const lb_ask *ask = &play->asks->asks[asked->question->id];
    const lb_answer *answer;
    uint32_t uses;

    *reason = (lb_reason){asked->question->clause, "no such action"};
    if (action->verb >= play->verb_count)
        return false;
    uses = play->verbs[action->verb].uses;
    if (!is_proper(asked->battle, uses, action))
        return false;
    if ((uses & LB_USES_MEMBERS) == 0 && !lb_unit_set_is_empty(&action->members))
        return lb_no(reason, ask->clause, "nobody else can take part in that");
    answer = answer_of(asked, action->verb);
    if (!answer->is_one) {
        *reason = ask->otherwise.why != NULL ? ask->otherwise : play->asks->elsewhere[action->verb];
        return false;
    }
    return answer->check == NULL || answer->check(asked, action, reason);
}

/* Listing. */

/// Keeps an action; steps behind the last are as empty as in one that was read.
static void keep(lb_action *to, const lb_action *action)
{
    *to = *action;
    for (uint32_t i = action->path.count; i < LB_PATH_STEPS_MAX; i++)
        to->path.step[i] = (lb_step){0};
}

bool lb_action_is_same(const lb_action *a, const lb_action *b)
{
    if (a->verb != b->verb || a->unit != b->unit || a->target != b->target ||
        a->formation != b->formation || a->option != b->option || a->place.x != b->place.x ||
        a->place.y != b->place.y || a->path.count != b->path.count ||
        memcmp(a->helper, b->helper, sizeof a->helper) != 0 ||
        memcmp(&a->members, &b->members, sizeof a->members) != 0)
        return false;
    for (uint32_t i = 0; i < a->path.count; i++)
        if (a->path.step[i].kind != b->path.step[i].kind ||
            a->path.step[i].tmm != b->path.step[i].tmm ||
            a->path.step[i].angle != b->path.step[i].angle)
            return false;
    return true;
}

static bool is_listed(const lb_listing *list, const lb_action *action)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (lb_action_is_same(&list->actions[i], action))
            return true;
    return false;
}

bool lb_offer(lb_listing *list, const lb_action *action)
{
    lb_reason reason;

    if (list->has_only && action->unit != list->only)
        return false;
    if (lb_listing_is_full(list) ||
        (list->mode == LB_LIST_LEGAL &&
         (is_listed(list, action) || !lb_ask_check(&list->asked, action, &reason))))
        return false;
    if (list->mode == LB_LIST_ALL)
        list->actions[list->count++] = *action; /* There are many, and one is drawn. */
    else
        keep(&list->actions[list->count++], action);
    return true;
}

bool lb_offer_verb(lb_listing *list, uint32_t unit, uint32_t target)
{
    lb_action action = lb_action_of(list->verb);

    action.unit = (uint16_t)unit;
    action.target = (uint16_t)target;
    return lb_offer(list, &action);
}

void lb_offer_bare(lb_listing *list)
{
    (void)lb_offer_verb(list, 0, 0);
}

/// Has every verb that answers the question offer its candidates, from `from` on.
static void offer_all(lb_listing *list, uint32_t from)
{
    uint32_t verbs = list->asked.battle->rules->play->verb_count;

    for (uint32_t verb = from; verb < verbs && !lb_listing_is_full(list); verb++) {
        const lb_answer *answer = answer_of(&list->asked, verb);

        list->verb = (uint8_t)verb;
        if (list->has_only &&
            (list->asked.battle->rules->play->verbs[verb].uses & LB_USES_UNIT) == 0)
            continue;
        if (answer->is_one && answer->offer != NULL)
            answer->offer(list);
    }
}

uint32_t lb_ask_choices(const lb_asked *asked, lb_action *actions, uint32_t room)
{
    lb_listing list = {.asked = *asked, .actions = actions, .room = room};

    offer_all(&list, 0);
    return list.count;
}

bool lb_ask_has_choice(const lb_run *run, const lb_question *question)
{
    lb_action action;
    lb_listing list = {
        .asked = {run->battle, run->state, run->view, question}, .actions = &action, .room = 1};

    offer_all(&list, 1);
    return list.count > 0;
}

void lb_ask_draw(const lb_asked *asked, uint32_t (*next)(void *context, uint32_t bound),
                 void *context, lb_action *candidates, uint32_t room, lb_action *action)
{
    lb_listing list = {.asked = *asked, .mode = LB_LIST_ALL, .actions = candidates, .room = room};
    lb_reason reason;

    offer_all(&list, 0);
    while (list.count > 0) {
        uint32_t drawn = next(context, list.count);

        keep(action, &candidates[drawn]);
        if (lb_ask_check(asked, action, &reason))
            return;
        candidates[drawn] = candidates[--list.count];
    }
    /* No candidate was legal: but the list of choices is never empty. */
    list.count = lb_ask_choices(asked, action, 1);
    assert(list.count > 0);
}

/* Proposals. */

bool lb_propose(lb_listing *list, const lb_action *action, int32_t worth)
{
    if (lb_listing_is_full(list))
        return false;
    keep(&list->actions[list->count], action);
    list->worth[list->count++] = worth;
    return true;
}

bool lb_propose_legal(lb_listing *list, const lb_action *action, int32_t worth)
{
    lb_reason reason;

    return !lb_listing_is_full(list) && lb_ask_check(&list->asked, action, &reason) &&
           lb_propose(list, action, worth);
}

bool lb_propose_verb(lb_listing *list, uint32_t verb, uint32_t unit, uint32_t target, int32_t worth)
{
    lb_action action = lb_action_of(verb);

    action.unit = (uint16_t)unit;
    action.target = (uint16_t)target;
    return lb_propose_legal(list, &action, worth);
}

void lb_propose_pass(lb_listing *list)
{
    (void)lb_propose_verb(list, 0, 0, 0, 0);
}

void lb_ask_propose(lb_listing *list)
{
    list->asked.battle->rules->play->asks->asks[list->asked.question->id].propose(list);
}

/* The public side. */

/// The open question with a view that is in line with the state.
static lb_asked asked_now(const lb_battle *battle, const lb_state *state, lb_view *view)
{
    lb_view_sync(view, battle, state);
    return (lb_asked){battle, state, view, &state->machine.node.question};
}

/// lb_battle_check with a view of its own.
static LB_APART bool check_alone(const lb_battle *battle, const lb_state *state,
                                 const lb_action *action, lb_reason *reason)
{
    lb_view own;

    lb_view_start(&own);
    return lb_battle_check(battle, state, &own, action, reason);
}

bool lb_battle_check(const lb_battle *battle, const lb_state *state, lb_view *view,
                     const lb_action *action, lb_reason *reason)
{
    lb_reason unread;
    lb_asked asked;

    if (reason == NULL)
        reason = &unread;
    *reason = (lb_reason){0, "there is nothing to decide now"};
    if (state->machine.node.kind != LB_NODE_DECISION)
        return false;
    if (view == NULL)
        return check_alone(battle, state, action, reason);
    asked = asked_now(battle, state, view);
    return lb_ask_check(&asked, action, reason);
}

/// lb_battle_choices with a view of its own.
static LB_APART uint32_t choose_alone(const lb_battle *battle, const lb_state *state,
                                      lb_action *actions, uint32_t room)
{
    lb_view own;

    lb_view_start(&own);
    return lb_battle_choices(battle, state, &own, actions, room);
}

uint32_t lb_battle_choices(const lb_battle *battle, const lb_state *state, lb_view *view,
                           lb_action *actions, uint32_t room)
{
    lb_asked asked;

    if (state->machine.node.kind != LB_NODE_DECISION)
        return 0;
    if (view == NULL)
        return choose_alone(battle, state, actions, room);
    asked = asked_now(battle, state, view);
    return lb_ask_choices(&asked, actions, room);
}

uint32_t lb_ask_choices_of(const lb_battle *battle, const lb_state *state, lb_view *view,
                           uint32_t unit, lb_action *actions, uint32_t room)
{
    lb_listing list = {.actions = actions, .room = room, .has_only = true, .only = (uint16_t)unit};

    if (state->machine.node.kind != LB_NODE_DECISION)
        return 0;
    list.asked = asked_now(battle, state, view);
    offer_all(&list, 0);
    return list.count;
}

/// Who does what an action says: whom it names, else who plays a role for the side that is asked,
/// else that side.
static lb_actor actor_of(const lb_run *run, const lb_action *action)
{
    uint32_t uses = run->rules->play->verbs[action->verb].uses;
    uint8_t side = run->machine->node.question.side;
    lb_event event = lb_event_of(run, LB_EVENT_CHOICE, 0, LB_ROLE_NONE);

    if ((uses & LB_USES_GROUP) != 0)
        return lb_group_actor(action->unit);
    if ((uses & LB_USES_LEADER) != 0)
        return lb_leader_actor(action->unit);
    if ((uses & LB_USES_UNIT) != 0)
        return lb_unit_actor(action->unit);
    return lb_actor_side(run->battle, event.who) == side  ? event.who
           : lb_actor_side(run->battle, event.at) == side ? event.at
                                                          : lb_side_actor(side);
}

lb_actor lb_target_of(const lb_battle *battle, uint32_t side, const lb_action *action)
{
    static const uint8_t kinds[LB_TARGET_COUNT] = {[LB_TARGET_UNIT] = LB_ACTOR_UNIT,
                                                   [LB_TARGET_GROUP] = LB_ACTOR_GROUP,
                                                   [LB_TARGET_LEADER] = LB_ACTOR_LEADER,
                                                   [LB_TARGET_OBJECTIVE] = LB_ACTOR_OBJECTIVE,
                                                   [LB_TARGET_NOBODY] = LB_ACTOR_NONE};
    const lb_play *play = battle->rules->play;
    lb_target_kind kind = (play->verbs[action->verb].uses & LB_USES_TARGET) == 0 ? LB_TARGET_NOBODY
                          : play->target_kind != NULL ? play->target_kind(battle, side, action)
                                                      : LB_TARGET_UNIT;

    return (lb_actor){kinds[kind], kind == LB_TARGET_NOBODY ? 0 : action->target};
}

/// True if an action is one that the ruleset knows, by somebody who is in the battle. It does not
/// say that the action is legal.
static bool is_known(const lb_battle *battle, const lb_action *action)
{
    const lb_play *play = battle->rules->play;
    uint32_t uses;

    if (action->verb >= play->verb_count)
        return false;
    uses = play->verbs[action->verb].uses;
    return ((uses & LB_USES_UNIT) == 0 || action->unit < battle->unit_count) &&
           ((uses & LB_USES_GROUP) == 0 || action->unit < battle->group_count) &&
           ((uses & LB_USES_LEADER) == 0 || action->unit < battle->leader_count) &&
           is_path(&action->path);
}

bool lb_run_act(lb_run *run, const lb_action *action)
{
    lb_actor who = {LB_ACTOR_NONE, 0}, at = {LB_ACTOR_NONE, 0};

    if (run->battle == NULL || run->machine->node.kind != LB_NODE_DECISION ||
        !is_known(run->battle, action))
        return false;
    assert(lb_battle_check(run->battle, run->state, run->view, action, NULL));
    if (run->sink != NULL) {
        who = actor_of(run, action);
        at = lb_target_of(run->battle, run->machine->node.question.side, action);
        if (at.kind == LB_ACTOR_NONE)
            at = lb_counterpart_of(run, who);
    }
    run->state->action = *action;
    lb_run_answer_question(run, action->verb, who, at);
    return true;
}
