// SPDX-License-Identifier: MIT
// Ploying and deploying: how many units change, and where they are set down.

#include "rules/esr/play.h"

enum {
    LINE_GAP = 5,   ///< tenths of an inch between units of a line
    BETWEEN = 30,   ///< tenths of an inch between lines
    COLUMN_GAP = 2, ///< and between units of a column
    SMALL = 3,      ///< a Formation of so many stands in one line
    BESIDE = 30,    ///< tenths of an inch from a unit that was set down before
    CLEAR = 10,     ///< tenths of an inch that are kept from enemies
    GRAIN = 5,
    RINGS = 24,
    SPOKES = 16
};

/* Who changes. */

lb_unit_set esr_changeable(lb_view *view, uint32_t group, bool is_ploy, uint32_t option)
{
    lb_unit_set units = is_ploy ? esr_deployed(view, group) : esr_column(view, group), who = {{0}};

    LB_EACH (i, &units)
        if ((esr_is_troops(view->battle, i) || esr_is(view->battle, i, KIND_ENGINEERS)) &&
            view->battle->unit[i].arm != LB_ARM_ARTILLERY && !lb_view_is_engaged(view, i) &&
            ((option & CHANGE_CAVALRY) == 0 || view->battle->unit[i].arm == LB_ARM_CAVALRY))
            lb_unit_set_add(&who, (uint16_t)i);
    return who;
}

bool esr_check_change(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set who;

    if (!esr_is_own(asked, action->unit) || !esr_is_here(asked->view, action->unit))
        return lb_no(reason, CL_PLAY_DEPLOY, "that Formation is not yours");
    if ((asked->state->group[action->unit].flags & GROUP_CHANGED) != 0)
        return lb_no(reason, CL_DEPLOY_ROLL, "it has rolled for this already");
    if (action->option > (CHANGE_RUSHED | CHANGE_CAVALRY))
        return lb_no(reason, CL_DEPLOY_ROLL, "there is no such way to change");
    who = esr_changeable(asked->view, action->unit, action->verb == VERB_PLOY, action->option);
    return !lb_unit_set_is_empty(&who) ||
           lb_no(reason, CL_DEPLOY_ROLL, "it has nobody who could change like that");
}

void esr_offer_changes(lb_listing *list)
{
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        for (uint32_t option = 0; option <= (CHANGE_RUSHED | CHANGE_CAVALRY); option++) {
            lb_action action = lb_action_of(list->verb);

            action.unit = (uint16_t)g;
            action.option = (uint8_t)option;
            if (list->asked.battle->group[g].side == lb_asked_side(&list->asked))
                (void)lb_offer(list, &action);
        }
}

/* The line. */

/// esr.play.line
lb_footprint esr_station(const lb_battle *battle, const lb_footprint *head, uint32_t unit,
                         uint32_t count, uint32_t n)
{
    uint32_t first = count <= SMALL ? count : (count + 1) / 2, row = n >= first;
    uint32_t at = row ? n - first : n;
    lb_size size = esr_size(battle, NULL, unit, FORMATION_DEPLOYED);
    int32_t steps = (int32_t)(at + 1) / 2 * (at % 2 == 1 ? 1 : -1);
    int32_t apart = size.width_tmm + esr_tenths(battle, LINE_GAP);
    int32_t back = row ? esr_tenths(battle, BETWEEN) + size.depth_tmm : 0;
    lb_footprint place = {
        .heading = head->heading, .width_tmm = size.width_tmm, .depth_tmm = size.depth_tmm};

    place.centre = lb_point_towards(head->centre, head->heading,
                                    (head->depth_tmm - size.depth_tmm) / 2 - back);
    place.centre =
        lb_point_towards(place.centre, (uint16_t)(head->heading + LB_ANGLE_QUARTER), steps * apart);
    return place;
}

/// The unit about which the others of a Formation draw up: the first that is deployed, or the head.
static lb_footprint anchor_of(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_deployed(view, group);

    LB_EACH (i, &units)
        if (esr_is_troops(view->battle, i))
            return lb_view_footprint(view, i);
    return lb_view_footprint(view, esr_head(view, group));
}

/// Troops of a Formation that are deployed, and all of them.
static uint32_t count_troops(const lb_view *view, uint32_t group, uint32_t *deployed)
{
    lb_unit_set units = esr_units(view, group);
    uint32_t count = 0;

    *deployed = 0;
    LB_EACH (i, &units)
        if (view->battle->unit[i].arm != LB_ARM_ARTILLERY) {
            *deployed += lb_view_formation(view, i) == FORMATION_DEPLOYED;
            count++;
        }
    return count;
}

/// True if a unit may be set down: there is room, and no enemy near.
static bool is_clear(const lb_view *view, uint32_t unit, const lb_footprint *place)
{
    lb_unit_set itself = lb_set_of(unit);
    lb_quad quad;

    if (!lb_may_stand(view, &itself, place) || lb_is_in_water(view, place, false))
        return false;
    quad = lb_footprint_corners(place);
    return !lb_view_any_within(view, &quad, lb_view_foes(view, lb_view_side(view, unit)),
                               esr_tenths(view->battle, CLEAR));
}

/// The nearest place to one where a unit may be set down.
static bool find_clear(const lb_view *view, uint32_t unit, lb_footprint *place)
{
    lb_footprint tried = *place;

    for (int32_t ring = 0; ring < RINGS; ring++)
        for (int32_t spoke = 0; spoke < (ring == 0 ? 1 : SPOKES); spoke++) {
            tried.centre = lb_point_towards(
                place->centre,
                (uint16_t)(place->heading + LB_ANGLE_QUARTER + spoke * 65536 / SPOKES),
                ring * esr_tenths(view->battle, GRAIN));
            if (is_clear(view, unit, &tried)) {
                *place = tried;
                return true;
            }
        }
    return false;
}

/* Setting down. */

bool esr_check_place(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_view *view = asked->view;
    const struct ask_PLACE *about = LB_ASKED_ABOUT(asked, PLACE);
    uint32_t group = (uint32_t)about->group, unit = action->unit;
    int32_t step = LB_INCHES(VALUE_OF(asked->battle, DEPLOY_STEP));
    lb_size size;
    lb_footprint head, place;
    lb_quad quad, front;
    lb_unit_set itself;
    bool is_near;

    if (!lb_view_is_friend(view, lb_asked_side(asked), unit) ||
        !esr_is_of(asked->state, unit, group) || unit != esr_head(view, group))
        return lb_no(reason, CL_PLAY_DEPLOY, "the head of the column is set down first");
    /* All is measured from the head as it stood when the step began. */
    head = lb_view_footprint(view, unit);
    head.centre = (lb_point){about->x, about->y};
    head.heading = (uint16_t)about->heading;
    size = esr_size(asked->battle, asked->state, unit, FORMATION_DEPLOYED);
    place = (lb_footprint){action->place, head.heading, size.width_tmm, size.depth_tmm};
    if (action->path.count == 1 && action->path.step[0].kind == LB_STEP_TURN)
        place.heading = (uint16_t)action->path.step[0].angle;
    if (lb_turn_between(place.heading, head.heading) > LB_ANGLE_QUARTER)
        return lb_no(reason, CL_PLAY_DEPLOY, "it may turn by 90 degrees at most");
    if (!lb_footprint_is_valid(&place))
        return lb_no(reason, CL_PLAY_DEPLOY, "the table ends before that place");
    quad = lb_footprint_corners(&place);
    front = lb_footprint_corners(&head);
    is_near = lb_quad_is_within(&quad, &front, step);
    LB_EACH (i, &view->here[lb_asked_side(asked)])
        is_near |= (asked->state->unit[i].flags & UNIT_SET) != 0 &&
                   esr_is_of(asked->state, i, group) &&
                   lb_quad_is_within(&quad, &view->quad[i], esr_tenths(asked->battle, BESIDE));
    if (!is_near)
        return lb_no(reason, CL_DEPLOY_STEP, "that is too far from the head");
    for (int c = 0; c < 4; c++)
        if (lb_ahead_of(lb_quad_middle(&front, LB_FACE_FRONT), quad.corner[c], head.heading) > step)
            return lb_no(reason, CL_DEPLOY_STEP, "that is too far ahead of the head");
    itself = lb_set_of(unit);
    if (!lb_may_stand(view, &itself, &place) || lb_is_in_water(view, &place, false))
        return lb_no(reason, CL_PLAY_PASS, "there is no room");
    LB_EACH (i, lb_view_foes(view, lb_asked_side(asked)))
        if (lb_quad_is_within(&quad, &view->quad[i], esr_tenths(asked->battle, CLEAR) - 1) &&
            !esr_may_touch(asked->view, group, i))
            return lb_no(reason, CL_PLAY_CONTACT, "its order gives it no right to contact");
    return true;
}

void esr_offer_places(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t group = (uint32_t)LB_ASKED_ABOUT(&list->asked, PLACE)->group;
    uint32_t unit = esr_head(view, group), deployed, count;
    lb_action action = lb_action_of(list->verb);
    lb_footprint anchor, place;

    if (unit == LB_NOBODY)
        return;
    anchor = anchor_of(view, group);
    count = count_troops(view, group, &deployed);
    place = esr_station(view->battle, &anchor, unit, count, deployed);
    action.unit = (uint16_t)unit;
    action.place = place.centre;
    lb_path_add(&action.path, lb_step_turn(place.heading));
    (void)lb_offer(list, &action);
}

/// A unit is set down at a place.
static void set_down(lb_run *run, uint32_t unit, const lb_footprint *place)
{
    const lb_unit_set *foes = lb_view_foes(run->view, lb_view_side(run->view, unit));

    lb_change_formation(run, CL_PLAY_DEPLOY, unit, FORMATION_DEPLOYED);
    lb_change_place(run, CL_PLAY_DEPLOY, unit, place);
    lb_change_flags(run, CL_PLAY_DEPLOY, unit, UNIT_SET, 0);
    LB_EACH (i, foes)
        if (lb_view_touch(run->view, unit, i))
            lb_change_flags(run, CL_DEPLOY_STEP, unit, UNIT_STORMED, 0);
}

/// Guns of a column join the reserve of those who deploy, behind the second line.
static void free_guns(lb_run *run, uint32_t group)
{
    lb_unit_set column = esr_column(run->view, group);
    lb_footprint anchor = anchor_of(run->view, group);
    int32_t back = 2 * esr_tenths(run->battle, BETWEEN) + 2 * anchor.depth_tmm;

    LB_EACH (i, &column) {
        lb_footprint place = lb_view_footprint(run->view, i);

        if (run->battle->unit[i].arm != LB_ARM_ARTILLERY)
            continue;
        place.heading = anchor.heading;
        place.centre = lb_point_towards(anchor.centre, anchor.heading, -back);
        lb_change_formation(run, CL_DEPLOY_ROLL, i, FORMATION_RESERVE);
        if (find_clear(run->view, i, &place))
            lb_change_place(run, CL_DEPLOY_ROLL, i, &place);
    }
}

/// The head of the column goes to its place in line; false if there is none.
static bool deploy_head(lb_run *run, uint32_t group)
{
    uint32_t unit = esr_head(run->view, group), deployed, count;
    lb_footprint anchor = anchor_of(run->view, group), place;

    count = count_troops(run->view, group, &deployed);
    place = esr_station(run->battle, &anchor, unit, count, deployed);
    if (!find_clear(run->view, unit, &place))
        return false;
    set_down(run, unit, &place);
    return true;
}

/* Back into column. */

/// A place behind the tail of the column; of the first unit, where it stands.
static lb_footprint place_in_column(const lb_view *view, uint32_t group, uint32_t unit)
{
    uint16_t order[LB_UNITS_MAX];
    uint32_t count = esr_march_order(view, group, order);
    lb_size size = esr_size(view->battle, view->state, unit, FORMATION_PLOYED);
    lb_footprint place = lb_view_footprint(view, unit), tail;

    place.width_tmm = size.width_tmm;
    place.depth_tmm = size.depth_tmm;
    if (count == 0)
        return place;
    tail = lb_view_footprint(view, order[count - 1]);
    place.heading = tail.heading;
    place.centre = lb_point_towards(tail.centre, tail.heading,
                                    -(tail.depth_tmm + esr_tenths(view->battle, COLUMN_GAP)));
    return place;
}

/// The unit that joins the column next: the one nearest to its tail, within the step.
static uint32_t next_to_ploy(lb_view *view, uint32_t group, uint32_t option)
{
    lb_unit_set who = esr_changeable(view, group, true, option);
    uint16_t order[LB_UNITS_MAX];
    uint32_t count = esr_march_order(view, group, order), unit;

    if (count == 0)
        return lb_unit_set_is_empty(&who) ? LB_NOBODY : lb_unit_set_next(&who, 0);
    unit = lb_view_nearest(view, &view->quad[order[count - 1]], &who);
    return unit != LB_NOBODY && lb_view_is_within(view, unit, order[count - 1],
                                                  LB_INCHES(VALUE_OF(view->battle, DEPLOY_STEP)))
               ? unit
               : LB_NOBODY;
}

static bool ploy_next(lb_run *run, uint32_t group, uint32_t option)
{
    uint32_t unit = next_to_ploy(run->view, group, option);
    lb_footprint place;

    if (unit == LB_NOBODY)
        return false;
    place = place_in_column(run->view, group, unit);
    if (!find_clear(run->view, unit, &place))
        return false;
    lb_change_formation(run, CL_PLAY_DEPLOY, unit, FORMATION_PLOYED);
    lb_change_place(run, CL_PLAY_DEPLOY, unit, &place);
    lb_change_flags(run, CL_PLAY_DEPLOY, unit, UNIT_SET, UNIT_RIFLES | UNIT_SAPPERS);
    return true;
}

/* The roll. */

/// esr.deploy.rush: each class that hurried is the more tired for it.
static void tire_rushed(lb_run *run, uint32_t group)
{
    bool has_changed[LB_ARM_COUNT] = {false};

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && (run->state->unit[i].flags & UNIT_SET) != 0)
            has_changed[run->battle->unit[i].arm] = true;
    for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++)
        if (has_changed[arm])
            esr_tire(run, CL_DEPLOY_RUSH, group, arm, V(DEPLOY_RUSH_FATIGUE));
}

/// How many may change: the last of all changes for nothing.
static int32_t changes_of(lb_run *run, const struct change_facts *f, int32_t rolled)
{
    lb_unit_set who =
        esr_changeable(run->view, (uint32_t)f->group, f->is_ploy != 0, (uint32_t)f->option);
    int32_t count = (int32_t)lb_unit_set_count(&who);

    return rolled + 1 >= count ? count : rolled;
}

/// Keeps where the head of a column stands as the step begins.
static void note_head(const lb_view *view, uint32_t group, struct change_vars *v)
{
    uint32_t head = esr_head(view, group);

    if (head == LB_NOBODY)
        return;
    v->x = view->pose[head].at.x;
    v->y = view->pose[head].at.y;
    v->heading = view->pose[head].heading;
}

LB_PROCEDURE(change)
{
    lb_state *state = run->state;
    const struct change_facts *f = LB_FACTS;
    struct change_vars *v = LB_VARS;
    struct deploy_facts facts;
    uint32_t group = (uint32_t)f->group;

    LB_BEGIN
    LB_ABOUT(LB_CAST_GROUP | group, LB_NOBODY);
    lb_change_group_flags(run, CL_DEPLOY_ROLL, group, GROUP_CHANGED, 0);
    facts = esr_gather_deploy(run->view, group, (uint32_t)f->option, f->is_ploy != 0);
    LB_CALL_ON(1, deploy, &facts);
    note_head(run->view, group, v);
    v->left = changes_of(run, f, ((const struct deploy_effect *)LB_EFFECT)->result);
    if (!f->is_ploy && v->left > 0)
        free_guns(run, group);
    while (v->left > 0) {
        if (f->is_ploy) {
            v->left = ploy_next(run, group, (uint32_t)f->option) ? v->left - 1 : 0;
            continue;
        }
        LB_ASK(2, LB_QUESTION(PLACE, run->battle->group[f->group].side, .group = f->group,
                              .left = v->left, .x = v->x, .y = v->y, .heading = v->heading));
        if (LB_VALUE == VERB_PASS)
            break;
        set_down(run, state->action.unit,
                 &(lb_footprint){.centre = state->action.place,
                                 .heading = state->action.path.count > 0
                                                ? (uint16_t)state->action.path.step[0].angle
                                                : state->unit[state->action.unit].heading});
        v->left--;
    }
    while (v->left > 0)
        v->left =
            esr_head(run->view, group) != LB_NOBODY && deploy_head(run, group) ? v->left - 1 : 0;
    if ((f->option & CHANGE_RUSHED) != 0)
        tire_rushed(run, group);
    LB_RETURN(change, .nothing = 0);
    LB_END
}

LB_PROCEDURE(changing)
{
    lb_state *state = run->state;
    const struct changing_facts *f = LB_FACTS;
    lb_question question = LB_QUESTION(CHANGE, (uint32_t)f->side, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        LB_CALL(2, change, .group = state->action.unit, .option = state->action.option,
                .is_ploy = state->action.verb == VERB_PLOY);
    }
    LB_RETURN(changing, .nothing = 0);
    LB_END
}
