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
    lb_change_mark(run, clause, unit, LB_CHANGE_LOSSES, MARK_LOST,
                   of->mark[MARK_LOST] + of->mark[MARK_BASES]);
    lb_change_presence(run, clause, unit, LB_PRESENCE_GONE);
    lb_change_mark(run, clause, unit, LB_CHANGE_TALLY, MARK_BASES, 0);
    lb_change_mark(run, clause, unit, LB_CHANGE_HITS, MARK_HITS, 0);
    lb_change_mark(run, clause, unit, LB_CHANGE_TARGET, MARK_TARGET, 0);
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
    lb_change_mark(run, clause, unit, LB_CHANGE_TALLY, MARK_BASES, of->mark[MARK_BASES] - bases);
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

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

/// Those of a set that are still on the table.
static lb_unit_set left_of(const lb_run *run, const lb_cells *cells)
{
    lb_unit_set left = lb_cells_units(cells);

    LB_EACH (i, &left)
        if (!lb_view_is_here(run->view, i))
            lb_unit_set_remove(&left, (uint16_t)i);
    return left;
}

/// nl.play.hits: hits fall on a unit; gives those that are left when it is gone.
static int32_t bear(lb_run *run, uint32_t unit, int32_t hits)
{
    const lb_unit *of = &run->state->unit[unit];
    int32_t each = run->battle->unit[unit].figure[FIGURE_HITS];
    int32_t bases = of->mark[MARK_BASES], borne = of->mark[MARK_HITS] + hits;

    if (borne >= bases * each) {
        nl_remove(run, CL_LOSS_5, unit);
        return borne - bases * each;
    }
    lb_change_mark(run, CL_LOSS_5, unit, LB_CHANGE_HITS, MARK_HITS, borne % each);
    if (borne / each > 0)
        nl_lose_bases(run, CL_LOSS_5, unit, borne / each);
    return 0;
}

/// The units of the row that hits can pass on to: of those in their order who are left, the
/// nearest, and who is as near as that one and bears hits alike.
static lb_unit_set next_in_row(const lb_run *run, const struct suffer_facts *f)
{
    lb_unit_set row = left_of(run, &f->row), next = {{0}};
    uint32_t first = LB_NOBODY, from = (uint32_t)f->from;

    for (int i = 0; i < NL_CHAIN; i++) {
        uint32_t unit = (uint32_t)f->order[i];

        if (unit == LB_NOBODY || !lb_unit_set_has(&row, (uint16_t)unit))
            continue;
        first = first == LB_NOBODY ? unit : first;
        if (unit == first || (from < run->battle->unit_count && lb_view_is_here(run->view, from) &&
                              lb_view_distance(run->view, from, unit) <=
                                  lb_view_distance(run->view, from, first) + LB_TMM_CM / 10))
            lb_unit_set_add(&next, (uint16_t)unit);
    }
    if (first == LB_NOBODY && !lb_unit_set_is_empty(&row))
        lb_unit_set_add(&next, (uint16_t)lb_unit_set_next(&row, 0));
    return next;
}

/// Hits fall on the unit that `v->at` says; what is left when it is gone is `v->left`.
static void strike(lb_run *run, const struct suffer_facts *f, struct suffer_vars *v)
{
    uint32_t unit = (uint32_t)f->order[v->at];

    if (f->hits[v->at] == 0)
        return;
    v->left += unit != LB_NOBODY && lb_view_is_here(run->view, unit)
                   ? bear(run, unit, f->hits[v->at])
                   : f->hits[v->at];
}

/// nl.play.hits: hits pass on to another unit.
static void pass_on(lb_run *run, struct suffer_vars *v, uint32_t unit)
{
    lb_tell_of(run, LB_EVENT_SET, CL_PLAY_HITS, lb_unit_actor(unit), v->left);
    v->left = bear(run, unit, v->left);
}

/// Disorder and the way back of what is left of those who were struck.
static void settle(lb_run *run, const struct suffer_facts *f)
{
    lb_unit_set row = left_of(run, &f->row);
    struct nl_way_back way = {.units = left_of(run, &f->struck),
                              .from = (uint32_t)f->from,
                              .cm = f->retreat,
                              .away = f->away != 0,
                              .about = f->about != 0};
    struct nl_body body = {.units = row};
    uint32_t first = lb_unit_set_next(&way.units, 0);

    if (!lb_unit_set_is_empty(&row)) {
        body.footprint = lb_view_footprint(run->view, lb_unit_set_next(&row, 0));
        nl_body_close_up(run, &body);
    }
    if (first == LB_NO_INDEX)
        return;
    if (f->state == STATE_DISORDERED || f->state == STATE_RETREATS)
        LB_EACH (i, &way.units)
            nl_disorder(run, CL_LOSS_7, i);
    if (f->retreat == 0)
        return;
    nl_go_back(run, CL_LOSS_8, &way);
    if (lb_view_is_here(run->view, first) &&
        lb_view_formation(run->view, first) == FORMATION_SQUARE)
        nl_unsquare(run, first);
}

LB_PROCEDURE(suffer)
{
    const struct suffer_facts *f = LB_FACTS;
    struct suffer_vars *v = LB_VARS;
    uint32_t first = (uint32_t)f->order[0];
    lb_unit_set next;

    LB_BEGIN
    LB_ABOUT(first, f->by);
    if (is_gone(f->state)) {
        next = left_of(run, f->state == STATE_ROUTED ? &f->struck : &f->row);
        LB_EACH (i, &next)
            nl_remove(run, f->state == STATE_ROUTED ? CL_RETREAT_ROUT : CL_LOSS_5, i);
        LB_RETURN(suffer, .nothing = 0);
    }
    for (; v->at < NL_CHAIN; v->at++)
        strike(run, f, v);
    LB_FORGET(v->at);
    while (v->left > 0 && (next = next_in_row(run, f), !lb_unit_set_is_empty(&next))) {
        v->next = (int32_t)lb_unit_set_next(&next, 0);
        /* nl.hit.allocate: the nearest first; of those as near, as the owner likes. */
        if (lb_unit_set_count(&next) > 1) {
            LB_ASK(1,
                   LB_QUESTION(LOSS, run->battle->unit[first].side, .struck = lb_cells_of(&next)));
            v->next = run->state->action.unit;
            lb_tell_of(run, LB_EVENT_SET, CL_HIT_ALLOCATE, lb_unit_actor((uint32_t)v->next),
                       v->next);
        }
        pass_on(run, v, (uint32_t)v->next);
    }
    LB_FORGET(v->next);
    LB_FORGET(v->left);
    settle(run, f);
    LB_RETURN(suffer, .nothing = 0);
    LB_END
}

/* Armies. */

/// Bases that both sides have lost, leaders counted in.
static void count_lost(const lb_battle *battle, const lb_state *state, int32_t lost[LB_SIDES])
{
    for (uint32_t s = 0; s < LB_SIDES; s++)
        lost[s] = state->side[s].mark[SIDE_BASES] +
                  state->side[s].mark[SIDE_LEADERS] * VALUE_OF(battle, TURN_VICTORY_COMMANDER);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        lost[battle->unit[i].side] -= nl_bases(state, i);
}

int32_t nl_bases_lost(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t lost[LB_SIDES];

    count_lost(battle, state, lost);
    return lost[side];
}

/// nl.play.victory: the worth of the objectives that a side holds, in points of a percent.
static int32_t ground_held(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return lb_battle_held(battle, state, side) * VALUE_OF(battle, PLAY_VICTORY);
}

int64_t nl_lead(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int64_t lost[LB_SIDES], bases[LB_SIDES];
    int32_t gone[LB_SIDES];

    count_lost(battle, state, gone);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        bases[s] = lb_most(1, state->side[s].mark[SIDE_BASES]);
        lost[s] = (int64_t)gone[s] * 100 + (int64_t)ground_held(battle, state, 1 - s) * bases[s];
    }
    return lost[1 - side] * bases[side] - lost[side] * bases[1 - side];
}

void nl_tell_scores(lb_run *run)
{
    const lb_battle *battle = run->battle;

    if (run->sink == NULL || lb_battle_is_over(run))
        return;
    lb_tell_of(run, LB_EVENT_NOTE, CL_TURN_VICTORY, (lb_actor){LB_ACTOR_NONE, 0}, 0);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_event event = {.kind = LB_EVENT_ADD,
                          .clause = CL_TURN_VICTORY,
                          .side = (uint8_t)s,
                          .who = lb_side_actor(s)};

        /* What bases and what ground come to, before they are added. */
        event.before = nl_bases_lost(battle, run->state, s) * 100 /
                       lb_most(1, run->state->side[s].mark[SIDE_BASES]);
        event.after = ground_held(battle, run->state, 1 - s);
        event.value = event.before + event.after;
        run->sink->emit(run->sink->context, &event);
    }
}

int32_t nl_break_percent(const lb_battle *battle, uint32_t side)
{
    return battle->side[side].break_percent > 0 ? battle->side[side].break_percent
                                                : VALUE_OF(battle, TURN_VICTORY_BREAK);
}

bool nl_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return !lb_side_is_left(battle, state, side) ||
           nl_bases_lost(battle, state, side) * 100 >=
               state->side[side].mark[SIDE_BASES] * nl_break_percent(battle, side);
}

uint8_t nl_side_ahead(const lb_battle *battle, const lb_state *state)
{
    int64_t bases = (int64_t)lb_most(1, state->side[0].mark[SIDE_BASES]) *
                    lb_most(1, state->side[1].mark[SIDE_BASES]);
    int64_t lead = nl_lead(battle, state, 0);

    if ((lead < 0 ? -lead : lead) < VALUE_OF(battle, TURN_VICTORY_DRAW) * bases || lead == 0)
        return LB_NO_SIDE;
    return lead > 0 ? 0 : 1;
}
