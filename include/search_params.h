/* The search constants of search_params.def, by name. */
#ifndef CASTELLAN_SEARCH_PARAMS_H
#define CASTELLAN_SEARCH_PARAMS_H

#if defined(CASTELLAN_TUNE)
/* The one mutable global of a tuning build: one engine, set before it searches. */
typedef struct SearchParams {
#define PARAM(name, value, minimum, maximum, step) int name;
#include "search_params.def"
#undef PARAM
} SearchParams;
extern SearchParams search_params;
#define PARAMETER(name) (search_params.name)
#else
enum {
#define PARAM(name, value, minimum, maximum, step) PARAMETER_##name = value,
#include "search_params.def"
#undef PARAM
};
#define PARAMETER(name) PARAMETER_##name
#endif

#endif
