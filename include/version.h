/* The version that the program reports of itself; declared nowhere else. */
#ifndef CASTELLAN_VERSION_H
#define CASTELLAN_VERSION_H

#define CASTELLAN_NAME    "Castellan"
#define CASTELLAN_VERSION "0.1"
#define CASTELLAN_AUTHOR  "the Castellan authors"

#endif
