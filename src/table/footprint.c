// SPDX-License-Identifier: MIT
// Integer sine, headings and the corners of footprints. See limber/table.h.
//
// The sine of a heading in the first quarter is put together from a coarse and a fine angle,
// sin(a + b) = sin a cos b + cos a sin b, with 31-bit tables; the other quarters mirror it, so that
// symmetry is exact.

#include "table/exact.h"

enum { FINE_STEPS = 128 };

// clang-format off
/// sin(k * 90 / 128 degrees) * 2^31
static const uint32_t coarse_sine[LB_ANGLE_QUARTER / FINE_STEPS + 1] = {
    0x00000000, 0x01921d20, 0x03242abf, 0x04b6195d, 0x0647d97c, 0x07d95b9e, 0x096a9049, 0x0afb6805,
    0x0c8bd35e, 0x0e1bc2e4, 0x0fab272b, 0x1139f0cf, 0x12c8106f, 0x145576b1, 0x15e21445, 0x176dd9de,
    0x18f8b83c, 0x1a82a026, 0x1c0b826a, 0x1d934fe5, 0x1f19f97b, 0x209f701c, 0x2223a4c5, 0x23a6887f,
    0x25280c5e, 0x26a82186, 0x2826b928, 0x29a3c485, 0x2b1f34eb, 0x2c98fbba, 0x2e110a62, 0x2f875262,
    0x30fbc54d, 0x326e54c7, 0x33def287, 0x354d9057, 0x36ba2014, 0x382493b0, 0x398cdd32, 0x3af2eeb7,
    0x3c56ba70, 0x3db832a6, 0x3f1749b8, 0x4073f21d, 0x41ce1e65, 0x4325c135, 0x447acd50, 0x45cd358f,
    0x471cece7, 0x4869e665, 0x49b41533, 0x4afb6c98, 0x4c3fdff4, 0x4d8162c4, 0x4ebfe8a5, 0x4ffb654d,
    0x5133cc94, 0x5269126e, 0x539b2af0, 0x54ca0a4b, 0x55f5a4d2, 0x571deefa, 0x5842dd54, 0x59646498,
    0x5a82799a, 0x5b9d1154, 0x5cb420e0, 0x5dc79d7c, 0x5ed77c8a, 0x5fe3b38d, 0x60ec3830, 0x61f1003f,
    0x62f201ac, 0x63ef3290, 0x64e88926, 0x65ddfbd3, 0x66cf8120, 0x67bd0fbd, 0x68a69e81, 0x698c246c,
    0x6a6d98a4, 0x6b4af279, 0x6c242960, 0x6cf934fc, 0x6dca0d14, 0x6e96a99d, 0x6f5f02b2, 0x7023109a,
    0x70e2cbc6, 0x719e2cd2, 0x72552c85, 0x7307c3d0, 0x73b5ebd1, 0x745f9dd1, 0x7504d345, 0x75a585cf,
    0x7641af3d, 0x76d94989, 0x776c4edb, 0x77fab989, 0x78848414, 0x7909a92d, 0x798a23b1, 0x7a05eead,
    0x7a7d055b, 0x7aef6323, 0x7b5d039e, 0x7bc5e290, 0x7c29fbee, 0x7c894bde, 0x7ce3ceb2, 0x7d3980ec,
    0x7d8a5f40, 0x7dd6668f, 0x7e1d93ea, 0x7e5fe493, 0x7e9d55fc, 0x7ed5e5c6, 0x7f0991c4, 0x7f3857f6,
    0x7f62368f, 0x7f872bf3, 0x7fa736b4, 0x7fc25596, 0x7fd8878e, 0x7fe9cbc0, 0x7ff62182, 0x7ffd885a,
    0x80000000,
};

/// sin(k * 90 / 16384 degrees) * 2^31
static const uint32_t fine_sine[FINE_STEPS] = {
    0x00000000, 0x0003243f, 0x0006487f, 0x00096cbe, 0x000c90fe, 0x000fb53d, 0x0012d97c, 0x0015fdbc,
    0x001921fb, 0x001c463b, 0x001f6a7a, 0x00228eb9, 0x0025b2f8, 0x0028d738, 0x002bfb77, 0x002f1fb6,
    0x003243f5, 0x00356835, 0x00388c74, 0x003bb0b3, 0x003ed4f2, 0x0041f931, 0x00451d70, 0x004841af,
    0x004b65ee, 0x004e8a2c, 0x0051ae6b, 0x0054d2aa, 0x0057f6e9, 0x005b1b27, 0x005e3f66, 0x006163a5,
    0x006487e3, 0x0067ac21, 0x006ad060, 0x006df49e, 0x007118dc, 0x00743d1a, 0x00776159, 0x007a8597,
    0x007da9d4, 0x0080ce12, 0x0083f250, 0x0087168e, 0x008a3acb, 0x008d5f09, 0x00908346, 0x0093a784,
    0x0096cbc1, 0x0099effe, 0x009d143b, 0x00a03878, 0x00a35cb5, 0x00a680f2, 0x00a9a52f, 0x00acc96b,
    0x00afeda8, 0x00b311e4, 0x00b63621, 0x00b95a5d, 0x00bc7e99, 0x00bfa2d5, 0x00c2c711, 0x00c5eb4c,
    0x00c90f88, 0x00cc33c3, 0x00cf57ff, 0x00d27c3a, 0x00d5a075, 0x00d8c4b0, 0x00dbe8eb, 0x00df0d26,
    0x00e23160, 0x00e5559b, 0x00e879d5, 0x00eb9e0f, 0x00eec249, 0x00f1e683, 0x00f50abd, 0x00f82ef6,
    0x00fb5330, 0x00fe7769, 0x01019ba2, 0x0104bfdb, 0x0107e414, 0x010b084d, 0x010e2c85, 0x011150be,
    0x011474f6, 0x0117992e, 0x011abd66, 0x011de19d, 0x012105d5, 0x01242a0c, 0x01274e43, 0x012a727a,
    0x012d96b1, 0x0130bae7, 0x0133df1e, 0x01370354, 0x013a278a, 0x013d4bc0, 0x01406ff6, 0x0143942b,
    0x0146b860, 0x0149dc96, 0x014d00ca, 0x015024ff, 0x01534934, 0x01566d68, 0x0159919c, 0x015cb5d0,
    0x015fda03, 0x0162fe37, 0x0166226a, 0x0169469d, 0x016c6ad0, 0x016f8f03, 0x0172b335, 0x0175d767,
    0x0178fb99, 0x017c1fcb, 0x017f43fc, 0x0182682d, 0x01858c5e, 0x0188b08f, 0x018bd4bf, 0x018ef8f0,
};

/// cos(k * 90 / 16384 degrees) * 2^31
static const uint32_t fine_cosine[FINE_STEPS] = {
    0x80000000, 0x7ffffff6, 0x7fffffd9, 0x7fffffa7, 0x7fffff62, 0x7fffff09, 0x7ffffe9d, 0x7ffffe1c,
    0x7ffffd88, 0x7ffffce1, 0x7ffffc25, 0x7ffffb56, 0x7ffffa73, 0x7ffff97c, 0x7ffff872, 0x7ffff753,
    0x7ffff621, 0x7ffff4dc, 0x7ffff382, 0x7ffff215, 0x7ffff094, 0x7fffef00, 0x7fffed57, 0x7fffeb9b,
    0x7fffe9cb, 0x7fffe7e8, 0x7fffe5f0, 0x7fffe3e5, 0x7fffe1c6, 0x7fffdf94, 0x7fffdd4d, 0x7fffdaf3,
    0x7fffd886, 0x7fffd604, 0x7fffd36f, 0x7fffd0c6, 0x7fffce09, 0x7fffcb39, 0x7fffc854, 0x7fffc55c,
    0x7fffc251, 0x7fffbf31, 0x7fffbbfe, 0x7fffb8b7, 0x7fffb55c, 0x7fffb1ee, 0x7fffae6c, 0x7fffaad6,
    0x7fffa72c, 0x7fffa36f, 0x7fff9f9e, 0x7fff9bb9, 0x7fff97c1, 0x7fff93b4, 0x7fff8f94, 0x7fff8b61,
    0x7fff8719, 0x7fff82be, 0x7fff7e4f, 0x7fff79cc, 0x7fff7536, 0x7fff708b, 0x7fff6bcd, 0x7fff66fc,
    0x7fff6216, 0x7fff5d1d, 0x7fff5810, 0x7fff52ef, 0x7fff4dbb, 0x7fff4873, 0x7fff4317, 0x7fff3da8,
    0x7fff3824, 0x7fff328d, 0x7fff2ce2, 0x7fff2724, 0x7fff2151, 0x7fff1b6b, 0x7fff1572, 0x7fff0f64,
    0x7fff0943, 0x7fff030e, 0x7ffefcc5, 0x7ffef669, 0x7ffeeff8, 0x7ffee975, 0x7ffee2dd, 0x7ffedc31,
    0x7ffed572, 0x7ffece9f, 0x7ffec7b9, 0x7ffec0be, 0x7ffeb9b0, 0x7ffeb28e, 0x7ffeab59, 0x7ffea40f,
    0x7ffe9cb2, 0x7ffe9542, 0x7ffe8dbd, 0x7ffe8625, 0x7ffe7e79, 0x7ffe76b9, 0x7ffe6ee5, 0x7ffe66fe,
    0x7ffe5f03, 0x7ffe56f5, 0x7ffe4ed2, 0x7ffe469c, 0x7ffe3e52, 0x7ffe35f4, 0x7ffe2d83, 0x7ffe24fe,
    0x7ffe1c65, 0x7ffe13b8, 0x7ffe0af8, 0x7ffe0224, 0x7ffdf93c, 0x7ffdf040, 0x7ffde731, 0x7ffdde0e,
    0x7ffdd4d7, 0x7ffdcb8d, 0x7ffdc22e, 0x7ffdb8bc, 0x7ffdaf37, 0x7ffda59d, 0x7ffd9bf0, 0x7ffd922f,
};
// clang-format on

/// Of an angle from 0 to LB_ANGLE_QUARTER.
static inline int32_t sine_of_quarter(uint32_t angle)
{
    uint32_t coarse = angle / FINE_STEPS, fine = angle % FINE_STEPS;
    uint64_t sum;

    assert(angle <= LB_ANGLE_QUARTER);
    sum = (uint64_t)coarse_sine[coarse] * fine_cosine[fine] +
          (uint64_t)coarse_sine[FINE_STEPS - coarse] * fine_sine[fine];
    return (int32_t)((sum + (UINT64_C(1) << 31)) >> 32);
}

/// Sine and cosine of a heading.
typedef struct direction {
    int32_t sine, cosine;
} direction;

static inline direction direction_of(uint16_t heading)
{
    uint32_t angle = heading % LB_ANGLE_QUARTER;
    int32_t rising = sine_of_quarter(angle), falling = sine_of_quarter(LB_ANGLE_QUARTER - angle);

    switch (heading / LB_ANGLE_QUARTER) {
    case 0:
        return (direction){rising, falling};
    case 1:
        return (direction){falling, -rising};
    case 2:
        return (direction){-rising, -falling};
    default:
        return (direction){-falling, rising};
    }
}

int32_t lb_sine(uint16_t heading)
{
    uint32_t angle = heading % LB_ANGLE_QUARTER, quarter = heading / LB_ANGLE_QUARTER;
    int32_t sine = sine_of_quarter((quarter & 1) != 0 ? LB_ANGLE_QUARTER - angle : angle);

    return (quarter & 2) != 0 ? -sine : sine;
}

int32_t lb_cosine(uint16_t heading)
{
    return lb_sine((uint16_t)(heading + LB_ANGLE_QUARTER));
}

/// The largest coarse angle, in FINE_STEPS, that does not lie beyond (x, y) with x >= 0 and y > 0.
static uint32_t coarse_angle(int64_t x, int64_t y)
{
    uint32_t low = 0, high = LB_ANGLE_QUARTER / FINE_STEPS;

    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (x * coarse_sine[FINE_STEPS - middle] >= y * coarse_sine[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// How far (x, y) lies beyond an angle of the first quarter, times its length; 0 on it.
static inline int64_t beyond(int64_t x, int64_t y, uint32_t angle)
{
    return x * sine_of_quarter(LB_ANGLE_QUARTER - angle) - y * sine_of_quarter(angle);
}

/// The angle from north of (x, y) with x >= 0 and y > 0: the nearest of those that the sine knows.
///
/// What is left beyond the coarse angle is so small (0.7 degrees) that it equals its tangent but
/// for a hundredth of a unit. The guess is then moved to where beyond() changes its sign: that is
/// one place, because a step of the angle changes it far more than the sine's error does.
static uint32_t angle_in_quarter(int64_t x, int64_t y)
{
    enum { RADIAN = 10430 }; ///< 65536 / 2 pi
    uint32_t coarse = coarse_angle(x, y), low;
    int64_t cosine = coarse_sine[FINE_STEPS - coarse], sine = coarse_sine[coarse];
    int64_t left, over, ahead = x * sine + y * cosine;

    // x and y are below 2^19, a coarse sine is at most 2^31, and the rest is below ahead / 80.
    low = coarse * FINE_STEPS + (uint32_t)((x * cosine - y * sine) * RADIAN / ahead);
    low = low < LB_ANGLE_QUARTER ? low : LB_ANGLE_QUARTER - 1;
    left = beyond(x, y, low);
    while (left < 0)
        left = beyond(x, y, --low);
    while (low + 1 < LB_ANGLE_QUARTER && (over = beyond(x, y, low + 1)) >= 0) {
        left = over;
        low++;
    }
    return left <= -beyond(x, y, low + 1) ? low : low + 1;
}

uint16_t lb_heading_to(lb_point from, lb_point to)
{
    int64_t x = (int64_t)to.x - from.x, y = (int64_t)to.y - from.y;
    uint32_t quarters = 0;

    if (x == 0 && y == 0)
        return 0;
    while (x < 0 || y <= 0) {
        int64_t turned = -y;
        y = x;
        x = turned;
        quarters++;
    }
    return (uint16_t)(angle_in_quarter(x, y) + quarters * LB_ANGLE_QUARTER);
}

lb_point lb_point_towards(lb_point from, uint16_t heading, int32_t tmm)
{
    direction towards = direction_of(heading);

    return lb_point_along(from, towards.sine, towards.cosine, tmm);
}

bool lb_point_is_in_range(lb_point point)
{
    return point.x >= -LB_MARGIN && point.x <= LB_TABLE_MAX + LB_MARGIN && point.y >= -LB_MARGIN &&
           point.y <= LB_TABLE_MAX + LB_MARGIN;
}

bool lb_footprint_is_valid(const lb_footprint *footprint)
{
    lb_point at = footprint->centre;
    int32_t reach;
    lb_quad quad;

    if (footprint->width_tmm < LB_FOOTPRINT_MIN || footprint->width_tmm > LB_FOOTPRINT_MAX ||
        footprint->depth_tmm < LB_FOOTPRINT_MIN || footprint->depth_tmm > LB_FOOTPRINT_MAX ||
        !lb_point_is_in_range(footprint->centre))
        return false;
    reach = (footprint->width_tmm + footprint->depth_tmm) / 2 + 2;
    if (lb_point_is_in_range((lb_point){at.x - reach, at.y - reach}) &&
        lb_point_is_in_range((lb_point){at.x + reach, at.y + reach}))
        return true; /* However it is turned. */
    quad = lb_footprint_corners(footprint);
    for (int i = 0; i < 4; i++)
        if (!lb_point_is_in_range(quad.corner[i]))
            return false;
    return true;
}

lb_quad lb_footprint_corners(const lb_footprint *footprint)
{
    direction ahead = direction_of(footprint->heading);
    int64_t width = footprint->width_tmm, depth = footprint->depth_tmm;
    int64_t up_x = depth * ahead.sine, up_y = depth * ahead.cosine;
    int64_t across_x = width * ahead.cosine, across_y = width * ahead.sine;
    int32_t right_x = lb_shift_nearest(up_x + across_x, LB_SINE_BITS + 1);
    int32_t right_y = lb_shift_nearest(up_y - across_y, LB_SINE_BITS + 1);
    int32_t left_x = lb_shift_nearest(up_x - across_x, LB_SINE_BITS + 1);
    int32_t left_y = lb_shift_nearest(up_y + across_y, LB_SINE_BITS + 1);
    lb_point at = footprint->centre;

    return (lb_quad){{{at.x + left_x, at.y + left_y},
                      {at.x + right_x, at.y + right_y},
                      {at.x - left_x, at.y - left_y},
                      {at.x - right_x, at.y - right_y}}};
}

/// Half of a sum, rounded down.
static int32_t half_of(int32_t sum)
{
    return sum >= 0 ? sum / 2 : -((1 - sum) / 2);
}

static lb_point between(lb_point a, lb_point b)
{
    return (lb_point){half_of(a.x + b.x), half_of(a.y + b.y)};
}

lb_point lb_quad_middle(const lb_quad *quad, lb_face face)
{
    return between(quad->corner[face], quad->corner[(face + 1) % 4]);
}

lb_point lb_quad_centre(const lb_quad *quad)
{
    return between(quad->corner[0], quad->corner[2]);
}
