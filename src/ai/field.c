// SPDX-License-Identifier: MIT
// Ways over the ground for whole groups: a coarse grid of what the ground costs, and from each
// objective a sweep that tells how far every cell is from it. Going down its slope leads round
// rivers, woods and villages. The sheet judges each move; this only says where to head for.

#include "ai/field.h"

#include "base/hash.h"

#include <string.h>

enum {
    BLOCKED = 255,
    OPEN = 2,
    DEAR = 10, ///< the most that a unit by itself does not go round
    FAR = UINT16_MAX
};

/// What a cell of a kind of ground costs foot, horse and wheels; a step over open ground costs 2.
static const uint8_t cost_of[LB_TERRAIN_COUNT][LB_GAITS] = {
    [LB_TERRAIN_ROUGH] = {4, 5, 6},
    [LB_TERRAIN_DENSE] = {4, 8, 12},
    [LB_TERRAIN_WOOD] = {4, 10, 16},
    [LB_TERRAIN_DENSE_WOOD] = {5, 24, 40},
    [LB_TERRAIN_MARSH] = {8, 16, 24},
    [LB_TERRAIN_STREAM] = {4, 5, 10},
    [LB_TERRAIN_RIVER] = {BLOCKED, BLOCKED, BLOCKED},
    [LB_TERRAIN_IMPASSABLE] = {BLOCKED, BLOCKED, BLOCKED},
    [LB_TERRAIN_BUILT_WOODEN] = {4, 10, 10},
    [LB_TERRAIN_BUILT_STONE] = {4, 12, 12},
    [LB_TERRAIN_WALL] = {4, 5, 10},
    [LB_TERRAIN_HEDGE] = {4, 5, 10},
    [LB_TERRAIN_WORKS_HASTY] = {4, 6, 10},
    [LB_TERRAIN_WORKS_PREPARED] = {5, 8, 12},
    [LB_TERRAIN_ROAD] = {2, 2, 2},
    [LB_TERRAIN_HIGHWAY] = {1, 1, 1},
    [LB_TERRAIN_BRIDGE] = {2, 2, 2},
    [LB_TERRAIN_FORD] = {3, 3, 4},
};

/// True for ground that takes the place of what lies under it.
static bool is_way(uint8_t kind)
{
    return kind == LB_TERRAIN_ROAD || kind == LB_TERRAIN_HIGHWAY || kind == LB_TERRAIN_BRIDGE ||
           kind == LB_TERRAIN_FORD;
}

static lb_point middle_of(const lb_ground_field *field, uint32_t cell)
{
    return (lb_point){(int32_t)(cell % LB_FIELD_SIDE) * field->cell_tmm + field->cell_tmm / 2,
                      (int32_t)(cell / LB_FIELD_SIDE) * field->cell_tmm + field->cell_tmm / 2};
}

static uint32_t cell_at(const lb_ground_field *field, lb_point at)
{
    int32_t x = at.x / field->cell_tmm, y = at.y / field->cell_tmm;

    x = x < 0 ? 0 : x >= LB_FIELD_SIDE ? LB_FIELD_SIDE - 1 : x;
    y = y < 0 ? 0 : y >= LB_FIELD_SIDE ? LB_FIELD_SIDE - 1 : y;
    return (uint32_t)(y * LB_FIELD_SIDE + x);
}

/// What the ground of a cell costs: its dearest kind, unless a way leads through.
static void learn_cell(const lb_battle *battle, lb_ground_field *field, uint32_t cell)
{
    lb_ground ground = {.piece = battle->piece,
                        .point = battle->point,
                        .piece_count = battle->piece_count,
                        .point_count = battle->point_count,
                        .width_tmm = battle->width_tmm,
                        .depth_tmm = battle->depth_tmm};
    lb_point at = middle_of(field, cell);
    lb_footprint square = {
        .centre = at, .width_tmm = field->cell_tmm, .depth_tmm = field->cell_tmm};
    lb_quad quad = lb_footprint_corners(&square);
    lb_box box = lb_quad_box_of(&quad);
    bool has_way = false;

    for (int g = 0; g < LB_GAITS; g++)
        field->cost[g][cell] = OPEN;
    if (at.x > battle->width_tmm || at.y > battle->depth_tmm) {
        for (int g = 0; g < LB_GAITS; g++)
            field->cost[g][cell] = BLOCKED;
        return;
    }
    for (uint16_t p = 0; p < ground.piece_count; p++) {
        const lb_piece *piece = &ground.piece[p];
        const uint8_t *cost = cost_of[piece->kind];
        bool is_water = piece->kind == LB_TERRAIN_RIVER || piece->kind == LB_TERRAIN_STREAM;

        if (cost[0] == 0 || !lb_box_meets((lb_box){piece->low, piece->high}, box, 0) ||
            !lb_piece_covers(&ground, p, &quad,
                             piece->is_line || is_water ? LB_COVER_SOME : LB_COVER_MOST))
            continue;
        for (int g = 0; g < LB_GAITS; g++) {
            if (is_way(piece->kind))
                field->cost[g][cell] = cost[g];
            else if (!has_way && cost[g] > field->cost[g][cell])
                field->cost[g][cell] = cost[g];
        }
        has_way |= is_way(piece->kind);
    }
}

/// A number that tells grounds and objectives apart.
static uint64_t key_of(const lb_battle *battle)
{
    uint64_t hash = lb_hash_word(LB_HASH_SALT, (uint64_t)(uint32_t)battle->width_tmm << 32 |
                                                   (uint32_t)battle->depth_tmm);

    for (uint32_t i = 0; i < battle->point_count; i++)
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)battle->point[i].x << 32 |
                                      (uint32_t)battle->point[i].y);
    for (uint32_t i = 0; i < battle->piece_count; i++)
        hash = lb_hash_word(hash, (uint64_t)battle->piece[i].kind << 16 | battle->piece[i].is_line);
    for (uint32_t i = 0; i < battle->objective_count; i++)
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)battle->objective[i].at.x << 32 |
                                      (uint32_t)battle->objective[i].at.y);
    return lb_hash_end(hash) | 1;
}

void lb_field_learn(const lb_battle *battle, lb_ground_field *field)
{
    int32_t side = battle->width_tmm > battle->depth_tmm ? battle->width_tmm : battle->depth_tmm;
    uint64_t key = key_of(battle);

    if (field->key == key)
        return;
    field->key = key;
    field->cell_tmm = side / LB_FIELD_SIDE + 1;
    memset(field->tag, 0, sizeof field->tag);
    field->next = 0;
    for (uint32_t cell = 0; cell < LB_FIELD_CELLS; cell++)
        learn_cell(battle, field, cell);
}

/// The neighbours of a cell: four across its sides, then four across its corners.
static const int8_t step[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                  {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/// Spreads from a cell over all others: a queue in which a cell comes again when a cheaper way to
/// it was found. Costs are small whole numbers, so it settles soon.
static void sweep(const lb_ground_field *field, uint32_t start, lb_gait gait, uint16_t *away)
{
    uint16_t queue[LB_FIELD_CELLS];
    bool is_queued[LB_FIELD_CELLS] = {false};
    uint32_t head = 0, count = 1;

    for (uint32_t i = 0; i < LB_FIELD_CELLS; i++)
        away[i] = FAR;
    queue[0] = (uint16_t)start;
    away[queue[0]] = 0;
    while (count > 0) {
        uint32_t cell = queue[head];
        int32_t x = (int32_t)(cell % LB_FIELD_SIDE), y = (int32_t)(cell / LB_FIELD_SIDE);

        head = (head + 1) % LB_FIELD_CELLS;
        count--;
        is_queued[cell] = false;
        for (int i = 0; i < 8; i++) {
            int32_t nx = x + step[i][0], ny = y + step[i][1], cost, all;
            uint32_t next = (uint32_t)(ny * LB_FIELD_SIDE + nx);

            if (nx < 0 || ny < 0 || nx >= LB_FIELD_SIDE || ny >= LB_FIELD_SIDE ||
                field->cost[gait][next] == BLOCKED)
                continue;
            /* 5 for a side, 7 for a corner: as their lengths are, nearly. */
            cost = field->cost[gait][next] * (i < 4 ? 5 : 7);
            all = away[cell] + cost;
            if (all >= away[next] || all >= FAR)
                continue;
            away[next] = (uint16_t)all;
            if (!is_queued[next] && count < LB_FIELD_CELLS) {
                queue[(head + count++) % LB_FIELD_CELLS] = (uint16_t)next;
                is_queued[next] = true;
            }
        }
    }
}

/// How far every cell is from an objective; swept when it is asked for the first time.
static const uint16_t *distances(const lb_battle *battle, lb_ground_field *field,
                                 uint32_t objective, lb_gait gait)
{
    uint16_t tag = (uint16_t)(1 + objective * LB_GAITS + gait);
    uint32_t at = 0;

    while (at < LB_FIELD_SWEEPS && field->tag[at] != tag)
        at++;
    if (at == LB_FIELD_SWEEPS) {
        at = field->next++ % LB_FIELD_SWEEPS;
        field->tag[at] = tag;
        sweep(field, cell_at(field, battle->objective[objective].at), gait, field->away[at]);
    }
    return field->away[at];
}

/// True if the straight line between two places crosses nothing that costs more than so much.
static bool is_straight_good(const lb_ground_field *field, lb_gait gait, lb_point from, lb_point to,
                             uint8_t most)
{
    int64_t x = to.x - from.x, y = to.y - from.y;
    int64_t steps = ((x < 0 ? -x : x) + (y < 0 ? -y : y)) / field->cell_tmm + 1;

    for (int64_t i = 1; i < steps; i++) {
        lb_point at = {(int32_t)(from.x + x * i / steps), (int32_t)(from.y + y * i / steps)};

        if (field->cost[gait][cell_at(field, at)] > most)
            return false;
    }
    return true;
}

/// The neighbour of a cell that is nearest to where a sweep began; the cell itself if none is
/// nearer. Adds the way to it.
static uint32_t next_down(const lb_ground_field *field, const uint16_t *away, uint32_t cell,
                          int32_t *gone)
{
    int32_t x = (int32_t)(cell % LB_FIELD_SIDE), y = (int32_t)(cell / LB_FIELD_SIDE), by = 0;
    uint32_t best = cell;

    for (int i = 0; i < 8; i++) {
        int32_t nx = x + step[i][0], ny = y + step[i][1];
        uint32_t next = (uint32_t)(ny * LB_FIELD_SIDE + nx);

        if (nx >= 0 && ny >= 0 && nx < LB_FIELD_SIDE && ny < LB_FIELD_SIDE &&
            away[next] < away[best]) {
            best = next;
            by = i < 4 ? field->cell_tmm : field->cell_tmm * 7 / 5;
        }
    }
    *gone += by;
    return best;
}

lb_point lb_field_towards(const lb_battle *battle, lb_ground_field *field, uint32_t objective,
                          lb_gait gait, lb_point from, int32_t tmm)
{
    const uint16_t *away;
    lb_point end = battle->objective[objective].at;
    uint32_t cell = cell_at(field, from);
    int32_t gone = 0;

    if (is_straight_good(field, gait, from, end, 2 * OPEN))
        return end;
    away = distances(battle, field, objective, gait);
    while (gone < tmm && away[cell] > 0) {
        uint32_t next = next_down(field, away, cell, &gone);

        if (next == cell)
            break;
        cell = next;
    }
    return gone == 0 ? end : middle_of(field, cell);
}

lb_point lb_field_round(const lb_ground_field *field, lb_gait gait, lb_point from, lb_point to)
{
    uint16_t away[LB_FIELD_CELLS];
    uint32_t cell = cell_at(field, from), next;
    lb_point via = to;
    int32_t gone = 0;

    if (is_straight_good(field, gait, from, to, DEAR))
        return to;
    sweep(field, cell_at(field, to), gait, away);
    while ((next = next_down(field, away, cell, &gone)) != cell &&
           (gone <= 2 * field->cell_tmm ||
            is_straight_good(field, gait, from, middle_of(field, next), DEAR))) {
        cell = next;
        via = middle_of(field, cell);
    }
    return via;
}
