// SPDX-License-Identifier: Apache-2.0
// Written by scripts/gen_piecewise_functions.py: change that script, not this file.
// clang-format off
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_

namespace hlo {

// f(x) = min(x, kink) + g(x - center) for 0 <= x <= limit, with a row for each value of the lowest
// four bits of (bits of (x + offset)) >> shift: center, coefficients of g from the lowest power.
struct PiecewisePolynomials {
  float limit, offset, kink;
  int shift, degree;
  alignas(32) float rows[16][8];
};

inline constexpr PiecewisePolynomials kPiecewiseErf = {
    3.96f, 1.375f, 0x1.bffffcp-1f, 20, 5,
    {
        {0x1.7fff68p-1f, -0x1.3e3328p-5f, -0x1.6da254p-2f, -0x1.edc486p-2f,
         0x1.b6d26p-6f, 0x1.33524ap-3f, -0x1.b0a364p-5f, 0},
        {0x1.fffd0cp-1f, -0x1.08abb6p-5f, 0x1.a916d8p-2f, -0x1.a9148ep-2f,
         0x1.1b5ceep-3f, 0x1.1bd8b8p-4f, -0x1.19edaap-4f, 0},
        {0x1.40025p0f, 0x1.88779cp-5f, 0x1.e45a4p-3f, -0x1.2ebb5ap-2f,
         0x1.571c54p-3f, -0x1.73a45ap-8f, -0x1.81ced4p-5f, 0},
        {0x1.7fff04p0f, 0x1.7528ecp-4f, 0x1.e7291p-4f, -0x1.6d5f4p-3f,
         0x1.1c2bbep-3f, -0x1.69a45ap-5f, -0x1.eac212p-7f, 0},
        {0x1.c001a8p0f, 0x1.c969c2p-4f, 0x1.b04b66p-5f, -0x1.7a44aap-4f,
         0x1.71448ep-4f, -0x1.8852cp-5f, 0x1.a8da2p-8f, 0},
        {0x1.0001fcp1f, 0x1.ecd87ap-4f, 0x1.5286ap-6f, -0x1.528964p-5f,
         0x1.8afa6p-5f, -0x1.1a0c24p-5f, 0x1.aa4ec4p-7f, 0},
        {0x1.20028cp1f, 0x1.fa02fp-4f, 0x1.d3ea52p-8f, -0x1.07347ap-6f,
         0x1.63d6cep-6f, -0x1.39b3f4p-6f, 0x1.5cb6p-7f, 0},
        {0x1.3ffe3ap1f, 0x1.fe5548p-4f, 0x1.1d96ep-9f, -0x1.64f42ep-8f,
         0x1.11accap-7f, -0x1.1cbcfp-7f, 0x1.91bbap-8f, 0},
        {0x1.7001a8p1f, 0x1.ffcdf4p-4f, 0x1.303e12p-12f, -0x1.b405ccp-11f,
         0x1.8978c8p-10f, -0x1.04b654p-9f, 0x1.ce1512p-10f, 0},
        {0x1.affcep1f, 0x1.fffe38p-4f, 0x1.ac2d7p-17f, -0x1.6673f2p-15f,
         0x1.839c7cp-14f, -0x1.474816p-13f, 0x1.6bd7c4p-13f, 0},
        {0x1.e573c4p1f, 0x1.000006p-3f, 0x1.5730dep-21f, -0x1.447afcp-19f,
         0x1.8ca78p-18f, -0x1.72dea8p-17f, 0x1.e91bdap-17f, 0},
        {0, 0, 0x1.06eba8p-3f, 0x1.a79d88p-23f,
         -0x1.812a72p-2f, 0x1.00691cp-12f, 0x1.c73bc6p-4f, 0},
        {0x1.8p-3f, 0x1.622f1cp-6f, 0x1.6e2d7p-4f, -0x1.a2541ep-3f,
         -0x1.59b3cep-2f, 0x1.97bf12p-4f, 0x1.7fb5b8p-4f, 0},
        {0x1.3ffda6p-2f, 0x1.da9e6p-6f, 0x1.7f67c4p-6f, -0x1.477a84p-2f,
         -0x1.191918p-2f, 0x1.319a42p-3f, 0x1.048174p-4f, 0},
        {0x1.c001d2p-2f, 0x1.b07fd2p-6f, -0x1.17520ep-4f, -0x1.a1749cp-2f,
         -0x1.8897ecp-3f, 0x1.6b920cp-3f, 0x1.b06748p-6f, 0},
        {0x1.2001b6p-1f, 0x1.6e16aep-7f, -0x1.6be91cp-3f, -0x1.d9a926p-2f,
         -0x1.9c37fp-4f, 0x1.752f3ep-3f, -0x1.6221d6p-7f, 0},
    }};

// tanh(x) from tanh(c) and tanh(x - c) for 0 <= x <= limit, with a row for each value of the lowest
// five bits of (bits of (x + offset)) >> shift: center c and tanh(c). Within half a piece of 0
// tanh(t) is t + cubic t^3 + quintic t^5.
struct PiecewiseTanh {
  float limit, offset;
  int shift;
  float cubic, quintic;
  alignas(64) float rows[32][2];
};

inline constexpr PiecewiseTanh kPiecewiseTanh = {
    9.02f, 0.625f, 20, -0x1.55539ep-2f, 0x1.0e7b54p-3f,
    {
        {0x1.802eecp0f, 0x1.cf808ap-1f}, {0x1.c02bccp0f, 0x1.e205fp-1f},
        {0x1.0009fcp1f, 0x1.ed97d8p-1f}, {0x1.1fec7ep1f, 0x1.f4bc72p-1f},
        {0x1.401376p1f, 0x1.f92794p-1f}, {0x1.600cacp1f, 0x1.fbd5dcp-1f},
        {0x1.7fb638p1f, 0x1.fd74e6p-1f}, {0x1.9f6b42p1f, 0x1.fe72e4p-1f},
        {0x1.cef2a8p1f, 0x1.ff42e2p-1f}, {0x1.075c4p2f, 0x1.ffba26p-1f},
        {0x1.2760acp2f, 0x1.ffe65p-1f}, {0x1.47a252p2f, 0x1.fff6ap-1f},
        {0x1.681b2cp2f, 0x1.fffc9ap-1f}, {0x1.88b7b4p2f, 0x1.fffec6p-1f},
        {0x1.a77fa6p2f, 0x1.ffff88p-1f}, {0x1.c3838p2f, 0x1.ffffcep-1f},
        {0x1.f12dc8p2f, 0x1.fffff4p-1f}, {0x1.15426ap3f, 0x1.fffffep-1f},
        {0, 0}, {0, 0},
        {0x1.3fc7a6p-3f, 0x1.3d34c8p-3f}, {0x1.c12a2cp-3f, 0x1.ba1954p-3f},
        {0x1.200b3ap-2f, 0x1.18adfcp-2f}, {0x1.6001fap-2f, 0x1.52c488p-2f},
        {0x1.c009d8p-2f, 0x1.a57accp-2f}, {0x1.1fe18p-1f, 0x1.04f1dcp-1f},
        {0x1.600038p-1f, 0x1.315804p-1f}, {0x1.9fe4bep-1f, 0x1.577a02p-1f},
        {0x1.e02ffcp-1f, 0x1.77ee58p-1f}, {0x1.10273cp0f, 0x1.92dd9ap-1f},
        {0x1.304428p0f, 0x1.a90636p-1f}, {0x1.4fe698p0f, 0x1.bac83cp-1f},
    }};

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_
