// SPDX-License-Identifier: MIT
// What a client sees of a game.

#include "serve/server.h"

#include "desk/desk.h"
#include "serve/encode.h"
#include "serve/mask.h"

#include <stdlib.h>

void view_put_bool(lb_json *json, const char *key, bool value)
{
    lb_json_key(json, key);
    lb_json_raw(json, value ? "true" : "false");
}

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

uint32_t view_reader(const serve_game *g, uint32_t sides, int as)
{
    uint32_t awaited = game_awaits(g);

    if (game_is_over(g))
        return LB_READER_ALL;
    if (sides == 0)
        return LB_READER_SPECTATOR;
    if (sides != 3)
        return sides == 1 ? 0 : 1;
    /* Two at one table: whoever is to answer looks at it. */
    if (as == 0 || as == 1)
        return (uint32_t)as;
    return awaited == 2 ? 1 : 0;
}

/// Who is to answer what, as far as somebody sees.
static void put_awaited(lb_json *json, const serve_game *g, const lb_state *state)
{
    static const char *const kinds[LB_NODE_KIND_COUNT] = {"end", "roll", "decision"};
    uint32_t awaited = game_awaits_in(g, state);
    lb_level level;

    lb_json_key(json, "waiting_for");
    lb_json_open(json, '{');
    put_text(json, "kind", game_is_over(g) ? "end" : kinds[state->machine.node.kind]);
    lb_json_key(json, "sides");
    lb_json_open(json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++)
        if ((awaited >> side & 1) != 0)
            lb_json_int(json, side);
    lb_json_close(json, ']');
    view_put_bool(json, "computer",
                  (awaited == 1 || awaited == 2) && game_is_computer(g, awaited - 1, &level));
    lb_json_close(json, '}');
}

static void put_end(lb_json *json, const serve_game *g)
{
    uint8_t winner = g->is_resigned ? (uint8_t)(1 - g->resigned) : g->state.winner;

    lb_json_key(json, "end");
    lb_json_open(json, '{');
    lb_json_key(json, "winner");
    if (winner < LB_SIDES)
        lb_json_int(json, winner);
    else
        lb_json_raw(json, "null");
    lb_json_key(json, "resigned");
    if (g->is_resigned)
        lb_json_int(json, g->resigned);
    else
        lb_json_raw(json, "null");
    lb_json_close(json, '}');
}

/// The document that the desk makes of the state, and the state itself without what the reader may
/// not know.
static void put_desk(server *s, lb_json *json, const serve_game *g, const lb_state *state,
                     uint32_t reader)
{
    lb_state *masked = malloc(sizeof *masked);

    if (masked == NULL)
        return;
    *masked = *state;
    mask_state(&g->on->battle, masked, reader);
    lb_desk_start(s->desk, &g->on->battle, NULL, 0);
    lb_json_key(json, "state");
    fputc('"', json->out);
    encode_base64(json->out, masked, sizeof *masked);
    fputc('"', json->out);
    json->needs_comma = true;
    if (lb_desk_state(s->desk, masked, reader, s->desk_text, LB_DESK_TEXT) > 0) {
        lb_json_key(json, "view");
        lb_json_raw(json, s->desk_text);
    }
    free(masked);
}

void view_put(server *s, lb_json *json, const serve_game *g, uint32_t sides, int as)
{
    uint32_t reader = view_reader(g, sides, as);
    veil_eyes eyes = veil_eyes_of(g, sides, as);
    const lb_state *state = veil_state(g, eyes);

    lb_json_open(json, '{');
    put_number(json, "cursor", veil_cursor(g, eyes));
    put_number(json, "reader", reader);
    put_awaited(json, g, state);
    view_put_bool(json, "undo",
                  ((sides & 1) != 0 && game_can_undo(g, 0)) ||
                      ((sides & 2) != 0 && game_can_undo(g, 1)));
    if (g->is_asked)
        put_number(json, "takeback", g->asked_by);
    if (game_is_over(g))
        put_end(json, g);
    put_desk(s, json, g, state, reader);
    lb_json_close(json, '}');
}

static void put_seats(lb_json *json, const serve_game *g)
{
    lb_level level;

    lb_json_key(json, "seats");
    lb_json_open(json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        const store_seat *seat = &g->seat[side];
        bool is_computer = game_is_computer(g, side, &level);

        lb_json_open(json, '{');
        put_number(json, "side", side);
        put_text(json, "army", g->on->battle.side[side].name);
        put_text(json, "kind", seat->kind);
        put_text(json, "name", seat->name);
        view_put_bool(json, "joined", is_computer || seat->has_joined);
        view_put_bool(json, "online", is_computer || socket_is_online(g, side));
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

static void put_bytes(lb_json *json, const char *key, const void *bytes, size_t size)
{
    lb_json_key(json, key);
    fputc('"', json->out);
    encode_base64(json->out, bytes, size);
    fputc('"', json->out);
    json->needs_comma = true;
}

void view_put_game(server *s, lb_json *json, const serve_game *g, uint32_t sides)
{
    veil_eyes eyes = veil_eyes_of(g, sides, -1);
    const lb_state *state = veil_state(g, eyes);

    (void)s;
    lb_json_open(json, '{');
    put_text(json, "id", g->row.id);
    put_text(json, "name", g->row.name);
    put_text(json, "title", g->on->battle.title);
    put_text(json, "scenario_id", g->row.scenario);
    put_text(json, "rules", g->row.rules);
    put_text(json, "dice", g->row.has_real_dice ? "real" : "computer");
    put_number(json, "made", g->row.made);
    put_seats(json, g);
    lb_json_key(json, "you");
    if (sides == 3)
        lb_json_string(json, "both");
    else if (sides != 0)
        lb_json_int(json, sides == 1 ? 0 : 1);
    else
        lb_json_raw(json, "null");
    put_number(json, "cursor", veil_cursor(g, eyes));
    put_number(json, "turn", state->turn);
    put_text(json, "phase", g->on->battle.rules->play->phases[state->phase]);
    put_awaited(json, g, state);
    view_put_bool(json, "ended", game_is_over(g));
    put_bytes(json, "scenario", &g->on->scenario, sizeof g->on->scenario);
    put_bytes(json, "house", &g->on->battle.house, sizeof g->on->battle.house);
    lb_json_close(json, '}');
}
