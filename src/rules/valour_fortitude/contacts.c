// SPDX-License-Identifier: MIT
// Contacts on the table: which units touch so that they have to fight in the Melee phase.

#include "rules/valour_fortitude/play.h"

bool vf_next_contact(lb_view *view, vf_contact *contact)
{
    const lb_unit_set *own = &view->here[view->state->active];
    bool is_first = contact->target == LB_NOBODY;

    for (uint32_t a = lb_unit_set_next(own, contact->unit); a != LB_NO_INDEX;
         a = lb_unit_set_next(own, a + 1)) {
        lb_unit_set near;

        if ((view->state->unit[a].flags & UNIT_FOUGHT) != 0 || !lb_view_is_engaged(view, a))
            continue;
        near = lb_view_near(view, view->box[a], LB_CONTACT_TMM,
                            lb_view_foes(view, view->state->active));
        LB_EACH (d, &near)
            if ((is_first || a != contact->unit || d > contact->target) &&
                (view->state->unit[d].flags & UNIT_FOUGHT) == 0 && lb_view_touch(view, a, d)) {
                *contact = (vf_contact){a, d};
                return true;
            }
    }
    return false;
}
