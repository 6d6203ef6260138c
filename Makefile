# Castellan. `make help` lists what can be made.
#
#   ARCH   native (default), x86-64, x86-64-v2, x86-64-v3, arm64
#   CC     gcc or clang; the first one found unless given
#   EXE    name of the engine to build, castellan unless given
#   MODE   release (default); debug: assertions, address and undefined-behaviour sanitizers;
#          tuning: every search constant is a UCI option

ifeq ($(origin CC),default)
CC := $(shell command -v gcc || command -v clang || echo cc)
endif
ARCH ?= native
MODE ?= release

# ---- What the compiler builds for -------------------------------------------------------------

TARGET     := $(shell $(CC) -dumpmachine)
IS_X86     := $(filter x86_64-% amd64-%,$(TARGET))
IS_WINDOWS := $(findstring mingw,$(TARGET))$(findstring windows,$(TARGET))
SUFFIX     := $(if $(IS_WINDOWS),.exe)
EXE        ?= castellan$(SUFFIX)

# $(call accepted,FLAGS): the flags if the compiler takes them all, otherwise nothing.
accepted = $(shell $(CC) -Werror $(1) -x c -c /dev/null -o /dev/null 2>/dev/null && echo '$(1)')

# Moves of 512 bits defeat store forwarding when a copied position is changed right away.
NARROW_MOVES := $(if $(IS_X86),$(call accepted,-mmove-max=256 -mstore-max=256))
BASELINE     := $(if $(IS_X86),-march=x86-64)

ifeq ($(ARCH),native)
ARCH_FLAGS := $(if $(IS_X86),-march=native $(NARROW_MOVES),$(call accepted,-mcpu=native))
else ifneq ($(filter x86-64 x86-64-v2 x86-64-v3,$(ARCH)),)
ARCH_FLAGS := -march=$(ARCH) -DCASTELLAN_PORTABLE
else ifeq ($(ARCH),arm64)
ARCH_FLAGS := -march=armv8-a -DCASTELLAN_PORTABLE
else
$(error ARCH=$(ARCH) is unknown: use native, x86-64, x86-64-v2, x86-64-v3 or arm64)
endif

SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
ifeq ($(MODE),release)
MODE_FLAGS := -O3 -DNDEBUG
else ifeq ($(MODE),debug)
CAN_SANITIZE := $(shell echo 'int main(void){return 0;}' | \
	$(CC) $(SANITIZERS) -x c - -o /dev/null 2>/dev/null && echo yes)
MODE_FLAGS := -O1 -g -fno-omit-frame-pointer $(if $(CAN_SANITIZE),$(SANITIZERS))
else ifeq ($(MODE),tuning)
MODE_FLAGS := -O3 -DNDEBUG -DCASTELLAN_TUNE
else
$(error MODE=$(MODE) is unknown: use release, debug or tuning)
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS   ?=
LDFLAGS  ?=
LIBS     := -lm
COMPILE   = $(CC) -std=c11 -pthread $(WARNINGS) $(MODE_FLAGS) $(PGO_FLAGS) -Iinclude $(CFLAGS)
LINK      = $(CC) -pthread $(MODE_FLAGS) $(PGO_FLAGS) $(CFLAGS) $(LDFLAGS) $(if $(IS_WINDOWS),-static)

# Recipes show what they make; `make V=1` shows the whole commands.
V ?= 0
say = $(if $(filter 0,$(V)),@printf '  %-5s %s\n' '$(1)' '$(2)' &&,)

# ---- Files ------------------------------------------------------------------------------------

# Each way of building has its own folder, so that changing one's mind rebuilds nothing twice.
BUILD   := build/$(notdir $(firstword $(CC)))-$(ARCH)-$(MODE)$(if $(PGO_FLAGS),-pgo)
SOURCES := $(wildcard src/*.c)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
ENGINE  := $(BUILD)/castellan$(SUFFIX)

TOOLS       := $(patsubst tools/%.c,build/%$(SUFFIX),$(wildcard tools/*.c))
COMMON      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/common/*.c))
BUILT_TOOLS := $(patsubst build/%,$(BUILD)/tools/%,$(TOOLS))

UNITY_FOLDER  ?= build/unity
UNITY_FLAGS   := -I$(UNITY_FOLDER) -DUNITY_INCLUDE_DOUBLE -DUNITY_USE_FLUSH_STDOUT
TEST_SUPPORT  := $(BUILD)/tests/slow_rules.o $(BUILD)/tests/positions.o $(BUILD)/tests/unity.o
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%$(SUFFIX),$(wildcard tests/test_*.c))
TEST_SCRIPTS  := $(wildcard tests/test_*.sh)

.PHONY: all run test debug pgo tools release check format bench-perft latency fuzz clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(EXE)

# Copied only when it differs, so that an unchanged engine stays untouched; removed first, because
# one that runs cannot be written to.
$(EXE): $(ENGINE) FORCE
	@cmp -s $(ENGINE) $@ || { rm -f $@ && cp $(ENGINE) $@; }

$(ENGINE): $(OBJECTS)
	$(call say,LINK,$@) $(LINK) $^ -o $@ $(LIBS)

# The check for a CPU that is too old must itself run on one.
$(BUILD)/src/main.o $(BUILD)/src/platform.o: ARCH_FLAGS := $(BASELINE)

$(BUILD)/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<) $(COMPILE) $(ARCH_FLAGS) -MMD -MP -c $< -o $@

# Changes when the flags do, and everything compiled depends on it.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(COMPILE) $(ARCH_FLAGS) $(LINK)' | cmp -s - $@ || echo '$(COMPILE) $(ARCH_FLAGS) $(LINK)' > $@

FORCE:

run: all
	@./$(EXE)

debug:
	@$(MAKE) MODE=debug EXE=castellan-debug$(SUFFIX)

# ---- Profile-guided build ---------------------------------------------------------------------

PROFILE     := $(CURDIR)/build/profile
IS_CLANG    := $(findstring clang,$(shell $(CC) --version))
PGO_COLLECT := $(if $(IS_CLANG),-fprofile-instr-generate,-fprofile-generate -fprofile-update=atomic)
PGO_USE     := $(if $(IS_CLANG),-fprofile-instr-use=$(PROFILE)/merged,-fprofile-use -fprofile-partial-training -Wno-missing-profile)
PROFDATA    := $(firstword $(shell command -v llvm-profdata llvm-profdata-14 llvm-profdata-16 llvm-profdata-18 llvm-profdata-19) $(if $(findstring darwin,$(TARGET)),xcrun llvm-profdata))

pgo:
	@rm -rf $(PROFILE) build/*-pgo
	@mkdir -p $(PROFILE)
	@$(MAKE) PGO_FLAGS='$(PGO_COLLECT)' EXE=build/profile/engine$(SUFFIX)
	@echo 'Collecting a profile ...'
	@LLVM_PROFILE_FILE=$(PROFILE)/raw build/profile/engine$(SUFFIX) bench > /dev/null
	$(if $(IS_CLANG),@$(or $(PROFDATA),$(error make pgo with clang needs llvm-profdata)) merge -o $(PROFILE)/merged $(PROFILE)/raw)
	@find build -path '*-pgo/*' -name '*.o' -exec rm {} +
	@$(MAKE) PGO_FLAGS='$(PGO_USE)' EXE='$(EXE)'

# ---- Tools ------------------------------------------------------------------------------------

tools: $(TOOLS)

$(TOOLS): build/%: $(BUILD)/tools/% FORCE
	@cmp -s $< $@ || cp $< $@

$(BUILD)/tools/%.o: tools/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<) $(COMPILE) $(ARCH_FLAGS) -Itools/common -MMD -MP -c $< -o $@

$(BUILD)/tools/%$(SUFFIX): $(BUILD)/tools/%.o $(COMMON) $(LIBRARY)
	$(call say,LINK,$@) $(LINK) $^ -o $@ $(LIBS)

# Races perft against another engine: make bench-perft PEER=/path/to/engine
PEER ?= $(or $(shell command -v stockfish),/usr/games/stockfish)
bench-perft: $(EXE) build/perft_race$(SUFFIX)
	@build/perft_race$(SUFFIX) ./$(EXE) '$(PEER)'

# The tuner and its tests share several files.
TUNER := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/tuner/*.c))
$(BUILD)/tools/tune$(SUFFIX): $(TUNER)
$(BUILD)/tests/test_tune$(SUFFIX) $(BUILD)/tests/test_tune_files$(SUFFIX): $(TUNER)

# So do the report on a match and its tests.
REPORT := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/report/*.c))
$(BUILD)/tools/match_report$(SUFFIX) $(BUILD)/tests/test_report$(SUFFIX): $(REPORT)

# ---- Releases ---------------------------------------------------------------------------------

# Every platform, checked and packed into build/release.
release:
	@MAKE='$(MAKE)' sh tools/release.sh $(PLATFORMS)

# ---- Tests ------------------------------------------------------------------------------------

REPLAY_BUILD := build/$(notdir $(firstword $(CC)))-$(ARCH)-debug
REPLAY       := $(REPLAY_BUILD)/tests/fuzz/replay$(SUFFIX)

LATENCY := $(BUILD)/tests/latency$(SUFFIX)
DAMAGE  := $(BUILD)/tests/damage$(SUFFIX)

test: $(EXE) $(BUILT_TOOLS) $(TEST_PROGRAMS) $(BUILD)/tests/unity_failures$(SUFFIX) $(LATENCY) $(DAMAGE) replay
	@LATENCY=$(LATENCY) DAMAGE=$(DAMAGE) UNITY_FAILURES=$(BUILD)/tests/unity_failures$(SUFFIX) CASTELLAN=$(CURDIR)/$(ENGINE) \
	  FUZZ_REPLAY=$(REPLAY) TOOLS=$(abspath $(BUILD))/tools OBJECTS=$(BUILD)/src CC='$(CC)' MODE=$(MODE) TEST_LOG_DIR=$(BUILD)/test-logs \
	  sh tests/run.sh $(TEST_PROGRAMS) $(TEST_SCRIPTS)

$(UNITY_FOLDER)/unity.c:
	@sh tools/get_unity.sh $(UNITY_FOLDER)

$(BUILD)/tests/unity.o: $(UNITY_FOLDER)/unity.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<) $(COMPILE) $(UNITY_FLAGS) -w -c $< -o $@

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags $(UNITY_FOLDER)/unity.c
	@mkdir -p $(@D)
	$(call say,CC,$<) $(COMPILE) $(ARCH_FLAGS) $(UNITY_FLAGS) -Itests -Itools/common -MMD -MP -c $< -o $@

$(BUILD)/tests/%$(SUFFIX): $(BUILD)/tests/%.o $(TEST_SUPPORT) $(COMMON) $(LIBRARY)
	$(call say,LINK,$@) $(LINK) $^ -o $@ $(LIBS)

# Writes damaged copies of files.
$(DAMAGE): $(BUILD)/tests/damage.o $(BUILD)/tests/fuzz/mutate.o
	$(call say,LINK,$@) $(LINK) $^ -o $@ $(LIBS)

# How fast `stop` is obeyed: make latency SAMPLES=1000
SAMPLES ?= 40
latency: $(ENGINE) $(LATENCY)
	@CASTELLAN=$(CURDIR)/$(ENGINE) $(LATENCY) $(SAMPLES)

# The parsers on a corpus of odd input, always with the sanitizers where the compiler has them.
.PHONY: replay
ifeq ($(MODE),debug)
replay: $(REPLAY)
else
replay:
	@$(MAKE) --no-print-directory MODE=debug BUILD=$(REPLAY_BUILD) $(REPLAY)
endif

$(BUILD)/tests/fuzz/replay$(SUFFIX): $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/*.c)) $(LIBRARY)
	$(call say,LINK,$@) $(LINK) $^ -o $@ $(LIBS)

# make fuzz TARGET_PARSER=fen SECONDS_TO_RUN=60, with clang's libFuzzer.
TARGET_PARSER  ?= uci
SECONDS_TO_RUN ?= 60
fuzz:
	@mkdir -p build/fuzz/$(TARGET_PARSER)
	clang -std=c11 $(WARNINGS) -O1 -g -fsanitize=fuzzer,address,undefined \
	  -fno-sanitize-recover=all -DCASTELLAN_LIBFUZZER \
	  -Iinclude -Itests/fuzz $(filter-out src/main.c,$(SOURCES)) tests/fuzz/fuzz_$(TARGET_PARSER).c \
	  -o build/fuzz/fuzz_$(TARGET_PARSER)
	build/fuzz/fuzz_$(TARGET_PARSER) -max_total_time=$(SECONDS_TO_RUN) -max_len=4096 \
	  build/fuzz/$(TARGET_PARSER) tests/fuzz/corpus/$(TARGET_PARSER)

# ---- Tidiness ---------------------------------------------------------------------------------

FORMATTED := $(wildcard src/*.[ch] include/*.h tests/*.[ch] tests/*/*.[ch] tools/*.c tools/*/*.[ch])

check: $(OBJECTS)
	@sh tools/check_layers.sh
	@sh tools/check_sizes.sh
	@sh tools/check_globals.sh $(OBJECTS)

format:
	clang-format -i $(filter-out src/magics.h,$(FORMATTED))

clean:
	rm -rf build castellan castellan.exe castellan-debug castellan-debug.exe

help:
	@echo 'make              build ./castellan for this machine'
	@echo 'make run          build it and open its prompt'
	@echo 'make test         build and run every test'
	@echo 'make debug        build ./castellan-debug with assertions and sanitizers'
	@echo 'make pgo          build ./castellan with a profile of itself, a little faster'
	@echo 'make tools        build the tools into build/'
	@echo 'make release      build, check and pack for every platform (ALLOW_MISSING=1: those that can be)'
	@echo 'make check        check layers, sizes of functions and files, and global state'
	@echo 'make bench-perft  race move generation against another engine (PEER=...)'
	@echo 'make latency      measure how fast a search is stopped (SAMPLES=1000)'
	@echo 'make fuzz         fuzz a parser with libFuzzer (TARGET_PARSER=book|epd|fen|move|pgn|uci)'
	@echo 'make format       lay out the sources with clang-format'
	@echo 'make clean        remove everything built'
	@echo
	@echo 'ARCH=native|x86-64|x86-64-v2|x86-64-v3|arm64  CC=gcc|clang  EXE=name  MODE=release|debug|tuning'

-include $(OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*.d $(BUILD)/tests/fuzz/*.d $(BUILD)/tools/*.d $(BUILD)/tools/*/*.d)
