/* Keys name positions one to one: those that the rules call the same, and no others. */
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"
#include "zobrist.h"

void setUp(void) {
}

void tearDown(void) {
}

typedef struct MoveExample {
    const char *fen;
    const char *moves;
    const char *result;
} MoveExample;

/* The key of the pieces of some types of one colour, or of both where `colour` is COLOUR_NB. */
static Key key_of_pieces(const Position *p, const char *letters, Colour colour) {
    Key key = 0;
    for (Square s = 0; s < SQUARE_NB; s++) {
        Piece piece = p->board[s];
        if (piece == NO_PIECE || (colour != COLOUR_NB && piece_colour(piece) != colour))
            continue;
        if (strchr(letters, "PNBRQK"[piece_type(piece)]) != NULL)
            key ^= zobrist.piece[piece][s];
    }
    return key;
}

static void check_partial_keys(const Position *p, Move next, void *context) {
    FenText fen = fen_of(p);
    (void)next;
    (void)context;
    Key pawns = key_of_pieces(p, "P", COLOUR_NB), minors = key_of_pieces(p, "NBK", COLOUR_NB);
    Key majors = key_of_pieces(p, "RQK", COLOUR_NB);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(pawns, p->pawn_key, fen.text);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(minors, p->minor_key, fen.text);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(majors, p->major_key, fen.text);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(key_of_pieces(p, "NBRQK", WHITE), p->non_pawn_key[WHITE],
                                    fen.text);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(key_of_pieces(p, "NBRQK", BLACK), p->non_pawn_key[BLACK],
                                    fen.text);
}

static void test_partial_keys(void) {
    walk_all(5, check_partial_keys, NULL);
}

/* Which of the partial keys a move changes, as letters: Pawn, mInor, mAjor, White's, Black's. */
static void list_changed_keys(const Position *a, const Position *b, char changed[6]) {
    if (a->pawn_key != b->pawn_key)
        *changed++ = 'P';
    if (a->minor_key != b->minor_key)
        *changed++ = 'I';
    if (a->major_key != b->major_key)
        *changed++ = 'A';
    if (a->non_pawn_key[WHITE] != b->non_pawn_key[WHITE])
        *changed++ = 'W';
    if (a->non_pawn_key[BLACK] != b->non_pawn_key[BLACK])
        *changed++ = 'B';
    *changed = '\0';
}

static void test_moves_change_the_keys_of_their_pieces_only(void) {
    static const MoveExample EXAMPLES[] = {
        {FEN_START, "e2e4", "P"},
        {FEN_START, "g1f3", "IW"},
        {"4k3/8/8/8/8/8/8/B3K2R b - - 0 1", "e8d8", "IAB"},
        {"4k3/8/8/8/8/8/8/B3K2R w - - 0 1", "a1b2", "IW"},
        {"4k3/8/8/8/8/8/8/B3K2R w - - 0 1", "h1h2", "AW"},
        {"4k3/8/8/8/8/8/8/Q3K2R w - - 0 1", "a1a2", "AW"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "IAW"},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "P"},
        {"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", "PIB"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "P"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "PAW"},
        {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "PIAWB"},
    };
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        char changed[6];
        Position parent = position_of(EXAMPLES[i].fen);
        Position child = position_after(&parent, EXAMPLES[i].moves);
        list_changed_keys(&parent, &child, changed);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(EXAMPLES[i].result, changed, EXAMPLES[i].fen);
    }
}

typedef struct NamedKey {
    FenText name; /* the four fields that make a position what it is */
    Key key;
} NamedKey;

typedef struct KeyList {
    size_t count, capacity;
    NamedKey *entries;
} KeyList;

static void note_key(const Position *position, Move next, void *context) {
    KeyList *list = context;
    (void)next;
    TEST_ASSERT_TRUE(list->count < list->capacity);
    list->entries[list->count++] = (NamedKey){placement_of(position), position->key};
}

static int compare_keys(const void *a, const void *b) {
    Key first = ((const NamedKey *)a)->key, second = ((const NamedKey *)b)->key;
    return (first > second) - (first < second);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(((const NamedKey *)a)->name.text, ((const NamedKey *)b)->name.text);
}

/* Equal keys must have equal names and the other way round; neighbours in either order tell. */
static int count_equal_neighbours(KeyList *list, int (*compare)(const void *, const void *)) {
    int equal = 0;
    qsort(list->entries, list->count, sizeof list->entries[0], compare);
    for (size_t i = 1; i < list->count; i++) {
        const NamedKey *a = &list->entries[i - 1], *b = &list->entries[i];
        bool is_same = strcmp(a->name.text, b->name.text) == 0;
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_same, a->key == b->key, a->name.text);
        equal += is_same;
    }
    return equal;
}

static void test_keys_name_positions_one_to_one(void) {
    KeyList list = {.capacity = START_NB * WALKS_PER_START * (WALK_PLIES + 1)};
    list.entries = calloc(list.capacity, sizeof list.entries[0]);
    TEST_ASSERT_NOT_NULL(list.entries);
    walk_all(6, note_key, &list);
    int same_keys = count_equal_neighbours(&list, compare_keys);
    int same_names = count_equal_neighbours(&list, compare_names);
    free(list.entries);
    TEST_ASSERT_EQUAL_INT(same_keys, same_names);
    TEST_ASSERT_GREATER_THAN_INT(START_NB * (WALKS_PER_START - 1) + 200, same_keys);
}

static void test_transpositions_have_equal_keys(void) {
    static const struct {
        const char *fen, *first, *second;
    } PAIRS[] = {
        {FEN_START, "g1f3 g8f6 b1c3 b8c6", "b1c3 b8c6 g1f3 g8f6"},
        {FEN_START, "e2e3 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e3 e7e6"},
        {FEN_START, "e2e4 e7e6 d2d4 d7d5", "d2d4 e7e6 e2e4 d7d5"},
        {FEN_START, "g1f3 g8f6 f3g1 f6g8", ""},
        /* Castling and walking there. */
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1 e8d8 f1f3 d8e8 f3f4 e8d8 f4f2 d8e8",
         "e1f1 e8d8 f1g1 d8e8 h1h2 e8d8 h2f2 d8e8"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        Position start = position_of(PAIRS[i].fen);
        Position first = position_after(&start, PAIRS[i].first);
        Position second = position_after(&start, PAIRS[i].second);
        second.halfmove_clock = first.halfmove_clock;
        second.reversible_plies = first.reversible_plies;
        second.fullmove_number = first.fullmove_number;
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&first, &second, sizeof first, PAIRS[i].first);
    }
}

/* Positions that differ in nothing but side to move, rights or en passant. */
static void test_keys_tell_rights_apart(void) {
    static const char *const FENS[] = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",   "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1",   "r3k2r/8/8/8/8/8/8/R3K2R w Qq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",    "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
        "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",     "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
        "4k3/8/8/PpPpP3/8/8/8/4K3 w - b6 0 1",  "4k3/8/8/PpPpP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/PpPpP3/8/8/8/4K3 w - - 0 1",
    };
    enum { FEN_NB = sizeof FENS / sizeof FENS[0] };
    for (int i = 0; i < FEN_NB; i++)
        for (int j = 0; j < i; j++) {
            Position a = position_of(FENS[i]), b = position_of(FENS[j]);
            TEST_ASSERT_TRUE_MESSAGE(a.key != b.key, FENS[i]);
        }
}

/* An en passant square counts only where a capture there is legal; "-" where it is not. */
static void test_en_passant_counts_only_if_legal(void) {
    static const MoveExample PUSHES[] = {
        {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "d3"},
        {"4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5", "c6"},
        /* No pawn beside it, not even round the edge of the board. */
        {"4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", "d2d4", "-"},
        {"4k3/8/8/p7/p7/8/7P/4K3 w - - 0 1", "h2h4", "-"},
        /* The capturer is pinned: on a file, on a diagonal, along the way of its capture. */
        {"4k3/8/8/8/4p3/8/3PR3/K7 w - - 0 1", "d2d4", "-"},
        {"k7/8/8/8/4p3/8/3P4/K6B w - - 0 1", "d2d4", "-"},
        {"8/7k/8/8/4p3/8/3P4/KB6 w - - 0 1", "d2d4", "d3"},
        /* Both pawns leave the rank of king and rook. */
        {"8/8/8/8/R3p2k/8/3P4/K7 w - - 0 1", "d2d4", "-"},
        {"4k3/2p5/8/r2P3K/8/8/8/8 b - - 0 1", "c7c5", "-"},
        /* Two capturers, one of them pinned; then that one alone. */
        {"4k3/2p5/8/1P1P4/8/8/8/4K3 b - - 0 1", "c7c5", "c6"},
        {"3rk3/2p5/8/1P1P4/8/3K4/8/8 b - - 0 1", "c7c5", "c6"},
        {"3rk3/2p5/8/3P4/8/3K4/8/8 b - - 0 1", "c7c5", "-"},
        /* The push gives check itself, or uncovers one that the capture cannot answer. */
        {"8/8/8/k7/2p5/8/1P6/4K3 w - - 0 1", "b2b4", "b3"},
        {"8/8/8/8/4p3/8/R2P3k/K7 w - - 0 1", "d2d4", "-"},
    };
    for (size_t i = 0; i < sizeof PUSHES / sizeof PUSHES[0]; i++) {
        Position before = position_of(PUSHES[i].fen);
        Position after = position_after(&before, PUSHES[i].moves);
        FenText name = placement_of(&after);
        char *field = strrchr(name.text, ' ') + 1;
        TEST_ASSERT_EQUAL_STRING_MESSAGE(PUSHES[i].result, field, PUSHES[i].fen);
        strcpy(field, "-");
        Position without = position_of(name.text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(PUSHES[i].result[0] == '-', without.key == after.key,
                                      PUSHES[i].fen);
    }
}

static int compare_plain_keys(const void *a, const void *b) {
    Key first = *(const Key *)a, second = *(const Key *)b;
    return (first > second) - (first < second);
}

static void test_zobrist_keys_are_distinct(void) {
    static Key keys[sizeof zobrist / sizeof(Key)];
    enum { KEY_NB = sizeof keys / sizeof keys[0] };
    memcpy(keys, &zobrist, sizeof keys);
    qsort(keys, KEY_NB, sizeof keys[0], compare_plain_keys);
    TEST_ASSERT_TRUE(keys[0] != 0);
    for (size_t i = 1; i < KEY_NB; i++)
        TEST_ASSERT_TRUE(keys[i - 1] != keys[i]);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_partial_keys);
    RUN_TEST(test_moves_change_the_keys_of_their_pieces_only);
    RUN_TEST(test_keys_name_positions_one_to_one);
    RUN_TEST(test_transpositions_have_equal_keys);
    RUN_TEST(test_keys_tell_rights_apart);
    RUN_TEST(test_en_passant_counts_only_if_legal);
    RUN_TEST(test_zobrist_keys_are_distinct);
    return UNITY_END();
}
