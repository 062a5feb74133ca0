// SPDX-License-Identifier: MIT
// limber games: the saved games, the one that was played last first.

#include "cli.h"
#include "play_folder.h"

#include <stdlib.h>
#include <time.h>

static void show_game(const folder_game *game)
{
    time_t played = (time_t)(game->played / 1000000000);
    struct tm local;
    char when[32] = "";

    if (localtime_r(&played, &local) != NULL)
        (void)strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    printf("%s  %s by %s, ", when, cli_clean(game->title), game->rules);
    printf("players %s, ", cli_clean(game->players));
    if (game->is_over)
        printf("over");
    else
        printf("turn %u", game->turn > 0 ? game->turn : 1);
    printf("\n  %s\n", game->path);
}

int cmd_games(int argc, char **argv)
{
    folder_games games;

    if (cli_options(argc, argv, NULL, 0, NULL, 0) < 0)
        return CLI_USAGE;
    if (!folder_list(&games)) {
        free(games.game);
        return CLI_USAGE;
    }
    for (size_t i = 0; i < games.count; i++)
        show_game(&games.game[i]);
    if (games.count == 0)
        puts("There are no saved games.");
    free(games.game);
    return CLI_DONE;
}
