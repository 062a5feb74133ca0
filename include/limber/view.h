// SPDX-License-Identifier: MIT
// The table as it is looked at: scratch that belongs to whoever drives a battle.
//
// A view keeps what follows from where units stand (their corners, who is near whom, lines of
// sight, ways that were walked) until something moves. Nothing in it is part of a battle: it may be
// thrown away at any time and changes no answer, only how long it takes. All members are private to
// the rules. A view serves one battle at a time; call lb_view_start before it is used for another.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"

LB_BEGIN_DECLS

enum {
    LB_STRIPS = 80,     ///< stripes of the table, each way, that know who stands in them
    LB_SIGHTS = 2048,   ///< lines of sight that are remembered; a power of two
    LB_WAYS = 128,      ///< ways that are remembered, the latest
    LB_WAY_SLOTS = 512, ///< to find them by; a power of two
    LB_MEMOS = 128,     ///< findings of the sheet about units that are remembered
    LB_MEMO_BYTES = 96
};

/// All that says where a unit is. Compared byte by byte.
typedef struct lb_pose {
    lb_point at;
    uint16_t heading;
    uint8_t presence;
    uint8_t formation;
    int16_t size_mark; ///< the mark that its size depends on, or 0
    uint16_t flags; ///< those of its flags that the sheet counts to its pose (lb_play.pose_flags)
} lb_pose;

/// A remembered line of sight. It holds while nothing moves in the box around the two.
typedef struct lb_sight_memo {
    uint64_t stamp;      ///< of everybody in that box
    uint32_t generation; ///< that the stamp was last looked at in; 0: empty
    uint32_t counter;    ///< likewise
    uint32_t key;
    bool is_known;
    bool is_clear;
} lb_sight_memo;

/// What a sheet has found out about a unit, in a struct of its own (rules/kit/memo.h). It holds
/// while nobody of the unit's group moves.
typedef struct lb_group_memo {
    uint32_t stamp; ///< of the group; 0: empty
    uint16_t unit;
    LB_ALIGNAS(8) unsigned char value[LB_MEMO_BYTES];
} lb_group_memo;

/// The way that was judged last: what it cost, what it may cost, and where it leads from and to.
typedef struct lb_way_bill {
    int32_t cost_tmm, allowance_tmm; ///< an allowance of -1: no way was judged
    lb_footprint start, end;
} lb_way_bill;

struct lb_view {
    const lb_battle *battle;
    const lb_state *state;
    lb_ground ground;
    uint32_t generation;        ///< another whenever anything on the table is
    uint32_t counter;           ///< the last generation or version given out
    int32_t sight_tmm;          ///< how far the weather lets one see; 0: no limit
    uint32_t strip_bits;        ///< a stripe is 2 to the power of this wide, in tmm
    lb_unit_set here[LB_SIDES]; ///< who is on the table
    lb_unit_set column[LB_STRIPS], row[LB_STRIPS];
    lb_pose pose[LB_UNITS_MAX];
    lb_size size[LB_UNITS_MAX];
    lb_quad quad[LB_UNITS_MAX];
    lb_box box[LB_UNITS_MAX];
    uint32_t version[LB_UNITS_MAX];   ///< another whenever the unit's pose is
    uint32_t ground_of[LB_UNITS_MAX]; ///< the version that `kinds` was found for
    uint32_t level_of[LB_UNITS_MAX];  ///< and `level`
    uint32_t kinds[LB_UNITS_MAX];     ///< kinds of ground that it stands on, as bits
    uint8_t level[LB_UNITS_MAX];
    uint32_t under_of[LB_UNITS_MAX];   ///< the version that `under` was found for
    lb_piece_set under[LB_UNITS_MAX];  ///< pieces that cover most of it
    uint32_t engaged_of[LB_UNITS_MAX]; ///< the generation that `is_engaged` was found for
    bool is_engaged[LB_UNITS_MAX];
    uint32_t note_of[LB_UNITS_MAX]; ///< the generation that `note` holds for
    uint16_t note[LB_UNITS_MAX];    ///< of the sheet's own
    lb_sight_memo sight[LB_SIGHTS];
    uint64_t way_key[LB_WAYS]; ///< of the ways that `way` tells of, and of who is near; 0: empty
    lb_walk way[LB_WAYS];
    uint8_t way_at[LB_WAY_SLOTS]; ///< where a way with such a key may be
    uint32_t next_way;
    lb_way_bill bill;
    lb_group_memo memo[LB_MEMOS];
    uint32_t foe_of[LB_UNITS_MAX]; ///< the generation that `foe` was found for
    uint16_t foe[LB_UNITS_MAX];    ///< the nearest enemy
    int32_t foe_tmm[LB_UNITS_MAX]; ///< and how far it is
    /// What the counter was when it was found, with nothing tried; 0: do not build on it.
    uint32_t foe_stamp[LB_UNITS_MAX];
    uint32_t trials; ///< poses that are tried now
};

/// An empty view.
void lb_view_start(lb_view *view);

LB_END_DECLS
