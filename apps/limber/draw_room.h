// SPDX-License-Identifier: MIT
// Room on a page: which places are taken, and where labels go.
//
// A label is wished for with its owner. When all are known, every label gets a few places around
// its owner, and room_settle looks for the choice that costs least in all: what is hidden, how far
// names stand from their owners, and whether they could be read as another's. A name that stands
// apart gets a line. A wish can say at which cost it is rather dropped.
#pragma once

#include "draw.h"

/// What it costs to hide something.
enum {
    ROOM_LABEL = 4000,
    ROOM_SIGN = 900,
    ROOM_BLOCK = 420,
    ROOM_OWN_BLOCK = 100, ///< the owner of a label
    ROOM_ARROW = 40,
    ROOM_FRONT = 10,
    ROOM_NEVER_DROP = 1000000
};

/// A rectangle on the page, at any angle.
typedef struct room_place {
    draw_point corner[4], low, high;
} room_place;

room_place room_rectangle(draw_point at, double width, double height, double angle);

/// A body that a label belongs to: a rectangle at an angle.
typedef struct room_body {
    draw_point at;
    double width, depth, angle;
} room_body;

typedef struct room_label {
    draw_type type;
    const char *text;
    draw_point at; ///< its middle
    double width, height, angle;
    int32_t unit; ///< with its pips; -1: none
    bool is_above, has_line;
    draw_point line_from, line_to;
} room_label;

/// A label of a size that fits its text.
room_label room_label_of(const draw_picture *p, const draw_type *type, const char *text);

/// Begins a page.
void room_clear(const draw_picture *p);

/// Takes a place.
void room_take(draw_point at, double width, double height, double angle, double weight);

/// Whose a label is. It should not be nearer to another owner of the kind than to its own.
typedef enum room_kind { ROOM_NOBODY, ROOM_UNIT, ROOM_LEADER } room_kind;

/// Takes the place of an owner.
void room_take_body(const room_body *of, double weight, room_kind kind);

/// What a rectangle would hide; beyond the frame of the table is as bad as on a label.
double room_cost(const room_place *of);

/// Puts a label where it is.
void room_keep(const room_label *label);

/// Opens a wish for a label. It is dropped where it costs more than `drop`. All that is taken but
/// labels has to be taken before.
void room_wish(double drop);

/// Lets the label of the open wish stand beside an owner, best towards `first`, an angle on the
/// page; there may be several. The name of a unit or leader may stand apart with a line.
void room_wish_beside(const room_label *label, const room_body *owner, double first,
                      room_kind kind);

/// Finds places for all wishes.
void room_settle(void);

/// The labels that have their places; *count is how many.
const room_label *room_labels(size_t *count);
