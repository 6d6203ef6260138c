#!/bin/sh
# Replays the corpus of odd input, and mutations of it, through the parsers. $FUZZ_REPLAY is the
# program that does it, built with the sanitizers where the compiler has them; it reports by
# itself.

set -u
corpus=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/fuzz/corpus
exec "${FUZZ_REPLAY:?FUZZ_REPLAY must be the path of the replay program}" \
    book "$corpus"/book/* epd "$corpus"/epd/* fen "$corpus"/fen/* move "$corpus"/move/* \
    pgn "$corpus"/pgn/* uci "$corpus"/uci/*
