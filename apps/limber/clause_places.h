// SPDX-License-Identifier: MIT
// Where each clause is implemented: a table that the build makes by reading the sources.
#pragma once

/// A clause and the places that implement it, "file:line, file:line"; "" while it waits for play.
typedef struct clause_place {
    const char *id;
    const char *places;
} clause_place;

extern const clause_place clause_places[];
extern const unsigned clause_place_count;
