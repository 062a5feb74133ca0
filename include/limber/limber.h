// SPDX-License-Identifier: MIT
// The public interface of Limber in one include. examples/ shows how it is used: the odds of a
// chart, a battle between computer players, a player of your own.
//
// Errors have three channels, see limber/status.h; it also says which pointers may be NULL. The
// engine allocates nothing and keeps no globals: any number of battles may run in any number of
// threads, as long as no two of them share a state, a player or a workspace.
#pragma once

#include "limber/campaign.h"
#include "limber/engine.h"
#include "limber/fight.h"
#include "limber/files.h"
#include "limber/luck.h"
#include "limber/record.h"
#include "limber/report.h"
#include "limber/tell.h"
#include "limber/text.h"

/// The version of the headers, in words and in numbers.
#define LB_VERSION       "0.1.0"
#define LB_VERSION_MAJOR 0
#define LB_VERSION_MINOR 1
#define LB_VERSION_PATCH 0
