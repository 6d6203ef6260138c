/* Single terms of the evaluation: how often each is counted in positions made for it, and that its
 * value points the way that the term is meant. */
#include <stdio.h>
#include <string.h>

#include "eval_trace.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* How often row `name` is counted for a side, over all entries or for one. */
typedef struct TermExample {
    const char *fen;
    const char *name;
    int entry; /* of a table; ALL for the sum over it */
    int white, black;
} TermExample;
enum { ALL = -1 };

static const EvalRow *row_of(const char *name) {
    for (int i = 0; i < eval_row_count; i++)
        if (strcmp(eval_rows[i].name, name) == 0)
            return &eval_rows[i];
    TEST_FAIL_MESSAGE(name);
    return NULL;
}

static int counted(const EvalTrace *trace, const EvalRow *row, int entry, Colour side) {
    int sum = 0;
    for (int i = 0; i < row->count; i++)
        if (entry == ALL || entry == i)
            sum += trace->counts[side][row->first + i];
    return sum;
}

static void check_examples(const TermExample *examples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const TermExample *example = &examples[i];
        const EvalRow *row = row_of(example->name);
        Position p = position_of(example->fen);
        EvalTrace trace;
        char text[160];
        eval_trace(&p, &trace);
        snprintf(text, sizeof text, "%s in %s", example->name, example->fen);
        TEST_ASSERT_FALSE_MESSAGE(trace.is_known, text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(example->white, counted(&trace, row, example->entry, WHITE),
                                      text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(example->black, counted(&trace, row, example->entry, BLACK),
                                      text);
    }
}

#define CHECK_EXAMPLES(examples) check_examples(examples, sizeof(examples) / sizeof *(examples))

static void test_material_and_squares(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/pp6/8/8/8/8/PPP5/4K2Q w - - 0 1", "Material", PAWN, 3, 2},
        {"4k3/pp6/8/8/8/8/PPP5/4K2Q w - - 0 1", "Material", QUEEN, 1, 0},
        {"2b1kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", "BishopPair", ALL, 0, 1},
        {"4k3/pp6/8/8/8/8/PPPPPPPP/1N2K1N1 w - - 0 1", "KnightPawns", ALL, 6, 0},
        {"r3k3/pp6/8/8/8/8/PPPP4/4K3 w - - 0 1", "RookPawns", ALL, 0, -3},
        /* The king on the right half: squares as they are. On the left half: mirrored. */
        {"4k3/pp6/8/8/8/2N5/PPPP4/4K3 w - - 0 1", "KnightOwnKing", 18, 1, 0},
        {"4k3/pp6/8/8/8/2N5/PPPP4/3K4 w - - 0 1", "KnightOwnKing", 21, 1, 0},
        {"4k3/pp6/8/8/8/2N5/PPPP4/3K4 w - - 0 1", "KnightEnemyKing", 18, 1, 0},
        {"3k4/pp6/8/8/8/2N5/PPPP4/4K3 w - - 0 1", "KnightEnemyKing", 21, 1, 0},
        {"4k3/pp6/2n5/8/8/8/PPPP4/4K3 w - - 0 1", "KnightOwnKing", 18, 0, 1},
        {"4k3/pp6/8/8/8/8/PPPP4/6K1 w - - 0 1", "KingSquare", 2, 1, 0},
        {"3k4/pp6/8/8/8/8/PPPP4/6K1 w - - 0 1", "KingSquare", 0, 0, 1},
        {"4k3/pp6/8/8/8/8/PPPP4/6K1 b - - 0 1", "Tempo", ALL, 0, 1},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_mobility(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/p7/8/8/8/8/P7/N3K3 w - - 0 1", "KnightMobility", 2, 1, 0},
        /* A square that an enemy pawn attacks, and one where our blocked pawn stands. */
        {"4k3/8/8/p7/8/8/P7/N3K3 w - - 0 1", "KnightMobility", 2, 1, 0},
        {"4k3/8/8/8/p7/8/P7/N3K3 w - - 0 1", "KnightMobility", 1, 1, 0},
        {"4k3/p7/8/8/8/8/P1P5/N3K3 w - - 0 1", "KnightMobility", 1, 1, 0},
        /* Pinned: along the line alone. */
        {"4k3/p3r3/8/8/4N3/8/P7/4K3 w - - 0 1", "KnightMobility", 0, 1, 0},
        {"4k3/p3r3/8/8/4R3/8/P7/4K3 w - - 0 1", "RookMobility", 5, 1, 0},
        /* A rook sees through the other and the queen. */
        {"4k3/p7/8/8/8/7P/7P/RR5K w - - 0 1", "RookMobility", 12, 2, 0},
        {"4k3/p7/8/8/8/8/P7/Q3K3 w - - 0 1", "QueenMobility", 10, 1, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_pawn_structure(void) {
    static const TermExample EXAMPLES[] = {
        {"4k1n1/8/8/8/8/8/P1PP4/4K3 w - - 0 1", "PawnIsolated", ALL, 1, 0},
        {"4k1n1/8/8/8/P7/8/P1PP4/4K3 w - - 0 1", "PawnDoubled", ALL, 1, 0},
        {"4k1n1/8/8/3p4/2P5/8/3P4/4K3 w - - 0 1", "PawnBackward", ALL, 0, 0},
        {"4k1n1/8/8/2p5/2P1p3/8/3P4/4K3 w - - 0 1", "PawnBackward", ALL, 1, 0},
        {"4k1n1/8/8/2p5/2P1p3/8/3P4/4K3 w - - 0 1", "PawnWeakOpen", ALL, 1, 1},
        {"4k1n1/8/8/8/2P5/3P4/8/4K3 w - - 0 1", "PawnSupported", 2, 1, 0},
        {"4k1n1/8/8/8/2PP4/8/8/4K3 w - - 0 1", "PawnPhalanx", 2, 2, 0},
        {"4k1n1/2p5/8/8/2PP4/8/8/4K3 w - - 0 1", "PawnCandidate", 2, 1, 0},
        {"4k1n1/2p1p3/8/8/2PP4/8/8/4K3 w - - 0 1", "PawnCandidate", ALL, 0, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_passed_pawns(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedRank", 3, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedFile", 0, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedOwnKing", 3, 5, 0},
        {"8/2k4p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedEnemyKing", 3, 2, 0},
        {"8/2k4p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedFreePath", 3, 1, 0},
        {"8/1k5p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedFreePath", ALL, 0, 0},
        {"8/1k5p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedSafeAdvance", ALL, 0, 0},
        {"8/2k4p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedSafeAdvance", 3, 1, 0},
        {"8/7p/k7/P7/8/8/7P/4K3 w - - 0 1", "PassedBlocked", 3, 1, 0},
        {"4k3/7p/8/P7/8/3B4/7P/4K3 w - - 0 1", "PassedGuarded", 3, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/R3K3 w - - 0 1", "PassedRookBehind", ALL, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/r3K3 w - - 0 1", "PassedRookAgainst", ALL, 1, 0},
        {"4k3/7p/8/P7/N7/8/7P/r3K3 w - - 0 1", "PassedRookAgainst", ALL, 0, 0},
        /* The king a step too late, in time, and in time because it is its turn. */
        {"5k2/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedUnstoppable", ALL, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedUnstoppable", ALL, 1, 0},
        {"3k4/7p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedUnstoppable", ALL, 0, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 b - - 0 1", "PassedUnstoppable", ALL, 0, 0},
        {"5k2/5n1p/8/P7/8/8/7P/4K3 w - - 0 1", "PassedUnstoppable", ALL, 0, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_places_of_pieces(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/pp6/8/3N4/4P3/8/8/4K3 w - - 0 1", "KnightOutpost", ALL, 1, 0},
        {"4k3/ppp5/8/3N4/4P3/8/8/4K3 w - - 0 1", "KnightOutpost", ALL, 0, 0},
        {"4k3/pp6/8/3B4/4P3/8/8/4K3 w - - 0 1", "BishopOutpost", ALL, 1, 0},
        {"4k3/pp6/8/8/4P3/2N5/8/4K3 w - - 0 1", "KnightOutpostNear", ALL, 1, 0},
        {"4k3/pp6/8/8/4P3/4N3/8/4K1B1 w - - 0 1", "MinorBehindPawn", ALL, 1, 0},
        {"4k3/pp6/8/8/2P1P3/8/3P4/4K1B1 w - - 0 1", "BishopPawns", ALL, 1, 0},
        {"4k3/pp6/3p4/3P4/2P1P3/8/3P4/4KB2 w - - 0 1", "BishopPawnsBlocked", ALL, 3, 0},
        {"4k3/pp6/8/8/8/8/PB6/4K3 w - - 0 1", "BishopLongDiagonal", ALL, 1, 0},
        {"4k3/pp6/8/8/3P4/8/PB6/4K3 w - - 0 1", "BishopLongDiagonal", ALL, 0, 0},
        {"4k3/pp6/8/8/8/8/PP6/2R1K3 w - - 0 1", "RookOpenFile", ALL, 1, 0},
        {"4k3/ppp5/8/8/8/8/PP6/2R1K3 w - - 0 1", "RookHalfOpenFile", ALL, 1, 0},
        {"4k3/ppp5/8/8/8/8/PPP5/2R1K3 w - - 0 1", "RookHalfOpenFile", ALL, 0, 0},
        {"4k3/1R5p/8/8/8/8/PP6/4K3 w - - 0 1", "RookSeventh", ALL, 1, 0},
        {"8/1R6/4k3/7p/8/8/PP6/4K3 w - - 0 1", "RookSeventh", ALL, 0, 0},
        {"4k3/pp6/8/8/8/8/5PPP/5K1R w - - 0 1", "RookTrapped", ALL, 1, 0},
        {"4k3/pp6/8/8/8/8/5PPP/5K1R w - - 0 1", "RookTrappedForGood", ALL, 1, 0},
        {"4k3/pp6/8/8/8/8/5PPP/4KBNR w K - 0 1", "RookTrapped", ALL, 1, 0},
        {"4k3/pp6/8/8/8/8/5PPP/4KBNR w K - 0 1", "RookTrappedForGood", ALL, 0, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_threats(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/pp6/8/3n4/4P3/8/8/4K3 w - - 0 1", "ThreatByPawn", 0, 1, 0},
        {"4k3/pp6/8/3r4/4P3/8/8/4K3 w - - 0 1", "ThreatByPawn", 2, 1, 0},
        {"4k3/pp6/8/3r4/8/4N3/8/4K3 w - - 0 1", "ThreatByMinor", ROOK, 1, 0},
        {"4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1", "ThreatByMinor", ALL, 0, 0},
        {"4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "ThreatByMinor", PAWN, 1, 0},
        {"4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "ThreatByRook", KNIGHT, 1, 0},
        {"4k3/8/8/8/8/3p4/4K2P/8 w - - 0 1", "ThreatByKing", ALL, 1, 0},
        {"4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "ThreatHanging", ALL, 1, 0},
        {"8/8/2k5/3n4/8/8/8/3RK3 w - - 0 1", "ThreatHanging", ALL, 0, 0},
        {"4k3/8/3n4/8/4P3/8/8/4K3 w - - 0 1", "ThreatByPush", ALL, 1, 0},
        {"4k3/5p2/3n4/8/4P3/8/8/4K3 w - - 0 1", "ThreatByPush", ALL, 1, 0},
        {"4k3/8/3n1p2/8/4P3/8/8/4K3 w - - 0 1", "ThreatByPush", ALL, 0, 0},
        {"4k2r/8/8/8/R7/8/P7/4K3 w - - 0 1", "Restricted", ALL, 1, 1},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_space(void) {
    static const TermExample EXAMPLES[] = {
        /* Eight squares without pawns of ours, of which White has two behind one and Black loses
         * two to the pawn; sixteen pieces less four. */
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "Space", ALL, 15, 9},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_danger(void) {
    static const TermExample EXAMPLES[] = {
        {"6k1/5ppp/8/6NQ/8/8/PP6/1K6 w - - 0 1", "DangerAttacker", ALL, 0, 2},
        {"6k1/5ppp/8/6NQ/8/8/PP6/1K6 w - - 0 1", "DangerAttackers", 2, 0, 1},
        {"6k1/5ppp/8/6NR/8/8/PP6/1K6 w - - 0 1", "DangerNoQueen", ALL, 0, 1},
        {"6k1/5ppp/8/6N1/8/8/PP6/1K1RQ3 w - - 0 1", "DangerSafeCheck", 2, 0, 1},
        {"3r2k1/4bppp/8/6N1/8/8/PP1R4/1K1Q4 w - - 0 1", "DangerSafeCheck", ALL, 0, 0},
        {"6k1/5ppp/8/3Q4/8/8/PP6/1K6 w - - 0 1", "DangerSafeChecks", 3, 0, 1},
        {"3r2k1/4bppp/8/6N1/8/8/PP1R4/1K1Q4 w - - 0 1", "DangerUnsafeCheck", ALL, 0, 1},
        {"6k1/5rpp/8/3B4/8/8/PP6/1K1Q4 w - - 0 1", "DangerPinned", ALL, 0, 1},
        {"n5k1/3Q4/8/8/8/8/PP6/1K6 b - - 0 1", "DangerPawnlessFlank", ALL, 0, 1},
        {"6k1/3Q1ppp/5n2/8/8/8/PP6/1K6 w - - 0 1", "DangerDefender", ALL, 0, 2},
        {"6k1/5ppp/8/6NQ/8/8/PP6/1K6 w - - 0 1", "DangerNoSiege", ALL, 1, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_shelter(void) {
    static const TermExample EXAMPLES[] = {
        /* Files f, g and h: lines two, one and nought of the table; rank 2 is its second entry. */
        {"n3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "ShelterPawn", 0 * 7 + 1, 1, 0},
        {"n3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "ShelterPawn", 1 * 7 + 1, 1, 0},
        {"n3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "ShelterPawn", 2 * 7 + 1, 1, 0},
        {"n3k3/8/8/8/8/6P1/5P1P/6K1 w - - 0 1", "ShelterPawn", 1 * 7 + 2, 1, 0},
        {"n3k3/8/8/8/8/8/5P1P/6K1 w - - 0 1", "DangerShelterPawn", 1 * 7, 1, 0},
        {"n3k3/8/8/8/6p1/8/5PPP/6K1 w - - 0 1", "StormPawn", 1 * 7 + 3, 1, 0},
        {"n3k3/8/8/8/8/6p1/5PPP/7K w - - 0 1", "StormBlocked", 2, 1, 0},
        {"n3k3/8/8/8/8/6p1/5PPP/7K w - - 0 1", "DangerStormBlocked", 2, 1, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

static void test_complexity(void) {
    static const TermExample EXAMPLES[] = {
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "ComplexityPawns", ALL, 3, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "ComplexityPassed", ALL, 1, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "ComplexityBothFlanks", ALL, 1, 0},
        {"4k3/7p/8/8/8/8/6PP/4K3 w - - 0 1", "ComplexityBothFlanks", ALL, 0, 0},
        {"4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1", "ComplexityPawnEnding", ALL, 1, 0},
        {"4k2n/7p/8/P7/8/8/7P/4K3 w - - 0 1", "ComplexityPawnEnding", ALL, 0, 0},
        {"8/7p/8/P7/4k3/8/7P/4K3 w - - 0 1", "ComplexityInfiltration", ALL, 1, 0},
    };
    CHECK_EXAMPLES(EXAMPLES);
}

/* The second position of a pair differs in what the term is about and must be better for White. */
static void test_values_point_the_right_way(void) {
    static const char *const PAIRS[][2] = {
        /* A pawn more, a piece more, the bishop pair. */
        {"4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1"},
        {"4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/pp6/8/8/8/8/PP6/4KN2 w - - 0 1"},
        {"4k3/pp3ppp/8/8/8/8/PP3PPP/1NB1K3 w - - 0 1",
         "4k3/pp3ppp/8/8/8/8/PP3PPP/2B1KB2 w - - 0 1"},
        /* A knight in the corner and in an outpost. */
        {"4k3/pp6/8/8/4P3/8/PP6/N3K3 w - - 0 1", "4k3/pp6/8/3N4/4P3/8/PP6/4K3 w - - 0 1"},
        /* Doubled and isolated pawns against connected ones. */
        {"4k1n1/pp6/8/8/8/2P5/2P3P1/4K1N1 w - - 0 1", "4k1n1/pp6/8/8/8/2P5/1P4P1/4K1N1 w - - 0 1"},
        /* A passed pawn further on; one that the king cannot catch. */
        {"4k1n1/6p1/8/8/8/P7/6P1/4K1N1 w - - 0 1", "4k1n1/6p1/P7/8/8/8/6P1/4K1N1 w - - 0 1"},
        {"3k4/6p1/8/P7/8/8/6P1/4K3 w - - 0 1", "6k1/6p1/8/P7/8/8/6P1/4K3 w - - 0 1"},
        /* Rooks on closed and open files, and on the seventh rank. */
        {"4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1", "4k3/pp3ppp/8/8/8/8/PP3PPP/2R1K3 w - - 0 1"},
        {"4k3/pp3ppp/8/2R5/8/8/PP3PPP/4K3 w - - 0 1", "4k3/ppR2ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1"},
        /* The king behind its pawns and in the open, with queens about. */
        {"r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1",
         "r2q1rk1/pppppp2/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1"},
        /* A piece attacked by a pawn. */
        {"4k3/pp6/3n4/8/8/4P3/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/3n4/4P3/PP6/4K3 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        Position worse = position_of(PAIRS[i][0]), better = position_of(PAIRS[i][1]);
        EvalTrace first, second;
        eval_trace(&worse, &first);
        eval_trace(&better, &second);
        TEST_ASSERT_GREATER_THAN_INT_MESSAGE(first.score, second.score, PAIRS[i][1]);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_material_and_squares);
    RUN_TEST(test_mobility);
    RUN_TEST(test_pawn_structure);
    RUN_TEST(test_passed_pawns);
    RUN_TEST(test_places_of_pieces);
    RUN_TEST(test_threats);
    RUN_TEST(test_space);
    RUN_TEST(test_danger);
    RUN_TEST(test_shelter);
    RUN_TEST(test_complexity);
    RUN_TEST(test_values_point_the_right_way);
    return UNITY_END();
}
