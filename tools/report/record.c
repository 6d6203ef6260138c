#include "record.h"

#include <stdlib.h>
#include <string.h>

const char *const END_NAMES[END_NB] = {
    [END_ON_BOARD] = "on the board",     [END_ADJUDICATED] = "adjudicated",
    [END_TIME] = "time losses",          [END_ILLEGAL_MOVE] = "illegal moves",
    [END_DISCONNECTED] = "disconnected", [END_STALLED] = "stalled",
};

/* The array with room for more items of `size` bytes, at its old place or a new one; NULL, and the
 * old one still good, when memory runs out. */
static void *enlarged(void *array, size_t *capacity, size_t size) {
    size_t larger = *capacity * 2 + 8;
    void *memory = realloc(array, larger * size);
    if (memory != NULL)
        *capacity = larger;
    return memory;
}

/* ---- Players ---- */

static Player *add_player(Record *record, const char *name) {
    if (record->player_count == record->player_capacity) {
        Player *players = enlarged(record->players, &record->player_capacity, sizeof *players);
        if (players == NULL)
            return NULL;
        record->players = players;
    }
    Player *player = &record->players[record->player_count++];
    *player = (Player){.games.classes = GAME_CLASSES, .pairs.classes = PAIR_CLASSES};
    snprintf(player->name, sizeof player->name, "%s", name);
    return player;
}

static Player *find_player(Record *record, const char *name) {
    for (size_t i = 0; i < record->player_count; i++)
        if (strcmp(record->players[i].name, name) == 0)
            return &record->players[i];
    return add_player(record, name);
}

bool record_begin(Record *record, const char *hero) {
    *record = (Record){0};
    return hero == NULL || add_player(record, hero) != NULL;
}

void record_free(Record *record) {
    free(record->players);
    free(record->games);
    *record = (Record){0};
}

/* ---- Comments ---- */

/* Depth and time as match runners write them: "+0.31/14 0.052s", with anything after it. Moves
 * from a book have neither. */
static void read_comment(Player *player, const char *comment) {
    const char *cursor = comment, *slash;
    Word score = text_next_word(&cursor), time = text_next_word(&cursor);
    slash = score.length == 0 ? NULL : memchr(score.start, '/', score.length);
    if (slash == NULL)
        return;
    Word depth = {slash + 1, (size_t)(score.start + score.length - slash - 1)};
    int64_t plies;
    if (!word_to_int64(depth, &plies) || plies < 0)
        return;
    player->moves++;
    player->depths += (uint64_t)plies;
    char *end;
    double seconds = time.length == 0 ? -1.0 : strtod(time.start, &end);
    if (seconds >= 0.0 && *end == 's') {
        player->timed_moves++;
        player->seconds += seconds;
    }
}

static void read_comments(const PgnGame *game, Player *white, Player *black) {
    bool is_white = game->start.side == WHITE;
    for (size_t i = 0; i < game->ply_count; i++, is_white = !is_white)
        read_comment(is_white ? white : black, pgn_text(game, game->plies[i].comment));
}

/* ---- Games ---- */

static GameEnd end_of(const PgnGame *game) {
    static const struct {
        const char *text;
        GameEnd end;
    } ENDS[] = {
        {"adjudication", END_ADJUDICATED},      {"time forfeit", END_TIME},
        {"illegal move", END_ILLEGAL_MOVE},     {"abandoned", END_DISCONNECTED},
        {"disconnect", END_DISCONNECTED},       {"stalled connection", END_STALLED},
        {"rules infraction", END_ILLEGAL_MOVE},
    };
    const char *tag = pgn_tag(game, "Termination");
    for (size_t i = 0; tag != NULL && i < sizeof ENDS / sizeof *ENDS; i++)
        if (strcmp(tag, ENDS[i].text) == 0)
            return ENDS[i].end;
    return END_ON_BOARD;
}

/* The index of the waiting game with the other colour from the same opening, -1 for none. */
static int find_partner(const Player *opponent, const WaitingGame *game) {
    for (int i = opponent->waiting_count - 1; i >= 0; i--) {
        const WaitingGame *other = &opponent->waiting[i];
        if (other->opening == game->opening && other->is_white != game->is_white)
            return i;
    }
    return -1;
}

static void remove_waiting(Player *opponent, int index) {
    WaitingGame *place = &opponent->waiting[index];
    opponent->waiting_count--;
    memmove(place, place + 1, (size_t)(opponent->waiting_count - index) * sizeof *place);
}

/* The half points of the pair that the game completes; -1 when it has to wait for its partner. */
static int complete_pair(Player *opponent, const WaitingGame *game) {
    int index = find_partner(opponent, game);
    if (index >= 0) {
        int half_points = opponent->waiting[index].half_points + game->half_points;
        remove_waiting(opponent, index);
        return half_points;
    }
    if (opponent->waiting_count == RECORD_WAITING)
        remove_waiting(opponent, 0);
    opponent->waiting[opponent->waiting_count++] = *game;
    return -1;
}

static bool append_entry(Record *record, GameEntry entry) {
    if (record->game_count == record->game_capacity) {
        GameEntry *games = enlarged(record->games, &record->game_capacity, sizeof *games);
        if (games == NULL)
            return false;
        record->games = games;
    }
    record->games[record->game_count++] = entry;
    return true;
}

static bool count_game(Record *record, const PgnGame *game, Player *opponent, bool is_white) {
    Player *hero = &record->players[0];
    int white_points = game->result == PGN_DRAW ? 1 : game->result == PGN_WHITE_WINS ? 2 : 0;
    WaitingGame result = {
        .opening = game->start.key,
        .is_white = is_white,
        .half_points = is_white ? white_points : 2 - white_points,
    };
    int pair = complete_pair(opponent, &result);
    GameEnd end = end_of(game);
    hero->games.count[result.half_points]++;
    opponent->games.count[result.half_points]++;
    if (pair >= 0) {
        hero->pairs.count[pair]++;
        opponent->pairs.count[pair]++;
    }
    record->ends[end]++;
    hero->losses[end] += result.half_points == 0;
    opponent->losses[end] += result.half_points == 2;
    return append_entry(record, (GameEntry){(int8_t)result.half_points, (int8_t)pair});
}

static void note_date(Record *record, const char *date) {
    if (date == NULL || date[0] == '?')
        return;
    if (record->first_date[0] == '\0')
        snprintf(record->first_date, sizeof record->first_date, "%.10s", date);
    snprintf(record->last_date, sizeof record->last_date, "%.10s", date);
}

bool record_add(Record *record, const PgnGame *game) {
    const char *white_name = pgn_tag(game, "White"), *black_name = pgn_tag(game, "Black");
    if (white_name == NULL || black_name == NULL || game->result == PGN_UNKNOWN) {
        record->unfinished++;
        return true;
    }
    if (record->player_count == 0 && add_player(record, white_name) == NULL)
        return false;
    bool is_white = strcmp(record->players[0].name, white_name) == 0;
    const char *opponent_name = is_white ? black_name : white_name;
    if ((!is_white && strcmp(record->players[0].name, black_name) != 0) ||
        strcmp(white_name, black_name) == 0) {
        record->foreign++;
        return true;
    }
    Player *opponent = find_player(record, opponent_name);
    if (opponent == NULL)
        return false;
    Player *hero = &record->players[0];
    note_date(record, pgn_tag(game, "Date"));
    read_comments(game, is_white ? hero : opponent, is_white ? opponent : hero);
    return count_game(record, game, opponent, is_white);
}

/* ---- What is in it ---- */

const Outcomes *player_outcomes(const Player *player) {
    uint64_t paired = 2 * outcomes_total(&player->pairs), games = outcomes_total(&player->games);
    return paired > games - paired ? &player->pairs : &player->games;
}

uint64_t player_faults(const Player *player) {
    uint64_t faults = 0;
    for (int i = END_FIRST_FAULT; i < END_NB; i++)
        faults += player->losses[i];
    return faults;
}

uint64_t record_faults(const Record *record) {
    uint64_t faults = 0;
    for (size_t i = 0; i < record->player_count; i++)
        faults += player_faults(&record->players[i]);
    return faults;
}
