// SPDX-License-Identifier: MIT
// The record of a game as a text file, in the format of limber/record.h. Before the end it lacks
// the seed and every secret answer; a remark stands in their place, so such a record shows the
// battle to people but cannot be played again.

#include "serve/server.h"

#include "limber/record.h"
#include "text/record.h"

#include <stdlib.h>
#include <string.h>

/// A record while it is written.
typedef struct export
{
    const serve_game *game;
    lb_recorder recorder;
    lb_state state;
    lb_view view;
    uint32_t last; ///< row that is written
    uint32_t at;   ///< answers that were written
    bool is_open;  ///< secrets are written
    bool has_failed;
}
export;

static bool is_hidden(const export *e, const store_step *step)
{
    const char *told = step->told[STORE_READERS - 1];

    /* What the public is not told word for word is a secret of somebody. */
    return !e->is_open && (told[0] != '{' || strstr(told, "\"hidden\":true") != NULL);
}

/// Says that something is missing, unless the public may not even know that.
static void remark(const export *e, const store_step *step, const char *what)
{
    if (step->told[STORE_READERS - 1][0] == '{')
        fprintf(e->recorder.file, "# %s\n", what);
}

/// Writes the answer of a row and carries it out.
static bool write_answer(export *e, const store_step *step)
{
    const lb_battle *battle = &e->game->on->battle;
    lb_run run = lb_battle_run(battle, &e->state, NULL);
    const lb_node *node = &e->state.machine.node;
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;
    lb_action action;
    lb_diag diag;

    run.view = &e->view;
    if (step->kind == STORE_ROLL) {
        if (node->kind != LB_NODE_ROLL ||
            lb_record_parse_faces(step->answer, &node->roll, faces, &count, &diag) != LB_OK)
            return false;
        if (is_hidden(e, step))
            remark(e, step, "dice that stay hidden until the end");
        else if (!lb_recorder_roll(&e->recorder, &e->state, faces, count))
            return false;
        return lb_run_throw(&run, faces, count);
    }
    if (node->kind != LB_NODE_DECISION ||
        lb_record_parse_action(battle->rules->play, step->answer, &action, &diag) != LB_OK)
        return false;
    if (is_hidden(e, step))
        remark(e, step, "an order that stays hidden until the end");
    else if (!lb_recorder_action(&e->recorder, &e->state, &action))
        return false;
    return lb_run_act(&run, &action);
}

static bool export_step(void *context, const store_step *step)
{
    export *e = context;

    if (e->at >= e->game->answers || step->n > e->last)
        return false;
    if (step->n != e->game->answer[e->at].n)
        return true;
    e->at++;
    e->has_failed = !write_answer(e, step);
    return !e->has_failed;
}

static bool write_head(export *e)
{
    const serve_game *g = e->game;
    char players[2 * STORE_WORD + 2], seed[2 * STORE_KEY + 1] = "hidden";
    lb_record_head head = {.scenario = g->row.scenario,
                           .rules = g->row.rules,
                           .house = lb_bundle_find(&g->on->files, "house") != NULL ? "house" : NULL,
                           .dice = g->row.has_real_dice ? "real" : NULL,
                           .players = players,
                           .seed = seed,
                           .files = g->on->files};

    snprintf(players, sizeof players, "%s %s", g->seat[0].kind, g->seat[1].kind);
    for (size_t i = 0; e->is_open && i < STORE_KEY; i++)
        snprintf(seed + 2 * i, 3, "%02x", g->row.key[i]);
    return lb_recorder_head(&e->recorder, &head, g->on->start);
}

static bool write_record(server *s, export *e, FILE *out)
{
    const serve_game *g = e->game;

    e->recorder = lb_recorder_start(out, &g->on->battle, false);
    lb_view_start(&e->view);
    lb_battle_start(&g->on->battle, &e->state, NULL);
    if (!write_head(e) ||
        store_read_steps(s->judge.store, g->row.number, 0, export_step, e) != STORE_OK ||
        e->has_failed)
        return false;
    if (g->is_resigned)
        fprintf(out, "# %s gave the battle up\n", g->on->battle.side[g->resigned].name);
    return e->state.machine.node.kind != LB_NODE_END || lb_recorder_end(&e->recorder, &e->state);
}

void export_answer(http_request *r, const serve_game *g, uint32_t last)
{
    export *e = calloc(1, sizeof *e);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool is_good = e != NULL && out != NULL;

    if (is_good) {
        e->game = g;
        e->last = last;
        e->is_open = game_is_over(g);
        is_good = write_record(r->server, e, out);
    }
    if (out != NULL)
        is_good = fclose(out) == 0 && is_good;
    if (is_good)
        http_answer(r, 200, "text/plain; charset=utf-8", text, size);
    else
        http_refuse(r, 500, "the record could not be written");
    free(text);
    free(e);
}
