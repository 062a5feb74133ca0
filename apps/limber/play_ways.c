// SPDX-License-Identifier: MIT
// Ways as people say them: how to come to a place that is named. text/way_text.c has the words.

#include "play.h"

#include <math.h>
#include <string.h>

static lb_chooser chooser_of(const game *g)
{
    return (lb_chooser){.battle = &g->battle,
                        .state = &g->state,
                        .side = g->side,
                        .spells_units = battle_spells_units,
                        .choice = g->choice,
                        .choice_count = g->choice_count};
}

static double distance_between(lb_point a, lb_point b)
{
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

static lb_footprint start_of(const game *g, const lb_action *action)
{
    lb_chooser c = chooser_of(g);

    return lb_choice_start(&c, action);
}

static bool end_of(const game *g, const lb_action *action, lb_footprint *end)
{
    lb_chooser c = chooser_of(g);

    return lb_choice_end(&c, action, end);
}

void play_put_choice(const game *g, const lb_action *action, bool is_named, lb_put *put)
{
    lb_chooser c = chooser_of(g);

    lb_put_choice(&c, action, is_named, put);
}

bool play_is_nothing(const game *g, const lb_action *action)
{
    lb_chooser c = chooser_of(g);

    return lb_choice_is_nothing(&c, action);
}

void play_list_choices(game *g)
{
    static lb_action found[LB_CHOICES_MAX];
    lb_chooser c = chooser_of(g);

    (void)lb_choices_find(&c, NULL, found, g->choice);
    g->choice_count = c.choice_count;
}

/* To a place. */

lb_point play_actor_place(const game *g, const lb_action *action)
{
    return start_of(g, action).centre;
}

lb_point play_middle_of_piece(const game *g, uint32_t number)
{
    return lb_middle_of_piece(&g->battle, number);
}

/// Keeps a legal action if it ends nearer to a place than the best so far.
static void keep_nearer(const game *g, const lb_action *tried, lb_point goal, lb_action *best,
                        double *least)
{
    lb_footprint end;
    lb_reason reason;

    if (!end_of(g, tried, &end) || distance_between(end.centre, goal) >= *least ||
        !lb_battle_check(&g->battle, &g->state, NULL, tried, &reason))
        return;
    *least = distance_between(end.centre, goal);
    *best = *tried;
}

/// Tries the straight way to a place, shorter and shorter: turned to it, obliquely, or wheeled.
static void try_straight(const game *g, lb_point goal, lb_action *best, double *least)
{
    lb_footprint start = start_of(g, best);
    int32_t step = g->battle.rules->play->length_tmm / 2;
    int32_t whole = (int32_t)distance_between(start.centre, goal);
    uint16_t heading = lb_heading_to(start.centre, goal);
    int32_t angle = (int16_t)(heading - start.heading);
    const lb_path ways[] = {
        {.count = 2,
         .step = {{.kind = LB_STEP_TURN, .angle = heading}, {.kind = LB_STEP_STRAIGHT}}},
        {.count = 1, .step = {{.kind = LB_STEP_OBLIQUE, .angle = angle}}},
        {.count = 2, .step = {{.kind = LB_STEP_WHEEL, .angle = angle}, {.kind = LB_STEP_STRAIGHT}}},
        {.count = 1, .step = {{.kind = LB_STEP_STRAIGHT}}}};

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        lb_action tried = *best;
        lb_reason reason;

        for (int32_t tmm = whole; tmm > 0; tmm -= step) {
            tried.path = ways[i];
            tried.path.step[tried.path.count - 1].tmm = tmm;
            if (!lb_battle_check(&g->battle, &g->state, NULL, &tried, &reason))
                continue;
            keep_nearer(g, &tried, goal, best, least);
            break;
        }
    }
}

/// The shortest way to a place that try_straight tries, for the rules to say why it is none.
static lb_path first_steps(const game *g, const lb_footprint *start, lb_point goal)
{
    int32_t step = g->battle.rules->play->length_tmm / 2;
    int32_t whole = (int32_t)distance_between(start->centre, goal);

    return (lb_path){
        .count = 2,
        .step = {{.kind = LB_STEP_TURN, .angle = lb_heading_to(start->centre, goal)},
                 {.kind = LB_STEP_STRAIGHT, .tmm = whole > 0 ? (whole - 1) % step + 1 : 0}}};
}

/// Gives the way to a place that the rules have most to say against: not that a unit cannot step
/// like that, if there is another reason. False if none is refused.
static bool find_reason(const game *g, const lb_action *action, lb_point goal, lb_action *found,
                        lb_reason *reason)
{
    lb_footprint start = start_of(g, action);
    lb_path whole = first_steps(g, &start, goal);
    int32_t tmm = whole.step[1].tmm;
    int32_t angle = (int16_t)(whole.step[0].angle - start.heading);
    const lb_path ways[] = {
        whole,
        {.count = 1, .step = {{.kind = LB_STEP_OBLIQUE, .angle = angle, .tmm = tmm}}},
        {.count = 2,
         .step = {{.kind = LB_STEP_WHEEL, .angle = angle}, {.kind = LB_STEP_STRAIGHT, .tmm = tmm}}},
        {.count = 1, .step = {{.kind = LB_STEP_STRAIGHT, .tmm = tmm}}}};
    bool is_found = false;

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        lb_action tried = *action;
        lb_reason why;

        tried.path = ways[i];
        if (lb_battle_check(&g->battle, &g->state, NULL, &tried, &why) ||
            (is_found &&
             (strstr(reason->why, "like that") == NULL || strstr(why.why, "like that") != NULL)))
            continue;
        *found = tried;
        *reason = why;
        is_found = true;
    }
    return is_found;
}

/// Refuses to go less far than was said, with how far it goes.
static bool refuse_length(const game *g, const play_typed *typed, const lb_action *best,
                          lb_diag *diag)
{
    lb_footprint start = start_of(g, best), end = start;
    const char *name = play_actor_name(g, best);
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    (void)end_of(g, best, &end);
    lb_put_text(&put, "No, ");
    lb_put_text(&put, name);
    lb_put_text(&put, ": it cannot go ");
    battle_put_length(&g->battle, typed->goal_tmm, &put);
    lb_put_char(&put, ' ');
    lb_put_text(&put, lb_fine_wind(lb_heading_to(start.centre, typed->goal)));
    lb_put_text(&put, " now, but ");
    battle_put_length(&g->battle, (int32_t)distance_between(start.centre, end.centre), &put);
    if (lb_fine_wind(lb_heading_to(start.centre, end.centre)) !=
        lb_fine_wind(lb_heading_to(start.centre, typed->goal))) {
        lb_put_char(&put, ' ');
        lb_put_text(&put, lb_fine_wind(lb_heading_to(start.centre, end.centre)));
    }
    lb_put_text(&put, "; with to or toward and a place it goes as far as it can");
    return false;
}

bool play_go_to(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag)
{
    const int32_t length = g->battle.rules->play->length_tmm;
    lb_footprint start = start_of(g, action);
    double whole = distance_between(start.centre, typed->goal), least = whole;
    lb_action best = *action;
    bool can_act = false;

    for (uint32_t i = 0; i < g->choice_count; i++)
        if (g->choice[i].verb == action->verb && g->choice[i].unit == action->unit) {
            lb_action tried = g->choice[i];

            can_act = true;
            tried.members = action->members;
            if (tried.formation == action->formation)
                keep_nearer(g, &tried, typed->goal, &best, &least);
        }
    try_straight(g, typed->goal, &best, &least);
    if (least > whole - length / 4.0) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_action refused = *action;
        lb_reason reason = {0};
        bool is_refused = find_reason(g, action, typed->goal, &refused, &reason);

        action->path = first_steps(g, &start, typed->goal);
        if ((!can_act || !lb_unit_set_is_empty(&action->members)) && whole > 0) {
            if (is_refused)
                *action = refused;
            return true; /* the rules say why not */
        }
        lb_put_text(&put, play_actor_name(g, action));
        lb_put_text(&put, " cannot come any nearer to that now");
        if (is_refused) {
            lb_put_text(&put, ": ");
            lb_put_text(&put, reason.why);
            lb_put_text(&put, " (");
            lb_put_text(&put, g->battle.rules->clauses[reason.clause].id);
            lb_put_char(&put, ')');
        }
        return false;
    }
    if (typed->goal_tmm > 0 && least > length / 2.0)
        return refuse_length(g, typed, &best, diag);
    *action = best;
    return true;
}
