// SPDX-License-Identifier: MIT
// See veil.h.

#include "serve/veil.h"

#include "desk/desk.h"
#include "desk/parts.h"
#include "serve/game.h"

#include <stdlib.h>
#include <string.h>

veil_eyes veil_eyes_of(const serve_game *g, uint32_t sides, int as)
{
    if (game_is_over(g))
        return (veil_eyes){LB_READER_ALL, true};
    if (sides == 3)
        return (veil_eyes){as == 0 || as == 1 ? (uint32_t)as : LB_READER_SPECTATOR, true};
    return (veil_eyes){sides == 0 ? LB_READER_SPECTATOR : sides == 1 ? 0 : 1, false};
}

static bool is_veiled(const serve_game *g, veil_eyes eyes)
{
    return !eyes.is_exact && (g->veil.readers >> eyes.reader & 1) != 0;
}

uint32_t veil_last(const serve_game *g, veil_eyes eyes)
{
    return is_veiled(g, eyes) ? g->veil.cursor : g->cursor;
}

uint32_t veil_number(const serve_game *g, veil_eyes eyes, uint32_t n)
{
    uint32_t number = n;

    for (uint32_t i = 0; !eyes.is_exact && i < g->veil.rows && g->veil.row[i].n <= n; i++)
        number -= g->veil.row[i].readers >> eyes.reader & 1;
    return number;
}

uint32_t veil_row_of(const serve_game *g, veil_eyes eyes, uint32_t own)
{
    uint32_t n = own;

    for (uint32_t i = 0; !eyes.is_exact && i < g->veil.rows && g->veil.row[i].n <= n + 1; i++)
        n += g->veil.row[i].readers >> eyes.reader & 1;
    return n < g->cursor ? n : g->cursor;
}

uint32_t veil_cursor(const serve_game *g, veil_eyes eyes)
{
    return veil_number(g, eyes, veil_last(g, eyes));
}

const lb_state *veil_state(const serve_game *g, veil_eyes eyes)
{
    return is_veiled(g, eyes) ? &g->veil.state : &g->state;
}

bool veil_note(serve_game *g, const store_step *step)
{
    veil *v = &g->veil;
    uint8_t readers = 0;

    for (int reader = 0; reader < STORE_READERS; reader++) {
        const char *told =
            step->told[reader] != NULL ? step->told[reader] : step->told[STORE_READERS - 1];

        readers |= (uint8_t)((told == NULL || told[0] != '{') << reader);
    }
    if (readers == 0)
        return true;
    if (v->rows == v->room) {
        uint32_t room = v->room > 0 ? 2 * v->room : 16;
        veil_row *row = realloc(v->row, room * sizeof *row);

        if (row == NULL)
            return false;
        v->row = row;
        v->room = room;
    }
    v->row[v->rows++] = (veil_row){step->n, readers};
    return true;
}

uint8_t veil_unaware(const serve_game *g, uint32_t end)
{
    uint8_t readers = (1 << STORE_READERS) - 1;

    for (uint32_t i = end; i < g->answers; i++) {
        uint8_t skipped = 0;

        for (uint32_t k = 0; k < g->veil.rows; k++)
            if (g->veil.row[k].n == g->answer[i].n)
                skipped = g->veil.row[k].readers;
        readers &= skipped;
    }
    return readers;
}

/// True of a moment that everybody may see: a question that is no secret, the end, or real dice.
static bool is_open(const serve_game *g, const lb_state *state)
{
    if (state->machine.node.kind == LB_NODE_ROLL)
        return g->row.has_real_dice;
    return !lb_desk_is_secret(&g->on->battle, state);
}

void veil_open(serve_game *g, const lb_state *state, uint32_t n)
{
    if (!is_open(g, state))
        return;
    g->veil.state = *state;
    g->veil.cursor = n;
}

/* As if it had declined. */

/// Whether somebody else would see anything of an answer.
typedef struct onlooker {
    const lb_battle *battle;
    const lb_state *state;
    bool has_seen;
} onlooker;

static void look_on(void *context, const lb_event *event)
{
    onlooker *o = context;
    lb_event known = *event;

    o->has_seen |= lb_desk_mask_event(o->battle, o->state, LB_READER_SPECTATOR, &known);
}

/// The action that declines: a bare answer that is no yes.
static bool find_refusal(const lb_battle *battle, const lb_state *state, lb_view *view,
                         lb_action *refusal)
{
    const lb_play *play = battle->rules->play;

    for (uint32_t verb = 0; verb < play->verb_count; verb++) {
        const char *word = play->verbs[verb].word;

        *refusal = lb_action_of(verb);
        if ((strcmp(word, "pass") == 0 || strcmp(word, "no") == 0) &&
            lb_battle_check(battle, state, view, refusal, NULL))
            return true;
    }
    return false;
}

bool veil_looks_ahead(const lb_battle *battle, const lb_state *state, lb_view *view, lb_state *then)
{
    const lb_node *node = &then->machine.node;
    onlooker o = {.battle = battle, .state = then};
    lb_sink sink = {.emit = look_on, .context = &o};
    lb_action refusal;
    lb_run run;

    if (!find_refusal(battle, state, view, &refusal))
        return false;
    *then = *state;
    run = lb_battle_run(battle, then, &sink);
    return lb_run_act(&run, &refusal) && !o.has_seen && node->kind == LB_NODE_DECISION &&
           node->question.side == state->machine.node.question.side &&
           !lb_desk_is_secret(battle, then);
}

void veil_update(judge *j, serve_game *g, uint32_t actor, const lb_state *before, uint32_t cursor)
{
    veil *v = &g->veil;
    uint32_t side = g->state.machine.node.question.side;
    uint8_t was = v->readers, both;

    v->readers = 0;
    if (game_is_over(g) || !lb_desk_is_secret(&g->on->battle, &g->state))
        return;
    both = (uint8_t)(1 << LB_READER_SPECTATOR | 1 << (1 - side));
    lb_view_start(&j->view);
    if (veil_looks_ahead(&g->on->battle, &g->state, &j->view, &j->scratch)) {
        v->state = j->scratch;
        v->cursor = g->cursor;
        v->readers = both;
        return;
    }
    if (before != NULL && is_open(g, before)) {
        v->state = *before;
        v->cursor = cursor;
    } else if (before != NULL && was == 0) {
        return;
    }
    /* At the very start nobody has been asked anything yet. */
    if (v->state.machine.node.kind == LB_NODE_END || actor == LB_NO_SIDE)
        return;
    v->readers = actor == side || (was >> (1 - side) & 1) != 0 ? both : 1 << LB_READER_SPECTATOR;
    if (actor == 1 - side)
        v->readers &= (uint8_t) ~(1 << (1 - side));
}
