// SPDX-License-Identifier: MIT
// Who fires or fights by a throw. Skirmishers of a Major Formation fire together and name nobody,
// and fire of both sides is resolved at once: the figures of a report learn here who took part.

#include "rules/march_attack/play.h"

bool ma_deeds(lb_view *view, lb_unit_set *who)
{
    const lb_machine *machine = &view->state->machine;
    const lb_frame *frame = &machine->frame[machine->depth - 1];
    bool is_fight = false;

    if (frame->procedure == PROCEDURE_skirmish && frame->actor >= LB_CAST_GROUP &&
        frame->actor < LB_CAST_LEADER) {
        lb_unit_set units = ma_skirmishers(view, frame->actor - LB_CAST_GROUP);

        lb_unit_set_join(who, &units);
    }
    for (uint32_t i = 0; i < view->battle->unit_count; i++) {
        const int16_t *mark = view->state->unit[i].mark;

        if (mark[MARK_AIM] != 0 || mark[MARK_CHARGE] != 0 || mark[MARK_FOE] != 0)
            lb_unit_set_add(who, (uint16_t)i);
        if (mark[MARK_CHARGE] != 0)
            lb_unit_set_add(who, (uint16_t)(mark[MARK_CHARGE] - 1));
        is_fight |= mark[MARK_CHARGE] != 0 || mark[MARK_FOE] != 0;
    }
    return is_fight;
}
