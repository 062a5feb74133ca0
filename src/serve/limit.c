// SPDX-License-Identifier: MIT
// See limit.h. The table has a fixed size: a flood from many addresses costs no memory. Addresses
// of IPv6 count by their network (the first 64 bits), which is what one household gets.

#include "serve/limit.h"

#include "base/hash.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PROBES = 16 };

int64_t limit_now(void)
{
    struct timespec at;

    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

bool limit_take(limit_bucket *bucket, int64_t now_ms, uint32_t rate, uint32_t most, uint32_t cost)
{
    int64_t price = (int64_t)cost * 1000;

    if (rate == 0)
        return true;
    bucket->spent -= (now_ms - bucket->at_ms) * rate;
    bucket->spent = bucket->spent < 0 ? 0 : bucket->spent;
    bucket->at_ms = now_ms;
    if (bucket->spent + price > (int64_t)most * 1000)
        return false;
    bucket->spent += price;
    return true;
}

/// The network of an address, as text.
static void name_network(const char *name, char network[LIMIT_ADDRESS])
{
    struct in6_addr six;

    snprintf(network, LIMIT_ADDRESS, "%s", name);
    if (inet_pton(AF_INET6, name, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return;
    memset(six.s6_addr + 8, 0, 8);
    (void)inet_ntop(AF_INET6, &six, network, LIMIT_ADDRESS);
}

limit_address *limit_find(limit_table *table, const char *name)
{
    char network[LIMIT_ADDRESS];
    limit_address *oldest = NULL;
    uint64_t hash = 0;

    name_network(name, network);
    for (const char *c = network; *c != '\0'; c++)
        hash = lb_hash_word(hash, (unsigned char)*c);
    hash = lb_hash_end(hash);
    for (uint32_t i = 0; i < PROBES; i++) {
        limit_address *row = &table->address[(hash + i) % LIMIT_ADDRESSES];

        if (strcmp(row->name, network) == 0)
            return row;
        if (row->sockets == 0 && (oldest == NULL || row->bucket.at_ms < oldest->bucket.at_ms))
            oldest = row;
    }
    if (oldest == NULL)
        oldest = &table->address[hash % LIMIT_ADDRESSES];
    *oldest = (limit_address){0};
    memcpy(oldest->name, network, sizeof network);
    return oldest;
}
