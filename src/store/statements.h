// SPDX-License-Identifier: MIT
// The numbers of the prepared statements in statements.def.
#pragma once

typedef enum statement {
#define STATEMENT(name, text) STATEMENT_##name,
#include "store/statements.def"
    STATEMENT_COUNT
} statement;
