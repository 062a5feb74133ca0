// SPDX-License-Identifier: MIT
// What a way costs by ground and crossings. See lb_move_costs in limber/table.h for what holds.

#include "table/move.h"

#include <assert.h>

/// A corner of the front, drawn in towards the other by what rounding may put it out: a unit that
/// is exactly as wide as a bridge passes over it.
static lb_point front_corner(const lb_quad *quad, int corner)
{
    lb_point at = quad->corner[corner], other = quad->corner[1 - corner];
    int32_t x = other.x - at.x, y = other.y - at.y;
    int32_t far = (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x < 0 ? -x : x) : (y < 0 ? -y : y);

    if (far > 2 * LB_CONTACT_TMM) {
        at.x += x * LB_CONTACT_TMM / far;
        at.y += y * LB_CONTACT_TMM / far;
    }
    return at;
}

lb_leg lb_leg_between(lb_point from, const lb_quad *start, lb_point to, const lb_quad *end,
                      int32_t length_tmm)
{
    return (lb_leg){{from, front_corner(start, 0), front_corner(start, 1)},
                    {to, front_corner(end, 0), front_corner(end, 1)},
                    length_tmm};
}

int32_t lb_costs_farthest(const lb_move_costs *costs, int32_t allowance_tmm)
{
    int64_t far = allowance_tmm;

    for (int kind = 0; kind < LB_TERRAIN_COUNT; kind++) {
        lb_ratio ratio = costs->area[kind];
        bool is_road = lb_terrain_role_of((lb_terrain_kind)kind) == LB_ROLE_ROAD;

        if (!lb_ratio_forbids(ratio) && lb_ratio_num(ratio) > 0 &&
            (!is_road || costs->follows_roads)) {
            int64_t goes = (int64_t)allowance_tmm * lb_ratio_den(ratio) / lb_ratio_num(ratio);
            far = goes > far ? goes : far;
        }
    }
    return far > 2 * LB_TABLE_MAX ? 2 * LB_TABLE_MAX : (int32_t)far;
}

/// The stretches of one track.
typedef struct leg_track {
    lb_stretch stretch[LB_STRETCHES_MAX];
    size_t count;
} leg_track;

/// What is being paid.
typedef struct leg_payer {
    const lb_ground *ground;
    const lb_move_costs *costs;
    const lb_leg *leg;
    int64_t length_fine;
    int tracks;
    leg_track track[LB_TRACKS];
} leg_payer;

static lb_terrain_role role_of(const leg_payer *payer, uint16_t piece)
{
    return lb_terrain_role_of((lb_terrain_kind)payer->ground->piece[piece].kind);
}

/// -1, 0 or 1 as a costs less than b, as much or more; what is forbidden costs most.
static int compare_ratios(lb_ratio a, lb_ratio b)
{
    uint32_t left = lb_ratio_num(a) * lb_ratio_den(b), right = lb_ratio_num(b) * lb_ratio_den(a);

    if (lb_ratio_forbids(a) || lb_ratio_forbids(b))
        return lb_ratio_forbids(a) - lb_ratio_forbids(b);
    return (left > right) - (left < right);
}

/// Whether a piece of that role lies on the track at a place, its ends included.
static bool track_has(const leg_payer *payer, const leg_track *track, int64_t at,
                      lb_terrain_role role)
{
    for (size_t i = 0; i < track->count && track->stretch[i].enter_fine <= at; i++)
        if (track->stretch[i].leave_fine >= at && role_of(payer, track->stretch[i].piece) == role)
            return true;
    return false;
}

/// The factor that counts just after a place on one track, and the piece that it is from.
static lb_ratio ratio_after(const leg_payer *payer, const leg_track *track, int64_t at,
                            uint16_t *from)
{
    lb_ratio worst = payer->costs->area[LB_TERRAIN_OPEN], road = {0, 0};
    bool is_bridged = false, is_on_road = false, is_first = true;
    uint16_t road_piece = LB_NO_INDEX;

    for (size_t i = 0; i < track->count && track->stretch[i].enter_fine <= at; i++)
        is_bridged = is_bridged || (track->stretch[i].leave_fine > at &&
                                    role_of(payer, track->stretch[i].piece) == LB_ROLE_CROSSING);
    *from = LB_NO_INDEX;
    for (size_t i = 0; i < track->count && track->stretch[i].enter_fine <= at; i++) {
        uint16_t piece = track->stretch[i].piece;
        lb_terrain_role role = role_of(payer, piece);
        lb_ratio ratio = payer->costs->area[payer->ground->piece[piece].kind];

        if (track->stretch[i].leave_fine <= at || (role == LB_ROLE_WATER && is_bridged))
            continue;
        if (role == LB_ROLE_ROAD) {
            if (!is_on_road || compare_ratios(ratio, road) < 0) {
                road = ratio;
                road_piece = piece;
            }
            is_on_road = true;
        } else if (is_first || compare_ratios(ratio, worst) > 0) {
            worst = ratio;
            is_first = false;
            *from = piece;
        }
    }
    if (!is_on_road || !payer->costs->follows_roads)
        return worst;
    *from = road_piece;
    return road;
}

/// The next place after `at` where a stretch begins or ends.
static int64_t next_change(const leg_payer *payer, int64_t at)
{
    int64_t next = payer->length_fine;

    for (int t = 0; t < payer->tracks; t++)
        for (size_t i = 0; i < payer->track[t].count; i++) {
            const lb_stretch *stretch = &payer->track[t].stretch[i];
            if (stretch->enter_fine > at && stretch->enter_fine < next)
                next = stretch->enter_fine;
            if (stretch->leave_fine > at && stretch->leave_fine < next)
                next = stretch->leave_fine;
        }
    return next;
}

static lb_ban pay_way(const leg_payer *payer, lb_toll *toll)
{
    int64_t next;

    for (int64_t at = 0; at < payer->length_fine; at = next) {
        lb_ratio worst = {0, 1};

        next = next_change(payer, at);
        for (int t = 0; t < payer->tracks; t++) {
            uint16_t piece;
            lb_ratio ratio = ratio_after(payer, &payer->track[t], at, &piece);

            if (lb_ratio_forbids(ratio))
                return (lb_ban){true, piece, at};
            if (compare_ratios(ratio, worst) > 0 && (t == 0 || !payer->costs->by_centre))
                worst = ratio;
        }
        assert(lb_ratio_den(worst) <= 16);
        toll->way +=
            (uint64_t)(next - at) * lb_ratio_num(worst) * (LB_TOLL_UNIT / lb_ratio_den(worst));
    }
    return (lb_ban){0};
}

/// Counts the crossings of one line piece; forbidden ones before ban->at_fine move the ban there.
static void count_crossings(const leg_payer *payer, uint16_t piece, lb_toll *toll, lb_ban *ban)
{
    lb_shape shape = lb_shape_of(payer->ground, piece);
    bool is_water = role_of(payer, piece) == LB_ROLE_WATER;
    bool is_forbidden = payer->costs->crossing_tmm[shape.piece->kind] < 0;

    for (int t = 0; t < payer->tracks; t++) {
        lb_rational place[LB_PIECE_POINTS_MAX];
        uint32_t count = lb_polyline_crossings(shape.point, shape.count, payer->leg->from[t],
                                               payer->leg->to[t], false, place);

        for (uint32_t i = 0; i < count; i++) {
            int64_t at = lb_part_of(payer->length_fine, place[i].num, place[i].den);
            const leg_track *track = &payer->track[t];

            if ((is_water && track_has(payer, track, at, LB_ROLE_CROSSING)) ||
                (payer->costs->follows_roads && track_has(payer, track, at, LB_ROLE_ROAD)))
                continue;
            if (is_forbidden && (!ban->is_banned || at < ban->at_fine))
                *ban = (lb_ban){true, piece, at};
            if (toll->crossings[piece][t] < UINT8_MAX)
                toll->crossings[piece][t]++;
        }
    }
}

/// Contours that the centre enters; a start on the contour itself enters it.
static uint32_t count_climbs(const leg_payer *payer)
{
    uint32_t climbs = 0;

    for (size_t i = 0; i < payer->track[0].count; i++) {
        const lb_stretch *stretch = &payer->track[0].stretch[i];
        climbs += role_of(payer, stretch->piece) == LB_ROLE_HEIGHT &&
                  payer->ground->piece[stretch->piece].level >= payer->costs->climb_level &&
                  !(stretch->enter_fine == 0 &&
                    lb_piece_has_point(payer->ground, stretch->piece, payer->leg->from[0]));
    }
    return climbs;
}

/// Whether a leg meets none of some pieces, and open ground is not forbidden.
static bool is_leg_open(const lb_ground *ground, const lb_piece_list *among,
                        const lb_move_costs *costs, const lb_leg *leg)
{
    lb_box box = lb_box_join(lb_box_of(leg->from, LB_TRACKS), lb_box_of(leg->to, LB_TRACKS));

    for (uint16_t n = 0; n < among->count; n++)
        if (lb_box_meets(lb_piece_box(&ground->piece[among->piece[n]]), box, 0))
            return false;
    return !lb_ratio_forbids(costs->area[LB_TERRAIN_OPEN]);
}

lb_ban lb_leg_pay(const lb_ground *ground, const lb_piece_list *among, const lb_move_costs *costs,
                  const lb_leg *leg, lb_toll *toll)
{
    leg_payer payer;
    lb_ban ban;

    if (is_leg_open(ground, among, costs, leg)) {
        lb_ratio open = costs->area[LB_TERRAIN_OPEN];
        toll->way += (uint64_t)leg->length_tmm * LB_FINE * lb_ratio_num(open) *
                     (LB_TOLL_UNIT / lb_ratio_den(open));
        return (lb_ban){0};
    }
    payer.ground = ground;
    payer.costs = costs;
    payer.leg = leg;
    payer.length_fine = (int64_t)leg->length_tmm * LB_FINE;
    payer.tracks = costs->follows_roads ? 1 : LB_TRACKS;
    for (int t = 0; t < payer.tracks; t++) {
        payer.track[t].count =
            lb_ground_stretches(ground, among, leg->from[t], leg->to[t], payer.length_fine,
                                payer.track[t].stretch, LB_STRETCHES_MAX);
        // More ground than can be told apart on one straight line: nobody goes there.
        if (payer.track[t].count > LB_STRETCHES_MAX)
            return (lb_ban){true, LB_NO_INDEX, 0};
    }
    ban = pay_way(&payer, toll);
    for (uint16_t n = 0; n < among->count; n++) {
        uint16_t i = among->piece[n];
        if (ground->piece[i].is_line && costs->crossing_tmm[ground->piece[i].kind] != 0)
            count_crossings(&payer, i, toll, &ban);
    }
    toll->climbs += count_climbs(&payer);
    return ban;
}
