// SPDX-License-Identifier: MIT
// A record as pictures need it: the table at the end of each turn, and who went where in it.

#include "cli.h"
#include "draw.h"

#include <stdlib.h>

static void add_moment(draw_story *story, const lb_state *state, uint8_t after)
{
    draw_moment *more = realloc(story->moment, (story->moment_count + 1) * sizeof story->moment[0]);

    if (more == NULL) {
        story->has_failed = true;
        return;
    }
    story->moment = more;
    more[story->moment_count++] = (draw_moment){.state = *state, .after = after};
}

/// A turn is over when the first answer of the next is about to be given.
static void see_answer(void *context, size_t offset, uint64_t sum)
{
    draw_story *story = context;
    uint8_t after = (uint8_t)(story->state->turn > 0 ? story->state->turn - 1 : 0);

    (void)offset;
    (void)sum;
    if (story->moment_count == 0 || story->moment[story->moment_count - 1].after < after)
        add_moment(story, story->state, after);
}

static void add_leg(draw_story *story, draw_leg leg)
{
    if (story->leg_count == story->leg_room) {
        size_t room = 2 * story->leg_room + 256;
        draw_leg *more = realloc(story->leg, room * sizeof leg);

        if (more == NULL) {
            story->has_failed = true;
            return;
        }
        story->leg = more;
        story->leg_room = room;
    }
    story->leg[story->leg_count++] = leg;
}

/// A unit that goes somewhere else. What it does in one go is one leg.
static void see_place(draw_story *story, const lb_event *event)
{
    uint16_t unit = event->who.id;
    draw_leg leg = {.unit = unit, .from = event->from, .to = event->to};

    leg.turn = story->state->turn;
    leg.way = story->way[story->battle->unit[unit].side];
    for (size_t i = story->leg_count; i-- > 0 && story->leg[i].turn == leg.turn;) {
        draw_leg *last = &story->leg[i];

        if (last->unit != unit)
            continue;
        if (last->way != leg.way)
            break;
        last->to = leg.to;
        return;
    }
    add_leg(story, leg);
}

/// Keeps how the units of each side go from now on. Answers to an attack leave the attackers on
/// their way; whoever is moved by anything else than its own order falls back.
static void see_choice(draw_story *story, uint8_t side, const lb_verb *verb)
{
    bool is_active = side == story->state->active;
    uint32_t uses = verb->uses;

    if ((uses & LB_MOVES_UNIT) != 0) {
        if (is_active)
            story->way[1 - side] = DRAW_FALLS_BACK;
        story->way[side] = (uses & LB_USES_TARGET) != 0  ? DRAW_CHARGES
                           : (uses & LB_FALLS_BACK) != 0 ? DRAW_FALLS_BACK
                                                         : DRAW_MOVES;
    } else if ((uses & LB_USES_UNIT) != 0 || verb == story->battle->rules->play->verbs) {
        if (is_active)
            story->way[1 - side] = DRAW_FALLS_BACK;
        story->way[side] = (uses & LB_USES_PATH) != 0 ? DRAW_MOVES : DRAW_FALLS_BACK;
    }
}

static void see_event(void *context, const lb_event *event)
{
    draw_story *story = context;
    const lb_play *play = story->battle->rules->play;

    if (event->kind == LB_EVENT_CHOICE && event->side < LB_SIDES && event->value >= 0 &&
        event->value < play->verb_count)
        see_choice(story, event->side, &play->verbs[event->value]);
    if (event->kind == LB_EVENT_CHANGE && event->what == LB_CHANGE_PLACE &&
        event->who.kind == LB_ACTOR_UNIT && event->who.id < story->battle->unit_count)
        see_place(story, event);
}

static bool is_sound(const draw_story *story)
{
    if (story->has_failed)
        cli_error("there is not enough memory");
    return !story->has_failed;
}

bool draw_story_read(draw_story *story, const char *path, const lb_record_head *head,
                     const lb_battle *battle)
{
    static lb_state state;
    lb_sink sink = {see_event, story};
    lb_replay_watch watch = {.sink = &sink, .on_answer = see_answer, .context = story};
    bool is_complete;
    lb_diag diag;

    *story =
        (draw_story){.battle = battle, .state = &state, .way = {DRAW_FALLS_BACK, DRAW_FALLS_BACK}};
    if (lb_record_play(head, battle, &state, &watch, &is_complete, &diag) != LB_OK) {
        cli_diag_error(path, &diag);
        return false;
    }
    if (state.machine.node.kind == LB_NODE_END) {
        add_moment(story, &state, state.turn);
        if (!story->has_failed)
            story->moment[story->moment_count - 1].is_end = true;
    } else {
        add_moment(story, &state, (uint8_t)(state.turn > 0 ? state.turn - 1 : 0));
        if (!story->has_failed)
            story->moment[story->moment_count - 1].is_cut = true;
    }
    return is_sound(story);
}

bool draw_story_start(draw_story *story, const lb_battle *battle)
{
    static lb_state state;

    *story = (draw_story){.battle = battle, .state = &state};
    battle->rules->play->deploy(battle, &state);
    add_moment(story, &state, (uint8_t)(state.turn > 0 ? state.turn - 1 : 0));
    return is_sound(story);
}

void draw_story_free(draw_story *story)
{
    free(story->moment);
    free(story->leg);
    *story = (draw_story){0};
}
