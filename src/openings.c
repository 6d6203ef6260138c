#include "openings.h"

#include <stdio.h>

#include "ending.h"
#include "fen.h"
#include "letters.h"
#include "movegen.h"

enum { FILE_NB = 8 };

/* Puts a piece on the empty file that `index` others stand before. */
static void put_on_empty(char rank[FILE_NB + 1], int index, char piece) {
    int file = 0;
    while (rank[file] != ' ' || index-- > 0)
        file++;
    rank[file] = piece;
}

/* The numbering counts bishops, queen and knights; king and rooks take what is left. */
static void arrange(int number, char rank[FILE_NB + 1]) {
    static const uint8_t KNIGHTS[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    snprintf(rank, FILE_NB + 1, "%*s", FILE_NB, "");
    rank[number % 4 * 2 + 1] = 'b';
    rank[number / 4 % 4 * 2] = 'b';
    put_on_empty(rank, number / 16 % 6, 'q');
    const uint8_t *knights = KNIGHTS[number / 96];
    put_on_empty(rank, knights[1], 'n'); /* the farther one first, so that both counts hold */
    put_on_empty(rank, knights[0], 'n');
    put_on_empty(rank, 0, 'r');
    put_on_empty(rank, 0, 'k');
    put_on_empty(rank, 0, 'r');
}

Position opening_start(int white_number, int black_number) {
    char black[FILE_NB + 1], white[FILE_NB + 1], fen[FEN_SIZE];
    Position position = {0};
    Reason reason;
    arrange(black_number, black);
    arrange(white_number, white);
    for (int i = 0; i < FILE_NB; i++)
        white[i] = to_upper(white[i]);
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
    fen_parse(fen, &position, &reason);
    return position;
}

bool opening_play_random(Position *position, int plies, Random *random) {
    for (int i = 0; i < plies; i++) {
        MoveList list;
        Position next;
        movegen_legal(position, &list);
        if (list.count == 0)
            return false;
        position_make_move(&next, position, list.moves[random_below(random, (uint32_t)list.count)]);
        *position = next;
    }
    return movegen_has_legal_move(position);
}

Random opening_random(uint64_t seed, uint64_t number) {
    Random random = {seed};
    random.state = random_next(&random) + number;
    random.state = random_next(&random);
    return random;
}

/* The number of an arrangement is drawn even where it is not needed, so that everything else stays
 * as it is for all kinds of start. */
static Position draw_start(const OpeningRules *rules, Random *random) {
    int number = (int)random_below(random, OPENING_CHESS960_NB);
    if (rules->book_size > 0)
        return rules->book[random_below(random, (uint32_t)rules->book_size)];
    if (rules->start == OPENING_OF_DOUBLE_CHESS960)
        return opening_start(number, (int)random_below(random, OPENING_CHESS960_NB));
    number = rules->start == OPENING_OF_CHESS ? OPENING_STANDARD : number;
    return opening_start(number, number);
}

bool opening_draw(const OpeningRules *rules, Random *random, Solo *solo, Game *game) {
    Position position = draw_start(rules, random);
    if (!opening_play_random(&position, rules->plies, random))
        return false;
    game_begin(game, &position);
    if (ending_of(game) != ENDING_NONE)
        return false;
    /* Twice as many for a depth that was begun late: it is not the score itself that is kept. */
    SoloLimits limits = {rules->nodes, 2 * rules->nodes, 1};
    Score score = solo_search(solo, game, limits)->score;
    return score >= -rules->limit && score <= rules->limit;
}
