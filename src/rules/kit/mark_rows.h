// SPDX-License-Identifier: MIT
// Turns a sheet's marks.def (LB_MARKS_DEF) into enums: flags as bits, marks as indices.
#pragma once

#include "rules/kit/marks.h"

enum {
#define UNIT_FLAG(name, life, state, about) UNIT_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    UNIT_FLAG_COUNT
};

enum {
#define UNIT_FLAG(name, life, state, about) UNIT_##name = 1 << UNIT_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
};

enum {
#define UNIT_MARK(name, life, about) MARK_##name,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    UNIT_MARK_COUNT
};

enum {
#define GROUP_FLAG(name, life, state, about) GROUP_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    GROUP_FLAG_COUNT
};

enum {
#define GROUP_FLAG(name, life, state, about) GROUP_##name = 1 << GROUP_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    GROUP_NO_FLAG = 0
};

enum {
#define GROUP_MARK(name, life, about) GROUP_##name,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    GROUP_MARK_COUNT
};

enum {
#define LEADER_FLAG(name, life, state, about) LEADER_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LEADER_FLAG_COUNT
};

enum {
#define LEADER_FLAG(name, life, state, about) LEADER_##name = 1 << LEADER_##name##_AT,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LEADER_NO_FLAG = 0
};

enum {
#define LEADER_MARK(name, life, about) LEADER_##name,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LEADER_MARK_COUNT
};

enum {
#define SIDE_MARK(name, life, about) SIDE_##name,
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    SIDE_MARK_COUNT
};

_Static_assert((int)UNIT_FLAG_COUNT <= 32 && (int)GROUP_FLAG_COUNT <= 32 &&
                   (int)LEADER_FLAG_COUNT <= 32,
               "a flag is a bit of 32");
_Static_assert((int)UNIT_MARK_COUNT <= (int)LB_UNIT_MARKS &&
                   (int)GROUP_MARK_COUNT <= (int)LB_GROUP_MARKS &&
                   (int)LEADER_MARK_COUNT <= (int)LB_LEADER_MARKS &&
                   (int)SIDE_MARK_COUNT <= (int)LB_SIDE_MARKS,
               "more marks than the state has");
