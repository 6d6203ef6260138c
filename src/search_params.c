#include "search_params.h"

#if defined(CASTELLAN_TUNE)
SearchParams search_params = {
#define PARAM(name, value, minimum, maximum, step) .name = value,
#include "search_params.def"
#undef PARAM
};
#endif
