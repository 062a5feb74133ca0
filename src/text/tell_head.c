// SPDX-License-Identifier: MIT
// Headlines of a teller, and how a battle stands: see limber/tell.h.

#include "base/put.h"
#include "limber/tell.h"
#include "text/standing_text.h"
#include "text/tell_keys.h"

void lb_tell_standing(const lb_battle *battle, int32_t lost, int32_t whole, lb_put *put)
{
    const lb_teller teller = {.battle = battle};
    const lb_event event = {.before = lost, .after = whole, .value = lost};

    lb_tell_put_text(&teller, &event, battle->rules->play->tells->score, put);
}

void lb_teller_score(lb_teller *teller)
{
    const lb_battle *battle = teller->battle;
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_side_report report = lb_battle_side(battle, teller->state, s);

        lb_put_text(&put, s == 0 ? "" : "; ");
        lb_put_text(&put, battle->side[s].name);
        lb_put_text(&put, ": ");
        lb_tell_standing(battle, report.lost, report.whole, &put);
        if (battle->objective_count > 0) {
            lb_put_text(&put, ", ground worth ");
            lb_put_int(&put, lb_battle_held(battle, teller->state, s));
        }
    }
    lb_put_char(&put, '.');
    teller->line(teller->context, 1, text);
}

static void tell_hour(const lb_battle *battle, uint32_t turn, lb_put *put)
{
    uint32_t minute = battle->start_minute + (turn - 1) * battle->minutes;

    if (battle->start_minute == 0)
        return;
    lb_put_text(put, ", about ");
    lb_put_int(put, minute / 60 % 24);
    lb_put_text(put, minute % 60 < 10 ? ":0" : ":");
    lb_put_int(put, minute % 60);
}

bool lb_tell_is_own_phase(const lb_play *play, uint32_t phase)
{
    return play->own_phase > 0 && phase >= play->own_phase;
}

void lb_teller_turn(lb_teller *teller)
{
    const lb_play *play = teller->battle->rules->play;
    bool is_own = lb_tell_is_own_phase(play, teller->phase);
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    lb_put_text(&put, "Turn ");
    lb_put_int(&put, teller->turn);
    lb_put_text(&put, " of ");
    lb_put_int(&put, teller->battle->turns);
    tell_hour(teller->battle, teller->turn, &put);
    if (is_own) {
        lb_put_text(&put, ", ");
        lb_put_text(&put, play->own_phase_word);
    }
    if (is_own || !play->shares_turns) {
        lb_put_text(&put, ": ");
        lb_put_text(&put, teller->battle->side[teller->active].name);
    }
    teller->line(teller->context, 0, text);
}
