// SPDX-License-Identifier: MIT
// What people read and type: inputs of charts, actions, clauses and events as text.
//
// A function that writes takes a buffer and its size in bytes. It cuts what does not fit, closes
// the text with a zero, and returns its length without the zero. A function that reads returns
// LB_OK, or leaves its output untouched and says in the diag, which may be NULL, what is wrong.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"
#include "limber/status.h"

LB_BEGIN_DECLS

enum {
    LB_TEXT_CLAUSE = 2048, ///< room for the meaning of any clause
    LB_TEXT_ACTION = 2112, ///< room for any action
    LB_TEXT_EVENT = 512    ///< room for any event
};

/// Sets one input of a chart from "key=value", as limber chart takes it: "cover=soft". `facts` are
/// those of lb_chart_presets. lb_chart_takes says whether all inputs go together.
lb_status lb_chart_set(const lb_chart *chart, int32_t *facts, const char *pair, lb_diag *diag);

/// Writes an action as it stands in a record: "fire unit 3 target 9 option 0".
size_t lb_action_write(const lb_play *play, const lb_action *action, char *text, size_t room);

/// Reads such a line. lb_battle_check says whether the action is legal.
lb_status lb_action_read(const lb_play *play, const char *line, lb_action *action, lb_diag *diag);

/// Writes what a clause means, with the numbers in force (lb_house.value).
size_t lb_clause_write(const lb_ruleset *rules, const int32_t *values, uint16_t clause, char *text,
                       size_t room);

/// Writes an event in one line: "vf.hit.soft adds -1 (1/14e Ligne, 95th Rifles)". `battle` is NULL
/// for an event of a chart.
size_t lb_event_write(const lb_ruleset *rules, const lb_battle *battle, const lb_event *event,
                      char *text, size_t room);

LB_END_DECLS
