// SPDX-License-Identifier: MIT
// What the files of the desk share.
#pragma once

#include "base/put.h"
#include "desk/desk.h"
#include "desk/json_put.h"
#include "rules/kit/ask.h"
#include "text/scenario_words.h"
#include "text/way_text.h"

/// The words of the bits of a set, those of a list.
void lb_desk_put_words(lb_json_put *json, const char *key, const lb_word_list *list, uint64_t bits);

/// A clause by its id.
void lb_desk_put_clause(lb_json_put *json, const char *key, const lb_battle *battle,
                        uint16_t clause);

/// How far something reaches: a list of {"what":…,"text":…,"tmm":…,"angle":…,"clause":…}.
void lb_desk_put_ranges(lb_json_put *json, const char *key, const lb_battle *battle,
                        const lb_range *rows, uint32_t count);

/// Whoever an event or question is about: {"unit":3}. Nothing for nobody.
void lb_desk_put_actor(lb_json_put *json, const char *key, lb_actor who);

/// A footprint: {"x":…,"y":…,"h":…,"w":…,"d":…}.
void lb_desk_put_footprint(lb_json_put *json, const char *key, const lb_footprint *at);

/// Members of an open object: x, y and heading.
void lb_desk_put_pose(lb_json_put *json, const lb_footprint *at);

/// The word of an lb_actor_kind: "unit", "group" …
const char *lb_desk_actor_word(uint8_t kind);

/// An action by its parts and in words, as members of an open object. It must be one that
/// lb_battle_check has accepted, or of somebody who is there.
void lb_desk_put_action(lb_json_put *json, lb_desk *desk, const lb_chooser *c,
                        const lb_action *action);

/// Writes the document of a refusal; battle and reason may be NULL.
int32_t lb_desk_refuse(const lb_battle *battle, const char *why, const lb_reason *reason,
                       char *text, size_t room);

/// Reads the line of an action. False after writing the refusal, with its length in *length.
bool lb_desk_read(const lb_desk *desk, const char *line, lb_action *action, char *text, size_t room,
                  int32_t *length);

/// True if whoever acts by an action is in the battle.
bool lb_desk_knows(const lb_battle *battle, const lb_action *action);

/// Judges an action at the open decision; its cost is then in the bill of the view.
bool lb_desk_judge(lb_desk *desk, const lb_state *state, const lb_action *action,
                   lb_reason *reason);

/// Writes what lb_desk_check writes, of an action that was read; `off` is how far it ends from
/// where it was to go, negative where that is nowhere in particular.
int32_t lb_desk_judgement(lb_desk *desk, const lb_state *state, const lb_action *action,
                          int64_t off, char *text, size_t room);

/// Writes an event as an object, for whoever draws it.
void lb_desk_put_event(lb_json_put *json, const lb_battle *battle, const lb_event *event);

/// Takes out of an event what a reader may not see; false if he may not see it at all. `state` is
/// as it was when it happened.
bool lb_desk_mask_event(const lb_battle *battle, const lb_state *state, uint32_t reader,
                        lb_event *event);

/// The odds of an action in a few words, as a member "short" of an open object; false if it has
/// none.
bool lb_desk_put_short(lb_json_put *json, lb_desk *desk, const lb_state *state, uint32_t side,
                       const lb_action *action);
