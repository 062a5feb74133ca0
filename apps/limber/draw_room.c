// SPDX-License-Identifier: MIT
// See draw_room.h. The choice of places is found by simulated annealing: now and then a label takes
// another of its places, also a worse one as long as the page is hot. It is cooled down to the best
// place of each label in turn. The numbers come from a seeded generator, so the same table always
// gives the same picture.

#include "draw_room.h"

#include <assert.h>
#include <stdlib.h>

enum {
    WISHES =
        LB_UNITS_MAX + LB_LEADERS_MAX + LB_GROUPS_MAX + LB_SCENARIO_PIECES + LB_SCENARIO_OBJECTIVES,
    PLACES = 96,      ///< of a wish that are weighed
    ANGLES = 24,      ///< around an owner
    NEAR = 14,        ///< a label within this needs no line
    ROUNDS = 400,     ///< changes that are tried for each label
    SWEEPS = 8,       ///< at most, at the end
    LINE_HIDES = 900, ///< a line across a label
    LINES_CROSS = 90,
    LINE_OVER = 55, ///< a line across another body
    HIDES = 250,    ///< a label that costs so much should go elsewhere
    AMBIGUOUS = 45, ///< nearer to another's body than to its own
    MIDDLE = 700    ///< over the middle of another unit, which says what it is
};

/// Something on the page.
typedef struct taken {
    room_place place;
    double weight;
    room_kind kind;
} taken;

/// A place that a label can have.
typedef struct option {
    draw_point at, line_from, line_to;
    draw_point low, high; ///< of all that it needs
    bool is_above, has_line;
    double cost; ///< but for other labels
} option;

typedef struct wish {
    room_label label;
    option option[PLACES];
    uint32_t count;
    uint32_t now; ///< which of them; `count`: it is dropped
    double drop;
    draw_point low, high;       ///< of all its places
    uint16_t neighbour[WISHES]; ///< those that it may meet
    uint32_t neighbour_count;
} wish;

static struct {
    taken taken[DRAW_QUADS];
    room_label label[WISHES];
    wish wish[WISHES];
    const taken *near[DRAW_QUADS]; ///< those about the owner whose label is placed
    size_t taken_count, label_count, wish_count, near_count;
    const draw_picture *p;
} page;

/* Rectangles. */

room_place room_rectangle(draw_point at, double width, double height, double angle)
{
    room_place of;
    double c = angle == 0 ? 1 : cos(angle), s = angle == 0 ? 0 : sin(angle);

    for (int i = 0; i < 4; i++) {
        double x = (i == 1 || i == 2 ? width : -width) / 2, y = (i >= 2 ? height : -height) / 2;

        of.corner[i] = (draw_point){at.x + x * c - y * s, at.y + x * s + y * c};
        if (i == 0)
            of.low = of.high = of.corner[0];
        of.low.x = fmin(of.low.x, of.corner[i].x);
        of.low.y = fmin(of.low.y, of.corner[i].y);
        of.high.x = fmax(of.high.x, of.corner[i].x);
        of.high.y = fmax(of.high.y, of.corner[i].y);
    }
    return of;
}

/// How far the edges of the first part the two; below 0 they do not.
static double parting(const room_place *a, const room_place *b)
{
    double most = -1e12;

    for (int i = 0; i < 2; i++) {
        double x = a->corner[i + 1].x - a->corner[i].x, y = a->corner[i + 1].y - a->corner[i].y;
        double length = sqrt(x * x + y * y) + 1e-6, low = 1e12, high = -1e12;

        for (int c = 0; c < 4; c++) {
            double along =
                (b->corner[c].x - a->corner[i].x) * x + (b->corner[c].y - a->corner[i].y) * y;

            low = along < low ? along : low;
            high = along > high ? along : high;
        }
        /* The first itself goes from 0 to its length. */
        low = low / length - length;
        high = -high / length;
        low = low > high ? low : high;
        most = low > most ? low : most;
    }
    return most;
}

/// How far two rectangles are apart, nearly; 0 if they touch.
static double gap_between(const room_place *a, const room_place *b)
{
    return fmax(0, fmax(parting(a, b), parting(b, a)));
}

static bool is_near(const room_place *a, const room_place *b, double by)
{
    return a->low.x - by < b->high.x && b->low.x - by < a->high.x && a->low.y - by < b->high.y &&
           b->low.y - by < a->high.y;
}

static bool do_overlap(const room_place *a, const room_place *b)
{
    return is_near(a, b, 0) && parting(a, b) < 0 && parting(b, a) < 0;
}

/* Lines. */

/// On which hand of a line from a to b a place lies.
static double hand_of(draw_point a, draw_point b, draw_point at)
{
    return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
}

static bool do_cross(draw_point a, draw_point b, draw_point c, draw_point d)
{
    return hand_of(a, b, c) * hand_of(a, b, d) < 0 && hand_of(c, d, a) * hand_of(c, d, b) < 0;
}

static bool crosses(const option *line, const room_place *of)
{
    for (int i = 0; i < 4; i++)
        if (do_cross(line->line_from, line->line_to, of->corner[i], of->corner[(i + 1) % 4]))
            return true;
    return false;
}

static double between(double least, double at, double most)
{
    return fmin(fmax(at, least), most);
}

/// Leads a line from the edge of a label to the nearest place in its owner.
static void lead_line(const room_label *label, const room_body *owner, option *at)
{
    double c = cos(owner->angle), s = sin(owner->angle);
    double x = at->at.x - owner->at.x, y = at->at.y - owner->at.y;
    double half = fmax(0, owner->width / 2 - 4), deep = fmax(0, owner->depth / 2 - 4);
    double aside = between(-half, x * c + y * s, half), back = between(-deep, -x * s + y * c, deep);

    at->line_to =
        (draw_point){owner->at.x + aside * c - back * s, owner->at.y + aside * s + back * c};
    at->line_from = (draw_point){
        between(at->at.x - label->width / 2, at->line_to.x, at->at.x + label->width / 2),
        between(at->at.y - label->height / 2, at->line_to.y, at->at.y + label->height / 2)};
}

/* What is on the page. */

void room_clear(const draw_picture *p)
{
    page.taken_count = page.label_count = page.wish_count = 0;
    page.p = p;
}

static void add_taken(const room_place *place, double weight, room_kind kind)
{
    if (page.taken_count < DRAW_QUADS)
        page.taken[page.taken_count++] = (taken){*place, weight, kind};
}

void room_take(draw_point at, double width, double height, double angle, double weight)
{
    room_place place = room_rectangle(at, width, height, angle);

    add_taken(&place, weight, ROOM_NOBODY);
}

void room_take_body(const room_body *of, double weight, room_kind kind)
{
    room_place place = room_rectangle(of->at, of->width + 2, of->depth + 2, of->angle);

    add_taken(&place, weight, kind);
}

void room_keep(const room_label *label)
{
    room_take(label->at, label->width, label->height, label->angle, ROOM_LABEL);
    if (page.label_count < WISHES)
        page.label[page.label_count++] = *label;
}

const room_label *room_labels(size_t *count)
{
    *count = page.label_count;
    return page.label;
}

room_label room_label_of(const draw_picture *p, const draw_type *type, const char *text)
{
    room_label of = {.type = *type, .text = text, .unit = -1};

    of.width = draw_text_width(p, type, text) + 4;
    of.height = type->size * 1.15;
    return of;
}

/// What it costs to go beyond the frame of the table.
static double cost_beyond(const room_place *of)
{
    const draw_picture *p = page.p;
    double right = p->left + p->battle->width_tmm * p->scale;
    double bottom = p->top + p->battle->depth_tmm * p->scale;

    return of->low.x < p->left + 2 || of->low.y < p->top + 2 || of->high.x > right - 2 ||
                   of->high.y > bottom - 2
               ? 2 * ROOM_LABEL
               : 0;
}

double room_cost(const room_place *of)
{
    double cost = cost_beyond(of);

    for (size_t i = 0; i < page.taken_count; i++)
        if (do_overlap(of, &page.taken[i].place))
            cost += page.taken[i].weight;
    return cost;
}

/// Lists what is within a reach of an owner.
static void look_around(const room_body *owner, double reach)
{
    room_place about = room_rectangle(owner->at, 2 * reach, 2 * reach, 0);

    page.near_count = 0;
    for (size_t i = 0; i < page.taken_count; i++)
        if (is_near(&about, &page.taken[i].place, 0))
            page.near[page.near_count++] = &page.taken[i];
}

/* Places for a label. */

/// True if a label could be read as that of another owner.
static bool is_doubtful(const room_place *place, const room_place *own, room_kind kind)
{
    enum { FAR = 40 }; /* with a line so long nobody looks about */
    double gap = gap_between(place, own);

    for (size_t i = 0; gap < FAR && i < page.near_count; i++) {
        const room_place *other = &page.near[i]->place;

        if (page.near[i]->kind == kind && is_near(place, other, gap + 2) &&
            gap_between(place, other) < gap + 2 &&
            draw_distance(other->corner[0], own->corner[0]) > 4)
            return true;
    }
    return false;
}

/// True if a label lies over the middle of another unit.
static bool hides_middle(const room_place *place, const taken *other, const room_place *own)
{
    const draw_point *corner = other->place.corner;
    draw_point middle = {(corner[0].x + corner[2].x) / 2, (corner[0].y + corner[2].y) / 2};

    return other->kind == ROOM_UNIT && middle.x > place->low.x && middle.x < place->high.x &&
           middle.y > place->low.y && middle.y < place->high.y &&
           draw_distance(corner[0], own->corner[0]) > 4;
}

/// What the line of a label costs.
static double cost_of_line(const option *at, const room_place *own)
{
    double cost = 0;

    for (size_t i = 0; i < page.near_count; i++) {
        const taken *other = page.near[i];

        if (other->weight > ROOM_ARROW && crosses(at, &other->place) &&
            draw_distance(other->place.corner[0], own->corner[0]) > 4)
            cost += other->kind == ROOM_NOBODY ? LINE_OVER / 2 : LINE_OVER;
    }
    return cost;
}

/// What a label costs by itself at a place; gives it a line if it needs one.
static double cost_at(const room_label *label, const room_body *owner, room_kind kind, option *at)
{
    room_place own = room_rectangle(owner->at, owner->width + 2, owner->depth + 2, owner->angle);
    room_place place = room_rectangle(at->at, label->width, label->height, 0);
    double cost = cost_beyond(&place);
    bool is_on = do_overlap(&place, &own);

    for (size_t i = 0; i < page.near_count; i++)
        if (do_overlap(&place, &page.near[i]->place))
            cost += page.near[i]->weight + (hides_middle(&place, page.near[i], &own) ? MIDDLE : 0);
    at->low = place.low;
    at->high = place.high;
    if (kind == ROOM_NOBODY)
        return cost;
    if (is_on && kind == ROOM_UNIT)
        cost -= ROOM_BLOCK - ROOM_OWN_BLOCK;
    if (!is_on && is_doubtful(&place, &own, kind)) {
        cost += AMBIGUOUS;
        at->has_line = true;
    }
    at->has_line |= gap_between(&place, &own) > NEAR;
    lead_line(label, owner, at);
    if (draw_distance(at->line_from, at->line_to) < 7)
        at->has_line = false;
    if (!at->has_line)
        return cost;
    at->low = (draw_point){fmin(at->low.x, at->line_to.x), fmin(at->low.y, at->line_to.y)};
    at->high = (draw_point){fmax(at->high.x, at->line_to.x), fmax(at->high.y, at->line_to.y)};
    return cost + cost_of_line(at, &own);
}

/// Keeps a place among the best of a wish.
static void add_option(wish *of, const option *at)
{
    enum { SAME = 7 };
    uint32_t worst = 0;

    for (uint32_t i = 0; i < of->count; i++)
        if (fabs(of->option[i].at.x - at->at.x) + fabs(of->option[i].at.y - at->at.y) < SAME) {
            if (at->cost < of->option[i].cost)
                of->option[i] = *at;
            return;
        }
    if (of->count < PLACES) {
        of->option[of->count++] = *at;
        return;
    }
    for (uint32_t i = 1; i < PLACES; i++)
        if (of->option[i].cost > of->option[worst].cost)
            worst = i;
    if (at->cost < of->option[worst].cost)
        of->option[worst] = *at;
}

static double reach(const room_body *of, double dx, double dy)
{
    double c = cos(of->angle), s = sin(of->angle);

    return fabs(dx * c + dy * s) * of->width / 2 + fabs(-dx * s + dy * c) * of->depth / 2;
}

/// Weighs a place for the label of a wish.
static void try_place(wish *of, const room_body *owner, room_kind kind, option at)
{
    at.cost += cost_at(&of->label, owner, kind, &at);
    if (at.cost < of->drop)
        add_option(of, &at);
}

/// The place in a direction from a point of the owner that is a gap away from him, and no more.
static draw_point place_towards(const room_label *label, const room_body *owner, draw_point from,
                                double angle, double gap)
{
    enum { STEP = 5, TIGHT = 30 };
    room_place own = room_rectangle(owner->at, owner->width, owner->depth, owner->angle);
    double dx = cos(angle), dy = sin(angle);
    double away = reach(owner, dx, dy) + fabs(dx) * label->width / 2 +
                  fabs(dy) * label->height / 2 + gap + draw_distance(from, owner->at);

    for (; gap < TIGHT && away > STEP; away -= STEP) {
        draw_point nearer = {from.x + dx * (away - STEP), from.y + dy * (away - STEP)};
        room_place place = room_rectangle(nearer, label->width, label->height, 0);

        if (gap_between(&place, &own) < gap)
            break;
    }
    return (draw_point){from.x + dx * away, from.y + dy * away};
}

/// Tries places around a body, from `first` on to both hands and outward, and that on it. A long
/// body has places along its front too.
static void find_places(wish *of, const room_body *owner, double first, room_kind kind)
{
    enum { LONG = 70, NEAR_RINGS = 4 };
    static const double gaps[] = {2, 8, 16, 27, 40, 56, 76, 100, 130, 165, 205, 250};
    const size_t rings = kind != ROOM_NOBODY ? sizeof gaps / sizeof gaps[0] : NEAR_RINGS;
    int points = owner->width > LONG ? 1 : 0;

    look_around(owner, hypot(owner->width, owner->depth) + of->label.width + gaps[rings - 1]);
    if (kind == ROOM_UNIT)
        try_place(of, owner, kind, (option){.at = owner->at, .cost = 10});
    for (int point = -points; point <= points; point++) {
        double aside = point * owner->width / 3;
        draw_point from = {owner->at.x + aside * cos(owner->angle),
                           owner->at.y + aside * sin(owner->angle)};

        for (size_t ring = 0; ring < (point == 0 ? rings : NEAR_RINGS); ring++)
            for (int step = 0; step < ANGLES; step++) {
                int turn = step % 2 != 0 ? (step + 1) / 2 : -step / 2;
                double angle = first + turn * DRAW_TURN_AROUND / ANGLES;

                try_place(of, owner, kind,
                          (option){.at = place_towards(&of->label, owner, from, angle, gaps[ring]),
                                   .is_above = sin(angle) < -0.2,
                                   .cost = gaps[ring] * 0.8 + abs(turn) * 1.6 + abs(point) * 5});
            }
    }
}

void room_wish(double drop)
{
    wish *of;

    assert(page.wish_count < WISHES);
    of = &page.wish[page.wish_count++];
    of->count = of->now = of->neighbour_count = 0;
    of->drop = drop;
}

void room_wish_beside(const room_label *label, const room_body *owner, double first, room_kind kind)
{
    wish *of = &page.wish[page.wish_count - 1];

    of->label = *label;
    find_places(of, owner, first, kind);
}

/* All labels together. */

static room_place place_of(const wish *of, const option *at)
{
    return room_rectangle(at->at, of->label.width, of->label.height, 0);
}

/// What two labels cost each other.
static double cost_of_pair(const wish *of, const option *a, const wish *other, const option *b)
{
    room_place mine = place_of(of, a), theirs = place_of(other, b);
    double cost = do_overlap(&mine, &theirs) ? ROOM_LABEL : 0;

    if (a->has_line && crosses(a, &theirs))
        cost += LINE_HIDES;
    if (b->has_line && crosses(b, &mine))
        cost += LINE_HIDES;
    if (a->has_line && b->has_line && do_cross(a->line_from, a->line_to, b->line_from, b->line_to))
        cost += LINES_CROSS;
    return cost;
}

static bool may_meet(const option *a, const option *b)
{
    return a->low.x < b->high.x && b->low.x < a->high.x && a->low.y < b->high.y &&
           b->low.y < a->high.y;
}

/// Lists for each wish the others whose labels it may meet.
static void find_neighbours(void)
{
    for (size_t i = 0; i < page.wish_count; i++) {
        wish *of = &page.wish[i];

        of->low = (draw_point){1e12, 1e12};
        of->high = (draw_point){-1e12, -1e12};
        for (uint32_t place = 0; place < of->count; place++) {
            const option *at = &of->option[place];

            of->low = (draw_point){fmin(of->low.x, at->low.x), fmin(of->low.y, at->low.y)};
            of->high = (draw_point){fmax(of->high.x, at->high.x), fmax(of->high.y, at->high.y)};
        }
    }
    for (size_t i = 0; i < page.wish_count; i++)
        for (size_t k = 0; k < page.wish_count; k++) {
            wish *a = &page.wish[i];
            const wish *b = &page.wish[k];

            if (i != k && a->low.x < b->high.x && b->low.x < a->high.x && a->low.y < b->high.y &&
                b->low.y < a->high.y)
                a->neighbour[a->neighbour_count++] = (uint16_t)k;
        }
}

/// What a label costs at one of its places, as the others are now. A neighbour that can be dropped
/// costs no more than that, if it may be driven out.
static double cost_if(size_t number, uint32_t place, bool drives_out)
{
    const wish *of = &page.wish[number];
    double cost;

    if (place == of->count)
        return of->drop;
    cost = of->option[place].cost;
    for (size_t i = 0; i < of->neighbour_count; i++) {
        const wish *other = &page.wish[of->neighbour[i]];
        const option *theirs = &other->option[other->now];
        double pair;

        if (other->now == other->count || !may_meet(&of->option[place], theirs))
            continue;
        pair = cost_of_pair(of, &of->option[place], other, theirs);
        cost += drives_out ? fmin(pair, other->drop - theirs->cost) : pair;
    }
    return cost;
}

static double cost_now(size_t number, uint32_t place)
{
    return cost_if(number, place, false);
}

/// Lets labels take other places, also worse ones as long as it is hot.
static void anneal(void)
{
    draw_chance chance = {.state = 1815};
    size_t steps = page.wish_count * ROUNDS;
    double heat = 200, cooling = pow(1.0 / heat, 1.0 / (double)(steps + 1));

    for (size_t i = 0; i < steps; i++, heat *= cooling) {
        size_t number = (size_t)(draw_throw(&chance) * (double)page.wish_count);
        wish *of = &page.wish[number];
        uint32_t place = (uint32_t)(draw_throw(&chance) * (of->count + 1));
        double more;

        if (place == of->now)
            continue;
        more = cost_now(number, place) - cost_now(number, of->now);
        if (more <= 0 || draw_throw(&chance) < exp(-more / heat))
            of->now = place;
    }
}

/// Lets each label take its best place until none changes. Those driven out find other places, or
/// are dropped, when it is their turn.
static void cool_down(void)
{
    bool has_changed = true;

    for (int sweep = 0; sweep < SWEEPS && has_changed; sweep++) {
        has_changed = false;
        for (size_t i = 0; i < page.wish_count; i++) {
            bool drives_out = sweep < SWEEPS / 2 && page.wish[i].drop >= ROOM_NEVER_DROP;
            wish *of = &page.wish[i];
            uint32_t best = of->now;
            double least = cost_if(i, best, drives_out);

            for (uint32_t place = 0; place <= of->count; place++) {
                double cost = cost_if(i, place, drives_out);

                if (cost < least - 0.001) {
                    least = cost;
                    best = place;
                }
            }
            has_changed |= best != of->now;
            of->now = best;
        }
    }
}

/// The best place of a label, as the others are now.
static uint32_t best_place(size_t number)
{
    uint32_t best = page.wish[number].now;
    double least = cost_now(number, best);

    for (uint32_t place = 0; place <= page.wish[number].count; place++) {
        double cost = cost_now(number, place);

        if (cost < least - 0.001) {
            least = cost;
            best = place;
        }
    }
    return best;
}

/// Neighbours that a label pushes away, and where they were.
typedef struct pushed {
    uint16_t number[8];
    uint32_t from[8];
    uint32_t count;
} pushed;

/// Puts a label at a place and lets those that it meets there find others. Returns what all of them
/// cost less by it; with too many of them nothing.
static double push(size_t number, uint32_t place, pushed *all)
{
    wish *of = &page.wish[number];
    double before = cost_now(number, of->now), after;

    all->count = 0;
    for (size_t i = 0; place < of->count && i < of->neighbour_count; i++) {
        const wish *other = &page.wish[of->neighbour[i]];
        const option *theirs = &other->option[other->now];

        if (other->now == other->count || !may_meet(&of->option[place], theirs) ||
            cost_of_pair(of, &of->option[place], other, theirs) <= 0)
            continue;
        if (all->count == sizeof all->number / sizeof all->number[0])
            return -1;
        all->number[all->count] = of->neighbour[i];
        all->from[all->count++] = other->now;
        before += cost_now(of->neighbour[i], other->now);
    }
    of->now = place;
    for (uint32_t i = 0; i < all->count; i++)
        page.wish[all->number[i]].now = best_place(all->number[i]);
    after = cost_now(number, place);
    for (uint32_t i = 0; i < all->count; i++)
        after += cost_now(all->number[i], page.wish[all->number[i]].now);
    return before - after;
}

/// Lets labels that still hide something push others away.
static void push_others(void)
{
    for (size_t i = 0; i < page.wish_count; i++) {
        wish *of = &page.wish[i];
        uint32_t from = of->now;

        for (uint32_t place = 0; place < of->count && cost_now(i, of->now) >= HIDES; place++) {
            pushed all;

            if (place == from || push(i, place, &all) > 0.001) {
                from = of->now;
                continue;
            }
            for (uint32_t k = 0; k < all.count; k++)
                page.wish[all.number[k]].now = all.from[k];
            of->now = from;
        }
    }
}

/// Puts a label where its wish has come to.
static void keep_wish(wish *of)
{
    const option *at = &of->option[of->now];

    of->label.at = at->at;
    of->label.is_above = at->is_above;
    of->label.has_line = at->has_line;
    of->label.line_from = at->line_from;
    of->label.line_to = at->line_to;
    room_keep(&of->label);
}

void room_settle(void)
{
    for (size_t i = 0; i < page.wish_count; i++) {
        wish *of = &page.wish[i];

        for (uint32_t place = 0; place < of->count; place++)
            if (of->option[place].cost < of->option[of->now].cost)
                of->now = place;
    }
    find_neighbours();
    anneal();
    cool_down();
    push_others();
    cool_down();
    for (size_t i = 0; i < page.wish_count; i++)
        if (page.wish[i].now < page.wish[i].count)
            keep_wish(&page.wish[i]);
    page.wish_count = 0;
}
