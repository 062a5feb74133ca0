// SPDX-License-Identifier: MIT
// The server of the browser table: static files, a JSON interface and pushes over WebSockets in one
// process on libwebsockets, with games in a store. docs/server.md says how it is run, docs/api.md
// what it answers.
#pragma once

#include "limber/files.h"
#include "limber/status.h"

#include <stddef.h>
#include <stdint.h>

/// A scenario that is offered, with its armies.
typedef struct serve_scenario {
    const char *id;
    lb_bundle files;
} serve_scenario;

/// How a server runs. Everything must outlive it.
typedef struct serve_config {
    const char *version; ///< of the program
    const char *address; ///< that it listens at: "127.0.0.1"
    int port;            ///< 0: any that is free
    const char *store;   ///< the file with the games
    const char *web;     ///< the folder of the web app; NULL: there is none
    const char *origin;  ///< how it is called from outside: "https://host"; NULL: by its address
    uint32_t rate;       ///< requests a second that one address may make; 0: any number
    uint32_t threads;    ///< that computer players think on
    const serve_scenario *scenarios;
    size_t scenario_count;
    void (*on_ready)(const struct serve_config *config, int port); ///< it listens now
} serve_config;

/// Runs a server until it is told to stop by SIGINT or SIGTERM. LB_OK, or the diag says why it
/// could not begin.
lb_status serve_run(const serve_config *config, lb_diag *diag);
