// SPDX-License-Identifier: MIT
// What somebody sees who comes back to the table: after the enemy's turn the units that have moved,
// and, if two people share a keyboard, what has happened since they gave it away. Between them the
// screen is cleared, so that nobody sees the other's hand.

#include "play.h"

#include <string.h>
#include <unistd.h>

/* What has changed. */

void play_begin_to_look(game *g)
{
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        memcpy(g->known[s], g->state.unit, sizeof g->known[s]);
        memcpy(g->known_leader[s], g->state.leader, sizeof g->known_leader[s]);
    }
}

static bool has_ridden(const game *g, uint32_t leader)
{
    const lb_leader *now = &g->state.leader[leader], *then = &g->known_leader[g->side][leader];

    return now->presence != then->presence ||
           (now->presence == LB_PRESENCE_TABLE &&
            (now->at.x != then->at.x || now->at.y != then->at.y));
}

static bool has_changed(const game *g, uint32_t unit)
{
    const lb_unit *now = &g->state.unit[unit], *then = &g->known[g->side][unit];

    return now->presence != then->presence ||
           (now->presence == LB_PRESENCE_TABLE &&
            (now->at.x != then->at.x || now->at.y != then->at.y || now->heading != then->heading ||
             now->formation != then->formation));
}

static void tell_changes(const game *g)
{
    bool is_first = true;

    for (uint32_t i = 0; i < g->battle.unit_count; i++)
        if (has_changed(g, i)) {
            if (is_first)
                term_heading("Units that have moved or changed since you last looked:");
            is_first = false;
            play_show_unit(g, i);
        }
    is_first = true;
    for (uint32_t i = 0; i < g->battle.leader_count; i++)
        if (has_ridden(g, i)) {
            if (is_first)
                term_heading("Leaders that have moved since you last looked:");
            is_first = false;
            play_show_leader(g, i);
        }
}

/// True if somebody has moved whom the side has not moved itself: after the enemy's turn anybody,
/// where the sides share their turns somebody of the enemy's.
static bool is_news(const game *g)
{
    bool is_shared = g->battle.rules->play->shares_turns;

    for (uint32_t i = 0; i < g->battle.unit_count; i++)
        if (has_changed(g, i) && (!is_shared || g->battle.unit[i].side != g->side))
            return true;
    for (uint32_t i = 0; i < g->battle.leader_count; i++)
        if (has_ridden(g, i) && (!is_shared || g->battle.leader[i].side != g->side))
            return true;
    return false;
}

void play_show_changes(game *g)
{
    bool is_due = g->state.active == g->side && g->known_turn[g->side] != g->state.turn;

    if (is_due || g->battle.rules->play->shares_turns) {
        bool is_changed = is_news(g);

        if (is_due || is_changed)
            battle_log_flush(&g->log);
        if (is_changed && g->asked.is_plain)
            tell_changes(g);
        else if (is_changed)
            play_map(g, NULL);
        g->known_turn[g->side] = g->state.turn;
    }
    /* What the side does itself it has seen. */
    memcpy(g->known[g->side], g->state.unit, sizeof g->known[g->side]);
    memcpy(g->known_leader[g->side], g->state.leader, sizeof g->known_leader[g->side]);
}

/* Two people. */

static void clear_screen(void)
{
    if (!isatty(STDOUT_FILENO) || !term_is_rich())
        return;
    /* Also what can be scrolled back to. */
    fputs("\033[H\033[2J\033[3J", stdout);
    fflush(stdout);
}

bool play_hand_over(game *g)
{
    uint8_t next = g->state.machine.node.question.side;
    char line[PLAY_LINE], request[LB_DIAG_TEXT];
    const char *text;

    if (!g->is_shared || next == g->side)
        return true;
    battle_log_flush(&g->log);
    g->seen[g->side] = g->answers;
    clear_screen();
    snprintf(request, sizeof request,
             "Hand the keyboard to %s. %s, press Enter when nobody else looks.",
             g->battle.side[next].name, g->battle.side[next].name);
    term_wrap(request, 0, 2);
    if (!play_line(g, "Enter> ", line, &text) || strcmp(text, "quit") == 0)
        return false;
    clear_screen();
    g->side = next;
    g->log.teller.reader = (uint8_t)(g->side + 1);
    g->undo_floor = g->undo_count;
    play_catch_up(g, g->seen[next]);
    return true;
}
