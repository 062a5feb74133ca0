// SPDX-License-Identifier: MIT
// What every public header needs to be used from C and from C++, and to be seen from outside the
// shared library. Everything is compiled with hidden visibility; only what stands between
// LB_BEGIN_DECLS and LB_END_DECLS is exported.
#pragma once

#ifdef __cplusplus
#define LB_EXTERN_C_BEGIN_               extern "C" {
#define LB_EXTERN_C_END_                 }
#define LB_STATIC_ASSERT(condition, why) static_assert(condition, why)
#define LB_ALIGNAS(bytes)                alignas(bytes)
#else
#define LB_EXTERN_C_BEGIN_
#define LB_EXTERN_C_END_
#define LB_STATIC_ASSERT(condition, why) _Static_assert(condition, why)
#define LB_ALIGNAS(bytes)                _Alignas(bytes)
#endif

#ifdef __GNUC__
#define LB_BEGIN_DECLS _Pragma("GCC visibility push(default)") LB_EXTERN_C_BEGIN_
#define LB_END_DECLS   LB_EXTERN_C_END_ _Pragma("GCC visibility pop")
#else
#define LB_BEGIN_DECLS LB_EXTERN_C_BEGIN_
#define LB_END_DECLS   LB_EXTERN_C_END_
#endif
