#include "openings.h"

#include <stdio.h>

#include "fen.h"
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

Position opening_start(int number) {
    char black[FILE_NB + 1], white[FILE_NB + 1], fen[FEN_SIZE];
    Position position = {0};
    Reason reason;
    arrange(number, black);
    for (int i = 0; i <= FILE_NB; i++)
        white[i] = (char)(black[i] == '\0' ? '\0' : black[i] - 'a' + 'A');
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
