// SPDX-License-Identifier: Apache-2.0
// Written by scripts/gen_function_pieces.py: change that script, not this file.
// clang-format off
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_

namespace hlo {

// f(x) = min(x, kink) + g(x - centre) for 0 <= x <= limit, with a row for each value of the lowest
// four bits of (bits of (x + offset)) >> shift: centre, coefficients of g from the lowest power.
struct FunctionPieces {
  float limit, offset, kink;
  int shift, degree;
  alignas(32) float rows[16][8];
};

inline constexpr FunctionPieces kErfPieces = {
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

inline constexpr FunctionPieces kTanhPieces = {
    9.02f, 0.625f, 0x1.bffffep-1f, 21, 6,
    {
        {0x1.9fff1ap0f, 0x1.9c6baep-5f, 0x1.266012p-3f, -0x1.106608p-3f,
         0x1.33ea6p-4f, -0x1.9d38b8p-6f, 0x1.2eeaa4p-10f, 0x1.133216p-8f},
        {0x1.0ffd76p1f, 0x1.8cc5fep-4f, 0x1.c66c9cp-5f, -0x1.b9a3fep-5f,
         0x1.15c036p-5f, -0x1.eae3e2p-7f, 0x1.23f792p-8f, -0x1.1a5d98p-11f},
        {0x1.5001fcp1f, 0x1.d53dfcp-4f, 0x1.544792p-6f, -0x1.50ba34p-6f,
         0x1.b78f68p-7f, -0x1.a4ff96p-8f, 0x1.350e98p-9f, -0x1.4dae98p-11f},
        {0x1.9002bap1f, 0x1.f03814p-4f, 0x1.f8067cp-8f, -0x1.f61554p-8f,
         0x1.4c1facp-8f, -0x1.46fe3cp-9f, 0x1.ff2276p-11f, -0x1.3dd9dep-12f},
        {0x1.effdfcp1f, 0x1.fc7902p-4f, 0x1.c357a6p-10f, -0x1.c2f246p-10f,
         0x1.2bcf3ap-10f, -0x1.2aefd6p-11f, 0x1.ee7768p-13f, -0x1.41652p-14f},
        {0x1.3802dap2f, 0x1.ff85dcp-4f, 0x1.e8cb72p-13f, -0x1.e8bad4p-13f,
         0x1.4565c4p-13f, -0x1.456a4cp-14f, 0x1.0f326cp-15f, -0x1.654ae8p-17f},
        {0x1.77ff1p2f, 0x1.ffef84p-4f, 0x1.08c0fap-15f, -0x1.08bec4p-15f,
         0x1.609ad8p-16f, -0x1.60c5eep-17f, 0x1.264a7cp-18f, -0x1.84354ep-20f},
        {0x1.b7fcep2f, 0x1.fffdd2p-4f, 0x1.1eb988p-18f, -0x1.1eb81ep-18f,
         0x1.7de1acp-19f, -0x1.7e16c8p-20f, 0x1.3ec958p-21f, -0x1.a481f4p-23f},
        {0x1.06550cp3f, 0x1.ffffe8p-4f, 0x1.458398p-22f, -0x1.456746p-22f,
         0x1.ae4cf6p-23f, -0x1.b00a84p-24f, 0x1.841504p-25f, -0x1.f7c1dep-27f},
        {0, 0, 0x1.aa8fb6p-34f, -0x1.e002acp-25f,
         -0x1.5553f6p-2f, -0x1.76e2a6p-13f, 0x1.16be0ap-3f, -0x1.45b1bp-6f},
        {0x1.80009cp-3f, -0x1.1c0316p-9f, -0x1.1962aep-5f, -0x1.6e86fp-3f,
         -0x1.27a4bep-2f, 0x1.cf858ep-4f, 0x1.8b5a06p-4f, -0x1.e6ddbcp-5f},
        {0x1.3ffe48p-2f, -0x1.40c9b4p-7f, -0x1.775092p-4f, -0x1.1990fep-2f,
         -0x1.c1a6dcp-3f, 0x1.43d24ap-3f, 0x1.74cf1ap-5f, -0x1.288b58p-4f},
        {0x1.000004p-1f, -0x1.365622p-5f, -0x1.b55aeep-3f, -0x1.742742p-2f,
         -0x1.81dfbcp-4f, 0x1.5140a4p-3f, -0x1.b150ep-6f, -0x1.9afa6ep-5f},
        {0x1.7ffce2p-1f, -0x1.d663fep-4f, -0x1.9d13e2p-2f, -0x1.84049cp-2f,
         0x1.5662c4p-5f, 0x1.989f9cp-4f, -0x1.03df2ap-4f, -0x1.4faaecp-10f},
        {0x1.ffffap-1f, -0x1.d083d8p-4f, 0x1.ae0e3cp-2f, -0x1.4786fep-2f,
         0x1.a85c3ep-4f, 0x1.c61204p-6f, -0x1.7acafcp-5f, 0x1.32f226p-6f},
        {0x1.3ffd1ap0f, -0x1.b5ec4ep-6f, 0x1.1f2a98p-2f, -0x1.e730ap-3f,
         0x1.bba76cp-4f, -0x1.9c549p-7f, -0x1.3c9f4ep-6f, 0x1.f1033p-7f},
    }};

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_
