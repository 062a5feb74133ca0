// SPDX-License-Identifier: MIT
// See ledger.h. A row keeps the chances of its sums in a window: a chance under 2^-63 is nothing,
// so the window stays narrow however many dice are thrown.

#include "desk/ledger.h"

#include "desk/json_put.h"
#include "desk/parts.h"
#include "text/luck_text.h"
#include "text/roll_text.h"

#include <string.h>

static const uint64_t certain = UINT64_C(1) << 63;
static const uint64_t part = UINT64_C(1) << 32;

/* Booking. */

/// A spread as parts of 2^32 that add up to all: what rounding leaves goes to the likeliest value.
/// Sets the mean above the least value. False if its values lie too far apart.
static bool parts_of(const lb_spread *spread, uint64_t parts[LB_SPREAD_MAX], uint64_t *mean)
{
    int32_t least = spread->chance[0].value;
    uint64_t left = part;
    uint32_t likeliest = 0;

    *mean = 0;
    for (uint32_t i = 0; i < spread->count; i++) {
        lb_fraction p = {spread->chance[i].weight, spread->denominator};

        if (spread->chance[i].value - least >= LB_SPREAD_MAX)
            return false;
        parts[i] = lb_fraction_scaled(&p);
        left -= parts[i];
        likeliest = parts[i] > parts[likeliest] ? i : likeliest;
    }
    parts[likeliest] += left;
    for (uint32_t i = 0; i < spread->count; i++)
        *mean += parts[i] * (uint64_t)(spread->chance[i].value - least);
    return true;
}

/// A weight times so many parts of 2^32.
static uint64_t times(uint64_t weight, uint64_t parts)
{
    return (weight >> 32) * parts + ((weight & (part - 1)) * parts >> 32);
}

/// Takes the sums over into the row, without those at both ends whose chance is nothing.
static void keep_window(lb_ledger_row *row, const uint64_t *weight, uint32_t count)
{
    uint32_t first = 0;

    while (first + 1 < count && weight[first] == 0)
        first++;
    while (count > first + 1 && weight[count - 1] == 0)
        count--;
    row->is_torn = count - first > LB_LEDGER_SUMS;
    if (row->is_torn)
        return;
    row->count = count - first;
    row->lowest += first;
    memcpy(row->weight, weight + first, row->count * sizeof weight[0]);
}

/// Adds an independent roll to the sum of a row.
static void fold(lb_desk_ledger *ledger, lb_ledger_row *row)
{
    const lb_spread *spread = &ledger->spread;
    int32_t least = spread->chance[0].value;
    uint64_t parts[LB_SPREAD_MAX] = {0}, mean = 0;
    uint32_t count;

    row->is_torn |= !parts_of(spread, parts, &mean);
    if (row->is_torn)
        return;
    row->expected += mean;
    row->least += least;
    row->lowest += least;
    count = row->count + (uint32_t)(spread->chance[spread->count - 1].value - least);
    memset(ledger->folded, 0, sizeof ledger->folded);
    for (uint32_t i = 0; i < row->count; i++)
        for (uint32_t k = 0; k < spread->count; k++)
            ledger->folded[i + (uint32_t)(spread->chance[k].value - least)] +=
                times(row->weight[i], parts[k]);
    keep_window(row, ledger->folded, count);
}

/// The row of a kind of throws, made if it is new; NULL if there is no room.
static lb_ledger_row *find_row(lb_desk_ledger *ledger, const lb_roll *roll, bool is_total)
{
    lb_ledger_row *row;

    for (uint32_t i = 0; i < ledger->row_count; i++) {
        row = &ledger->row[i];
        if (row->side == roll->side && row->reduction == roll->reduction &&
            row->wish == roll->wish && row->is_total == is_total &&
            (is_total || row->clause == roll->clause))
            return row;
    }
    if (ledger->row_count == LB_LEDGER_ROWS)
        return NULL;
    row = &ledger->row[ledger->row_count++];
    row->side = roll->side;
    row->reduction = roll->reduction;
    row->wish = roll->wish;
    row->is_total = is_total;
    row->clause = roll->clause;
    row->count = 1;
    row->weight[0] = certain;
    return row;
}

bool lb_ledger_counts(lb_roll *roll, int32_t *value)
{
    if (roll->reduction == LB_ROLL_FACES && roll->need > 0) {
        int32_t faces = *value;

        *value = 0;
        roll->reduction = LB_ROLL_COUNT;
        for (uint32_t i = 0; i < roll->dice; i++)
            *value += (faces >> 4 * i & 15) >= roll->need;
    }
    return roll->wish != 0 && roll->side < LB_SIDES && roll->dice > 0 &&
           roll->reduction != LB_ROLL_FACES;
}

static void book(lb_desk_ledger *ledger, const lb_event *event)
{
    lb_roll roll = *event->roll;
    int32_t value = event->value;

    if (!lb_ledger_counts(&roll, &value) || !lb_roll_is_possible(&roll))
        return;
    lb_roll_spread(&roll, &ledger->spread);
    for (int i = 0; i < 2; i++) {
        lb_ledger_row *row = find_row(ledger, &roll, i == 0);

        if (row == NULL)
            continue;
        row->rolls++;
        row->dice += roll.dice;
        row->actual += value;
        fold(ledger, row);
    }
}

void lb_desk_ledger_start(lb_desk_ledger *ledger, const lb_battle *battle, const lb_state *state)
{
    memset(ledger, 0, sizeof *ledger);
    lb_turning_start(&ledger->turning, battle, state);
}

void lb_desk_ledger_take(lb_desk_ledger *ledger, const lb_event *event)
{
    lb_turning_take(&ledger->turning, event);
    if (event->kind == LB_EVENT_ROLL && event->roll != NULL)
        book(ledger, event);
}

/* The account. */

/// The chance of a sum that is at least as good, in parts of 2^32.
static uint64_t tail_of(const lb_ledger_row *row)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < row->count; i++) {
        int64_t value = row->lowest + i;

        if (row->wish > 0 ? value >= row->actual : value <= row->actual)
            sum += row->weight[i];
    }
    return sum >> 31;
}

/// What is expected, with two decimals.
static void put_expected(lb_json_put *json, const lb_ledger_row *row)
{
    char text[32];
    lb_put put = lb_put_start(text, sizeof text);
    int64_t parts = (int64_t)row->expected + row->least * (int64_t)part;

    if (parts < 0)
        lb_put_char(&put, '-');
    lb_put_parts((uint64_t)(parts < 0 ? -parts : parts), 2, &put);
    lb_json_put_key(json, "expected");
    lb_json_put_number(json, text);
}

static void put_chance(lb_json_put *json, uint64_t chance)
{
    char text[32];
    lb_put put = lb_put_start(text, sizeof text);

    lb_put_parts(chance, 6, &put);
    lb_json_put_key(json, "chance");
    lb_json_put_number(json, text);
}

static void put_row(lb_json_put *json, const lb_battle *battle, const lb_ledger_row *row)
{
    char text[LB_DIAG_TEXT];
    lb_put put = lb_put_start(text, sizeof text);
    lb_luck_sum sum = {row->reduction, row->wish < 0, row->actual};

    if (row->is_total)
        lb_put_luck_total(&sum, &put);
    else
        lb_put_luck_part(&sum, lb_roll_told(battle, row->clause), &put);
    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "side", row->side);
    lb_json_put_text_at(json, "kind", lb_luck_kind(row->reduction));
    lb_json_put_bool_at(json, "low", row->wish < 0);
    if (!row->is_total)
        lb_desk_put_clause(json, "clause", battle, row->clause);
    lb_json_put_text_at(json, "text", text);
    lb_json_put_int_at(json, "rolls", row->rolls);
    lb_json_put_int_at(json, "dice", row->dice);
    lb_json_put_int_at(json, "actual", row->actual);
    put_expected(json, row);
    put_chance(json, tail_of(row));
    lb_json_put_close(json, '}');
}

static void put_point(lb_json_put *json, const lb_turning_point *point)
{
    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "answer", point->answer);
    lb_json_put_int_at(json, "turn", point->turn);
    lb_json_put_int_at(json, "side", point->swing < 0 ? 1 : 0);
    lb_json_put_text_at(json, "text", point->text);
    lb_json_put_close(json, '}');
}

int32_t lb_desk_account(lb_desk *desk, lb_desk_ledger *ledger, char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    const lb_turning *turning = &ledger->turning;

    lb_turning_finish(&ledger->turning);
    lb_json_put_open(&json, '{');
    lb_json_put_open_at(&json, "turning_points", '[');
    for (uint32_t i = 0; i < LB_TURNING_POINTS; i++)
        if (turning->point[i].swing != 0)
            put_point(&json, &turning->point[i]);
    lb_json_put_close(&json, ']');
    lb_json_put_open_at(&json, "luck", '[');
    for (uint32_t i = 0; i < ledger->row_count; i++)
        if (!ledger->row[i].is_torn)
            put_row(&json, desk->battle, &ledger->row[i]);
    lb_json_put_close(&json, ']');
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
