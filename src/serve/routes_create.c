// SPDX-License-Identifier: MIT
// POST /api/games: a new game. POST /api/replays/games: a new game that goes on from a record.

#include "serve/server.h"

#include "base/put.h"
#include "serve/encode.h"
#include "serve/past.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/// What a game is made of.
typedef struct wish {
    const serve_scenario *scenario;
    const lb_ruleset *rules;
    const char *house; ///< or NULL
    size_t house_size;
    store_game row;
    store_seat seat[LB_SIDES];
    char token[LB_SIDES][TOKEN_LENGTH + 1]; ///< "" for a computer
} wish;

/// A member that is a text; NULL if there is none or it is none.
static const char *text_of(const json_t *body, const char *key)
{
    return json_string_value(json_object_get(body, key));
}

/// Makes a token for a seat. False if there is no chance to be had.
static bool make_token(wish *w, uint32_t side, bool is_shared)
{
    uint8_t bytes[TOKEN_BYTES];

    if (is_shared && side == 1) {
        memcpy(w->token[1], w->token[0], sizeof w->token[0]);
    } else {
        if (!encode_random(bytes, sizeof bytes))
            return false;
        encode_url(bytes, sizeof bytes, w->token[side]);
    }
    sha256(w->token[side], TOKEN_LENGTH, w->seat[side].token);
    w->seat[side].has_token = true;
    return true;
}

/// Reads who plays. NULL, or what is wrong.
static const char *read_seats(const json_t *body, wish *w)
{
    const json_t *seats = json_object_get(body, "seats"), *shared = json_object_get(body, "shared");
    uint32_t people = 0;

    if (json_array_size(seats) != LB_SIDES)
        return "seats must be two words: human, or the level of a computer player";
    if (shared != NULL && !json_is_boolean(shared))
        return "shared must be true or false";
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        const char *kind = json_string_value(json_array_get(seats, side));
        bool is_human = kind != NULL && strcmp(kind, "human") == 0;

        if (kind == NULL || (!is_human && game_level(kind) == LB_LEVEL_COUNT))
            return "seats must be two words: human, or the level of a computer player";
        snprintf(w->seat[side].kind, sizeof w->seat[side].kind, "%s", kind);
        people += is_human;
    }
    if (people == 0)
        return "at least one seat must be for a person";
    for (uint32_t side = 0; side < LB_SIDES; side++)
        if (game_level(w->seat[side].kind) == LB_LEVEL_COUNT &&
            !make_token(w, side, json_is_true(shared) && people == LB_SIDES))
            return "the system has no random numbers";
    return NULL;
}

/// True of a name that may be shown.
static bool is_name(const char *name)
{
    if (strlen(name) > NAME_LENGTH)
        return false;
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return false;
    return true;
}

/// Reads how it is played, and makes the game's id and key. NULL, or what is wrong.
static const char *read_terms(const json_t *body, wish *w)
{
    const char *dice = text_of(body, "dice"), *name = text_of(body, "name"), *why;
    uint8_t id[GAME_ID_BYTES];

    if (json_object_get(body, "dice") != NULL &&
        (dice == NULL || (strcmp(dice, "computer") != 0 && strcmp(dice, "real") != 0)))
        return "dice must be computer or real";
    if (json_object_get(body, "name") != NULL && (name == NULL || !is_name(name)))
        return "name must be one line of at most 60 bytes";
    why = read_seats(body, w);
    if (why != NULL)
        return why;
    if (!encode_random(id, sizeof id) || !encode_random(w->row.key, sizeof w->row.key))
        return "the system has no random numbers";
    encode_url(id, sizeof id, w->row.id);
    snprintf(w->row.name, sizeof w->row.name, "%s", name != NULL ? name : "");
    w->row.has_real_dice = dice != NULL && strcmp(dice, "real") == 0;
    return NULL;
}

/// Reads what is wished for. NULL, or what is wrong.
static const char *read_wish(const server *s, const json_t *body, wish *w)
{
    const char *scenario = text_of(body, "scenario"), *rules = text_of(body, "rules");

    w->scenario = scenario != NULL ? info_find(s, scenario) : NULL;
    if (w->scenario == NULL)
        return "scenario must be the id of one of the scenarios that /api/info lists";
    w->rules = rules != NULL ? lb_ruleset_find(rules) : NULL;
    if (w->rules == NULL || w->rules->play == NULL)
        return "rules must be the id of one of the sheets that /api/info lists";
    w->house = text_of(body, "house");
    if (w->house == NULL && json_object_get(body, "house") != NULL &&
        !json_is_null(json_object_get(body, "house")))
        return "house must be the text of a file of house rules";
    w->house_size = w->house != NULL ? strlen(w->house) : 0;
    snprintf(w->row.scenario, sizeof w->row.scenario, "%s", w->scenario->id);
    snprintf(w->row.rules, sizeof w->row.rules, "%s", w->rules->id);
    return read_terms(body, w);
}

/// The battle that is wished for; NULL with the diag.
static serve_battle *find_battle(server *s, const wish *w, lb_diag *diag)
{
    lb_bundle files = w->scenario->files;

    if (w->house_size > 0 && !lb_bundle_add(&files, "house", w->house, w->house_size)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "there is no room for house rules beside this scenario's armies");
        return NULL;
    }
    return battles_enter(&s->judge.battles, w->rules, &files, diag);
}

static void put_tokens(lb_json *json, const wish *w)
{
    lb_json_key(json, "tokens");
    lb_json_open(json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++)
        if (w->token[side][0] != '\0')
            lb_json_string(json, w->token[side]);
        else
            lb_json_raw(json, "null");
    lb_json_close(json, ']');
    /* Behind # a browser keeps the token to itself: no server or proxy writes it down. */
    lb_json_key(json, "links");
    lb_json_open(json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        char link[TOKEN_LENGTH + GAME_ID_LENGTH + 16];

        snprintf(link, sizeof link, "/game/%s#%s", w->row.id, w->token[side]);
        if (w->token[side][0] != '\0')
            lb_json_string(json, link);
        else
            lb_json_raw(json, "null");
    }
    lb_json_close(json, ']');
}

static int status_of(game_result result)
{
    return result == GAME_DISK ? 507 : result == GAME_REFUSED ? 422 : 500;
}

static void begin_game(http_request *r, const wish *w, serve_battle *on, const game_past *past)
{
    server *s = r->server;
    serve_game *g;
    game_reply reply = game_begin(&s->judge, &w->row, w->seat, on, past, &g);
    http_json to;

    if (g == NULL || !http_json_start(&to)) {
        http_refuse(r, status_of(reply.result), reply.why);
        return;
    }
    games_add(s, g);
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "game");
    lb_json_string(&to.json, w->row.id);
    lb_json_key(&to.json, "cursor");
    lb_json_int(&to.json, g->cursor);
    put_tokens(&to.json, w);
    lb_json_close(&to.json, '}');
    http_json_end(&to, r, 201);
    games_changed(s, g);
}

/// Answers with place and reason of what is wrong with house rules.
static void refuse_house(http_request *r, const lb_diag *diag)
{
    char why[LB_DIAG_TEXT + 64];

    if (diag->line > 0)
        snprintf(why, sizeof why, "house rules, line %d, column %d: %s", diag->line, diag->column,
                 diag->text);
    else
        snprintf(why, sizeof why, "%s", diag->text);
    http_refuse(r, 422, why);
}

/// The body as an object; NULL after refusing.
static json_t *read_object(http_request *r)
{
    json_error_t error;
    json_t *body = r->is_json && r->body != NULL
                       ? json_loadb(r->body, r->body_size, JSON_REJECT_DUPLICATES, &error)
                       : NULL;

    if (json_is_object(body))
        return body;
    json_decref(body);
    http_refuse(r, 400, "the body must be an object in application/json");
    return NULL;
}

void create_answer(http_request *r)
{
    json_t *body = read_object(r);
    wish *w = body != NULL ? calloc(1, sizeof *w) : NULL;
    const char *why;
    lb_diag diag = {0};
    serve_battle *on;

    if (body == NULL)
        return;
    why = w != NULL ? read_wish(r->server, body, w) : "the server is out of memory";
    if (why != NULL) {
        http_refuse(r, 422, why);
    } else {
        on = find_battle(r->server, w, &diag);
        if (on == NULL)
            refuse_house(r, &diag);
        else
            begin_game(r, w, on, NULL);
    }
    json_decref(body);
    free(w);
}

/* Going on from a record. */

enum {
    PAST_ANSWERS = 20000,  ///< that a game may begin with
    PAST_FILES = 1 << 20,  ///< bytes of the files that it is made from
    ANSWERS_PER_COST = 100 ///< what a request costs besides
};

/// The first answers of a record, as they are read.
typedef struct past_list {
    game_past past;
    uint32_t wanted;
} past_list;

static bool list_line(void *context, const char *line)
{
    past_list *list = context;

    if (list->past.count >= list->wanted)
        return false;
    list->past.line[list->past.count] = strdup(line);
    return list->past.line[list->past.count++] != NULL;
}

static void free_list(past_list *list)
{
    for (uint32_t i = 0; list->past.line != NULL && i < list->past.count; i++)
        free(list->past.line[i]);
    free(list->past.line);
}

/// The name of a file without its folder and its ending, for the row of the game.
static void name_scenario(const char *path, store_game *row)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;

    snprintf(row->scenario, sizeof row->scenario, "%.*s", (int)strcspn(name, "."), name);
}

/// What speaks against keeping a game from this record: what it brings along goes to the disk, and
/// every answer becomes a row. NULL: nothing.
static const char *too_much(http_request *r, const lb_record_head *head, uint32_t answers)
{
    server *s = r->server;
    uint32_t most = s->config->rate * BURST, cost = answers / ANSWERS_PER_COST;
    size_t size = 0;

    for (uint32_t i = 0; i < head->files.count; i++)
        size += head->files.file[i].size;
    if (size > PAST_FILES)
        return "the scenario and armies of this record are too long to be kept";
    if (limit_take(&limit_find(&s->limits, r->address)->bucket, limit_now(), s->config->rate, most,
                   cost < most / 2 ? cost : most / 2))
        return NULL;
    return "too many answers at once: wait a moment";
}

/// Begins the game, now that the battle of the record is known.
static void go_on_from(http_request *r, wish *w, const lb_record_head *head, uint32_t answers,
                       serve_battle *on)
{
    past_list list = {.wanted = answers};
    const char *why = too_much(r, head, answers);

    if (why != NULL) {
        http_refuse(r, 422, why);
        battles_leave(&r->server->judge.battles, on);
        return;
    }
    name_scenario(head->scenario, &w->row);
    snprintf(w->row.rules, sizeof w->row.rules, "%s", on->battle.rules->id);
    list.past.line = calloc(answers + 1, sizeof *list.past.line);
    if (list.past.line != NULL)
        (void)past_each(head, list_line, &list);
    if (list.past.line == NULL || list.past.count < answers) {
        http_refuse(r, 422, "the record has fewer answers than that");
        battles_leave(&r->server->judge.battles, on);
    } else {
        begin_game(r, w, on, &list.past);
    }
    free_list(&list);
}

void create_answer_past(http_request *r)
{
    json_t *body = read_object(r), *answers;
    wish *w = body != NULL ? calloc(1, sizeof *w) : NULL;
    const char *why = "the server is out of memory";
    lb_record_head head;
    lb_diag diag;
    serve_battle *on;
    char *text;

    if (body == NULL)
        return;
    answers = json_object_get(body, "answers");
    text = text_of(body, "record") != NULL ? strdup(text_of(body, "record")) : NULL;
    if (text == NULL)
        why = "record must be the text of a record";
    else if (!json_is_integer(answers) || json_integer_value(answers) < 0 ||
             json_integer_value(answers) > PAST_ANSWERS)
        why = "answers must say how many answers of the record are kept, at most 20000";
    else if (w != NULL)
        why = read_terms(body, w);
    if (why != NULL) {
        http_refuse(r, 422, why);
    } else {
        on = past_battle(&r->server->judge.battles, text, &head, &diag);
        if (on == NULL)
            past_refuse(r, &diag);
        else
            go_on_from(r, w, &head, (uint32_t)json_integer_value(answers), on);
    }
    free(text);
    json_decref(body);
    free(w);
}
