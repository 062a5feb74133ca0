// SPDX-License-Identifier: MIT
// See parts.h.

#include "desk/parts.h"

#include "text/battle_text.h"
#include "text/record.h"
#include "text/way_text.h"

#include <string.h>

void lb_desk_start(lb_desk *desk, const lb_battle *battle, void *room, size_t room_size)
{
    desk->battle = battle;
    desk->room = room;
    desk->room_size = room_size;
    lb_view_start(&desk->view);
}

void lb_desk_put_words(lb_json_put *json, const char *key, const lb_word_list *list, uint64_t bits)
{
    lb_json_put_open_at(json, key, '[');
    for (uint32_t i = 0; i < list->count; i++)
        if (lb_has_trait(bits, i))
            lb_json_put_string(json, list->words[i]);
    lb_json_put_close(json, ']');
}

void lb_desk_put_clause(lb_json_put *json, const char *key, const lb_battle *battle,
                        uint16_t clause)
{
    lb_json_put_text_at(json, key, battle->rules->clauses[clause].id);
}

void lb_desk_put_ranges(lb_json_put *json, const char *key, const lb_battle *battle,
                        const lb_range *rows, uint32_t count)
{
    lb_json_put_open_at(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        char length[LB_DIAG_TEXT];
        lb_put put = lb_put_start(length, sizeof length);

        lb_put_length(battle, rows[i].tmm, false, &put);
        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "what", rows[i].what);
        lb_json_put_text_at(json, "text", length);
        lb_json_put_int_at(json, "tmm", rows[i].tmm);
        lb_json_put_int_at(json, "angle", rows[i].angle);
        lb_desk_put_clause(json, "clause", battle, rows[i].clause);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

const char *lb_desk_actor_word(uint8_t kind)
{
    static const char *const words[LB_ACTOR_KIND_COUNT] = {
        [LB_ACTOR_NONE] = "nobody",         [LB_ACTOR_UNIT] = "unit",
        [LB_ACTOR_GROUP] = "group",         [LB_ACTOR_LEADER] = "leader",
        [LB_ACTOR_OBJECTIVE] = "objective", [LB_ACTOR_SIDE] = "side"};

    return words[kind < LB_ACTOR_KIND_COUNT ? kind : LB_ACTOR_NONE];
}

void lb_desk_put_actor(lb_json_put *json, const char *key, lb_actor who)
{
    if (who.kind == LB_ACTOR_NONE || who.kind >= LB_ACTOR_KIND_COUNT)
        return;
    lb_json_put_open_at(json, key, '{');
    lb_json_put_int_at(json, lb_desk_actor_word(who.kind), who.id);
    lb_json_put_close(json, '}');
}

void lb_desk_put_pose(lb_json_put *json, const lb_footprint *at)
{
    lb_json_put_int_at(json, "x", at->centre.x);
    lb_json_put_int_at(json, "y", at->centre.y);
    lb_json_put_int_at(json, "h", at->heading);
}

void lb_desk_put_footprint(lb_json_put *json, const char *key, const lb_footprint *at)
{
    lb_json_put_open_at(json, key, '{');
    lb_desk_put_pose(json, at);
    lb_json_put_int_at(json, "w", at->width_tmm);
    lb_json_put_int_at(json, "d", at->depth_tmm);
    lb_json_put_close(json, '}');
}

/* Refusals. */

int32_t lb_desk_refuse(const lb_battle *battle, const char *why, const lb_reason *reason,
                       char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);

    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", false);
    lb_json_put_text_at(&json, "why", why);
    if (reason != NULL && battle != NULL && reason->clause < battle->rules->clause_count)
        lb_desk_put_clause(&json, "clause", battle, reason->clause);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

bool lb_desk_read(const lb_desk *desk, const char *line, lb_action *action, char *text, size_t room,
                  int32_t *length)
{
    lb_diag diag = {0};

    if (strlen(line) < LB_DESK_LINE &&
        lb_record_parse_action(desk->battle->rules->play, line, action, &diag) == LB_OK)
        return true;
    *length = lb_desk_refuse(NULL, diag.text[0] != '\0' ? diag.text : "the line is too long", NULL,
                             text, room);
    return false;
}

bool lb_desk_knows(const lb_battle *battle, const lb_action *action)
{
    uint32_t uses = battle->rules->play->verbs[action->verb].uses;

    return ((uses & LB_USES_UNIT) == 0 || action->unit < battle->unit_count) &&
           ((uses & LB_USES_GROUP) == 0 || action->unit < battle->group_count) &&
           ((uses & LB_USES_LEADER) == 0 || action->unit < battle->leader_count);
}

/* Actions. */

/// Whoever takes part besides: members and helpers, and of a group the units that are with it.
static void put_units(lb_json_put *json, const lb_desk *desk, const lb_state *state,
                      const lb_action *action)
{
    const lb_battle *battle = desk->battle;
    uint32_t uses = battle->rules->play->verbs[action->verb].uses;

    lb_json_put_open_at(json, "units", '[');
    for (uint16_t i = 0; i < battle->unit_count; i++) {
        bool is_one = (uses & LB_USES_UNIT) != 0 && i == action->unit;

        is_one |= (uses & LB_USES_MEMBERS) != 0 && lb_unit_set_has(&action->members, i);
        is_one |= (uses & LB_USES_GROUP) != 0 && state->unit[i].group == action->unit &&
                  state->unit[i].presence == LB_PRESENCE_TABLE;
        for (int h = 0; h < LB_HELPERS_MAX; h++)
            is_one |= (uses & LB_USES_HELPERS) != 0 && action->helper[h] == i;
        if (is_one)
            lb_json_put_int(json, i);
    }
    lb_json_put_close(json, ']');
}

/// True if a verb takes the option by which only those act who are named.
static bool may_go_alone(const lb_play *play, const lb_verb *verb)
{
    for (const lb_option_phrase *row = play->options; row != NULL && row->phrase != NULL; row++)
        if (strcmp(row->verb, verb->word) == 0 && row->bits == play->alone_option)
            return true;
    return false;
}

/// Whoever stands in a row with those who are named and acts with them, and the line that names all
/// of the row: who is struck out of it stays behind.
static void put_row(lb_json_put *json, lb_desk *desk, const lb_action *action)
{
    const lb_play *play = desk->battle->rules->play;
    const lb_verb *verb = &play->verbs[action->verb];
    lb_action named = *action;
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    lb_unit_set all;

    if (play->ordered == NULL || (verb->uses & LB_USES_UNIT) == 0)
        return;
    all = play->ordered(&desk->view, action);
    if (lb_unit_set_count(&all) < 2)
        return;
    lb_json_put_open_at(json, "row", '[');
    LB_EACH (i, &all)
        lb_json_put_int(json, i);
    lb_json_put_close(json, ']');
    if (!may_go_alone(play, verb) || (action->option & play->alone_option) != 0)
        return;
    named.option |= play->alone_option;
    lb_unit_set_remove(&all, action->unit);
    if ((verb->uses & LB_USES_MEMBERS) != 0)
        named.members = all;
    lb_record_put_action(play, &named, &put);
    lb_json_put_text_at(json, "alone", line);
}

static bool has_end(const lb_chooser *c, const lb_action *action, lb_footprint *end)
{
    uint32_t uses = c->battle->rules->play->verbs[action->verb].uses;

    if ((uses & LB_USES_PATH) == 0 || action->path.count == 0 || !lb_choice_end(c, action, end))
        return false;
    if ((uses & LB_USES_FORMATION) != 0 && (uses & LB_USES_UNIT) != 0) {
        lb_size size =
            c->battle->rules->play->size(c->battle, c->state, action->unit, action->formation);

        end->width_tmm = size.width_tmm;
        end->depth_tmm = size.depth_tmm;
    }
    return true;
}

void lb_desk_put_action(lb_json_put *json, lb_desk *desk, const lb_chooser *c,
                        const lb_action *action)
{
    const lb_battle *battle = desk->battle;
    const lb_verb *verb = &battle->rules->play->verbs[action->verb];
    lb_actor target = lb_target_of(battle, c->side, action);
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    lb_footprint end;

    lb_record_put_action(battle->rules->play, action, &put);
    lb_json_put_text_at(json, "act", line);
    lb_json_put_int_at(json, "verb", action->verb);
    if ((verb->uses & LB_USES_UNIT) != 0)
        lb_json_put_int_at(json, "unit", action->unit);
    if ((verb->uses & LB_USES_GROUP) != 0)
        lb_json_put_int_at(json, "group", action->unit);
    if ((verb->uses & LB_USES_LEADER) != 0)
        lb_json_put_int_at(json, "leader", action->unit);
    put_units(json, desk, c->state, action);
    put_row(json, desk, action);
    lb_desk_put_actor(json, "target", target);
    if ((verb->uses & LB_USES_FORMATION) != 0)
        lb_json_put_int_at(json, "formation", action->formation);
    if ((verb->uses & LB_USES_PLACE) != 0)
        lb_json_put_point_at(json, "place", action->place);
    if (has_end(c, action, &end))
        lb_desk_put_footprint(json, "end", &end);
    put = lb_put_start(line, sizeof line);
    lb_put_choice(c, action, true, &put);
    if (line[0] >= 'a' && line[0] <= 'z')
        line[0] = (char)(line[0] - 'a' + 'A');
    lb_json_put_text_at(json, "text", line);
}
