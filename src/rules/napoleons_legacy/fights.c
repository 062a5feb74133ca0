// SPDX-License-Identifier: MIT
// Charges on the table: the answer of the row that is charged, contact, the fight and the pursuit.
//
// The steps of both charges are in charges.c; here their facts are gathered and what comes out is
// written to the table. A contact of the Preliminary stage is fought at once. All others wait for
// the Combat stage, where each enemy row that is touched has one fight with all who touch it.

#include "rules/napoleons_legacy/play.h"

/* Who may slip away or form square. */

bool nl_may_evade(const lb_view *view, uint32_t unit)
{
    return (nl_is_mounted(view->battle, view->state, unit) ||
            lb_view_formation(view, unit) == FORMATION_SKIRMISH ||
            nl_has_skirmishers(view, unit)) &&
           nl_pace(view, unit) > 0;
}

bool nl_may_square(const lb_view *view, uint32_t unit)
{
    lb_footprint place;
    lb_reason reason;

    return view->battle->unit[unit].arm == LB_ARM_INFANTRY &&
           !nl_is_disordered(view->state, unit) &&
           lb_view_formation(view, unit) != FORMATION_SQUARE &&
           nl_may_form(view, unit, FORMATION_SQUARE, false, &reason) &&
           nl_find_room(view, unit, FORMATION_SQUARE, NL_FORM_RINGS, &place);
}

/* The answer to a charge. */

bool nl_check_evasion(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t target = (uint32_t)LB_ASKED_ABOUT(asked, CHARGED)->target;

    return (action->unit == target && nl_may_evade(asked->view, target)) ||
           lb_no(reason, CL_TURN_EVADE, "it cannot slip away");
}

bool nl_check_square(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const struct ask_CHARGED *about = LB_ASKED_ABOUT(asked, CHARGED);

    return (action->unit == (uint32_t)about->target &&
            nl_is_mounted(asked->battle, asked->state, (uint32_t)about->unit) &&
            nl_may_square(asked->view, (uint32_t)about->target)) ||
           lb_no(reason, CL_SQUARE_RESPONSE, "it cannot answer with a square");
}

void nl_offer_answer(lb_listing *list)
{
    (void)lb_offer_verb(list, (uint32_t)LB_ASKED_ABOUT(&list->asked, CHARGED)->target, 0);
}

/// True if the unit that is charged has a choice of what to do about it.
static bool has_answer(const lb_run *run, const struct charge_facts *f)
{
    uint32_t target = (uint32_t)f->target;

    return run->battle->unit[f->unit].side != run->battle->unit[target].side &&
           (nl_may_evade(run->view, target) ||
            (nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
             nl_may_square(run->view, target)));
}

/// nl.turn.evade.cavalry
static bool must_evade(const lb_run *run, const struct charge_facts *f)
{
    return nl_is_mounted(run->battle, run->state, (uint32_t)f->target) &&
           !nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
           nl_may_evade(run->view, (uint32_t)f->target);
}

/// Brings a row to where it touches its target; false if it cannot get there.
static bool make_contact(lb_run *run, uint16_t clause, const struct nl_body *row, uint32_t target)
{
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    if (!nl_close_in(run->view, row, target, &end, &path, &reason))
        return false;
    nl_body_place(run, clause, row, &end);
    return true;
}

/// nl.play.back: those of the row of a target, it among them, whom a charge that ends there would
/// touch: their neighbours are not taken along.
static struct nl_body those_charged(lb_view *view, const struct nl_body *row, uint32_t target,
                                    const lb_footprint *end)
{
    struct nl_body aim = nl_body_of(view, target);
    struct nl_clash clash = {0};
    struct nl_trials trials;

    if (end != NULL) {
        nl_body_try(view, row, end, &trials);
        nl_meet(view, &row->units, NULL, &aim.units, &clash);
        nl_body_undo(view, &trials);
    }
    lb_unit_set_add(&clash.d.units, (uint16_t)target);
    return nl_part_of_body(view, target, &clash.d.units);
}

/// nl.turn.evade: a full move back with the back to the enemy. The charging row goes on where it
/// would have met the evader. nl.play.caught: if it reaches him all the same, he fights there,
/// disordered; then true.
static bool evade(lb_run *run, const struct charge_facts *f, struct charge_vars *v)
{
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct nl_body row = nl_charging_row(run->view, unit, f->alone != 0);
    lb_unit_set jostled;
    struct nl_body runs;
    lb_footprint end;
    lb_reason reason;
    lb_path path;
    bool reaches = nl_close_in(run->view, &row, target, &end, &path, &reason);

    lb_tell_of_two(run, LB_EVENT_SET, CL_TURN_EVADE, lb_unit_actor(target), lb_unit_actor(unit),
                   (int32_t)target);
    runs = those_charged(run->view, &row, target, reaches ? &end : NULL);
    v->evaders = lb_cells_of(&runs.units);
    jostled = nl_slip_away(run, &runs, unit);
    v->jostled = lb_cells_of(&jostled);
    if (make_contact(run, CL_PLAY_CAUGHT, &row, target)) {
        lb_tell_of_two(run, LB_EVENT_NOTE, CL_PLAY_CAUGHT, lb_unit_actor(target),
                       lb_unit_actor(unit), 0);
        LB_EACH (i, &runs.units)
            nl_disorder(run, CL_PLAY_CAUGHT, i);
        return true;
    }
    if (reaches && lb_may_stand(run->view, &row.units, &end))
        nl_body_place(run, CL_TURN_EVADE, &row, &end);
    return false;
}

int32_t nl_arc_of_charge(lb_view *view, const struct nl_body *row, uint32_t target)
{
    int32_t longest = 0;
    int32_t arc = nl_arc_of_row(view, target, lb_unit_set_next(&row->units, 0));
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    if (!nl_close_in(view, row, target, &end, &path, &reason))
        return arc;
    LB_EACH (i, &row->units) {
        lb_footprint place = nl_place_in_body(view, row, i, &end);
        lb_quad quad = lb_footprint_corners(&place);
        lb_contact contact = lb_contact_of(&quad, &view->quad[target]);

        if (contact.length_tmm > longest) {
            longest = contact.length_tmm;
            arc = contact.face == LB_FACE_FRONT  ? ARC_FRONT
                  : contact.face == LB_FACE_REAR ? ARC_REAR
                                                 : ARC_FLANK;
        }
    }
    return arc;
}

static int32_t arc_of_charge(lb_run *run, const struct charge_facts *f)
{
    struct nl_body row = nl_charging_row(run->view, (uint32_t)f->unit, f->alone != 0);

    return nl_arc_of_charge(run->view, &row, (uint32_t)f->target);
}

/// A square that was formed in answer to a charge, if there was room for it.
static void form_in_time(lb_run *run, uint32_t unit)
{
    if (nl_form_square(run, unit))
        lb_change_flags(run, CL_SQUARE_RESPONSE, unit, UNIT_HURRIED, 0);
}

/// Notes the contact, to be settled in the Combat stage.
static void note_contact(lb_run *run, const struct charge_facts *f, const struct nl_body *row)
{
    lb_change_mark(run, CL_TURN_STAGES, (uint32_t)f->unit, LB_CHANGE_TARGET, MARK_TARGET,
                   f->target + 1);
    LB_EACH (i, &row->units)
        lb_change_flags(run, f->bayonet ? CL_BAYONET_1 : CL_ADVANCE_1, i,
                        UNIT_CLOSED | (f->bayonet ? (uint32_t)UNIT_BAYONET : 0), 0);
}

LB_PROCEDURE(charge)
{
    const struct charge_facts *f = LB_FACTS;
    struct charge_vars *v = LB_VARS;
    struct nl_body row;

    LB_BEGIN
    LB_ABOUT(f->unit, f->target);
    v->answer = VERB_STAND;
    if (must_evade(run, f)) {
        lb_note(run, CL_TURN_EVADE_CAVALRY, LB_ROLE_TARGET);
        v->answer = VERB_EVADE;
    } else if (has_answer(run, f)) {
        LB_ASK(1, LB_QUESTION(CHARGED, run->battle->unit[f->target].side, .unit = f->unit,
                              .target = f->target));
        v->answer = LB_VALUE;
    }
    if (v->answer == VERB_EVADE) {
        v->is_caught = evade(run, f, v);
        LB_CALL(4, pass_through, .movers = v->evaders, .jostled = v->jostled);
        LB_ABOUT(f->unit, f->target);
        if (!v->is_caught)
            LB_RETURN(charge, .nothing = 0);
    }
    if (v->answer == VERB_SQUARE) {
        LB_CALL_BACK(2, square, .arc = arc_of_charge(run, f));
        if (((const struct square_effect *)LB_EFFECT)->result == RESPONSE_FORMED)
            form_in_time(run, (uint32_t)f->target);
    }
    row = nl_charging_row(run->view, (uint32_t)f->unit, f->alone != 0);
    if (!make_contact(run, f->bayonet ? CL_BAYONET_1 : CL_ADVANCE_1, &row, (uint32_t)f->target))
        LB_RETURN(charge, .nothing = 0);
    note_contact(run, f, &row);
    if (f->at_once)
        LB_CALL(3, fight, .unit = f->unit, .target = f->target, .at_once = true);
    LB_RETURN(charge, .nothing = 0);
    LB_END
}

/* A clash of two rows. */

/// Keeps what a charge came to.
static void keep_charge(struct clash_vars *v, const struct bayonet_effect *end)
{
    v->ending = end->ending;
    v->winner = end->winner;
    v->a_state = end->a_state;
    v->d_state = end->d_state;
    v->a_retreat = end->a_retreat;
    v->d_retreat = end->d_retreat;
    for (int i = 0; i < NL_CHAIN; i++) {
        v->a_hits[i] = end->a_hits[i];
        v->d_hits[i] = end->d_hits[i];
    }
}

_Static_assert(sizeof(struct bayonet_effect) == sizeof(struct advance_effect),
               "both charges end in the same fields");

/// The same of a fight without fire or fear.
static void keep_combat(const lb_run *run, const struct clash_facts *f, struct clash_vars *v,
                        const struct combat_effect *end)
{
    bool is_square = lb_view_formation(run->view, (uint32_t)f->target) == FORMATION_SQUARE;

    v->ending = ENDING_FOUGHT;
    v->winner = end->winner;
    v->a_state = end->a_state;
    v->d_state = end->d_state;
    v->a_retreat = end->a_retreat + (end->winner == WINNER_DEFENDER ? end->margin : 0);
    v->d_retreat =
        end->d_retreat + (end->winner == WINNER_ATTACKER && !is_square ? end->margin : 0);
    for (int i = 0; i < NL_CHAIN; i++) {
        v->a_hits[i] = end->a_hits[i];
        v->d_hits[i] = end->d_hits[i];
    }
}

/// Gathers the fight of two rows and keeps who is in it.
static struct combat_facts begin_clash(lb_run *run, const struct clash_facts *f,
                                       struct clash_vars *v, struct nl_clash *clash)
{
    struct nl_body row = nl_body_of(run->view, (uint32_t)f->unit);
    struct nl_body aim = nl_body_of(run->view, (uint32_t)f->target);
    lb_unit_set rivals = {{0}};
    struct combat_facts fight;

    if (f->opening)
        rivals = nl_attackers_of(run->view, (uint32_t)f->target,
                                 lb_view_side(run->view, (uint32_t)f->unit));
    LB_EACH (i, &row.units)
        lb_unit_set_remove(&rivals, (uint16_t)i);
    fight = nl_gather_combat(run->view, (uint32_t)f->unit, (uint32_t)f->target, &rivals, clash);

    fight.measured = true;
    for (int i = 0; i < NL_CHAIN; i++) {
        v->a_order[i] = (int32_t)clash->a_order.unit[i];
        v->d_order[i] = (int32_t)clash->d_order.unit[i];
    }
    v->a_row = lb_cells_of(&row.units);
    v->d_row = lb_cells_of(&aim.units);
    v->a_units = lb_cells_of(&clash->a.units);
    v->d_units = lb_cells_of(&clash->d.units);
    v->away = fight.flank == STRUCK_DEFENDER;
    return fight;
}

/// How many bases fight, and whether a flank is touched.
static void tell_contact(lb_run *run, const struct clash_facts *f, const struct combat_facts *fight)
{
    lb_tell(run, LB_EVENT_SET, CL_PLAY_CONTACT, LB_ROLE_ACTOR, fight->a_bases);
    lb_tell(run, LB_EVENT_SET, CL_PLAY_CONTACT, LB_ROLE_TARGET, fight->d_bases);
    if (fight->flank != STRUCK_NONE)
        lb_note(run, CL_PLAY_FLANK,
                fight->flank == STRUCK_DEFENDER ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
    nl_tell_many(run, "combat", offsetof(struct combat_facts, a_bases),
                 lb_unit_actor((uint32_t)f->unit), lb_most(fight->a_bases, fight->d_bases));
}

/// What becomes of one side: 0 the defender, 1 the attacker.
static struct suffer_facts side_of_clash(const struct clash_facts *f, const struct clash_vars *v,
                                         int which)
{
    struct suffer_facts facts = {.row = which == 0 ? v->d_row : v->a_row,
                                 .struck = which == 0 ? v->d_units : v->a_units,
                                 .from = which == 0 ? v->a_order[0] : v->d_order[0],
                                 .by = which == 0 ? v->a_order[0] : v->d_order[0],
                                 .state = which == 0 ? v->d_state : v->a_state,
                                 .retreat = which == 0 ? v->d_retreat : v->a_retreat,
                                 .away = which == 0 && v->away,
                                 .about = which == 0 && f->how == NL_BAYONET &&
                                          v->ending == ENDING_FLED};

    for (int i = 0; i < NL_CHAIN; i++) {
        facts.order[i] = which == 0 ? v->d_order[i] : v->a_order[i];
        facts.hits[i] = which == 0 ? v->d_hits[i] : v->a_hits[i];
    }
    return facts;
}

/// Counts a fight for all units of some rows.
static void count_fight(lb_run *run, const lb_cells *units)
{
    lb_unit_set set = lb_cells_units(units);

    LB_EACH (i, &set)
        lb_change_tally(run, CL_ADVANCE_14, i, MARK_FIGHTS, 1);
}

/// nl.square.loss
static void break_square(lb_run *run, uint32_t unit)
{
    if (lb_view_is_here(run->view, unit) && lb_view_formation(run->view, unit) == FORMATION_SQUARE)
        nl_unsquare(run, unit);
}

/// nl.advance.12: those of a side of a drawn fight who are left, first the defender's.
static lb_unit_set drawn_side(const lb_run *run, const struct clash_vars *v, int32_t which)
{
    lb_unit_set set = lb_cells_units(which == 0 ? &v->d_units : &v->a_units);

    LB_EACH (i, &set)
        if (!lb_view_is_here(run->view, i))
            lb_unit_set_remove(&set, (uint16_t)i);
    return set;
}

static bool is_drawn(const lb_run *run, const struct clash_vars *v)
{
    lb_unit_set a = drawn_side(run, v, 1), d = drawn_side(run, v, 0);

    return v->ending == ENDING_FOUGHT && v->winner == WINNER_DRAW && !lb_unit_set_is_empty(&a) &&
           !lb_unit_set_is_empty(&d);
}

/// A side of a drawn fight that may choose to stay. What the defender lines shelters him and not
/// the attacker.
static bool may_stay(const lb_run *run, const struct clash_vars *v, int32_t which)
{
    lb_unit_set own = drawn_side(run, v, which), other = drawn_side(run, v, 1 - which);

    return nl_cover(run->view, lb_unit_set_next(&own, 0),
                    which == 0 ? lb_unit_set_next(&other, 0) : LB_NOBODY) != COVER_OPEN;
}

/// Both fall back after a draw; a square never does.
static void fall_back_after_draw(lb_run *run, const struct clash_vars *v, int32_t which)
{
    lb_unit_set own = drawn_side(run, v, which), other = drawn_side(run, v, 1 - which);
    struct nl_way_back way = {.units = own,
                              .from = lb_unit_set_next(&other, 0),
                              .cm = V(ADVANCE_12),
                              .away = which == 0 && v->away};
    uint32_t unit = lb_unit_set_next(&own, 0);

    if (unit == LB_NO_INDEX || lb_view_formation(run->view, unit) == FORMATION_SQUARE)
        return;
    lb_tell_of_two(run, LB_EVENT_SET, CL_ADVANCE_12, lb_unit_actor(unit), lb_unit_actor(way.from),
                   V(ADVANCE_12));
    nl_go_back(run, CL_ADVANCE_12, &way);
}

static lb_question drawn_question(const lb_run *run, const struct clash_vars *v)
{
    lb_unit_set own = drawn_side(run, v, v->which);
    uint32_t unit = lb_unit_set_next(&own, 0);

    return LB_QUESTION(DRAWN, run->battle->unit[unit].side, .unit = (int32_t)unit);
}

LB_PROCEDURE(clash)
{
    const struct clash_facts *f = LB_FACTS;
    struct clash_vars *v = LB_VARS;
    struct bayonet_facts bayonet;
    struct advance_facts advance;
    struct combat_facts combat;
    struct suffer_facts after;
    struct nl_clash clash;

    LB_BEGIN
    LB_ABOUT(f->unit, f->target);
    combat = begin_clash(run, f, v, &clash);
    tell_contact(run, f, &combat);
    if (f->how == NL_BAYONET) {
        bayonet = nl_bayonet_of(run->view, (uint32_t)f->target, &combat, &clash);
        bayonet.measured = true;
        bayonet.opening = f->opening;
        LB_CALL_ON(1, bayonet, &bayonet);
        keep_charge(v, LB_EFFECT);
    } else if (f->how == NL_ADVANCE) {
        advance = nl_advance_of(run->view, (uint32_t)f->target, &combat, &clash);
        advance.measured = true;
        advance.opening = f->opening;
        LB_CALL_ON(2, advance, &advance);
        keep_charge(v, LB_EFFECT);
    } else {
        combat.terror = f->terror;
        LB_CALL_ON(3, combat, &combat);
        if (f->terror)
            nl_tell_end_of_bayonet(run, LB_EFFECT);
        keep_combat(run, f, v, LB_EFFECT);
    }
    if (v->ending == ENDING_FOUGHT && !f->opening)
        count_fight(run, &v->a_row);
    v->breaks = lb_view_formation(run->view, (uint32_t)f->target) == FORMATION_SQUARE &&
                v->winner == WINNER_ATTACKER && v->ending == ENDING_FOUGHT;
    after = side_of_clash(f, v, 0);
    LB_CALL_ON(4, suffer, &after);
    if (v->breaks)
        break_square(run, (uint32_t)f->target);
    after = side_of_clash(f, v, 1);
    LB_CALL_ON(5, suffer, &after);
    for (v->which = 0; v->which < LB_SIDES && !f->opening && is_drawn(run, v); v->which++) {
        if (may_stay(run, v, v->which)) {
            LB_ASK(6, drawn_question(run, v));
            if (LB_VALUE == VERB_YES)
                continue;
        }
        fall_back_after_draw(run, v, v->which);
    }
    LB_RETURN(clash, .ending = v->ending, .winner = v->winner);
    LB_END
}

/* Pursuit. */

/// The clause by which the attacker may go after the enemy.
static uint16_t pursuit_clause(const struct chase_facts *f, const struct chase_vars *v)
{
    return !f->bayonet ? CL_ADVANCE_13 : v->ending == ENDING_FOUGHT ? CL_BAYONET_13 : CL_BAYONET_6;
}

/// nl.advance.10, .13, .14, nl.bayonet.6, .10, .13: whether there can be a pursuit.
static bool may_pursue(lb_run *run, const struct chase_facts *f, const struct chase_vars *v)
{
    const lb_state *state = run->state;
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target, leader;
    struct nl_body row;
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    if (v->winner != WINNER_ATTACKER || !lb_view_is_here(run->view, unit) ||
        lb_view_side(run->view, unit) != state->active ||
        !lb_view_is_foe(run->view, lb_view_side(run->view, unit), target))
        return false;
    if (nl_is_disordered(state, unit) || (f->at_once && !f->bayonet)) {
        lb_note(run, f->bayonet ? CL_BAYONET_10 : CL_ADVANCE_10, LB_ROLE_ACTOR);
        return false;
    }
    if (state->unit[unit].mark[MARK_FIGHTS] > V(ADVANCE_14)) {
        lb_note(run, f->bayonet ? CL_BAYONET_13 : CL_ADVANCE_14, LB_ROLE_ACTOR);
        return false;
    }
    leader = nl_leader_of(run->battle, state, unit);
    row = nl_body_of(run->view, unit);
    return leader != LB_NOBODY && (state->leader[leader].flags & LEADER_SILENT) == 0 &&
           state->unit[unit].mark[MARK_ORDERS] < V(COMMAND_ORDERS) &&
           nl_close_in(run->view, &row, target, &end, &path, &reason);
}

static lb_question pursuit_question(const lb_run *run, const struct chase_facts *f,
                                    const struct chase_vars *v)
{
    lb_question question = LB_QUESTION(PURSUIT, run->battle->unit[f->unit].side, .unit = f->unit,
                                       .target = f->target, .terror = v->terror);

    question.clause = pursuit_clause(f, v);
    return question;
}

/// Facts of the order to pursue, and counts it.
static struct command_facts order_pursuit(lb_run *run, const struct chase_facts *f,
                                          struct chase_vars *v)
{
    lb_action action = lb_action_of(VERB_ADVANCE);
    struct nl_body row = nl_body_of(run->view, (uint32_t)f->unit);
    lb_unit_set ordered = lb_cells_units(&v->ordered);
    struct command_facts facts;

    action.unit = (uint16_t)f->unit;
    action.target = (uint16_t)f->target;
    facts = nl_gather_command(run->view, &action);
    LB_EACH (i, &row.units)
        lb_change_tally(run, CL_COMMAND_ORDERS, i, MARK_ORDERS, 1);
    lb_unit_set_join(&ordered, &row.units);
    v->ordered = lb_cells_of(&ordered);
    return facts;
}

static void silence(lb_run *run, uint32_t unit)
{
    lb_change_leader_flags(run, CL_COMMAND_ROLL, nl_leader_of(run->battle, run->state, unit),
                           LEADER_SILENT, 0);
}

/// True if a unit touches an enemy who has not had his fight of this stage: its row has met more
/// than one.
static bool has_met_another(const lb_run *run, uint32_t unit)
{
    const lb_view *view = run->view;
    lb_unit_set near = lb_view_near(view, view->box[unit], LB_CONTACT_TMM,
                                    lb_view_foes(view, lb_view_side(view, unit)));

    LB_EACH (i, &near)
        if ((run->state->unit[i].flags & UNIT_FOUGHT) == 0 && lb_view_touch(view, unit, i))
            return true;
    return false;
}

/// Wipes off the marks of a charge that is over. In the Combat stage those keep them who have
/// another fight before them.
static void unmark_charge(lb_run *run, uint32_t unit, bool at_once)
{
    struct nl_body row = nl_body_of(run->view, unit);

    lb_unit_set_add(&row.units, (uint16_t)unit);
    LB_EACH (i, &row.units) {
        lb_change_mark(run, CL_TURN_STAGES, i, LB_CHANGE_TARGET, MARK_TARGET, 0);
        if (at_once || !lb_view_is_here(run->view, i) || !has_met_another(run, i))
            lb_change_flags(run, CL_TURN_STAGES, i, 0, UNIT_BAYONET | UNIT_CLOSED);
    }
}

LB_PROCEDURE(chase)
{
    const struct chase_facts *f = LB_FACTS;
    struct chase_vars *v = LB_VARS;
    const struct clash_effect *clash = LB_EFFECT;
    struct command_facts order;
    struct nl_body row;

    LB_BEGIN
    LB_ABOUT(f->unit, f->target);
    v->ending = f->ending;
    v->winner = f->winner;
    while (may_pursue(run, f, v)) {
        LB_ASK(1, pursuit_question(run, f, v));
        if (LB_VALUE != VERB_YES)
            break;
        lb_note(run, pursuit_clause(f, v), LB_ROLE_ACTOR);
        order = order_pursuit(run, f, v);
        LB_CALL_ON(2, command, &order);
        v->obeyed = ((const struct command_effect *)LB_EFFECT)->result;
        if (v->obeyed != OBEDIENCE_OBEYED) {
            silence(run, (uint32_t)f->unit);
            break;
        }
        /* A unit that ran from the bayonet fights in terror. */
        v->terror |= f->bayonet && v->ending == ENDING_FLED;
        row = nl_body_of(run->view, (uint32_t)f->unit);
        if (!make_contact(run, pursuit_clause(f, v), &row, (uint32_t)f->target))
            break;
        LB_CALL(4, clash, .unit = f->unit, .target = f->target, .how = NL_COMBAT,
                .terror = v->terror);
        v->ending = clash->ending;
        v->winner = clash->winner;
    }
    /* What a blunder closes with is another fight: this one is over before. */
    unmark_charge(run, (uint32_t)f->unit, f->at_once != 0);
    if (v->obeyed == OBEDIENCE_BLUNDER)
        LB_CALL(3, mistake,
                .leader = (int32_t)nl_leader_of(run->battle, run->state, (uint32_t)f->unit),
                .ordered = v->ordered);
    LB_RETURN(chase, .nothing = 0);
    LB_END
}

/* The fight. */

bool nl_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit, target = nl_next_contact(asked->view, 0, &unit);

    if (action->target >= asked->battle->unit_count || action->unit >= asked->battle->unit_count)
        return lb_no(reason, CL_TURN_STAGES, "choose a contact to settle");
    for (; target != LB_NOBODY; target = nl_next_contact(asked->view, target + 1, &unit)) {
        struct nl_body enemy = nl_body_of(asked->view, target);
        lb_unit_set attackers = nl_attackers_of(asked->view, target, asked->state->active);

        if (lb_unit_set_has(&enemy.units, action->target) &&
            lb_unit_set_has(&attackers, action->unit))
            return true;
    }
    return lb_no(reason, CL_TURN_STAGES, "choose a contact to settle");
}

void nl_offer_fights(lb_listing *list)
{
    uint32_t unit, target = nl_next_contact(list->asked.view, 0, &unit);

    for (; target != LB_NOBODY; target = nl_next_contact(list->asked.view, target + 1, &unit))
        (void)lb_offer_verb(list, unit, target);
}

int32_t nl_how_of(const lb_run *run, uint32_t unit)
{
    uint32_t flags = run->state->unit[unit].flags;

    return (flags & UNIT_CLOSED) == 0    ? NL_COMBAT
           : (flags & UNIT_BAYONET) != 0 ? NL_BAYONET
                                         : NL_ADVANCE;
}

/// Those who attack in a fight, one unit of each row: the one that was named, and in the Combat
/// stage all others.
static lb_cells attackers_in(lb_run *run, const struct fight_facts *f)
{
    lb_unit_set all = lb_set_of((uint32_t)f->unit), one = all, touching;
    struct nl_body row = nl_body_of(run->view, (uint32_t)f->unit);

    lb_unit_set_join(&all, &row.units);
    if (!f->at_once) {
        touching = nl_attackers_of(run->view, (uint32_t)f->target,
                                   lb_view_side(run->view, (uint32_t)f->unit));
        LB_EACH (i, &touching) {
            if (lb_unit_set_has(&all, (uint16_t)i))
                continue;
            row = nl_body_of(run->view, i);
            lb_unit_set_join(&all, &row.units);
            lb_unit_set_add(&one, (uint16_t)i);
        }
    }
    return lb_cells_of(&one);
}

/// Those of the defending row whom the attackers touch.
static lb_cells struck_in(lb_run *run, const struct fight_facts *f, const lb_unit_set *attackers)
{
    struct nl_body aim = nl_body_of(run->view, (uint32_t)f->target);
    lb_unit_set struck = {{0}};
    struct nl_clash clash;

    LB_EACH (i, attackers) {
        struct nl_body row = nl_body_of(run->view, i);

        nl_meet(run->view, &row.units, NULL, &aim.units, &clash);
        lb_unit_set_join(&struck, &clash.d.units);
    }
    return lb_cells_of(&struck);
}

/// Whom an attacker can go after: the nearest of those who were struck and are still there.
static int32_t quarry_of(lb_run *run, const struct fight_facts *f, const struct fight_vars *v,
                         uint32_t unit)
{
    lb_unit_set struck = lb_cells_units(&v->struck);
    uint32_t nearest;

    LB_EACH (i, &struck)
        if (!lb_view_is_here(run->view, i))
            lb_unit_set_remove(&struck, (uint16_t)i);
    nearest = lb_view_nearest(run->view, &run->view->quad[unit], &struck);
    return nearest == LB_NOBODY ? f->target : (int32_t)nearest;
}

/// The defending row has had its fight of this stage.
static void mark_fought(lb_run *run, const struct fight_facts *f)
{
    struct nl_body enemy = nl_body_of(run->view, (uint32_t)f->target);

    LB_EACH (i, &enemy.units)
        lb_change_flags(run, CL_TURN_STAGES, i, UNIT_FOUGHT, 0);
}

/// The next attacker from a number on; LB_NO_INDEX at the end.
static uint32_t next_attacker(const struct fight_vars *v, int32_t from)
{
    lb_unit_set set = lb_cells_units(&v->attackers);

    return lb_unit_set_next(&set, (uint32_t)from);
}

/// Wipes off the marks of those who have closed, but no longer stand with the row that they did it
/// with nor touch anybody.
static void unmark_parted(lb_run *run)
{
    LB_EACH (i, &run->view->here[run->state->active])
        if ((run->state->unit[i].flags & UNIT_CLOSED) != 0 &&
            run->state->unit[i].mark[MARK_TARGET] == 0 && !lb_view_is_engaged(run->view, i))
            lb_change_flags(run, CL_TURN_STAGES, i, 0, UNIT_BAYONET | UNIT_CLOSED);
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    const struct clash_effect *clash = LB_EFFECT;
    const struct melee_effect *melee = LB_EFFECT;
    lb_unit_set attackers;
    uint32_t unit;

    LB_BEGIN
    v->attackers = attackers_in(run, f);
    if (!f->at_once)
        mark_fought(run, f);
    v->how = nl_how_of(run, (uint32_t)f->unit);
    attackers = lb_cells_units(&v->attackers);
    v->struck = struck_in(run, f, &attackers);
    if (lb_unit_set_count(&attackers) == 1) {
        LB_CALL(1, clash, .unit = f->unit, .target = f->target, .how = v->how);
        v->ending = clash->ending;
        v->winner = clash->winner;
    } else {
        LB_CALL(2, melee, .attackers = v->attackers, .target = f->target);
        v->ending = melee->ending;
        v->winner = melee->winner;
        v->out = melee->out;
    }
    lb_change_flags(run, CL_TURN_STAGES, (uint32_t)f->target, 0, UNIT_HURRIED);
    for (; (unit = next_attacker(v, v->unit)) != LB_NO_INDEX; v->unit++) {
        v->unit = (int32_t)unit;
        /* Who was stopped by fire has not won. */
        LB_CALL(3, chase, .unit = v->unit, .target = quarry_of(run, f, v, unit),
                .ending = v->ending, .winner = (v->out & 1) != 0 ? WINNER_DEFENDER : v->winner,
                .at_once = f->at_once, .bayonet = nl_how_of(run, unit) == NL_BAYONET);
        v->out >>= 1;
    }
    unmark_parted(run);
    LB_RETURN(fight, .nothing = 0);
    LB_END
}
