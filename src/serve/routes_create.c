// SPDX-License-Identifier: MIT
// POST /api/games: a new game.

#include "serve/server.h"

#include "base/put.h"
#include "serve/encode.h"

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

/// Reads what is wished for. NULL, or what is wrong.
static const char *read_wish(const server *s, const json_t *body, wish *w)
{
    const char *scenario = text_of(body, "scenario"), *rules = text_of(body, "rules"),
               *dice = text_of(body, "dice"), *name = text_of(body, "name"), *why;
    uint8_t id[GAME_ID_BYTES];

    w->scenario = scenario != NULL ? info_find(s, scenario) : NULL;
    if (w->scenario == NULL)
        return "scenario must be the id of one of the scenarios that /api/info lists";
    w->rules = rules != NULL ? lb_ruleset_find(rules) : NULL;
    if (w->rules == NULL || w->rules->play == NULL)
        return "rules must be the id of one of the sheets that /api/info lists";
    if (json_object_get(body, "dice") != NULL &&
        (dice == NULL || (strcmp(dice, "computer") != 0 && strcmp(dice, "real") != 0)))
        return "dice must be computer or real";
    if (json_object_get(body, "name") != NULL && (name == NULL || !is_name(name)))
        return "name must be one line of at most 60 bytes";
    w->house = text_of(body, "house");
    if (w->house == NULL && json_object_get(body, "house") != NULL &&
        !json_is_null(json_object_get(body, "house")))
        return "house must be the text of a file of house rules";
    w->house_size = w->house != NULL ? strlen(w->house) : 0;
    why = read_seats(body, w);
    if (why != NULL)
        return why;
    if (!encode_random(id, sizeof id) || !encode_random(w->row.key, sizeof w->row.key))
        return "the system has no random numbers";
    encode_url(id, sizeof id, w->row.id);
    snprintf(w->row.name, sizeof w->row.name, "%s", name != NULL ? name : "");
    snprintf(w->row.scenario, sizeof w->row.scenario, "%s", w->scenario->id);
    snprintf(w->row.rules, sizeof w->row.rules, "%s", w->rules->id);
    w->row.has_real_dice = dice != NULL && strcmp(dice, "real") == 0;
    return NULL;
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

static void begin_game(http_request *r, const wish *w, serve_battle *on)
{
    server *s = r->server;
    serve_game *g;
    game_reply reply = game_begin(&s->judge, &w->row, w->seat, on, &g);
    http_json to;

    if (g == NULL || !http_json_start(&to)) {
        http_refuse(r, reply.result == GAME_DISK ? 507 : 500, reply.why);
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

void create_answer(http_request *r)
{
    wish *w = calloc(1, sizeof *w);
    json_error_t error;
    json_t *body = r->is_json && r->body != NULL
                       ? json_loadb(r->body, r->body_size, JSON_REJECT_DUPLICATES, &error)
                       : NULL;
    const char *why = "the body must be an object in application/json";
    lb_diag diag = {0};
    serve_battle *on;

    if (w == NULL)
        why = "the server is out of memory";
    else if (json_is_object(body))
        why = read_wish(r->server, body, w);
    if (why != NULL) {
        http_refuse(r, json_is_object(body) ? 422 : 400, why);
    } else {
        on = find_battle(r->server, w, &diag);
        if (on == NULL)
            refuse_house(r, &diag);
        else
            begin_game(r, w, on);
    }
    json_decref(body);
    free(w);
}
