// SPDX-License-Identifier: MIT
// See view.h and limber/view.h.
//
// Invariant: for every unit, quad, box, size, strips and `here` follow from its pose. Memos carry
// the generation (of everything) or version (of one unit) that they hold for. A trial takes a new
// number and undoing it brings the old one back, so memos outlive it.

#include "core/view.h"

#include "table/convex.h"
#include "table/exact.h"

#include <stddef.h>
#include <string.h>

enum { STRIP_BITS = 10 }; ///< stripes are 4 inches wide, or more on a table that needs too many

void lb_view_start(lb_view *view)
{
    memset(view, 0, sizeof *view);
}

/* Poses. */

static int32_t strip_at(const lb_view *view, int32_t place)
{
    int32_t strip = place < 0 ? 0 : place >> view->strip_bits;

    return strip < LB_STRIPS ? strip : LB_STRIPS - 1;
}

static void enter_strips(lb_view *view, uint32_t unit)
{
    const lb_box *box = &view->box[unit];

    for (int32_t x = strip_at(view, box->low.x); x <= strip_at(view, box->high.x); x++)
        lb_unit_set_add(&view->column[x], (uint16_t)unit);
    for (int32_t y = strip_at(view, box->low.y); y <= strip_at(view, box->high.y); y++)
        lb_unit_set_add(&view->row[y], (uint16_t)unit);
    lb_unit_set_add(&view->here[view->battle->unit[unit].side], (uint16_t)unit);
}

static void leave_strips(lb_view *view, uint32_t unit)
{
    const lb_box *box = &view->box[unit];

    for (int32_t x = strip_at(view, box->low.x); x <= strip_at(view, box->high.x); x++)
        lb_unit_set_remove(&view->column[x], (uint16_t)unit);
    for (int32_t y = strip_at(view, box->low.y); y <= strip_at(view, box->high.y); y++)
        lb_unit_set_remove(&view->row[y], (uint16_t)unit);
    lb_unit_set_remove(&view->here[view->battle->unit[unit].side], (uint16_t)unit);
}

static lb_pose pose_in(const lb_view *view, uint32_t unit)
{
    const lb_unit *of = &view->state->unit[unit];
    int8_t mark = view->battle->rules->play->size_mark;

    return (lb_pose){.at = of->at,
                     .heading = of->heading,
                     .presence = of->presence,
                     .formation = of->formation,
                     .size_mark = mark >= 0 ? of->mark[mark] : 0,
                     .flags = (uint16_t)(of->flags & view->battle->rules->play->pose_flags)};
}

static void set_pose(lb_view *view, uint32_t unit, const lb_pose *pose)
{
    lb_pose *own = &view->pose[unit];
    bool was_here = own->presence == LB_PRESENCE_TABLE;
    bool has_size = own->formation == pose->formation && own->size_mark == pose->size_mark &&
                    view->size[unit].width_tmm > 0;

    if (was_here)
        leave_strips(view, unit);
    *own = *pose;
    if (!has_size)
        view->size[unit] =
            view->battle->rules->play->size(view->battle, view->state, unit, pose->formation);
    if (pose->presence == LB_PRESENCE_TABLE) {
        lb_footprint footprint = lb_view_footprint(view, unit);

        view->quad[unit] = lb_footprint_corners(&footprint);
        view->box[unit] = lb_quad_box_of(&view->quad[unit]);
        enter_strips(view, unit);
    }
}

static void set_new_pose(lb_view *view, uint32_t unit, const lb_pose *pose)
{
    lb_pose *own = &view->pose[unit];
    lb_pose flagged = *own;

    if (memcmp(own, pose, sizeof *pose) == 0)
        return;
    view->version[unit] = ++view->counter;
    flagged.flags = pose->flags;
    if (memcmp(&flagged, pose, sizeof *pose) == 0) {
        *own = flagged; /* Nothing has moved. */
        return;
    }
    view->generation = view->counter;
    set_pose(view, unit, pose);
}

/// Not 0 if a place, heading, presence or formation is not that of the unit any more.
static inline uint64_t moved(const lb_pose *pose, const lb_unit *unit)
{
    enum { SAME = offsetof(lb_pose, size_mark) };
    uint64_t at, at_now;
    uint32_t rest, rest_now;

    _Static_assert(offsetof(lb_unit, flags) == SAME && offsetof(lb_unit, at) == 0 &&
                       offsetof(lb_unit, formation) == offsetof(lb_pose, formation),
                   "a unit begins like its pose");
    _Static_assert(SAME == sizeof at + sizeof rest, "two words are all that is compared");
    memcpy(&at, pose, sizeof at);
    memcpy(&at_now, unit, sizeof at);
    memcpy(&rest, &pose->heading, sizeof rest);
    memcpy(&rest_now, &unit->heading, sizeof rest);
    return (at ^ at_now) | (rest ^ rest_now);
}

/// True if a unit has not the size or the flags that its pose says.
static inline bool is_changed(const lb_pose *pose, const lb_unit *unit, const lb_play *play)
{
    return (play->size_mark >= 0 && pose->size_mark != unit->mark[play->size_mark]) ||
           pose->flags != (unit->flags & play->pose_flags);
}

/// True if somebody has moved or changed its size or flags. Nobody has at most nodes: so this is
/// asked before who it is.
static bool has_any_moved(const lb_view *view, const lb_state *state, const lb_play *play,
                          uint32_t count)
{
    uint64_t any = 0;

    for (uint32_t i = 0; i < count; i++)
        any |= moved(&view->pose[i], &state->unit[i]);
    for (uint32_t i = 0; (play->size_mark >= 0 || play->pose_flags != 0) && i < count; i++)
        any |= is_changed(&view->pose[i], &state->unit[i], play);
    return any != 0;
}

/// Makes a view one of a battle, with nobody on the table yet.
static void turn_to(lb_view *view, const lb_battle *battle)
{
    int32_t longest = lb_most(battle->width_tmm, battle->depth_tmm);

    if (view->battle != NULL)
        lb_view_start(view);
    view->battle = battle;
    view->ground = lb_battle_ground(battle);
    view->strip_bits = STRIP_BITS;
    while (longest >> view->strip_bits >= LB_STRIPS)
        view->strip_bits++;
    view->generation = ++view->counter;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        view->version[i] = ++view->counter;
}

/// How far the weather lets one see; 0 for no limit.
static int32_t sight_limit(const lb_view *view)
{
    const lb_weather *weather = lb_battle_weather(view->battle, view->state->turn);

    return weather == NULL ? 0 : weather->sight_tmm;
}

void lb_view_sync(lb_view *view, const lb_battle *battle, const lb_state *state)
{
    const lb_play *play = battle->rules->play;

    if (view->battle != battle)
        turn_to(view, battle);
    view->state = state;
    /* Other weather is as if all had moved: nothing that was seen holds. */
    if (view->sight_tmm != sight_limit(view)) {
        view->sight_tmm = sight_limit(view);
        view->generation = ++view->counter;
    }
    if (!has_any_moved(view, state, play, battle->unit_count))
        return;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (moved(&view->pose[i], &state->unit[i]) != 0 ||
            is_changed(&view->pose[i], &state->unit[i], play))
            lb_view_take(view, i);
}

void lb_view_take(lb_view *view, uint32_t unit)
{
    lb_pose pose = pose_in(view, unit);

    set_new_pose(view, unit, &pose);
}

lb_trial lb_view_try(lb_view *view, uint32_t unit, const lb_pose *pose)
{
    lb_trial trial = {view->pose[unit], view->generation, view->version[unit], (uint16_t)unit};

    view->trials++;
    set_new_pose(view, unit, pose);
    return trial;
}

lb_trial lb_view_try_at(lb_view *view, uint32_t unit, const lb_footprint *place)
{
    lb_pose pose = view->pose[unit];

    pose.at = place->centre;
    pose.heading = place->heading;
    return lb_view_try(view, unit, &pose);
}

void lb_view_undo(lb_view *view, const lb_trial *trial)
{
    set_pose(view, trial->unit, &trial->pose);
    view->version[trial->unit] = trial->version;
    view->generation = trial->generation;
    view->trials--;
}

/* Where units are. */

bool lb_view_is_friend(const lb_view *view, uint32_t side, uint32_t unit)
{
    return unit < view->battle->unit_count && lb_view_is_here(view, unit) &&
           lb_view_side(view, unit) == side;
}

bool lb_view_is_foe(const lb_view *view, uint32_t side, uint32_t unit)
{
    return unit < view->battle->unit_count && lb_view_is_here(view, unit) &&
           lb_view_side(view, unit) != side;
}

lb_footprint lb_view_footprint(const lb_view *view, uint32_t unit)
{
    const lb_pose *pose = &view->pose[unit];

    return (lb_footprint){.centre = pose->at,
                          .heading = pose->heading,
                          .width_tmm = view->size[unit].width_tmm,
                          .depth_tmm = view->size[unit].depth_tmm};
}

/// lb_box_meets with 0, without a branch.
static inline bool is_met(const lb_box *a, const lb_box *b)
{
    return (a->low.x <= b->high.x) & (b->low.x <= a->high.x) & (a->low.y <= b->high.y) &
           (b->low.y <= a->high.y);
}

lb_unit_set lb_view_near(const lb_view *view, lb_box box, int32_t tmm, const lb_unit_set *among)
{
    lb_unit_set found = {{0}};
    lb_box grown = {{box.low.x - tmm, box.low.y - tmm}, {box.high.x + tmm, box.high.y + tmm}};
    int32_t left = strip_at(view, grown.low.x), right = strip_at(view, grown.high.x);
    int32_t low = strip_at(view, grown.low.y), high = strip_at(view, grown.high.y);
    int32_t words = (view->battle->unit_count + 63) / 64;

    for (int32_t w = 0; w < words; w++) {
        uint64_t across = 0, along = 0, maybe;

        if (among->bits[w] == 0)
            continue;
        for (int32_t x = left; x <= right; x++)
            across |= view->column[x].bits[w];
        if ((across & among->bits[w]) == 0)
            continue;
        for (int32_t y = low; y <= high; y++)
            along |= view->row[y].bits[w];
        found.bits[w] = maybe = along & across & among->bits[w];
        for (; maybe != 0; maybe &= maybe - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(maybe);

            /* Whose box meets which is hard to foretell: so without a branch. */
            found.bits[w] ^= (uint64_t)!is_met(&view->box[(uint32_t)w * 64 + bit], &grown) << bit;
        }
    }
    return found;
}

int32_t lb_view_distance(const lb_view *view, uint32_t a, uint32_t b)
{
    return lb_quad_distance_ceil(&view->quad[a], &view->quad[b]);
}

bool lb_view_is_within(const lb_view *view, uint32_t a, uint32_t b, int32_t tmm)
{
    return lb_box_meets(view->box[a], view->box[b], tmm) &&
           lb_quad_is_within(&view->quad[a], &view->quad[b], tmm);
}

bool lb_view_touch(const lb_view *view, uint32_t a, uint32_t b)
{
    return lb_box_meets(view->box[a], view->box[b], LB_CONTACT_TMM) &&
           lb_quad_is_in_contact(&view->quad[a], &view->quad[b]);
}

bool lb_view_any_within(const lb_view *view, const lb_quad *quad, const lb_unit_set *among,
                        int32_t tmm)
{
    lb_unit_set near;

    if (tmm < 0)
        return false;
    near = lb_view_near(view, lb_quad_box_of(quad), tmm, among);
    LB_EACH (i, &near)
        if (lb_quad_is_within(quad, &view->quad[i], tmm))
            return true;
    return false;
}

bool lb_view_is_engaged(lb_view *view, uint32_t unit)
{
    if (view->engaged_of[unit] != view->generation) {
        view->is_engaged[unit] = lb_view_any_within(
            view, &view->quad[unit], lb_view_foes(view, lb_view_side(view, unit)), LB_CONTACT_TMM);
        view->engaged_of[unit] = view->generation;
    }
    return view->is_engaged[unit];
}

bool lb_view_noted(const lb_view *view, uint32_t unit, uint16_t *note)
{
    *note = view->note[unit];
    return view->note_of[unit] == view->generation;
}

void lb_view_note(lb_view *view, uint32_t unit, uint16_t note)
{
    view->note[unit] = note;
    view->note_of[unit] = view->generation;
}

/// The square of the gap between two boxes.
static uint64_t gap_between(lb_box a, lb_box b)
{
    int64_t x = lb_most(0, lb_most(a.low.x - b.high.x, b.low.x - a.high.x));
    int64_t y = lb_most(0, lb_most(a.low.y - b.high.y, b.low.y - a.high.y));

    return (uint64_t)(x * x + y * y);
}

uint32_t lb_view_nearest(const lb_view *view, const lb_quad *quad, const lb_unit_set *among)
{
    lb_box box = lb_quad_box_of(quad);
    uint64_t narrowest = UINT64_MAX;
    uint32_t best = LB_NOBODY;
    int32_t least;

    /* The one whose box is nearest; then everybody who may be nearer than he is. */
    LB_EACH (i, among) {
        uint64_t gap = gap_between(box, view->box[i]);

        if (gap < narrowest) {
            narrowest = gap;
            best = i;
        }
    }
    if (best == LB_NOBODY)
        return LB_NOBODY;
    least = lb_quad_distance_ceil(quad, &view->quad[best]);
    LB_EACH (i, among) {
        int order;

        if (i == best || !lb_box_meets(box, view->box[i], least))
            continue;
        order = lb_quad_compare_distance(quad, &view->quad[i], &view->quad[best]);
        if (order < 0)
            least = lb_quad_distance_ceil(quad, &view->quad[i]);
        if (order < 0 || (order == 0 && i < best))
            best = i;
    }
    return best;
}

/// True if the enemy that was found nearest to a unit still is: neither has moved since, and nobody
/// else came as near.
static bool is_still_nearest(const lb_view *view, uint32_t unit, const lb_unit_set *foes)
{
    uint32_t stamp = view->foe_stamp[unit], foe = view->foe[unit];

    if (stamp == 0 || view->version[unit] > stamp || foe == LB_NOBODY || view->version[foe] > stamp)
        return false;
    LB_EACH (i, foes)
        if (view->version[i] > stamp &&
            lb_box_meets(view->box[unit], view->box[i], view->foe_tmm[unit]))
            return false;
    return true;
}

uint32_t lb_view_nearest_foe(lb_view *view, uint32_t unit)
{
    if (view->foe_of[unit] != view->generation) {
        const lb_unit_set *foes = lb_view_foes(view, lb_view_side(view, unit));

        if (!is_still_nearest(view, unit, foes)) {
            uint32_t foe = lb_view_nearest(view, &view->quad[unit], foes);

            view->foe[unit] = (uint16_t)foe;
            view->foe_tmm[unit] = foe == LB_NOBODY ? INT32_MAX : lb_view_distance(view, unit, foe);
            view->foe_stamp[unit] = view->trials == 0 ? view->counter : 0;
        }
        view->foe_of[unit] = view->generation;
    }
    return view->foe[unit];
}

int32_t lb_view_foe_distance(lb_view *view, uint32_t unit)
{
    (void)lb_view_nearest_foe(view, unit);
    return view->foe_tmm[unit];
}

uint32_t lb_view_nearest_centre(const lb_view *view, lb_point from, const lb_unit_set *among)
{
    uint32_t best = LB_NOBODY;
    uint64_t least = UINT64_MAX;

    LB_EACH (i, among) {
        uint64_t square = lb_square_between(from, view->pose[i].at);

        if (square < least) {
            least = square;
            best = i;
        }
    }
    return best;
}

/* Ground. */

static void learn_ground(lb_view *view, uint32_t unit, const uint16_t *share)
{
    uint32_t kinds = 0;

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if (share[piece->kind] > 0 && (kinds >> piece->kind & 1) == 0 &&
            lb_box_meets(lb_piece_box(piece), view->box[unit], 0) &&
            lb_piece_share(&view->ground, p, &view->quad[unit]) > share[piece->kind])
            kinds |= UINT32_C(1) << piece->kind;
    }
    view->kinds[unit] = kinds;
    view->ground_of[unit] = view->version[unit];
}

uint32_t lb_view_kinds(lb_view *view, uint32_t unit, const uint16_t share[LB_TERRAIN_COUNT])
{
    if (view->ground_of[unit] != view->version[unit])
        learn_ground(view, unit, share);
    return view->kinds[unit];
}

int32_t lb_view_level(lb_view *view, uint32_t unit)
{
    if (view->level_of[unit] != view->version[unit]) {
        view->level[unit] = lb_ground_level(&view->ground, view->pose[unit].at);
        view->level_of[unit] = view->version[unit];
    }
    return view->level[unit];
}

lb_piece_set lb_view_pieces_under(const lb_view *view, const lb_quad *quad, uint32_t kinds)
{
    lb_piece_set set = {{0}};
    lb_box box = lb_quad_box_of(quad);

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if ((kinds >> piece->kind & 1) != 0 && lb_box_meets(lb_piece_box(piece), box, 0) &&
            lb_piece_covers(&view->ground, p, quad, LB_COVER_MOST))
            lb_piece_set_add(&set, p);
    }
    return set;
}

const lb_piece_set *lb_view_under(lb_view *view, uint32_t unit, uint32_t kinds)
{
    if (view->under_of[unit] != view->version[unit]) {
        view->under[unit] = lb_view_pieces_under(view, &view->quad[unit], kinds);
        view->under_of[unit] = view->version[unit];
    }
    return &view->under[unit];
}

bool lb_view_ground_touches(const lb_view *view, const lb_quad *quad, uint32_t kinds)
{
    lb_box box = lb_quad_box_of(quad);

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if ((kinds >> piece->kind & 1) != 0 && lb_box_meets(lb_piece_box(piece), box, 0) &&
            lb_piece_covers(&view->ground, p, quad, LB_COVER_SOME))
            return true;
    }
    return false;
}

bool lb_view_ground_near(const lb_view *view, lb_box box, int32_t tmm, uint32_t kinds)
{
    for (uint16_t p = 0; p < view->ground.piece_count; p++)
        if ((kinds >> view->ground.piece[p].kind & 1) != 0 &&
            lb_box_meets(lb_piece_box(&view->ground.piece[p]), box, tmm))
            return true;
    return false;
}

/* Sight. */

/// The strip that all lines between two quads run in.
typedef struct corridor {
    lb_point from;
    int64_t x, y;    ///< to the other
    int64_t length;  ///< of that, rounded up
    int64_t breadth; ///< to either hand
} corridor;

/// Half the width and height of a box together: no corner is farther from its middle.
static int64_t extent(lb_box box)
{
    return ((int64_t)box.high.x - box.low.x + box.high.y - box.low.y) / 2 + 2;
}

static lb_point middle(lb_box box)
{
    return (lb_point){(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
}

static corridor corridor_between(lb_box from, lb_box to)
{
    lb_point start = middle(from), end = middle(to);
    int64_t wide = extent(from), wide2 = extent(to);
    corridor way = {.from = start,
                    .x = (int64_t)end.x - start.x,
                    .y = (int64_t)end.y - start.y,
                    .breadth = wide > wide2 ? wide : wide2};

    way.length = lb_root_floor((uint64_t)(way.x * way.x + way.y * way.y)) + 1;
    return way;
}

/// True if something in a box may come within a distance of the corridor.
static bool may_hide(const corridor *way, lb_box box, int32_t tmm)
{
    lb_point at = middle(box);
    int64_t across =
        way->x * ((int64_t)at.y - way->from.y) - way->y * ((int64_t)at.x - way->from.x);

    return (across < 0 ? -across : across) <= way->length * (way->breadth + extent(box) + tmm);
}

int32_t lb_view_range(const lb_view *view, int32_t range_tmm)
{
    int32_t limit = sight_limit(view);

    return limit > 0 && limit < range_tmm ? limit : range_tmm;
}

bool lb_view_line(lb_view *view, const lb_look *look)
{
    lb_blocker blockers[LB_UNITS_MAX];
    lb_sight sight = {.ground = &view->ground,
                      .row = look->rows != NULL ? look->rows : lb_sight_usual,
                      .blocker = blockers,
                      .open = &look->open,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX,
                      .clearance_tmm = look->clearance_tmm};
    lb_box from = lb_quad_box_of(look->from), to = lb_quad_box_of(look->to);
    corridor way = corridor_between(from, to);
    lb_unit_set others = lb_view_others(view, &look->aside), near;
    int32_t limit = sight_limit(view);

    if (limit > 0 && !lb_quad_is_within(look->from, look->to, limit))
        return false;
    near = lb_view_near(view, lb_box_join(from, to), look->clearance_tmm, &others);
    LB_EACH (i, &near)
        if (may_hide(&way, view->box[i], look->clearance_tmm))
            blockers[sight.blocker_count++] =
                (lb_blocker){view->quad[i], (uint8_t)(lb_view_level(view, i) + 1)};
    return lb_sight_between(&sight, look->from, look->to).block == LB_SIGHT_CLEAR;
}

static uint32_t memo_of(uint32_t key)
{
    return (key ^ key >> 11) & (LB_SIGHTS - 1);
}

/// Mixes the bits of a version, so that sums of them tell sets of units apart.
static uint64_t mixed(uint64_t version)
{
    version = (version ^ version >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    version = (version ^ version >> 27) * UINT64_C(0x94d049bb133111eb);
    return version ^ version >> 31;
}

uint64_t lb_view_stamp(const lb_view *view, const lb_unit_set *units)
{
    uint64_t stamp = 0;

    LB_EACH (i, units)
        stamp += mixed(view->version[i]);
    return stamp;
}

/// A number that changes whenever anything near the box does.
static uint64_t stamp_of_box(const lb_view *view, lb_box box, int32_t tmm)
{
    static const lb_unit_set nobody;
    lb_unit_set all = lb_view_others(view, &nobody), near = lb_view_near(view, box, tmm, &all);

    return mixed((uint64_t)sight_limit(view)) + lb_view_stamp(view, &near);
}

lb_sight_memo *lb_view_sight(lb_view *view, uint32_t key, uint32_t unit, uint32_t target,
                             int32_t tmm)
{
    lb_sight_memo *memo = &view->sight[memo_of(key)];

    if (memo->generation == view->generation && memo->key == key)
        return memo;
    return lb_view_sight_in(view, key, lb_box_join(view->box[unit], view->box[target]), tmm);
}

lb_sight_memo *lb_view_sight_in(lb_view *view, uint32_t key, lb_box box, int32_t tmm)
{
    lb_sight_memo *memo = &view->sight[memo_of(key)];
    uint64_t stamp = stamp_of_box(view, box, tmm);

    memo->is_known &= memo->generation != 0 && memo->key == key && memo->stamp == stamp;
    memo->generation = view->generation;
    memo->counter = view->counter;
    memo->key = key;
    memo->stamp = stamp;
    return memo;
}

lb_sight_memo *lb_view_sight_held(lb_view *view, uint32_t key)
{
    lb_sight_memo *memo = &view->sight[memo_of(key)];

    /* Flags change the counter alone, a trial that is undone the generation. */
    return memo->key == key && memo->is_known && memo->generation == view->generation &&
                   memo->counter == view->counter
               ? memo
               : NULL;
}

uint32_t lb_view_stamp_of_group(const lb_view *view, uint32_t group)
{
    const lb_group_card *card = &view->battle->group[group];
    uint32_t stamp = 0;

    /* Every version is given out once and taken back only with all that came after it: the
       latest says it all. */
    for (uint32_t i = 0; i < card->unit_count; i++)
        if (view->version[card->first_unit + i] > stamp)
            stamp = view->version[card->first_unit + i];
    return stamp;
}

/* Points and headings. */

int32_t lb_point_distance(lb_point a, lb_point b)
{
    return (int32_t)lb_root_floor(lb_square_between(a, b));
}

bool lb_points_within(lb_point a, lb_point b, int32_t tmm)
{
    return tmm >= 0 && lb_square_between(a, b) <= (uint64_t)((int64_t)tmm * tmm);
}

int32_t lb_turn_between(uint16_t from, uint16_t to)
{
    int32_t turn = (int16_t)(to - from);

    return turn < 0 ? -turn : turn;
}
