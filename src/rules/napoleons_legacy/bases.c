// SPDX-License-Identifier: MIT
// Single bases: where they stand, what they fire at, and what they touch.
//
// Every base counts with its own unit's figures (nl.play.figures), and range, cover, flank and
// sight are taken base by base (nl.play.perbase, nl.play.masked). What a row does is the sum over
// its bases.

#include "rules/napoleons_legacy/play.h"

enum {
    ARC = 8192,               ///< 45 degrees
    ROW_BASES = 192,          ///< bases of a row that are looked at
    BASE_SPAN = 1000,         ///< from the front of a base to its far corner, and half another
    KEY_BITS = 9,             ///< of a unit in the key of what is remembered
    EDGE = 2 * LB_CONTACT_TMM ///< more than a corner: what two must have of each other to touch
};

/// A base of a unit.
struct base {
    lb_footprint at;
    lb_quad quad;
    uint16_t unit;
    int16_t number;
};

struct bases {
    uint32_t count;
    struct base base[ROW_BASES];
};

/// The place of one base of a square: the four sides in turn, each from its left.
static lb_footprint base_of_square(const struct nl_block *block, const lb_footprint *whole,
                                   int32_t number)
{
    lb_footprint base = {.width_tmm = block->width_tmm, .depth_tmm = block->depth_tmm};

    base.heading = (uint16_t)(whole->heading + number % 4 * LB_ANGLE_QUARTER);
    base.centre =
        lb_point_towards(whole->centre, base.heading, (whole->depth_tmm - block->depth_tmm) / 2);
    base.centre =
        lb_point_towards(base.centre, (uint16_t)(base.heading + LB_ANGLE_QUARTER),
                         (2 * (number / 4) + 1) * block->width_tmm / 2 - whole->width_tmm / 2);
    return base;
}

lb_footprint nl_base_at(const lb_view *view, uint32_t unit, int32_t number)
{
    uint8_t formation = lb_view_formation(view, unit);
    struct nl_block block = nl_block_of(view->battle, unit, formation, nl_bases(view->state, unit));
    lb_footprint whole = lb_view_footprint(view, unit);
    lb_footprint base = {
        .heading = whole.heading, .width_tmm = block.width_tmm, .depth_tmm = block.depth_tmm};

    if (formation == FORMATION_SQUARE)
        return base_of_square(&block, &whole, number);
    base.centre = lb_point_towards(whole.centre, whole.heading,
                                   (whole.depth_tmm - block.depth_tmm) / 2 -
                                       number / block.files * block.depth_tmm);
    base.centre = lb_point_towards(base.centre, (uint16_t)(whole.heading + LB_ANGLE_QUARTER),
                                   number % block.files * (block.width_tmm + block.gap_tmm) +
                                       block.width_tmm / 2 - whole.width_tmm / 2);
    return base;
}

static struct base base_of(const lb_view *view, uint32_t unit, int32_t number)
{
    struct base base = {
        .at = nl_base_at(view, unit, number), .unit = (uint16_t)unit, .number = (int16_t)number};

    base.quad = lb_footprint_corners(&base.at);
    return base;
}

/// The bases of a set of units whose boxes are within a distance of a box.
static void list_bases(const lb_view *view, const lb_unit_set *units, lb_box box, int32_t tmm,
                       struct bases *list)
{
    list->count = 0;
    LB_EACH (i, units)
        if (lb_view_is_here(view, i) && lb_box_meets(view->box[i], box, tmm))
            for (int32_t n = 0; n < nl_bases(view->state, i) && list->count < ROW_BASES; n++)
                list->base[list->count++] = base_of(view, i, n);
}

/* Fire. */

/// The lines of a unit's bases to a row: who is in their way. Prepared when the first is looked at.
struct lines {
    uint32_t unit;
    const lb_unit_set *row;
    bool is_ready;
    bool is_open; ///< nobody and nothing is in the way of any
    bool is_bare; ///< no base stands in ground that would be opened
    lb_sight sight;
    lb_piece_set open;
    lb_blocker blocker[LB_UNITS_MAX];
};

/// nl.play.masked: guns on higher ground fire over those who stand lower, far enough from both.
static bool is_fired_over(lb_view *view, uint32_t unit, const lb_unit_set *row, uint32_t other)
{
    int32_t clear = LB_CMS(VALUE_OF(view->battle, PLAY_MASKED));

    if (view->battle->unit[unit].arm != LB_ARM_ARTILLERY ||
        lb_view_level(view, other) >= lb_view_level(view, unit) ||
        lb_quad_is_within(&view->quad[unit], &view->quad[other], clear - 1))
        return false;
    LB_EACH (i, row)
        if (lb_quad_is_within(&view->quad[i], &view->quad[other], clear - 1))
            return false;
    return true;
}

/// Adds a unit, or where it has gaps its bases, to what hides.
static void add_blocker(const lb_view *view, uint32_t unit, struct lines *lines)
{
    int32_t bases =
        lb_view_formation(view, unit) == FORMATION_SKIRMISH ? nl_bases(view->state, unit) : 0;

    if (bases == 0)
        lines->blocker[lines->sight.blocker_count++] = (lb_blocker){view->quad[unit], UINT8_MAX};
    for (int32_t n = 0; n < bases && lines->sight.blocker_count < LB_UNITS_MAX; n++) {
        lb_footprint base = nl_base_at(view, unit, n);

        lines->blocker[lines->sight.blocker_count++] =
            (lb_blocker){lb_footprint_corners(&base), UINT8_MAX};
    }
}

static void prepare_lines(lb_view *view, struct lines *lines)
{
    lb_box box = view->box[lines->unit];

    LB_EACH (i, lines->row)
        box = lb_box_join(box, view->box[i]);
    lines->open = (lb_piece_set){{0}};
    lines->sight = (lb_sight){.ground = &view->ground,
                              .row = lb_sight_usual,
                              .blocker = lines->blocker,
                              .open = &lines->open,
                              .skip_from = LB_NO_INDEX,
                              .skip_to = LB_NO_INDEX};
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_unit_set near = lb_view_near(view, box, 0, &view->here[s]);

        LB_EACH (i, &near)
            if (i != lines->unit && !lb_unit_set_has(lines->row, (uint16_t)i) &&
                lines->sight.blocker_count < LB_UNITS_MAX &&
                !is_fired_over(view, lines->unit, lines->row, i))
                add_blocker(view, i, lines);
    }
    lines->is_open = lb_sight_box_is_clear(&lines->sight, box);
    lines->is_bare = !lb_view_ground_near(view, box, 0, NL_OPENED);
    lines->is_ready = true;
}

/// Opens the ground that a base stands in: that of its unit, and what lies under the base itself.
static void open_ground_of(lb_view *view, const struct base *base, lb_piece_set *open)
{
    lb_piece_set under = lb_view_pieces_under(view, &base->quad, NL_OPENED);

    nl_open_ground(lb_view_under(view, base->unit, NL_OPENED), open);
    nl_open_ground(&under, open);
}

/// True if nothing is in the way from the eye of a base to the middle of another.
static bool is_base_seen(lb_view *view, struct lines *lines, const struct base *own, lb_point eye,
                         const struct base *at)
{
    if (!lines->is_ready)
        prepare_lines(view, lines);
    if (lines->is_open)
        return true;
    if (!lines->is_bare) {
        lines->open = (lb_piece_set){{0}};
        open_ground_of(view, own, &lines->open);
        open_ground_of(view, at, &lines->open);
    }
    return lb_sight_is_clear(&lines->sight, eye, at->at.centre);
}

/// True if a base is within range of another, seen from the middle of its front by the square of
/// the distance to the other's middle. Both are points of the bases, and no base is larger than
/// BASE_SPAN, so in most cases this is enough to know.
static bool is_in_range(const struct base *own, const struct base *other, uint64_t square,
                        int32_t range)
{
    int64_t sure = range - 2 * LB_CONTACT_TMM;

    return (sure > 0 && square <= (uint64_t)(sure * sure)) ||
           lb_quad_is_within(&own->quad, &other->quad, range);
}

/// The target base that a base fires at: of those that it may, the nearest; NULL if there is none.
static const struct base *aim_of(lb_view *view, const struct base *own, const struct bases *among,
                                 int32_t range, struct lines *lines)
{
    lb_point eye = lb_quad_middle(&own->quad, LB_FACE_FRONT);
    int64_t far = (int64_t)range + BASE_SPAN;
    bool tried[ROW_BASES] = {false};

    for (;;) {
        uint32_t best = ROW_BASES;
        uint64_t least = (uint64_t)(far * far);

        for (uint32_t i = 0; i < among->count; i++) {
            int64_t x = among->base[i].at.centre.x - eye.x, y = among->base[i].at.centre.y - eye.y;
            uint64_t square = (uint64_t)(x * x + y * y);

            if (!tried[i] && square < least) {
                least = square;
                best = i;
            }
        }
        if (best == ROW_BASES)
            return NULL;
        tried[best] = true;
        if (is_in_range(own, &among->base[best], least, range) &&
            lb_arc_of(&own->quad, ARC, &among->base[best].quad) != LB_ARC_OUT &&
            is_base_seen(view, lines, own, eye, &among->base[best]))
            return &among->base[best];
    }
}

/// nl.play.flank: a base is fired at in flank or rear from outside its own front arc.
static bool is_in_flank(const lb_view *view, const struct base *target, const struct base *firer)
{
    return lb_view_formation(view, target->unit) != FORMATION_SQUARE &&
           !lb_arc_has_point(&target->quad, ARC, firer->at.centre);
}

/// Counts one base that fires at another.
static void count_shot(lb_view *view, const struct base *own, const struct base *target,
                       int32_t range, struct nl_aim *aim)
{
    int32_t cover = nl_cover_of_base(view, target->unit, &target->at, own->at.centre);
    int32_t distance = lb_quad_distance_ceil(&own->quad, &target->quad);
    int32_t half = range / VALUE_OF(view->battle, FIRE_HALF_RANGE);
    int32_t close = LB_CMS(VALUE_OF(view->battle, ART_CANISTER_NEAR));

    aim->shot[aim->count++] =
        (struct nl_shot){.unit = target->unit,
                         .class = (uint8_t)nl_cover_class(view->battle->house.value, cover,
                                                          nl_kind(view, target->unit)),
                         .is_half = lb_quad_is_within(&own->quad, &target->quad, half),
                         .is_flank = is_in_flank(view, target, own),
                         .is_close = lb_quad_is_within(&own->quad, &target->quad, close)};
    if (distance < aim->distance) {
        aim->distance = distance;
        aim->cover = cover;
    }
}

/// True if somebody of a row is in the front arc of some base of a unit: the arcs of all bases lie
/// in that of the rank farthest back.
static bool is_row_in_arc(const lb_view *view, uint32_t unit, const lb_unit_set *row, int32_t range)
{
    lb_footprint rear = lb_view_footprint(view, unit);
    struct nl_block block;
    lb_quad quad;

    if (lb_view_formation(view, unit) == FORMATION_SQUARE)
        return true;
    block =
        nl_block_of(view->battle, unit, lb_view_formation(view, unit), nl_bases(view->state, unit));
    rear.centre = lb_point_towards(rear.centre, (uint16_t)(rear.heading + LB_ANGLE_HALF),
                                   (rear.depth_tmm - block.depth_tmm) / 2 + LB_CONTACT_TMM);
    rear.depth_tmm = block.depth_tmm;
    rear.width_tmm += 2 * LB_CONTACT_TMM;
    quad = lb_footprint_corners(&rear);
    LB_EACH (i, row)
        if (lb_box_meets(view->box[i], view->box[unit], range) &&
            lb_arc_of(&quad, ARC, &view->quad[i]) != LB_ARC_OUT)
            return true;
    return false;
}

/// Finds the bases of a unit that fire at a row, or with no `aim` whether there is one.
static bool find_aims(lb_view *view, uint32_t unit, const lb_unit_set *row, int32_t range,
                      struct nl_aim *aim)
{
    int32_t can = lb_least(NL_UNIT_BASES, nl_firing_bases(view, unit)), found = 0;
    int32_t seen = lb_view_range(view, range);
    bool is_column = lb_view_formation(view, unit) == FORMATION_ATTACK;
    struct bases among;
    struct lines lines;

    if (!is_row_in_arc(view, unit, row, seen))
        return false;
    list_bases(view, row, view->box[unit], seen, &among);
    lines.unit = unit;
    lines.row = row;
    lines.is_ready = false;
    for (int32_t n = 0; n < nl_bases(view->state, unit) && found < can && among.count > 0; n++) {
        struct base own = base_of(view, unit, n);
        const struct base *at = aim_of(view, &own, &among, seen, &lines);

        found += at != NULL;
        if (at != NULL && aim == NULL)
            break;
        if (at != NULL)
            count_shot(view, &own, at, range, aim);
        /* In a column only the front fires. */
        if (is_column && n + 1 >= can)
            break;
    }
    return found > 0;
}

bool nl_aim_at(lb_view *view, uint32_t unit, uint32_t target, int32_t range, struct nl_aim *aim)
{
    struct nl_body row = nl_body_of(view, target);

    aim->count = 0;
    aim->distance = INT32_MAX;
    aim->cover = COVER_OPEN;
    return find_aims(view, unit, &row.units, range, aim);
}

bool nl_has_aim(lb_view *view, uint32_t unit, uint32_t target, uint32_t what)
{
    /* It is the same for all of a row, so it is remembered for the first of them. */
    struct nl_body row = nl_body_of(view, target);
    uint32_t key = unit << 16 | (what == FIRE_CANISTER ? 2U : 1U) << KEY_BITS |
                   lb_unit_set_next(&row.units, 0);
    lb_sight_memo *memo = lb_view_sight_held(view, key);
    lb_box box = view->box[unit];

    if (memo != NULL)
        return memo->is_clear;
    LB_EACH (i, &row.units)
        box = lb_box_join(box, view->box[i]);
    memo = lb_view_sight_in(view, key, box, LB_TMM_CM);
    if (!memo->is_known) {
        memo->is_clear =
            find_aims(view, unit, &row.units, nl_range(view->battle, unit, what), NULL);
        memo->is_known = true;
    }
    return memo->is_clear;
}

_Static_assert(LB_UNITS_MAX < 1 << KEY_BITS, "a key has room for a unit");

/* Contact. */

/// A base of one side of a fight, and what it meets.
struct contact {
    bool is_touching;
    bool in_flank;  ///< of an attacking base: the face before it is a flank or the rear
    uint8_t class;  ///< of an attacking base: of the cover before it
    uint16_t other; ///< the unit that it touches most
    int32_t length; ///< of that touch
};

/// True if two bases may touch at all.
static bool may_touch(const struct base *a, const struct base *b)
{
    return lb_box_meets(lb_quad_box_of(&a->quad), lb_quad_box_of(&b->quad), 2 * LB_CONTACT_TMM);
}

/// Lets a square meet others with its whole faces, wherever its bases stand behind them.
static void square_up(const lb_view *view, struct bases *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (lb_view_formation(view, list->base[i].unit) == FORMATION_SQUARE)
            list->base[i].quad = view->quad[list->base[i].unit];
}

/// The front of a base against another; a square is nothing but fronts.
static lb_contact touch_of(const lb_view *view, const struct base *own, const struct base *other)
{
    lb_contact contact = lb_contact_of(&own->quad, &other->quad), back;

    if (lb_view_formation(view, own->unit) != FORMATION_SQUARE || contact.length_tmm > EDGE)
        return contact;
    back = lb_contact_of(&other->quad, &own->quad);
    return back.length_tmm > EDGE
               ? (lb_contact){back.is_touching, LB_FACE_FRONT, back.length_tmm, back.per_mille}
               : contact;
}

static void note_touch(lb_view *view, const struct base *own, const struct base *other,
                       const lb_contact *touch, struct contact *a, struct contact *d)
{
    bool is_square = lb_view_formation(view, other->unit) == FORMATION_SQUARE;

    if (!d->is_touching || touch->length_tmm > d->length) {
        d->is_touching = true;
        d->length = touch->length_tmm;
        d->other = own->unit;
    }
    if (a->is_touching && touch->length_tmm <= a->length)
        return;
    a->is_touching = true;
    a->length = touch->length_tmm;
    a->other = other->unit;
    a->in_flank = !is_square && touch->face != LB_FACE_FRONT;
    a->class = (uint8_t)nl_cover_class(
        view->battle->house.value, nl_cover_of_base(view, other->unit, &other->at, own->at.centre),
        nl_kind(view, other->unit));
}

/// The two bases that are nearest to each other: those that meet where only corners touch.
static void meet_nearest(lb_view *view, const struct bases *own, const struct bases *others,
                         struct contact *a, struct contact *d)
{
    uint32_t best_a = 0, best_d = 0;
    int32_t least = INT32_MAX;
    lb_contact touch;

    for (uint32_t i = 0; i < own->count; i++)
        for (uint32_t j = 0; j < others->count; j++) {
            int32_t apart = lb_quad_distance_floor(&own->base[i].quad, &others->base[j].quad);

            if (apart < least) {
                least = apart;
                best_a = i;
                best_d = j;
            }
        }
    if (least == INT32_MAX)
        return;
    touch = lb_contact_of(&own->base[best_a].quad, &others->base[best_d].quad);
    /* nl.play.flank: a corner that touches from ahead touches the front. */
    if (lb_arc_of(&others->base[best_d].quad, ARC, &own->base[best_a].quad) != LB_ARC_OUT)
        touch.face = LB_FACE_FRONT;
    else if (!touch.is_touching)
        touch.face = lb_face_of_quad(&others->base[best_d].quad, &own->base[best_a].quad);
    note_touch(view, &own->base[best_a], &others->base[best_d], &touch, &a[best_a], &d[best_d]);
}

/// The bases of a square that stand along the stretch that is touched, each in part.
static int32_t bases_of_square(const lb_view *view, uint32_t unit, int32_t length_tmm)
{
    int32_t bases = nl_bases(view->state, unit);
    struct nl_block block = nl_block_of(view->battle, unit, FORMATION_SQUARE, bases);
    int32_t touched =
        lb_most(1, (length_tmm + block.width_tmm - 1 - LB_CONTACT_TMM) / block.width_tmm);

    return lb_least(lb_least(touched, block.files), bases);
}

/// How much of a square the fronts of some bases lie along.
static int32_t length_along(const lb_view *view, uint32_t square, const struct bases *others)
{
    int32_t length = 0;

    for (uint32_t i = 0; i < others->count; i++)
        length += lb_contact_of(&others->base[i].quad, &view->quad[square]).length_tmm;
    return length;
}

/// Makes as many bases of each square meet the enemy as stand along the touch.
static void fill_squares(const lb_view *view, const struct bases *list, struct contact *of,
                         const struct bases *others)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t unit = list->base[i].unit;
        struct contact first = {0};
        int32_t wanted;

        if (lb_view_formation(view, unit) != FORMATION_SQUARE || list->base[i].number != 0)
            continue;
        wanted = bases_of_square(view, unit, length_along(view, unit, others));
        for (uint32_t j = i; j < list->count && list->base[j].unit == unit; j++)
            first = first.is_touching ? first : of[j];
        for (uint32_t j = i; j < list->count && list->base[j].unit == unit; j++) {
            of[j] = first;
            of[j].is_touching = first.is_touching && list->base[j].number < wanted;
        }
    }
}

/* What the bases that touch bring into a fight. */

int32_t nl_place_in_order(const struct nl_order *order, uint32_t unit)
{
    int32_t at = 0;

    while (at < NL_CHAIN - 1 && order->unit[at] != unit)
        at++;
    return at;
}

/// True if two units bear hits alike.
static bool bear_alike(const lb_battle *battle, uint32_t a, uint32_t b)
{
    return battle->unit[a].figure[FIGURE_HITS] == battle->unit[b].figure[FIGURE_HITS] &&
           battle->unit[a].figure[FIGURE_SAVE] == battle->unit[b].figure[FIGURE_SAVE];
}

/// The lot for dice at a unit of an order; a new one if none is alike. The last takes what no other
/// can.
static int32_t lot_for(const lb_battle *battle, const struct nl_order *order, int32_t at,
                       int32_t class, bool is_sharp, int32_t kind[NL_LOTS])
{
    int32_t lot = 0;

    for (; lot < NL_LOTS - 1 && kind[lot] != 0; lot++)
        if (nl_lot_class(kind[lot]) == class && nl_lot_is_sharp(kind[lot]) == is_sharp &&
            bear_alike(battle, order->unit[nl_lot_first(kind[lot])], order->unit[at]))
            return lot;
    if (kind[lot] == 0)
        kind[lot] = nl_lot(class, is_sharp, at);
    return lot;
}

void nl_make_lots(const lb_battle *battle, const struct nl_order *order, const struct nl_dice *dice,
                  int32_t kind[NL_LOTS], int32_t *counts[NL_COUNTS])
{
    for (int32_t at = 0; at < NL_CHAIN && order->unit[at] != LB_NOBODY; at++)
        for (int32_t c = 0; c < NL_CLASSES; c++)
            for (int32_t sharp = 0; sharp < 2; sharp++) {
                const int32_t *of = dice->at[at][c][sharp];
                int32_t lot;

                if (of[0] == 0)
                    continue;
                lot = lot_for(battle, order, at, c, sharp != 0, kind);
                for (int i = 0; i < NL_COUNTS; i++)
                    if (counts[i] != NULL)
                        counts[i][lot] = lb_least(LB_DICE_MAX, counts[i][lot] + of[i]);
            }
}

/// The blows of one side at the units of the other, in lots.
static void count_blows(const lb_view *view, const struct bases *list, const struct contact *of,
                        const struct nl_order *order, bool attacks, struct nl_meeting *side)
{
    const int32_t *values = view->battle->house.value;
    int32_t *counts[NL_COUNTS] = {side->dice[0], side->dice[1], side->dice[2], side->dice[3]};
    struct nl_dice dice = {{{{{0}}}}};

    for (uint32_t i = 0; i < list->count; i++) {
        int32_t combat = view->battle->unit[list->base[i].unit].figure[FIGURE_COMBAT];
        int32_t *at = dice.at[nl_place_in_order(order, of[i].other)][attacks ? of[i].class : 0][0];

        if (!of[i].is_touching)
            continue;
        lb_unit_set_add(&side->units, list->base[i].unit);
        side->bases++;
        side->sum += combat;
        side->flank_bases += of[i].in_flank;
        for (int p = 0; p < NL_PENALTIES; p++)
            at[p] += attacks ? combat + values[V_ADVANCE_7_ATTACKER]
                             : nl_defending_dice(values, 1, combat, p);
    }
    nl_make_lots(view->battle, order, &dice, side->strikes, counts);
}

/// The volley of one side, as many bases of each unit as can fire in its formation, in lots.
static void count_volley(const lb_view *view, const struct bases *list, const struct contact *of,
                         const struct nl_order *order, bool attacks, struct nl_meeting *side)
{
    const lb_battle *battle = view->battle;
    int32_t *counts[NL_COUNTS] = {side->volley, side->hasty};
    struct nl_dice dice = {{{{{0}}}}};
    uint32_t last = LB_NOBODY;
    int32_t can = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t unit = list->base[i].unit;
        int32_t each = nl_fire_dice(battle, view->state, unit);
        bool is_sharp = lb_unit_has(battle, unit, LB_TRAIT_SHARPSHOOTERS);
        int32_t *at =
            dice.at[nl_place_in_order(order, of[i].other)][attacks ? of[i].class : 0][is_sharp];

        if (!of[i].is_touching || each == 0)
            continue;
        if (unit != last)
            can = nl_firing_bases(view, unit);
        if (can-- > 0) {
            side->shooters++;
            side->base_dice += each;
            side->shot_flank += of[i].in_flank;
            at[0] += each + VALUE_OF(battle, FIRE_HALF_DICE) +
                     (of[i].in_flank ? VALUE_OF(battle, FIRE_FLANK) : 0);
            at[1] += each;
            if (unit != last && nl_has_skirmishers(view, unit)) {
                side->skirmishers++;
                at[0] += VALUE_OF(battle, FIRE_SKIRMISHERS);
            }
        }
        last = unit;
    }
    nl_make_lots(battle, order, &dice, side->kind, counts);
}

/// Finds out which bases of two rows touch.
static void find_touches(lb_view *view, const struct bases *own, const struct bases *others,
                         struct contact *of_a, struct contact *of_d)
{
    bool is_met = false;

    for (uint32_t i = 0; i < own->count; i++)
        for (uint32_t j = 0; j < others->count; j++) {
            lb_contact touch;

            if (!may_touch(&own->base[i], &others->base[j]))
                continue;
            touch = touch_of(view, &own->base[i], &others->base[j]);
            if (touch.is_touching && touch.length_tmm > EDGE) {
                note_touch(view, &own->base[i], &others->base[j], &touch, &of_a[i], &of_d[j]);
                is_met = true;
            }
        }
    if (!is_met)
        meet_nearest(view, own, others, of_a, of_d);
    fill_squares(view, own, of_a, others);
    fill_squares(view, others, of_d, own);
}

static lb_unit_set units_touching(const struct bases *list, const struct contact *of)
{
    lb_unit_set units = {{0}};

    for (uint32_t i = 0; i < list->count; i++)
        if (of[i].is_touching)
            lb_unit_set_add(&units, list->base[i].unit);
    return units;
}

/// How many bases of a square would meet the bases of one row.
static int32_t wanted_of_square(const lb_view *view, uint32_t square, const lb_unit_set *row)
{
    struct bases theirs;

    list_bases(view, row, view->box[square], LB_TMM_CM, &theirs);
    square_up(view, &theirs);
    return bases_of_square(view, square, length_along(view, square, &theirs));
}

/// How many bases of a square meet some attackers if others touch it too: each row in turn, in the
/// order of its units, gets one more until it has all that stand along it or none is left.
static int32_t share_of_square(lb_view *view, uint32_t square, const lb_unit_set *attackers,
                               const lb_unit_set *rivals)
{
    int32_t left = nl_bases(view->state, square), own = 0;
    lb_unit_set all = *attackers;

    lb_unit_set_join(&all, rivals);
    for (int32_t round = 1; left > 0; round++) {
        lb_unit_set waiting = all;
        bool is_given = false;

        LB_EACH (i, &waiting) {
            bool is_own = lb_unit_set_has(attackers, (uint16_t)i);
            lb_unit_set row = is_own ? *attackers : nl_body_of(view, i).units;

            LB_EACH (n, &row)
                lb_unit_set_remove(&waiting, (uint16_t)n);
            if (left == 0 || wanted_of_square(view, square, &row) < round)
                continue;
            is_given = true;
            own += is_own;
            left--;
        }
        if (!is_given)
            break;
    }
    return own;
}

/// Leaves out the defending bases that touch more of other attackers; of equals, those with lower
/// numbers have it. The bases of a square are shared out.
static void divide_bases(lb_view *view, const struct bases *others, const lb_unit_set *attackers,
                         const lb_unit_set *rivals, struct contact *of_d)
{
    lb_box box = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};
    uint32_t first = lb_unit_set_next(attackers, 0);
    struct bases theirs;
    int32_t share = 0;

    for (uint32_t j = 0; j < others->count; j++)
        box = lb_box_join(box, view->box[others->base[j].unit]);
    list_bases(view, rivals, box, LB_TMM_CM, &theirs);
    for (uint32_t j = 0; j < others->count; j++) {
        if (lb_view_formation(view, others->base[j].unit) == FORMATION_SQUARE) {
            if (others->base[j].number == 0)
                share = share_of_square(view, others->base[j].unit, attackers, rivals);
            of_d[j].is_touching = of_d[j].is_touching && others->base[j].number < share;
            continue;
        }
        for (uint32_t i = 0; i < theirs.count && of_d[j].is_touching; i++) {
            lb_contact touch;

            if (!may_touch(&theirs.base[i], &others->base[j]))
                continue;
            touch = touch_of(view, &theirs.base[i], &others->base[j]);
            if (touch.is_touching && touch.length_tmm > EDGE &&
                touch.length_tmm >= of_d[j].length + (theirs.base[i].unit > first))
                of_d[j].is_touching = false;
        }
    }
}

void nl_meet(lb_view *view, const lb_unit_set *attackers, const lb_unit_set *rivals,
             const lb_unit_set *defenders, struct nl_clash *clash)
{
    struct contact of_a[ROW_BASES] = {{0}}, of_d[ROW_BASES] = {{0}};
    struct bases own, others;
    lb_box box = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};

    *clash = (struct nl_clash){0};
    LB_EACH (i, defenders)
        box = lb_box_join(box, view->box[i]);
    list_bases(view, attackers, box, LB_TMM_CM, &own);
    list_bases(view, defenders, box, LB_TABLE_MAX, &others);
    square_up(view, &own);
    square_up(view, &others);
    find_touches(view, &own, &others, of_a, of_d);
    clash->a.units = units_touching(&own, of_a);
    clash->d.units = units_touching(&others, of_d);
    if (rivals != NULL && !lb_unit_set_is_empty(rivals))
        divide_bases(view, &others, attackers, rivals, of_d);
    nl_order_hits(view, attackers, &clash->d.units, &clash->a_order);
    nl_order_hits(view, defenders, &clash->a.units, &clash->d_order);
    count_blows(view, &own, of_a, &clash->d_order, true, &clash->a);
    count_blows(view, &others, of_d, &clash->a_order, false, &clash->d);
    count_volley(view, &own, of_a, &clash->d_order, true, &clash->a);
    count_volley(view, &others, of_d, &clash->a_order, false, &clash->d);
}
