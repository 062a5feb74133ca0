// SPDX-License-Identifier: MIT
// The engine in one include: rules, battles, odds and computer players. Nothing here needs more of
// a C library than memory and string functions, so it also runs as WebAssembly. limber/limber.h
// adds files and fights.
#pragma once

#include "limber/battle.h"
#include "limber/dice.h"
#include "limber/fraction.h"
#include "limber/machine.h"
#include "limber/odds.h"
#include "limber/plan.h"
#include "limber/player.h"
#include "limber/roll.h"
#include "limber/ruleset.h"
#include "limber/scenario.h"
#include "limber/status.h"
#include "limber/table.h"
#include "limber/view.h"
