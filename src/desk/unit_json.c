// SPDX-License-Identifier: MIT
// A unit that is selected: figures, ranges, targets. See desk.h.

#include "desk/parts.h"

#include "text/battle_text.h"

enum { TARGETS_MAX = 32 };

static void put_figures(lb_json_put *json, const lb_battle *battle, uint32_t unit)
{
    const lb_play *play = battle->rules->play;

    lb_json_put_open_at(json, "figures", '[');
    for (uint32_t i = 0; play->figures[i] != NULL; i++) {
        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "name", play->figures[i]);
        lb_json_put_int_at(json, "value", battle->unit[unit].figure[i]);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

static void put_ranges(lb_json_put *json, lb_desk *desk, const lb_state *state, uint32_t unit)
{
    const lb_play *play = desk->battle->rules->play;
    lb_range rows[LB_RANGES_MAX];
    uint32_t count = 0;

    if (play->ranges != NULL && state->unit[unit].presence == LB_PRESENCE_TABLE)
        count = play->ranges(&desk->view, unit, rows);
    lb_desk_put_ranges(json, "ranges", desk->battle, rows, count);
}

/// The enemies that a unit sees; missing if the sheet does not say.
static void put_seen(lb_json_put *json, lb_desk *desk, uint32_t unit)
{
    const lb_play *play = desk->battle->rules->play;
    lb_view *view = &desk->view;

    if (play->sees == NULL)
        return;
    lb_json_put_open_at(json, "sees", '[');
    if (lb_view_is_here(view, unit))
        LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit)))
            if (play->sees(view, unit, i))
                lb_json_put_int(json, i);
    lb_json_put_close(json, ']');
}

/// A legal action against an enemy with the odds in a few words.
static void put_target(lb_json_put *json, lb_desk *desk, const lb_chooser *c,
                       const lb_action *action)
{
    lb_json_put_open(json, '{');
    lb_desk_put_action(json, desk, c, action);
    (void)lb_desk_put_short(json, desk, c->state, c->side, action);
    lb_json_put_close(json, '}');
}

/// True if an earlier choice is against the same enemy by the same verb.
static bool is_listed(const lb_chooser *c, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++)
        if (c->choice[i].verb == c->choice[number].verb &&
            c->choice[i].target == c->choice[number].target)
            return true;
    return false;
}

/// What a unit can do at the open decision, and whom it can act against: of those choices, the
/// first against each enemy.
static void put_choices(lb_json_put *json, lb_desk *desk, const lb_state *state, uint32_t unit)
{
    const lb_battle *battle = desk->battle;
    const lb_play *play = battle->rules->play;
    const lb_node *node = &state->machine.node;
    lb_chooser c = {.battle = battle, .state = state, .side = node->question.side};
    uint32_t kept = 0;

    if (node->kind == LB_NODE_DECISION && node->question.id < play->question_count &&
        node->question.side == battle->unit[unit].side)
        lb_choices_find_of(&c, &desk->view, unit, desk->found, desk->kept);
    lb_json_put_open_at(json, "choices", '[');
    for (uint32_t i = 0; i < c.choice_count; i++) {
        lb_json_put_open(json, '{');
        lb_desk_put_action(json, desk, &c, &c.choice[i]);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "targets", '[');
    for (uint32_t i = 0; i < c.choice_count && kept < TARGETS_MAX; i++)
        if ((play->verbs[c.choice[i].verb].uses & LB_USES_TARGET) != 0 && !is_listed(&c, i)) {
            put_target(json, desk, &c, &c.choice[i]);
            kept++;
        }
    lb_json_put_close(json, ']');
}

int32_t lb_desk_unit(lb_desk *desk, const lb_state *state, uint32_t unit, char *text, size_t room)
{
    const lb_battle *battle = desk->battle;
    lb_json_put json = lb_json_put_start(text, room);
    char line[LB_TELL_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    if (unit >= battle->unit_count)
        return lb_desk_refuse(NULL, "there is no such unit", NULL, text, room);
    lb_put_unit(battle, state, unit, false, &put);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    lb_json_put_int_at(&json, "i", unit);
    lb_json_put_text_at(&json, "text", line);
    put_figures(&json, battle, unit);
    lb_view_sync(&desk->view, battle, state);
    put_seen(&json, desk, unit);
    put_ranges(&json, desk, state, unit);
    put_choices(&json, desk, state, unit);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
