// SPDX-License-Identifier: MIT
// Polygons and polylines. See table/polygon.h.

#include "table/polygon.h"

#include <assert.h>

bool lb_polygon_has(const lb_point *point, uint32_t count, int64_t twice_x, int64_t twice_y)
{
    bool is_inside = false;

    for (uint32_t i = 0, last = count - 1; i < count; last = i++) {
        int64_t ax = 2 * (int64_t)point[last].x - twice_x,
                ay = 2 * (int64_t)point[last].y - twice_y;
        int64_t bx = 2 * (int64_t)point[i].x - twice_x, by = 2 * (int64_t)point[i].y - twice_y;
        int64_t turn = lb_cross(ax, ay, bx, by);

        if (turn == 0 && ax * bx + ay * by <= 0)
            return false;
        if ((ay > 0) != (by > 0) && (turn > 0) == (by > ay))
            is_inside = !is_inside;
    }
    return is_inside;
}

/// How far along ab its line meets the line of pq, held to the segment. They are not parallel.
static lb_rational meeting(lb_point a, lb_point b, lb_point p, lb_point q)
{
    int64_t x = (int64_t)q.x - p.x, y = (int64_t)q.y - p.y;
    int64_t num = lb_cross((int64_t)p.x - a.x, (int64_t)p.y - a.y, x, y);
    int64_t den = lb_cross((int64_t)b.x - a.x, (int64_t)b.y - a.y, x, y);

    if (den < 0) {
        num = -num;
        den = -den;
    }
    assert(den > 0);
    if (num <= 0)
        return (lb_rational){0, 1};
    if (num >= den)
        return (lb_rational){1, 1};
    return (lb_rational){(uint64_t)num, (uint64_t)den};
}

static uint32_t insert(lb_rational *list, uint32_t count, lb_rational value)
{
    uint32_t at = count;

    for (; at > 0 && lb_rational_compare(list[at - 1], value) > 0; at--)
        list[at] = list[at - 1];
    list[at] = value;
    return count + 1;
}

/// Where the line of ab meets the polygon's edges, with what lies on it pushed to one side. `side`
/// has the side of every point.
static uint32_t polygon_cuts(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                             const int64_t *side, int64_t threshold, lb_rational *cut)
{
    uint32_t cuts = 0;

    for (uint32_t i = 0, last = count - 1; i < count; last = i++)
        if ((side[i] >= threshold) != (side[last] >= threshold))
            cuts = insert(cut, cuts, meeting(a, b, point[last], point[i]));
    return cuts;
}

uint32_t lb_polygon_spans(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                          lb_span *span)
{
    lb_rational left[LB_PIECE_POINTS_MAX], other[LB_PIECE_POINTS_MAX], *right = left;
    int64_t side[LB_PIECE_POINTS_MAX], least = INT64_MAX, most = INT64_MIN;
    uint32_t left_count, right_count, spans = 0;
    bool is_touched = false;

    assert(count <= LB_PIECE_POINTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        side[i] = lb_side_of(a, b, point[i]);
        is_touched |= side[i] == 0;
        least = side[i] < least ? side[i] : least;
        most = side[i] > most ? side[i] : most;
    }
    if (least >= 0 || most <= 0)
        return 0;
    left_count = right_count = polygon_cuts(point, count, a, b, side, 1, left);
    // Only points on the line are pushed: without any, both sides have the same cuts.
    if (is_touched)
        right_count = polygon_cuts(point, count, a, b, side, 0, right = other);
    for (uint32_t i = 0, k = 0; i + 1 < left_count && k + 1 < right_count;) {
        lb_rational enter = lb_rational_compare(left[i], right[k]) > 0 ? left[i] : right[k];
        bool is_left_first = lb_rational_compare(left[i + 1], right[k + 1]) < 0;
        lb_rational leave = is_left_first ? left[i + 1] : right[k + 1];

        if (lb_rational_compare(enter, leave) < 0) {
            if (spans > 0 && lb_rational_compare(span[spans - 1].leave, enter) == 0)
                span[spans - 1].leave = leave;
            else
                span[spans++] = (lb_span){enter, leave};
        }
        if (is_left_first)
            i += 2;
        else
            k += 2;
    }
    return spans;
}

uint32_t lb_spans_join(lb_span *span, uint32_t count)
{
    uint32_t joined = 0;

    for (uint32_t i = 1; i < count; i++) {
        lb_span moved = span[i];
        uint32_t at = i;
        for (; at > 0 && lb_rational_compare(span[at - 1].enter, moved.enter) > 0; at--)
            span[at] = span[at - 1];
        span[at] = moved;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (joined == 0 || lb_rational_compare(span[joined - 1].leave, span[i].enter) < 0)
            span[joined++] = span[i];
        else if (lb_rational_compare(span[joined - 1].leave, span[i].leave) < 0)
            span[joined - 1].leave = span[i].leave;
    }
    return joined;
}

/// Whether the ends of the segment are on either side of the line of pq.
static bool straddles(lb_point a, lb_point b, lb_point p, lb_point q, bool is_open)
{
    int64_t start = lb_side_of(p, q, a), end = lb_side_of(p, q, b);

    if (is_open)
        return (start < 0 && end > 0) || (start > 0 && end < 0);
    return (start >= 0) != (end >= 0);
}

static uint32_t polyline_cuts(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                              bool is_open, int64_t threshold, lb_rational *cut)
{
    uint32_t cuts = 0;

    for (uint32_t i = 1; i < count; i++)
        if ((lb_side_of(a, b, point[i - 1]) >= threshold) !=
                (lb_side_of(a, b, point[i]) >= threshold) &&
            straddles(a, b, point[i - 1], point[i], is_open))
            cuts = insert(cut, cuts, meeting(a, b, point[i - 1], point[i]));
    return cuts;
}

uint32_t lb_polyline_crossings(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                               bool is_open, lb_rational *at)
{
    lb_rational other[LB_PIECE_POINTS_MAX];
    uint32_t left = polyline_cuts(point, count, a, b, is_open, 1, at);
    uint32_t right = polyline_cuts(point, count, a, b, is_open, 0, other);

    if (right < left)
        for (uint32_t i = 0; i < right; i++)
            at[i] = other[i];
    return left < right ? left : right;
}
