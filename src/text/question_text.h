// SPDX-License-Identifier: MIT
// Whom the question of a decision is about. limber/tell.h has the question in words.
#pragma once

#include "limber/battle.h"

enum { LB_ABOUT_MAX = 2 };

/// Whom the words of a question name: the unit or group that it is about, and the unit against it;
/// LB_ACTOR_NONE where there is none.
void lb_question_about(const lb_battle *battle, const lb_question *question,
                       lb_actor about[LB_ABOUT_MAX]);
