// SPDX-License-Identifier: MIT
// What becomes of units and armies: hits on a body, bases knocked out, disorder, units removed,
// armies broken.

#include "rules/napoleons_legacy/play.h"

/* Units. */

/// A leader goes when no unit is left of his brigade.
static void lose_leader(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];
    lb_state *state = run->state;

    if (card->leader == LB_NOBODY || state->leader[card->leader].presence == LB_PRESENCE_GONE ||
        lb_group_left(run->battle, state, group) > 0)
        return;
    lb_change_leader_presence(run, CL_TURN_VICTORY, card->leader, LB_PRESENCE_GONE);
    lb_change_side(run, CL_TURN_VICTORY, card->side, LB_CHANGE_SCORE, SIDE_LEADERS,
                   state->side[card->side].mark[SIDE_LEADERS] + 1);
    lb_tell_of(run, LB_EVENT_SET, CL_TURN_VICTORY, lb_leader_actor(card->leader),
               (int32_t)card->leader);
}

void nl_remove(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_unit *of = &run->state->unit[unit];

    if (of->presence == LB_PRESENCE_GONE)
        return;
    lb_change_presence(run, clause, unit, LB_PRESENCE_GONE);
    lb_change_mark(run, clause, unit, LB_CHANGE_LOSSES, MARK_LOST,
                   of->mark[MARK_LOST] + of->mark[MARK_BASES]);
    lb_change_mark(run, clause, unit, LB_CHANGE_NONE, MARK_BASES, 0);
    lb_change_mark(run, clause, unit, LB_CHANGE_HITS, MARK_HITS, 0);
    of->mark[MARK_TARGET] = 0;
    lb_change_flags(run, clause, unit, 0, UINT32_MAX);
    lose_leader(run, run->battle->unit[unit].group);
}

void nl_lose_bases(lb_run *run, uint16_t clause, uint32_t unit, int32_t bases)
{
    lb_unit *of = &run->state->unit[unit];
    lb_footprint place = lb_view_footprint(run->view, unit);

    if (bases >= of->mark[MARK_BASES]) {
        nl_remove(run, clause, unit);
        return;
    }
    lb_change_mark(run, clause, unit, LB_CHANGE_LOSSES, MARK_LOST, of->mark[MARK_LOST] + bases);
    lb_change_mark(run, clause, unit, LB_CHANGE_NONE, MARK_BASES, of->mark[MARK_BASES] - bases);
    /* The front stays where it is. */
    place.centre = lb_point_towards(place.centre, place.heading,
                                    (place.depth_tmm - run->view->size[unit].depth_tmm) / 2);
    lb_change_place(run, clause, unit, &place);
}

void nl_disorder(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_change_flags(run, clause, unit, UNIT_DISORDERED, 0);
}

/* What an attack does to a body. */

bool nl_check_take(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set struck = lb_cells_units(&LB_ASKED_ABOUT(asked, LOSS)->struck);

    return (lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit) &&
            lb_unit_set_has(&struck, action->unit)) ||
           lb_no(reason, CL_HIT_ALLOCATE, "choose a unit of the row that was hit");
}

void nl_offer_takes(lb_listing *list)
{
    lb_unit_set struck = lb_cells_units(&LB_ASKED_ABOUT(&list->asked, LOSS)->struck);

    LB_EACH (i, &struck)
        if (lb_view_is_here(list->asked.view, i))
            (void)lb_offer_verb(list, i, 0);
}

/// The units of the struck body that are left.
static lb_unit_set left_of(const lb_run *run, const struct suffer_vars *v)
{
    lb_unit_set struck = lb_cells_units(&v->struck);

    LB_EACH (i, &struck)
        if (!lb_view_is_here(run->view, i))
            lb_unit_set_remove(&struck, (uint16_t)i);
    return struck;
}

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

/// Hits fall on the body of a unit: it bears what is short of a base, and goes if it has to.
static void strike(lb_run *run, const struct suffer_facts *f, struct suffer_vars *v)
{
    uint32_t unit = (uint32_t)f->unit;
    struct nl_body body = nl_body_of(run->view, unit);

    v->is_square = lb_view_formation(run->view, unit) == FORMATION_SQUARE;
    lb_change_mark(run, CL_LOSS_5, unit, LB_CHANGE_HITS, MARK_HITS, f->hits);
    v->struck = lb_cells_of(&body.units);
    v->left = is_gone(f->state) ? 0 : f->lost;
    LB_EACH (i, &body.units)
        if (is_gone(f->state))
            nl_remove(run, f->state == STATE_ROUTED ? CL_RETREAT_ROUT : CL_LOSS_5, i);
}

/// Disorder and the way back of what is left.
static void settle(lb_run *run, const struct suffer_facts *f, const struct suffer_vars *v)
{
    lb_unit_set left = left_of(run, v);
    uint32_t unit = (uint32_t)f->unit;
    struct nl_body body = {.units = left};

    if (lb_unit_set_is_empty(&left))
        return;
    if (!lb_unit_set_has(&left, (uint16_t)unit))
        unit = lb_unit_set_next(&left, 0);
    body.footprint = lb_view_footprint(run->view, unit);
    nl_body_close_up(run, &body);
    if (f->state == STATE_DISORDERED || f->state == STATE_RETREATS)
        LB_EACH (i, &left)
            nl_disorder(run, CL_LOSS_7, i);
    if (f->retreat > 0 &&
        nl_go_back(run, CL_LOSS_8, unit, (uint32_t)f->from, f->retreat, f->about != 0) &&
        v->is_square)
        nl_unsquare(run, unit);
}

LB_PROCEDURE(suffer)
{
    const struct suffer_facts *f = LB_FACTS;
    struct suffer_vars *v = LB_VARS;
    lb_state *state = run->state;
    lb_unit_set left;
    uint32_t first;

    LB_BEGIN
    LB_ABOUT(f->unit, f->by);
    if (!lb_view_is_here(run->view, (uint32_t)f->unit))
        LB_RETURN(suffer, .nothing = 0);
    strike(run, f, v);
    /* nl.hit.allocate: the nearest first, then as the owner likes. */
    if (v->left > 0) {
        nl_lose_bases(run, CL_LOSS_5, (uint32_t)f->unit, 1);
        v->left--;
    }
    while (v->left > 0 && (left = left_of(run, v), !lb_unit_set_is_empty(&left))) {
        first = lb_unit_set_next(&left, 0);
        if (lb_unit_set_count(&left) > 1) {
            LB_ASK(1, LB_QUESTION(LOSS, run->battle->unit[f->unit].side, .struck = v->struck));
            first = state->action.unit;
            lb_tell_of(run, LB_EVENT_SET, CL_HIT_ALLOCATE, lb_unit_actor(first), (int32_t)first);
        }
        nl_lose_bases(run, CL_LOSS_5, first, 1);
        v->left--;
    }
    settle(run, f, v);
    LB_RETURN(suffer, .nothing = 0);
    LB_END
}

/* Armies. */

int32_t nl_bases_lost(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t left = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == side)
            left += nl_bases(state, i);
    return state->side[side].mark[SIDE_BASES] - left +
           state->side[side].mark[SIDE_LEADERS] * VALUE_OF(battle, TURN_VICTORY_COMMANDER);
}

bool nl_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return !lb_side_is_left(battle, state, side) ||
           nl_bases_lost(battle, state, side) * 100 >=
               state->side[side].mark[SIDE_BASES] * VALUE_OF(battle, TURN_VICTORY_BREAK);
}

uint8_t nl_winner(const lb_battle *battle, const lb_state *state)
{
    bool is_broken[LB_SIDES];
    int64_t lost[LB_SIDES], bases[LB_SIDES], gap;

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        is_broken[s] = nl_is_broken(battle, state, s);
        lost[s] = nl_bases_lost(battle, state, s);
        bases[s] = lb_most(1, state->side[s].mark[SIDE_BASES]);
    }
    if (is_broken[0] || is_broken[1])
        return is_broken[0] && is_broken[1] ? LB_NO_SIDE : is_broken[0] ? 1 : 0;
    /* The difference of the two shares, in percentage points times both strengths. */
    gap = (lost[1] * bases[0] - lost[0] * bases[1]) * 100;
    if ((gap < 0 ? -gap : gap) < VALUE_OF(battle, TURN_VICTORY_DRAW) * bases[0] * bases[1] ||
        gap == 0)
        return LB_NO_SIDE;
    return gap > 0 ? 0 : 1;
}
