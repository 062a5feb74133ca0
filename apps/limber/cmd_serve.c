// SPDX-License-Identifier: MIT
// limber serve: the browser table.

#include "cli.h"
#include "play_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef LIMBER_LACKS

int cmd_serve(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_error("this limber was built without the server: it lacked %s. Install them and "
                     "build again; on Debian scripts/setup does it",
                     LIMBER_LACKS);
}

#else

#include "serve/serve.h"

enum { USUAL_PORT = 8713, USUAL_RATE = 50, PORT_MAX = 65535, RATE_MAX = 1000000, THREADS_MAX = 16 };

/// What was asked for.
typedef struct serve_request {
    const char *port, *store, *web, *listen, *origin, *rate, *threads;
} serve_request;

/// Reads a number of an option within bounds; `usual` if it was not given. False after complaining.
static bool read_number(const char *option, const char *text, uint64_t usual, uint64_t most,
                        uint64_t *number)
{
    *number = usual;
    if (text == NULL)
        return true;
    if (!cli_number(option, text, number))
        return false;
    if (*number <= most)
        return true;
    cli_error("%s takes a number up to %llu", option, (unsigned long long)most);
    return false;
}

static bool read_numbers(const serve_request *asked, serve_config *config)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t port, rate, threads;

    if (!read_number("--port", asked->port, USUAL_PORT, PORT_MAX, &port) ||
        !read_number("--rate", asked->rate, USUAL_RATE, RATE_MAX, &rate) ||
        !read_number("--threads", asked->threads,
                     cores < 1             ? 1
                     : cores > THREADS_MAX ? THREADS_MAX
                                           : (uint64_t)cores,
                     THREADS_MAX, &threads))
        return false;
    config->port = (int)port;
    config->rate = (uint32_t)rate;
    config->threads = threads > 0 ? (uint32_t)threads : 1;
    return true;
}

/// Looks at how the server is called from outside: a scheme and a host, nothing behind.
static bool check_origin(const char *origin)
{
    const char *host = origin == NULL                        ? NULL
                       : strncmp(origin, "https://", 8) == 0 ? origin + 8
                       : strncmp(origin, "http://", 7) == 0  ? origin + 7
                                                             : "";

    if (host == NULL || (host[0] != '\0' && strpbrk(host, "/?# ") == NULL && strlen(host) < 200))
        return true;
    cli_error("--origin takes a scheme and a host: https://table.example.org");
    return false;
}

/// Where games are kept if nobody says where.
static const char *usual_store(char path[FOLDER_PATH + 32])
{
    char folder[FOLDER_PATH];

    if (!folder_make(folder, sizeof folder)) {
        cli_error("there is no folder for games: say --store FILE");
        return NULL;
    }
    snprintf(path, FOLDER_PATH + 32, "%s/server.sqlite", folder);
    return path;
}

/// Reads all scenarios with their armies. False after complaining.
static bool load_scenarios(serve_config *config)
{
    size_t count;
    const char(*name)[CLI_NAME] = cli_scenario_names(&count);
    serve_scenario *offered = calloc(count + 1, sizeof *offered);
    size_t kept = 0;

    if (offered == NULL) {
        cli_error("out of memory");
        return false;
    }
    config->scenarios = offered;
    for (size_t i = 0; i < count; i++) {
        serve_scenario *scenario = &offered[kept];
        char path[CLI_PATH];
        lb_diag diag;

        lb_yaml_gather(NULL);
        if (!cli_find_scenario(name[i], path))
            continue;
        scenario->files.path = path;
        if (lb_bundle_load(&scenario->files, "scenario", path, &diag) != LB_OK) {
            (void)cli_diag_error(path, &diag);
            continue;
        }
        cli_stock_armies(&scenario->files);
        scenario->files.path = scenario->files.looked = NULL;
        scenario->id = name[i];
        kept++;
    }
    config->scenario_count = kept;
    return true;
}

static void free_scenarios(serve_config *config)
{
    serve_scenario *offered = (serve_scenario *)config->scenarios;

    for (size_t i = 0; i < config->scenario_count; i++)
        lb_bundle_clear(&offered[i].files);
    free(offered);
}

static void say_where(const serve_config *config, int port)
{
    bool is_six = strchr(config->address, ':') != NULL;

    printf("Limber is at http://%s%s%s:%d/\n", is_six ? "[" : "", config->address,
           is_six ? "]" : "", port);
    if (config->origin != NULL)
        printf("Behind a proxy it is called %s/\n", config->origin);
    if (config->web == NULL)
        printf("The web app was not built: only the interface for programs answers.\n");
    fflush(stdout);
}

int cmd_serve(int argc, char **argv)
{
    serve_request asked = {0};
    const cli_option options[] = {
        {"--port", &asked.port, NULL},       {"--store", &asked.store, NULL},
        {"--web", &asked.web, NULL},         {"--listen", &asked.listen, NULL},
        {"--origin", &asked.origin, NULL},   {"--rate", &asked.rate, NULL},
        {"--threads", &asked.threads, NULL},
    };
    static char store[FOLDER_PATH + 32], web[CLI_PATH];
    serve_config config = {.version = LB_VERSION, .on_ready = say_where};
    lb_diag diag = {0};
    int code = CLI_DONE;

    if (cli_options(argc, argv, options, sizeof options / sizeof options[0], NULL, 0) < 0 ||
        !read_numbers(&asked, &config) || !check_origin(asked.origin))
        return CLI_USAGE;
    config.address = asked.listen != NULL ? asked.listen : "127.0.0.1";
    config.origin = asked.origin;
    config.store = asked.store != NULL ? asked.store : usual_store(store);
    config.web = asked.web != NULL ? asked.web : cli_find_data("web", web) ? web : NULL;
    if (config.store == NULL)
        return CLI_USAGE;
    if (asked.web != NULL && access(asked.web, F_OK) != 0)
        return cli_error("--web: there is no folder %s", cli_clean(asked.web));
    if (!load_scenarios(&config))
        return CLI_USAGE;
    if (serve_run(&config, &diag) != LB_OK)
        code = cli_error("%s", diag.text);
    free_scenarios(&config);
    return code;
}

#endif
