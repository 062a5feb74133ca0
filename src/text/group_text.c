// SPDX-License-Identifier: MIT
// Brigades and Formations in words: what they are ordered to do, how tired they are, and where. See
// battle_text.h.

#include "text/battle_text.h"
#include "text/scenario_words.h"
#include "text/spot_text.h"

void lb_put_place(const lb_battle *battle, lb_point at, bool spells_units, lb_put *put)
{
    const char *name = lb_spot_name(battle, at);

    if (name != NULL) {
        lb_put_text(put, name);
        return;
    }
    lb_put_text(put, "the place ");
    lb_put_length(battle, at.x, spells_units, put);
    lb_put_text(put, " from the west edge and ");
    lb_put_length(battle, at.y, spells_units, put);
    lb_put_text(put, " from the south edge");
}

void lb_put_told(const lb_battle *battle, const lb_order *order, bool spells_units, lb_put *put)
{
    lb_put_text(put, lb_scenario_order_words.words[order->kind]);
    if (order->group != LB_NOBODY && order->group < battle->group_count) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->group[order->group].name);
    } else if (order->is_placed) {
        lb_put_text(put, " at ");
        lb_put_place(battle, order->place, spells_units, put);
    } else if (order->objective < battle->objective_count) {
        lb_put_text(put, " at ");
        lb_put_text(put, battle->objective[order->objective].name);
    }
}

void lb_put_group(const lb_battle *battle, const lb_state *state, uint32_t group, bool spells_units,
                  lb_put *put)
{
    static const char *const arms[LB_FATIGUES] = {"infantry", "cavalry", "artillery"};
    const lb_group *of = &state->group[group];
    int32_t fatigue = 0;

    if (of->order.kind != LB_SCENARIO_ORDER_NONE) {
        lb_put_text(put, ", order: ");
        lb_put_told(battle, &of->order, spells_units, put);
    }
    if (of->pending.kind != LB_SCENARIO_ORDER_NONE) {
        lb_put_text(put, "; on its way: ");
        lb_put_told(battle, &of->pending, spells_units, put);
        if (of->pending.delay > 0) {
            lb_put_text(put, ", delayed by ");
            lb_put_int(put, of->pending.delay);
        }
    }
    for (uint32_t i = 0; i < LB_FATIGUES; i++)
        fatigue += of->fatigue[i];
    if (fatigue == 0)
        return;
    lb_put_text(put, "; fatigue ");
    lb_put_int(put, fatigue);
    for (uint32_t i = 0, told = 0; i < LB_FATIGUES; i++)
        if (of->fatigue[i] > 0) {
            lb_put_text(put, told++ == 0 ? " (" : ", ");
            lb_put_text(put, arms[i]);
            lb_put_char(put, ' ');
            lb_put_int(put, of->fatigue[i]);
        }
    lb_put_char(put, ')');
}
