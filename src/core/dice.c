// SPDX-License-Identifier: MIT
// ChaCha20 dice. The block function is checked against libsodium in the tests.

#include "limber/dice.h"

#include <assert.h>

static uint32_t rotate(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

static void quarter(uint32_t *word, int a, int b, int c, int d)
{
    word[a] += word[b];
    word[d] = rotate(word[d] ^ word[a], 16);
    word[c] += word[d];
    word[b] = rotate(word[b] ^ word[c], 12);
    word[a] += word[b];
    word[d] = rotate(word[d] ^ word[a], 8);
    word[c] += word[d];
    word[b] = rotate(word[b] ^ word[c], 7);
}

void lb_chacha20_block(const uint32_t key[8], uint64_t block, uint32_t word[16])
{
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

    for (int i = 0; i < 8; i++)
        start[4 + i] = key[i];
    start[12] = (uint32_t)block;
    start[13] = (uint32_t)(block >> 32);
    for (int i = 0; i < 16; i++)
        word[i] = start[i];
    for (int round = 0; round < 10; round++) {
        quarter(word, 0, 4, 8, 12);
        quarter(word, 1, 5, 9, 13);
        quarter(word, 2, 6, 10, 14);
        quarter(word, 3, 7, 11, 15);
        quarter(word, 0, 5, 10, 15);
        quarter(word, 1, 6, 11, 12);
        quarter(word, 2, 7, 8, 13);
        quarter(word, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        word[i] += start[i];
}

void lb_dice_seed(lb_dice *dice, uint64_t seed)
{
    *dice = (lb_dice){.key = {(uint32_t)seed, (uint32_t)(seed >> 32)}, .used = 16};
}

void lb_dice_key(lb_dice *dice, const uint8_t key[32])
{
    *dice = (lb_dice){.used = 16};
    for (int i = 0; i < 32; i++)
        dice->key[i / 4] |= (uint32_t)key[i] << 8 * (i % 4);
}

static uint32_t draw(lb_dice *dice)
{
    if (dice->used >= 16) {
        lb_chacha20_block(dice->key, dice->block++, dice->word);
        dice->used = 0;
    }
    return dice->word[dice->used++];
}

uint8_t lb_dice_face(lb_dice *dice, uint8_t sides)
{
    uint32_t limit, word;

    assert(sides > 0);
    limit = UINT32_MAX - UINT32_MAX % sides;
    do
        word = draw(dice);
    while (word >= limit);
    return (uint8_t)(1 + word % sides);
}

uint32_t lb_dice_throw(lb_dice *dice, const lb_roll *roll, uint8_t *faces)
{
    uint32_t count = 0, missing;

    while ((missing = lb_roll_missing(roll, faces, count)) > 0) {
        /* A total that is thrown again without end would need a broken generator. */
        assert(count + missing <= LB_THROW_MAX);
        for (; missing > 0; missing--)
            faces[count++] = lb_dice_face(dice, roll->sides);
    }
    return count;
}
