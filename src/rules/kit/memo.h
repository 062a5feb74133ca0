// SPDX-License-Identifier: MIT
// What a sheet remembers of a unit until a unit of the same group moves: any struct of up to
// LB_MEMO_BYTES without pointers. A sheet keeps one kind of struct only; a view serves one battle,
// so the memos of two sheets never meet. Like all of a view, a memo changes how long an answer
// takes and never the answer.
#pragma once

#include "core/view.h"

#include <string.h>

/// Copies what is remembered of a unit to `value`; false if nothing is that still holds.
static inline bool lb_memo_recall(const lb_view *view, uint32_t unit, void *value, size_t size)
{
    const lb_group_memo *memo = &view->memo[unit % LB_MEMOS];

    if (memo->unit != unit ||
        memo->stamp != lb_view_stamp_of_group(view, view->battle->unit[unit].group))
        return false;
    memcpy(value, memo->value, size);
    return true;
}

static inline void lb_memo_keep(lb_view *view, uint32_t unit, const void *value, size_t size)
{
    lb_group_memo *memo = &view->memo[unit % LB_MEMOS];

    memo->unit = (uint16_t)unit;
    memo->stamp = lb_view_stamp_of_group(view, view->battle->unit[unit].group);
    memcpy(memo->value, value, size);
}

/// Declares NAME_recall and NAME_keep for the struct that a sheet remembers.
#define LB_MEMO(name, type)                                                           \
    _Static_assert(sizeof(type) <= LB_MEMO_BYTES, "a memo has room for it");          \
    static inline bool name##_recall(const lb_view *view, uint32_t unit, type *value) \
    {                                                                                 \
        return lb_memo_recall(view, unit, value, sizeof *value);                      \
    }                                                                                 \
    static inline void name##_keep(lb_view *view, uint32_t unit, const type *value)   \
    {                                                                                 \
        lb_memo_keep(view, unit, value, sizeof *value);                               \
    }
