// SPDX-License-Identifier: MIT
// Seeded dice: the block function against libsodium, faces without bias, throws that fit their
// roll.

#include "check.h"

#include <sodium.h>
#include <string.h>

static void blocks_are_chacha20(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    for (uint32_t round = 0; round < 200; round++) {
        unsigned char key[32], nonce[8] = {0}, stream[64], zero[64] = {0}, ours[64];
        uint32_t words[8], block[16];
        uint64_t counter = round == 199 ? UINT64_C(0xffffffff) : round * 37;

        for (int i = 0; i < 32; i++)
            key[i] = (unsigned char)(round * 7 + (uint32_t)i * 13);
        for (int i = 0; i < 8; i++)
            words[i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                       (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
        crypto_stream_chacha20_xor_ic(stream, zero, sizeof stream, nonce, counter, key);
        lb_chacha20_block(words, counter, block);
        for (int i = 0; i < 64; i++)
            ours[i] = (unsigned char)(block[i / 4] >> 8 * (i % 4));
        assert_memory_equal(ours, stream, sizeof stream);
    }
}

static void the_same_seed_gives_the_same_faces(void **state)
{
    lb_dice a, b, other;
    int differences = 0;

    (void)state;
    lb_dice_seed(&a, 7);
    lb_dice_seed(&b, 7);
    lb_dice_seed(&other, 8);
    for (int i = 0; i < 1000; i++) {
        uint8_t face = lb_dice_face(&a, 6);
        assert_int_equal(face, lb_dice_face(&b, 6));
        differences += face != lb_dice_face(&other, 6);
    }
    assert_true(differences > 700);
}

static void a_key_is_read_byte_by_byte(void **state)
{
    uint8_t key[32] = {7};
    lb_dice a, b;

    (void)state;
    lb_dice_seed(&a, 7);
    lb_dice_key(&b, key);
    assert_memory_equal(&a, &b, sizeof a);
}

/// Chi-square of 600 000 faces with 5 degrees of freedom; 30 is passed by chance once in 60 000
/// seeds.
static void faces_are_fair(void **state)
{
    lb_dice dice;
    double chi = 0;
    int count[6] = {0};

    (void)state;
    lb_dice_seed(&dice, 1815);
    for (int i = 0; i < 600000; i++)
        count[lb_dice_face(&dice, 6) - 1]++;
    for (int i = 0; i < 6; i++)
        chi += (count[i] - 100000.0) * (count[i] - 100000.0) / 100000.0;
    assert_true(chi < 30);
}

static void throws_are_complete(void **state)
{
    lb_dice dice;
    uint8_t faces[LB_THROW_MAX];

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < 2000; i++) {
        lb_roll roll = lb_roll_count(0, i % 30, 4);
        uint32_t count;

        roll.reroll_ones = i % 2 == 0;
        roll.save = i % 3 == 0 ? 5 : 0;
        count = lb_dice_throw(&dice, &roll, faces);
        assert_int_equal(lb_roll_missing(&roll, faces, count), 0);
        if (count > 0)
            assert_true(lb_roll_missing(&roll, faces, count - 1) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_chacha20),
        cmocka_unit_test(the_same_seed_gives_the_same_faces),
        cmocka_unit_test(a_key_is_read_byte_by_byte),
        cmocka_unit_test(faces_are_fair),
        cmocka_unit_test(throws_are_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
