// SPDX-License-Identifier: MIT
// Questions about odds, at a prompt and in limber odds: a question of the sheet, or any order that
// can be given. An order that the sheet has no chart for is answered by the dice that it begins
// with.

#include "play.h"
#include "words.h"

#include <string.h>

/// True of a question at whom it is that names an enemy alone.
static bool lacks_actor(const game *g, const lb_query *query)
{
    const lb_verb *row = g->battle.rules->play->queries;

    while (row->word != NULL && strcmp(row->word, query->what) != 0)
        row++;
    return row->word != NULL && (row->uses & LB_USES_TARGET) != 0 &&
           (row->uses & LB_USES_GROUP) == 0 && query->target == LB_NOBODY &&
           query->unit < g->battle.unit_count && g->battle.unit[query->unit].side != g->side &&
           play_nearest_own(g, query->unit) != LB_NOBODY;
}

/// True of a text that can be nothing but an order: the number of a choice, or a verb that is no
/// question.
static bool is_order_alone(const game *g, const char *text)
{
    uint8_t verb;

    return (*text >= '0' && *text <= '9') || words_take_verb(g->battle.rules->play, &text, &verb);
}

bool play_read_odds(const game *g, const char *text, play_asked *asked, lb_diag *diag)
{
    lb_diag of_order;
    bool is_query = words_read_query(&g->battle, text, &asked->query, diag);

    asked->is_order = false;
    if (is_query && !lacks_actor(g, &asked->query))
        return true;
    if (play_order(g, text, &asked->order, &of_order)) {
        asked->is_order = !play_has_query(g, &asked->order);
        asked->query = play_query_of(g, &asked->order);
        return true;
    }
    if (!is_query) {
        if (is_order_alone(g, text))
            *diag = of_order;
        return false;
    }
    /* "odds fire 5": by whom such an action would be. */
    asked->query.target = asked->query.unit;
    asked->query.unit = (uint16_t)play_nearest_own(g, asked->query.target);
    return true;
}

bool play_put_order_odds(const game *g, const lb_action *order, lb_put *put)
{
    const char *name = play_actor_name(g, order);
    lb_reason reason = {0};
    size_t before;

    if (!lb_battle_check(&g->battle, &g->state, NULL, order, &reason)) {
        /* The way of an order that nobody can carry out is none. */
        if (name != NULL)
            lb_put_text(put, name);
        else
            play_put_choice(g, order, true, put);
        lb_put_text(put, ": not now; ");
        (void)play_put_refusal(g, order, &reason, put);
        lb_put_text(put, " (");
        lb_put_text(put, g->battle.rules->clauses[reason.clause].id);
        lb_put_text(put, ").");
        return false;
    }
    play_put_choice(g, order, true, put);
    lb_put_text(put, ": ");
    before = put->length;
    if (play_has_query(g, order))
        (void)compare_put_odds(&g->battle, &g->state, order, false, put);
    else
        (void)lb_roll_put_next(&g->battle, &g->state, order, put);
    if (put->length == before)
        lb_put_text(put, "no dice follow that at once");
    lb_put_char(put, '.');
    return true;
}

void play_answer_odds(const game *g, const char *text)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);
    play_asked asked;
    lb_diag diag;

    if (!play_read_odds(g, text, &asked, &diag)) {
        play_show_diag(&diag);
        return;
    }
    if (!asked.is_order) {
        play_odds(g, &asked.query);
        return;
    }
    (void)play_put_order_odds(g, &asked.order, &put);
    term_wrap(line, 0, 2);
}
