// SPDX-License-Identifier: MIT
// Records that come from outside: the battle that one is about, and its answers.
#pragma once

#include "limber/record.h"

#include "serve/battles.h"

struct http_request;

enum { PAST_LINES = 200000 };

/// Called with an answer of a record, without its check. False: no more, please.
typedef bool (*past_on_line)(void *context, const char *line);

/// The battle of a record, with the record's head; the text is cut up and must outlive the head.
/// NULL with the diag. The caller gives the battle back.
serve_battle *past_battle(battles *all, char *text, lb_record_head *head, lb_diag *diag);

/// Hands out the answers of a record in their order, at most PAST_LINES. False without memory, or
/// if `on_line` wanted no more.
bool past_each(const lb_record_head *head, past_on_line on_line, void *context);

/// Refuses a record with line and reason.
void past_refuse(struct http_request *r, const lb_diag *diag);
