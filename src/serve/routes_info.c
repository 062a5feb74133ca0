// SPDX-License-Identifier: MIT
// What the server offers: sheets, levels, scenarios with their pictures' data; and records that are
// sent to be played again.

#include "serve/server.h"

#include "desk/desk.h"
#include "limber/record.h"
#include "serve/encode.h"
#include "serve/past.h"
#include "text/scenario_words.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void put_text(lb_json *json, const char *key, const char *text)
{
    lb_json_key(json, key);
    lb_json_string(json, text);
}

static void put_number(lb_json *json, const char *key, int64_t number)
{
    lb_json_key(json, key);
    lb_json_int(json, number);
}

static void put_bytes(lb_json *json, const char *key, const void *bytes, size_t size)
{
    lb_json_key(json, key);
    fputc('"', json->out);
    encode_base64(json->out, bytes, size);
    fputc('"', json->out);
    json->needs_comma = true;
}

const serve_scenario *info_find(const server *s, const char *id)
{
    for (size_t i = 0; i < s->config->scenario_count; i++)
        if (strcmp(s->config->scenarios[i].id, id) == 0)
            return &s->config->scenarios[i];
    return NULL;
}

/* /api/info */

static void put_sheets(lb_json *json)
{
    lb_json_key(json, "sheets");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        if (lb_rulesets[i]->play == NULL)
            continue;
        lb_json_open(json, '{');
        put_text(json, "id", lb_rulesets[i]->id);
        put_text(json, "name", lb_rulesets[i]->title);
        put_text(json, "short", lb_rulesets[i]->about);
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

static void put_levels(lb_json *json)
{
    static const struct {
        lb_level level;
        const char *text;
    } rows[] = {{LB_LEVEL_RECRUIT, "plays any legal move: to learn the rules against"},
                {LB_LEVEL_REGULAR, "plans by brigade and weighs every choice by its exact odds"}};

    lb_json_key(json, "levels");
    lb_json_open(json, '[');
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lb_json_open(json, '{');
        put_text(json, "id", lb_level_word(rows[i].level));
        put_text(json, "text", rows[i].text);
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

static void put_sides(lb_json *json, const lb_scenario *scenario)
{
    lb_json_key(json, "sides");
    lb_json_open(json, '[');
    for (uint32_t side = 0; side < LB_SCENARIO_SIDES; side++) {
        uint32_t units = 0;

        for (uint32_t i = 0; i < scenario->unit_count; i++)
            units += scenario->brigades[scenario->units[i].brigade].side == side;
        lb_json_open(json, '{');
        put_text(json, "name", scenario->sides[side].name);
        put_text(json, "nation", lb_nation_words.words[scenario->sides[side].nation]);
        put_number(json, "units", units);
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

/// How battles by a sheet came out, if the scenario says so.
static void put_balance(lb_json *json, const lb_scenario *scenario, const char *sheet)
{
    for (uint32_t i = 0; i < scenario->balance_count; i++) {
        const lb_scenario_balance *of = &scenario->balance[i];

        if (strcmp(of->sheet, sheet) != 0)
            continue;
        lb_json_key(json, "balance");
        lb_json_open(json, '{');
        put_number(json, "battles", of->battles);
        lb_json_key(json, "wins");
        lb_json_open(json, '[');
        for (uint32_t side = 0; side < LB_SCENARIO_SIDES; side++)
            lb_json_int(json, of->wins[side]);
        lb_json_close(json, ']');
        lb_json_close(json, '}');
    }
}

/// The sheets that a scenario can be played by, each with its turns.
static void put_playable(server *s, lb_json *json, const serve_scenario *offered,
                         const lb_scenario *scenario)
{
    lb_json_key(json, "sheets");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        serve_battle *on = NULL;
        lb_diag diag;

        if (lb_rulesets[i]->play != NULL)
            on = battles_enter(&s->judge.battles, lb_rulesets[i], &offered->files, &diag);
        if (on == NULL)
            continue;
        lb_json_open(json, '{');
        put_text(json, "id", lb_rulesets[i]->id);
        put_number(json, "turns", on->battle.turns);
        put_number(json, "units", on->battle.unit_count);
        put_number(json, "width_tmm", on->battle.width_tmm);
        put_number(json, "depth_tmm", on->battle.depth_tmm);
        put_balance(json, scenario, lb_rulesets[i]->id);
        lb_json_close(json, '}');
        battles_leave(&s->judge.battles, on);
    }
    lb_json_close(json, ']');
}

static void put_scenario(server *s, lb_json *json, const serve_scenario *offered,
                         const lb_scenario *scenario)
{
    lb_json_open(json, '{');
    put_text(json, "id", offered->id);
    put_text(json, "title", scenario->title);
    put_text(json, "place", scenario->place);
    put_text(json, "date", scenario->date);
    put_number(json, "year", scenario->year);
    put_text(json, "source", scenario->source);
    put_text(json, "outcome", scenario->outcome);
    put_number(json, "units", scenario->unit_count);
    put_sides(json, scenario);
    put_playable(s, json, offered, scenario);
    lb_json_key(json, "notes");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < scenario->note_count; i++)
        lb_json_string(json, scenario->notes[i]);
    lb_json_close(json, ']');
    lb_json_close(json, '}');
}

bool info_make(server *s, lb_diag *diag)
{
    lb_scenario *scenario = malloc(sizeof *scenario);
    http_json to;
    bool is_whole = scenario != NULL && http_json_start(&to);

    if (!is_whole) {
        free(scenario);
        *diag = (lb_diag){.status = LB_ERROR_SPACE, .text = "out of memory"};
        return false;
    }
    lb_json_open(&to.json, '{');
    put_text(&to.json, "version", s->config->version);
    put_sheets(&to.json);
    put_levels(&to.json);
    lb_json_key(&to.json, "scenarios");
    lb_json_open(&to.json, '[');
    for (size_t i = 0; i < s->config->scenario_count; i++) {
        lb_bundle files = s->config->scenarios[i].files;

        if (lb_bundle_scenario(&files, scenario, diag) == LB_OK)
            put_scenario(s, &to.json, &s->config->scenarios[i], scenario);
    }
    lb_json_close(&to.json, ']');
    lb_json_close(&to.json, '}');
    free(scenario);
    is_whole = fclose(to.json.out) == 0;
    s->info = to.text;
    return is_whole;
}

/* A battle before it begins. */

/// Members of an open object: what a browser needs to draw a battle at its start.
static void put_battle(server *s, lb_json *json, const serve_battle *on)
{
    lb_state *state = malloc(sizeof *state);

    put_text(json, "rules", on->battle.rules->id);
    put_bytes(json, "scenario", &on->scenario, sizeof on->scenario);
    put_bytes(json, "house", &on->battle.house, sizeof on->battle.house);
    if (state == NULL)
        return;
    lb_battle_start(&on->battle, state, NULL);
    lb_desk_start(s->desk, &on->battle, NULL, 0);
    if (lb_desk_battle(s->desk, s->desk_text, LB_DESK_TEXT) > 0) {
        lb_json_key(json, "battle");
        lb_json_raw(json, s->desk_text);
    }
    if (lb_desk_state(s->desk, state, LB_READER_SPECTATOR, s->desk_text, LB_DESK_TEXT) > 0) {
        lb_json_key(json, "state");
        lb_json_raw(json, s->desk_text);
    }
    free(state);
}

void info_answer_scenario(http_request *r, const char *id)
{
    server *s = r->server;
    const serve_scenario *offered = info_find(s, id);
    const lb_ruleset *rules = lb_ruleset_find(r->rules[0] != '\0' ? r->rules : "valour-fortitude");
    const lb_bundle_file *file;
    serve_battle *on;
    lb_diag diag;
    http_json to;

    if (offered == NULL || rules == NULL || rules->play == NULL) {
        http_refuse(r, 404,
                    offered == NULL ? "there is no such scenario" : "there is no such sheet");
        return;
    }
    on = battles_enter(&s->judge.battles, rules, &offered->files, &diag);
    if (on == NULL || !http_json_start(&to)) {
        http_refuse(r, 422, on == NULL ? diag.text : "the server is out of memory");
        battles_leave(&s->judge.battles, on);
        return;
    }
    lb_json_open(&to.json, '{');
    put_text(&to.json, "id", offered->id);
    put_battle(s, &to.json, on);
    file = lb_bundle_find(&offered->files, "scenario");
    lb_json_key(&to.json, "text");
    lb_json_string(&to.json, file != NULL ? file->text : "");
    lb_json_close(&to.json, '}');
    battles_leave(&s->judge.battles, on);
    http_json_end(&to, r, 200);
}

/* Records. */

/// One answer of a record, into its list.
static bool put_answer(void *context, const char *line)
{
    lb_json_string(context, line);
    return true;
}

static void put_answers(lb_json *json, const lb_record_head *head)
{
    lb_json_key(json, "lines");
    lb_json_open(json, '[');
    (void)past_each(head, put_answer, json);
    lb_json_close(json, ']');
}

static void put_record(http_request *r, const lb_record_head *head, const serve_battle *on)
{
    http_json to;

    if (!http_json_start(&to)) {
        http_refuse(r, 503, "the server is out of memory");
        return;
    }
    lb_json_open(&to.json, '{');
    put_text(&to.json, "players", head->players);
    put_text(&to.json, "dice", head->dice != NULL ? head->dice : "computer");
    put_battle(r->server, &to.json, on);
    put_answers(&to.json, head);
    lb_json_close(&to.json, '}');
    http_json_end(&to, r, 200);
}

/// Makes the body a text of its own: a record, or {"record": …}. NULL after refusing.
static char *record_text(http_request *r)
{
    json_error_t error;
    json_t *body;
    char *text = NULL;

    if (r->body == NULL) {
        http_refuse(r, 400, "the body must be a record");
        return NULL;
    }
    if (!r->is_json) {
        if (strlen(r->body) == r->body_size)
            text = strdup(r->body);
    } else {
        body = json_loadb(r->body, r->body_size, JSON_REJECT_DUPLICATES, &error);
        if (json_string_value(json_object_get(body, "record")) != NULL)
            text = strdup(json_string_value(json_object_get(body, "record")));
        json_decref(body);
    }
    if (text == NULL)
        http_refuse(r, 400, "the body must be a record");
    return text;
}

void info_answer_replay(http_request *r)
{
    server *s = r->server;
    char *text = record_text(r);
    lb_record_head head;
    serve_battle *on;
    lb_diag diag;

    if (text == NULL)
        return;
    on = past_battle(&s->judge.battles, text, &head, &diag);
    if (on == NULL)
        past_refuse(r, &diag);
    else
        put_record(r, &head, on);
    battles_leave(&s->judge.battles, on);
    free(text);
}
