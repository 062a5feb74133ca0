// SPDX-License-Identifier: MIT
// Movement of this sheet: orders to move and to form, closing with the enemy, going back.
//
// The sheet puts no price on ground; only rivers and impassable ground stop a move. Bodies move as
// one rectangle. Who is not to fight stays half a centimetre away from the enemy.

#include "rules/napoleons_legacy/play.h"

enum { KEEP_AWAY = LB_TMM_CM / 2, AIM_BEHIND = LB_TMM_CM };

int32_t nl_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation)
{
    bool is_fast =
        nl_is_mounted(battle, state, unit) || battle->unit[unit].troop_class == LB_CLASS_HORSE_GUNS;
    int32_t cm = 0;

    switch (formation) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        cm = VALUE_OF(battle, FORM_MARCH);
        break;
    case FORMATION_ATTACK:
        cm = VALUE_OF(battle, FORM_ATTACK);
        break;
    case FORMATION_LINE:
        cm = VALUE_OF(battle, FORM_LINE);
        break;
    case FORMATION_FIRING:
        cm = VALUE_OF(battle, FORM_FIRING);
        break;
    case FORMATION_SKIRMISH:
        cm = VALUE_OF(battle, FORM_SKIRMISH);
        break;
    default: /* nl.form.refused, nl.form.square and guns in action stay where they are */
        break;
    }
    return LB_CMS(is_fast ? cm * VALUE_OF(battle, FORM_CAVALRY) : cm);
}

uint16_t nl_rate_of(uint8_t formation)
{
    static const uint16_t clause[formation_COUNT] = {
        [FORMATION_MARCH] = CL_FORM_MARCH,     [FORMATION_ATTACK] = CL_FORM_ATTACK,
        [FORMATION_LINE] = CL_FORM_LINE,       [FORMATION_FIRING] = CL_FORM_FIRING,
        [FORMATION_REFUSED] = CL_FORM_REFUSED, [FORMATION_SKIRMISH] = CL_FORM_SKIRMISH,
        [FORMATION_SQUARE] = CL_FORM_SQUARE,   [FORMATION_GUNS] = CL_FORM_MARCH,
        [FORMATION_LIMBERED] = CL_FORM_MARCH,
    };

    return clause[formation];
}

static void add_all(lb_unit_set *to, const lb_unit_set *from)
{
    for (uint32_t i = 0; i < sizeof to->bits / sizeof to->bits[0]; i++)
        to->bits[i] |= from->bits[i];
}

lb_unit_set nl_ordered(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    lb_unit_set named = action->members, all;

    lb_unit_set_add(&named, action->unit);
    all = named;
    /* Formations are changed unit by unit. */
    for (uint32_t i = 0; i < battle->unit_count && action->verb != VERB_FORM; i++)
        if (lb_unit_set_has(&named, (uint16_t)i) && lb_unit_is_here(state, i)) {
            struct nl_body body = nl_body_of(battle, state, i);
            add_all(&all, &body.units);
        }
    return all;
}

/* The field that a body moves in. */

/// Everybody who is not of the movers, as obstacles.
typedef struct field {
    lb_ground ground;
    lb_move_costs costs;
    lb_obstacle obstacle[LB_UNITS_MAX];
    uint8_t number[LB_UNITS_MAX]; ///< the unit of each obstacle
    lb_field field;
} field;

static void lay_field(field *on, const lb_battle *battle, const lb_state *state,
                      const lb_unit_set *movers, uint32_t side, int32_t keep_tmm, bool may_pass)
{
    on->ground = lb_battle_ground(battle);
    on->costs = (lb_move_costs){.area[LB_TERRAIN_RIVER] = {1, 0}};
    on->field = (lb_field){.ground = &on->ground, .costs = &on->costs, .obstacle = on->obstacle};
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        bool is_friend = battle->unit[i].side == side;

        if (lb_unit_set_has(movers, (uint16_t)i) || !lb_unit_is_here(state, i))
            continue;
        on->number[on->field.obstacle_count] = (uint8_t)i;
        on->obstacle[on->field.obstacle_count++] =
            (lb_obstacle){.quad = lb_unit_quad(battle, state, i),
                          .keep_tmm = is_friend ? 0 : keep_tmm,
                          .may_pass = is_friend && may_pass};
    }
}

static bool refuse_walk(const lb_walk *walk, uint16_t clause, lb_reason *reason)
{
    static const char *const why[LB_STOP_COUNT] = {
        [LB_STOP_NONE] = "",
        [LB_STOP_BAD_STEP] = "no unit can move like that",
        [LB_STOP_EDGE] = "the table ends there",
        [LB_STOP_IMPASSABLE] = "the ground is impassable",
        [LB_STOP_FORBIDDEN] = "the water cannot be crossed there",
        [LB_STOP_UNIT] = "somebody is in the way",
        [LB_STOP_ENDS_ON] = "it would end on another unit",
    };

    return nl_no(reason, clause, why[walk->stop]);
}

/* Orders. */

/// The slowest of a body.
static int32_t body_allowance(const lb_battle *battle, const lb_state *state,
                              const struct nl_body *body)
{
    int32_t least = INT32_MAX;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (lb_unit_set_has(&body->units, (uint16_t)i))
            least = lb_least(least, nl_allowance(battle, state, i, state->unit[i].formation));
    return least;
}

/// Follows the path with one body; the places are written to *after.
static bool move_body(const lb_battle *battle, const lb_state *state, const struct nl_body *body,
                      const lb_unit_set *movers, uint32_t unit, const lb_path *path,
                      lb_state *after, lb_unit_set *passed, lb_reason *reason)
{
    uint8_t formation = state->unit[unit].formation;
    uint16_t rate = nl_rate_of(formation);
    int32_t allowance = body_allowance(battle, state, body);
    field on;
    lb_walk walk;

    if (allowance == 0)
        return nl_no(reason, rate, "it does not move in its formation");
    lay_field(&on, battle, state, movers, battle->unit[unit].side, KEEP_AWAY, true);
    walk = lb_path_walk(&on.field, &body->footprint, path);
    if (walk.stop != LB_STOP_NONE)
        return refuse_walk(&walk, rate, reason);
    if (walk.cost_tmm > allowance)
        return nl_no(reason, rate, "that is further than it can move");
    for (uint16_t i = 0; i < on.field.obstacle_count; i++)
        if (lb_unit_set_has(&walk.passed, i))
            lb_unit_set_add(passed, on.number[i]);
    nl_body_place(after, body, &walk.end);
    return true;
}

/// True if everybody of a set can stand where *after has put him.
static bool have_room(const lb_battle *battle, const lb_state *after, const lb_unit_set *movers,
                      lb_reason *reason, uint16_t clause)
{
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_unit_set itself = {{0}};
        lb_footprint place;

        if (!lb_unit_set_has(movers, (uint16_t)i))
            continue;
        lb_unit_set_add(&itself, (uint16_t)i);
        place = lb_unit_footprint(battle, after, i);
        if (!lb_may_stand(battle, after, &itself, &place))
            return nl_no(reason, clause, "there is no room for all of them");
    }
    return true;
}

bool nl_try_move(const lb_battle *battle, const lb_state *state, const lb_action *action,
                 lb_state *after, lb_unit_set *passed, lb_reason *reason)
{
    lb_unit_set movers = nl_ordered(battle, state, action), done = {{0}};

    *after = *state;
    *passed = (lb_unit_set){{0}};
    for (uint32_t i = 0; i < action->path.count && i < LB_PATH_STEPS_MAX; i++)
        if (action->path.step[i].kind == LB_STEP_TURN || action->path.step[i].kind == LB_STEP_ABOUT)
            return nl_no(reason, CL_COMMAND_ORDERS,
                         "to turn on the spot is a change of formation, not a move");
    if (action->path.count == 0)
        return nl_no(reason, CL_COMMAND_ORDERS, "that would be no move");
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        struct nl_body body;

        if (!lb_unit_set_has(&movers, (uint16_t)i) || lb_unit_set_has(&done, (uint16_t)i))
            continue;
        body = nl_body_of(battle, state, i);
        add_all(&done, &body.units);
        if (!move_body(battle, state, &body, &movers, i, &action->path, after, passed, reason))
            return false;
    }
    return have_room(battle, after, &movers, reason, CL_COMMAND_COLLECTIVE);
}

bool nl_may_form(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation,
                 bool on_foot, lb_reason *reason)
{
    uint8_t arm = battle->unit[unit].arm;
    bool is_of_guns = formation == FORMATION_GUNS || formation == FORMATION_LIMBERED;
    int32_t bases = nl_bases(state, unit);

    if (formation >= formation_COUNT || is_of_guns != (arm == LB_ARM_ARTILLERY))
        return nl_no(reason, CL_FORM_SEVEN, "that is no formation of its arm");
    if (on_foot && (arm != LB_ARM_CAVALRY || !nl_has(battle, unit, LB_TRAIT_DISMOUNTS)))
        return nl_no(reason, CL_FORM_DRAGOONS, "only dragoons dismount");
    if (on_foot && formation != FORMATION_SKIRMISH && formation != FORMATION_FIRING &&
        formation != FORMATION_REFUSED)
        return nl_no(reason, CL_FORM_DRAGOONS,
                     "on foot dragoons have skirmish order, firing line and refused flank");
    if (formation != FORMATION_SQUARE)
        return true;
    if (arm == LB_ARM_CAVALRY)
        return nl_no(reason, CL_FORM_CAVALRY, "cavalry has no square");
    return (bases >= VALUE_OF(battle, FORM_SQUARE_LEAST) &&
            bases <= VALUE_OF(battle, FORM_SQUARE_MOST)) ||
           nl_no(reason, CL_FORM_SQUARE, "it has too few or too many bases for a square");
}

/// Changes formation about the middle of the front, and facing about the centre.
static void reshape(const lb_battle *battle, lb_state *state, uint32_t unit, uint8_t formation,
                    bool on_foot)
{
    lb_unit *of = &state->unit[unit];
    int32_t before = nl_size(battle, state, unit, of->formation).depth_tmm;

    of->flags = on_foot ? of->flags | UNIT_DISMOUNTED : of->flags & ~(uint32_t)UNIT_DISMOUNTED;
    of->flags &= ~(uint32_t)UNIT_HURRIED;
    of->formation = formation;
    of->at = lb_point_towards(of->at, of->heading,
                              (before - nl_size(battle, state, unit, formation).depth_tmm) / 2);
}

bool nl_try_form(const lb_battle *battle, const lb_state *state, const lb_action *action,
                 lb_state *after, lb_reason *reason)
{
    lb_unit_set units = nl_ordered(battle, state, action);
    bool on_foot = (action->option & FORM_ON_FOOT) != 0, turns = action->path.count == 1;
    const lb_step *step = &action->path.step[0];

    *after = *state;
    if (action->path.count > 1 ||
        (turns && step->kind != LB_STEP_TURN && step->kind != LB_STEP_ABOUT))
        return nl_no(reason, CL_COMMAND_ORDERS, "a change of facing is one turn on the spot");
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint start, end;
        lb_quad quad;
        bool was_on_foot = (state->unit[i].flags & UNIT_DISMOUNTED) != 0;

        if (!lb_unit_set_has(&units, (uint16_t)i))
            continue;
        if (!nl_may_form(battle, state, i, action->formation, on_foot, reason))
            return false;
        if (action->formation == state->unit[i].formation && on_foot == was_on_foot && !turns)
            return nl_no(reason, CL_COMMAND_ORDERS, "that changes nothing");
        if (nl_is_disordered(state, i) &&
            (action->formation != state->unit[i].formation || on_foot != was_on_foot))
            return nl_no(reason, CL_COMMAND_DISORDERED,
                         "in disorder it can only fire or change its facing");
        reshape(battle, after, i, action->formation, on_foot);
        start = end = lb_unit_footprint(battle, after, i);
        if (turns && !lb_step_apply(&start, step, &end))
            return nl_no(reason, CL_COMMAND_ORDERS, "no unit can turn like that");
        after->unit[i].heading = end.heading;
        quad = lb_footprint_corners(&end);
        if (lb_enemy_is_within(battle, state, &quad, battle->unit[i].side, KEEP_AWAY))
            return nl_no(reason, CL_COMMAND_ORDERS, "the enemy is too near for that");
    }
    return have_room(battle, after, &units, reason, CL_FORM_SEVEN);
}

/* Closing with the enemy. */

/// True if a body can slide to its end without meeting anybody on the way; who is aimed at does not
/// count.
static bool is_way_clear(const lb_battle *battle, const lb_state *state, const struct nl_body *body,
                         const struct nl_body *aim, uint32_t side, const lb_footprint *end,
                         lb_reason *reason)
{
    lb_unit_set aside = body->units;
    uint16_t direction = lb_heading_to(body->footprint.centre, end->centre);
    int16_t angle = (int16_t)(direction - body->footprint.heading);
    lb_path path = {.count = 1};
    field on;
    lb_walk walk;

    if (angle > LB_ANGLE_QUARTER / 2 || angle < -LB_ANGLE_QUARTER / 2)
        return nl_no(reason, CL_TURN_PRELIMINARY, "the enemy is not before its front");
    path.step[0] = (lb_step){.kind = LB_STEP_OBLIQUE,
                             .tmm = lb_point_distance(body->footprint.centre, end->centre),
                             .angle = angle};
    add_all(&aside, &aim->units);
    lay_field(&on, battle, state, &aside, side, 0, false);
    walk = lb_path_walk(&on.field, &body->footprint, &path);
    return walk.stop == LB_STOP_NONE || refuse_walk(&walk, CL_TURN_PRELIMINARY, reason);
}

bool nl_close_in(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 lb_footprint *end, lb_reason *reason)
{
    struct nl_body body = nl_body_of(battle, state, unit), aim = nl_body_of(battle, state, target);
    uint8_t formation = state->unit[unit].formation;
    int32_t allowance = body_allowance(battle, state, &body);
    lb_quad other = lb_footprint_corners(&aim.footprint);
    lb_quad own = lb_footprint_corners(&body.footprint);
    lb_footprint faced = body.footprint;
    lb_face face;

    *end = body.footprint;
    if (lb_contact_of(&own, &other).is_touching)
        return true;
    if (allowance == 0)
        return nl_no(reason, nl_rate_of(formation), "it does not move in its formation");
    faced.heading = lb_heading_to(faced.centre, lb_quad_centre(&other));
    face = lb_face_met(&other, &faced);
    nl_no(reason, CL_TURN_PRELIMINARY, "there is no room to come to grips there");
    for (int32_t eighths = 8; eighths >= 0; eighths--) {
        *end = lb_flush(&aim.footprint, face, &body.footprint, eighths);
        if (!lb_may_stand(battle, state, &body.units, end))
            continue;
        if (lb_point_distance(body.footprint.centre, end->centre) > allowance) {
            nl_no(reason, nl_rate_of(formation), "that is further than it can move");
            continue;
        }
        if (is_way_clear(battle, state, &body, &aim, battle->unit[unit].side, end, reason))
            return true;
    }
    return false;
}

/* Going back. */

/// True if a base that is moved to a place would lie on the enemy, on impassable ground, in a river
/// or off the table.
static bool is_base_blocked(const lb_battle *battle, const lb_state *state, uint32_t side,
                            const lb_footprint *base)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_quad quad;

    if (!lb_footprint_is_valid(base))
        return true;
    quad = lb_footprint_corners(base);
    for (int c = 0; c < 4; c++)
        if (quad.corner[c].x < 0 || quad.corner[c].y < 0 || quad.corner[c].x > ground.width_tmm ||
            quad.corner[c].y > ground.depth_tmm)
            return true;
    for (uint16_t p = 0; p < ground.piece_count; p++)
        if ((ground.piece[p].kind == LB_TERRAIN_IMPASSABLE ||
             ground.piece[p].kind == LB_TERRAIN_RIVER) &&
            lb_piece_cover(&ground, p, &quad) >= LB_COVER_SOME)
            return true;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (!lb_unit_is_here(state, i) || battle->unit[i].side == side)
            continue;
        other = lb_unit_quad(battle, state, i);
        if (lb_quad_overlaps_deeper(&quad, &other, LB_CONTACT_TMM))
            return true;
    }
    return false;
}

/// Bases of a unit that are lost when it goes so many centimetres in a direction: those that meet
/// something on the way, looked at for every centimetre.
static int32_t bases_blocked(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             uint16_t direction, int32_t cm)
{
    int32_t blocked = 0;

    for (int32_t i = 0; i < nl_bases(state, unit); i++) {
        lb_footprint base = nl_base_at(battle, state, unit, i);
        lb_point start = base.centre;
        bool is_blocked = false;

        for (int32_t way = 1; way <= cm && !is_blocked; way++) {
            base.centre = lb_point_towards(start, direction, LB_CMS(way));
            is_blocked = is_base_blocked(battle, state, battle->unit[unit].side, &base);
        }
        blocked += is_blocked;
    }
    return blocked;
}

/// nl.retreat.blocked: what a body loses that cannot go all the way.
static void lose_blocked(lb_run *run, const struct nl_body *body, uint16_t direction, int32_t cm)
{
    int32_t blocked[LB_UNITS_MAX] = {0};

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body->units, (uint16_t)i))
            blocked[i] = bases_blocked(run->battle, run->state, i, direction, cm);
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (blocked[i] > 0) {
            lb_tell(run, LB_EVENT_SET, CL_RETREAT_BLOCKED, (uint8_t)(run->battle->unit[i].side + 1),
                    blocked[i]);
            nl_lose_bases(run, i, blocked[i]);
        }
}

/// nl.retreat.friends
static void burst_into(lb_run *run, uint32_t friend)
{
    struct nl_body body = nl_body_of(run->battle, run->state, friend);
    bool was_disordered = nl_is_disordered(run->state, friend);

    lb_tell(run, LB_EVENT_SET, CL_RETREAT_FRIENDS, (uint8_t)(run->battle->unit[friend].side + 1),
            (int32_t) friend);
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i)) {
            if (was_disordered)
                nl_remove(run, i);
            else
                nl_disorder(run, i);
        }
}

/// Slides what is left of a body to where it comes to rest, and with `about` turns its back on
/// where it came from, if there is room for that; otherwise it just faces about.
static void slide(const lb_battle *battle, lb_state *state, const struct nl_body *body,
                  const lb_retreat *way, bool about)
{
    struct nl_body moved = *body;
    lb_footprint turned = way->end;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!lb_unit_set_has(&body->units, (uint16_t)i) || !lb_unit_is_here(state, i))
            continue;
        state->unit[i].at.x += way->end.centre.x - body->footprint.centre.x;
        state->unit[i].at.y += way->end.centre.y - body->footprint.centre.y;
    }
    if (!about)
        return;
    moved.footprint = way->end;
    turned.heading = way->direction;
    if (lb_may_stand(battle, state, &body->units, &turned)) {
        nl_body_place(state, &moved, &turned);
        return;
    }
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (lb_unit_set_has(&body->units, (uint16_t)i))
            state->unit[i].heading = (uint16_t)(state->unit[i].heading + LB_ANGLE_HALF);
}

/// nl.retreat.woods: how far a unit really goes.
static int32_t way_back(lb_run *run, uint32_t unit, int32_t cm)
{
    int32_t cover = nl_cover(run->battle, run->state, unit, LB_NOBODY);

    if ((cover != COVER_WOOD && cover != COVER_FOREST) || cm <= V(RETREAT_WOODS))
        return cm;
    lb_note(run, CL_RETREAT_WOODS, (uint8_t)(run->battle->unit[unit].side + 1));
    return V(RETREAT_WOODS);
}

bool nl_go_back(lb_run *run, uint32_t unit, uint32_t from, int32_t cm, bool about)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    struct nl_body body = nl_body_of(battle, state, unit);
    lb_point start = body.footprint.centre;
    field on;
    lb_retreat retreat;

    cm = way_back(run, unit, cm);
    lay_field(&on, battle, state, &body.units, battle->unit[unit].side, 0, false);
    /* From nobody in particular: straight back. */
    retreat = lb_retreat_from(&on.field, &body.footprint,
                              from < battle->unit_count ? state->unit[from].at : start, LB_CMS(cm));
    if (retreat.stop == LB_STOP_UNIT && retreat.what != LB_NO_INDEX &&
        battle->unit[on.number[retreat.what]].side == battle->unit[unit].side)
        burst_into(run, on.number[retreat.what]);
    else if (retreat.stop != LB_STOP_NONE)
        lose_blocked(run, &body, retreat.direction, cm);
    slide(battle, state, &body, &retreat, about);
    nl_body_close_up(battle, state, &body);
    return lb_unit_is_here(state, unit);
}

void nl_shift(const lb_battle *battle, lb_state *state, uint32_t unit, uint32_t from, int32_t tmm,
              bool about)
{
    struct nl_body body = nl_body_of(battle, state, unit);
    lb_point at = body.footprint.centre;
    uint16_t towards = lb_heading_to(at, state->unit[from].at);
    lb_point aim =
        lb_point_towards(at, tmm < 0 ? (uint16_t)(towards + LB_ANGLE_HALF) : towards, AIM_BEHIND);
    field on;
    lb_retreat way;

    lay_field(&on, battle, state, &body.units, battle->unit[unit].side, KEEP_AWAY, false);
    way = lb_retreat_from(&on.field, &body.footprint, aim, tmm < 0 ? -tmm : tmm);
    slide(battle, state, &body, &way, about);
}
