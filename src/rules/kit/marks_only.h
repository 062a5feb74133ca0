// SPDX-License-Identifier: MIT
// Makes every row of a marks.def silent that the includer has not defined before. Included once for
// each expansion of the list, which undefines the macros again: so no guard.

#ifndef UNIT_FLAG
#define UNIT_FLAG(name, life, state, about)
#endif
#ifndef UNIT_MARK
#define UNIT_MARK(name, life, about)
#endif
#ifndef GROUP_FLAG
#define GROUP_FLAG(name, life, state, about)
#endif
#ifndef GROUP_MARK
#define GROUP_MARK(name, life, about)
#endif
#ifndef LEADER_FLAG
#define LEADER_FLAG(name, life, state, about)
#endif
#ifndef LEADER_MARK
#define LEADER_MARK(name, life, about)
#endif
#ifndef SIDE_MARK
#define SIDE_MARK(name, life, about)
#endif
#ifndef GROUP_KEY
#define GROUP_KEY(name, word, bits)
#endif
#ifndef LEADER_KEY
#define LEADER_KEY(name, word, bits)
#endif
#ifndef SIDE_KEY
#define SIDE_KEY(name, word, bits)
#endif
#ifndef SECRET_SIDE_MARK
#define SECRET_SIDE_MARK(name)
#endif
#ifndef SECRET_GROUP_MARK
#define SECRET_GROUP_MARK(name)
#endif
#ifndef SECRET_GROUP_FLAG
#define SECRET_GROUP_FLAG(name)
#endif
#ifndef SECRET_ORDERS
#define SECRET_ORDERS(which)
#endif
#ifndef SECRET_QUESTION
#define SECRET_QUESTION(name)
#endif
