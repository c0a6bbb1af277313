// SPDX-License-Identifier: Apache-2.0
// Written by scripts/gen_elementary_tables.py: change that script, not this file.
// clang-format off
#ifndef HLO_CORE_KERNELS_ELEMENTARY_POLYNOMIALS_H_
#define HLO_CORE_KERNELS_ELEMENTARY_POLYNOMIALS_H_

#include "core/kernels/double_double.h"

// Polynomials, the coefficient of the lowest power first.
namespace hlo::elementary {

// sin(x) = x + x*z*P(z) with z = x^2, |x| <= pi/4.
inline constexpr double kSinPolynomial[] = {
    -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a019936p-13, 0x1.71de3a54605eep-19,
    -0x1.ae64541266378p-26, 0x1.61217ec01749dp-33, -0x1.ab17a79237a19p-41,
};

// cos(x) = 1 - z/2 + z^2*P(z) with z = x^2, |x| <= pi/4.
inline constexpr double kCosPolynomial[] = {
    0x1.5555555555555p-5, -0x1.6c16c16c16966p-10, 0x1.a01a019f4e867p-16, -0x1.27e4fa17a41b4p-22,
    0x1.1eeb68b109173p-29, -0x1.907d7aebd5e3dp-37,
};

// asin(x) = x + x*z*P(z) with z = x^2, |x| <= 1/2.
inline constexpr double kAsinPolynomial[] = {
    0x1.5555555555555p-3, 0x1.3333333333389p-4, 0x1.6db6db6dac0eap-5, 0x1.f1c71c7a5e151p-6,
    0x1.6e8ba121b9d5fp-6, 0x1.1c4efd20ebb99p-6, 0x1.c990a42b32b03p-7, 0x1.7b02ef007d23ep-7,
    0x1.3b462d121c5d2p-7, 0x1.31777489dfd29p-7, 0x1.8dcdf11997e0fp-9, 0x1.40c91fa8deb7ep-6,
    -0x1.3bd7e353ddbc2p-6, 0x1.e58a4f278e007p-6,
};

// atan(x) = x + x*z*P(z) with z = x^2, |x| <= 9/64.
inline constexpr double kAtanPolynomial[] = {
    -0x1.5555555555555p-2, 0x1.9999999999407p-3, -0x1.2492492378523p-3, 0x1.c71c6f2984bap-4,
    -0x1.745b9c251e184p-4, 0x1.3aa5353125197p-4, -0x1.00ffb790e8c5fp-4,
};

// exp(x) - 1 = x + x^2/2 + x^3*P(x), |x| <= 1/16.
inline constexpr double kExpm1Polynomial[] = {
    0x1.5555555555555p-3, 0x1.5555555555658p-5, 0x1.111111111116fp-7, 0x1.6c16c15be808bp-10,
    0x1.a01a01945523ep-13, 0x1.a02218f697a2p-16, 0x1.71e41cc0ad3f6p-19,
};

// sinh(x) = x + x*z*P(z) with z = x^2, |x| <= 0.3.
inline constexpr double kSinhPolynomial[] = {
    0x1.5555555555555p-3, 0x1.1111111110ebdp-7, 0x1.a01a01a355687p-13, 0x1.71de2139dc147p-19,
    0x1.af038a1406b92p-26,
};

// tanh(x) = x + x*z*P(z) with z = x^2, |x| <= 0.3.
inline constexpr double kTanhPolynomial[] = {
    -0x1.5555555555555p-2, 0x1.1111111111101p-3, -0x1.ba1ba1ba1704dp-5, 0x1.664f487ea37e9p-6,
    -0x1.226e3386ef063p-7, 0x1.d6d2e35b31eaap-9, -0x1.7d8021118ea93p-10, 0x1.3245ed03394b2p-11,
    -0x1.aa701a2bca101p-13,
};

// asinh(x) = x + x*z*P(z) with z = x^2, |x| <= 0.3.
inline constexpr double kAsinhPolynomial[] = {
    -0x1.5555555555555p-3, 0x1.33333333332fep-4, -0x1.6db6db6dad435p-5, 0x1.f1c71c6716cf6p-6,
    -0x1.6e8b9fe0fc1e7p-6, 0x1.1c4e4638a8a5ap-6, -0x1.c980494aab4b3p-7, 0x1.78f3ade64325ep-7,
    -0x1.306b50777c892p-7, 0x1.77cdfaadd52ebp-8,
};

// atanh(x) = x + x*z*P(z) with z = x^2, |x| <= 1/4.
inline constexpr double kAtanhPolynomial[] = {
    0x1.5555555555555p-2, 0x1.99999999999a5p-3, 0x1.2492492490c39p-3, 0x1.c71c71c989129p-4,
    0x1.745d164b30003p-4, 0x1.3b13eb3c6d255p-4, 0x1.1108ebda8f3c7p-4, 0x1.e34a4c76a5d9dp-5,
    0x1.9c8adc0263b16p-5, 0x1.05516e9dcad1dp-4,
};

// erf(x) = x + x*P(x^2), |x| <= 1/2.
inline constexpr double kErfSmallPolynomial[] = {
    0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b28p-4, -0x1.b82ce3127f6d1p-6,
    0x1.565bcd0aa3ed8p-8, -0x1.c02db23c5e7d3p-11, 0x1.f9a2a62fe9253p-14, -0x1.f4bb98aab31bep-17,
    0x1.b775c94200bfbp-20, -0x1.39f7b53f1b575p-23,
};

// erf in the middle m of the interval of width 1/4 from 1/2 + i/4.
inline constexpr DoubleDouble kErfTable[] = {
    {0x1.3f196dcd0f135p-1, -0x1.f25f4f6fdf70bp-56}, {0x1.91724951b8fc6p-1, -0x1.27912dd352f8bp-55},
    {0x1.c6dad2829ec62p-1, -0x1.ab76d4cba3d05p-57}, {0x1.e5768c3b4a3fcp-1, 0x1.8b62674f8989p-57},
    {0x1.f4f693b67bd77p-1, -0x1.3a1ee1406c356p-56}, {0x1.fbe61eef4cf6ap-1, 0x1.15ded88667618p-55},
    {0x1.fea4218d6594ap-1, -0x1.e3333d8f7d98cp-58}, {0x1.ff9960f3eb327p-1, -0x1.08b1ca6e97f8p-56},
    {0x1.ffe514bbdc197p-1, -0x1.cd963345b5c6dp-58}, {0x1.fff9ba420e834p-1, 0x1.1379ec5aa630ep-56},
    {0x1.fffeb3ebb267bp-1, 0x1.e47f697047cbap-57}, {0x1.ffffc316d9edp-1, -0x1.8b32f44f46b3bp-55},
    {0x1.fffff618c3da6p-1, -0x1.19309ce23aa3ep-58}, {0x1.fffffe92ced93p-1, -0x1.d2db2ecfe14aep-55},
    {0x1.ffffffd169d0cp-1, 0x1.70a2bfb068e6fp-55}, {0x1.fffffffabd229p-1, -0x1.4dbe49bec3ef2p-57},
    {0x1.ffffffff79626p-1, 0x1.5fbc52d650a89p-55}, {0x1.fffffffff4188p-1, 0x1.7a2cb3d056eacp-55},
    {0x1.ffffffffff11ap-1, -0x1.3eafccbc6e8b7p-56}, {0x1.ffffffffffef8p-1, 0x1.14be6226402c7p-56},
    {0x1.ffffffffffffp-1, -0x1.20ef3618f2d54p-56}, {0x1.fffffffffffffp-1, 0x1.0439397b5f70ap-56},
};

// erf(m + h) = erf(m) + h*P(h).
inline constexpr double kErfPolynomials[22][12] = {
    {0x1.86e9694134b9ep-1, -0x1.e8a3c39181e85p-2, -0x1.c8105021684b6p-5, 0x1.6963c8a39d697p-3,
     -0x1.c1242dff5208fp-6, -0x1.52b2668e89228p-5, 0x1.c7cd9ab14a5eep-7, 0x1.b62f4a8df5f24p-8,
     -0x1.dc3889d810d9p-9, -0x1.8114efd2322c7p-11, 0x1.61097834adbfdp-11, 0x1.5670f4c4d140bp-15},
    {0x1.0cab61f084b93p-1, -0x1.d62beb64e8441p-2, 0x1.7c9d756a11577p-4, 0x1.cc60567d78c6fp-4,
     -0x1.1350f4b216313p-4, -0x1.53bb4a5b587ccp-7, 0x1.30ac215e3e32cp-6, -0x1.e3f4ce2946f9ap-10,
     -0x1.aae160aa13dabp-9, 0x1.d6e11ae012479p-11, 0x1.9792cf62e415bp-12, -0x1.91d51170074a9p-13},
    {0x1.45e99bcbb7915p-2, -0x1.6ea6cf452e838p-2, 0x1.4cb3cf0aa0bd5p-3, 0x1.ca5083167a2abp-6,
     -0x1.f65d15f1f9ca6p-5, 0x1.fd1c6c11c8ccap-7, 0x1.3acc78f6568cfp-7, -0x1.8b43c3f080ae2p-8,
     -0x1.79bb2c79f597dp-12, 0x1.2e51dea55d8c1p-10, -0x1.6e432174e4fb9p-13, -0x1.27d0f6161b23cp-13},
    {0x1.5ce595c455b0ap-3, -0x1.dfbbadedf5d2ep-3, 0x1.4374d82e04c98p-3, -0x1.f3b8d52d356d5p-6,
     -0x1.f572c4c90f4ap-6, 0x1.6b16f52c6d2a5p-6, -0x1.73ffa4f2322fbp-10, -0x1.1740479e62a5p-8,
     0x1.9da1871f90f2ep-10, 0x1.53520eb27b77bp-12, -0x1.6186925b1a49ep-12, 0x1.d7d1baeb929efp-16},
    {0x1.499d478bca735p-4, -0x1.0bcfca21947dbp-3, 0x1.d6631e1a28e95p-4, -0x1.974c0368672cfp-5,
     -0x1.17d430bd1edc1p-9, 0x1.d857f2c4e1014p-7, -0x1.954ab113ee578p-8, -0x1.2e43f15fb9099p-11,
     0x1.71cdb33e5aa43p-10, -0x1.75431ae1ab4cep-12, -0x1.07f2942f29257p-13, 0x1.6ee440197969ap-14},
    {0x1.12ceb37ff9bc3p-5, -0x1.01a1c847fa207p-4, 0x1.143d1c6f4f062p-4, -0x1.5a316520b81b6p-5,
     0x1.779b1e574b71ep-7, 0x1.0d099c7b24757p-8, -0x1.42fcbb40519b4p-8, 0x1.76ff57f26276dp-10,
     0x1.7bdf0e2c4fecap-12, -0x1.991c4d5e82cbep-12, 0x1.312b5209d33c1p-14, 0x1.2eece0f3999b6p-15},
    {0x1.94624e78e0fafp-7, -0x1.ada873606f0aap-6, 0x1.0ea475da3be57p-5, -0x1.afe553fa44f15p-6,
     0x1.9973b48a1754cp-7, -0x1.dd78ee15bdbd1p-10, -0x1.ea03bc1db74a1p-10, 0x1.6aa2c13e1f05cp-10,
     -0x1.2fd94f627259p-12, -0x1.017a8b5ff3222p-13, 0x1.8c2cbbbde9747p-14, -0x1.efe9e55638391p-17},
    {0x1.06918b6355624p-8, -0x1.37ccd585f564bp-7, 0x1.c1ec102e3652bp-7, -0x1.ae59615f8eafbp-7,
     0x1.11dae4734632bp-7, -0x1.982b274b98983p-9, 0x1.0283e390eb655p-13, 0x1.377c45912f6a5p-11,
     -0x1.61ed2093c695fp-12, 0x1.cae5219e0c06dp-15, 0x1.0a61099461ab4p-15, -0x1.5ba7dfafdcfap-16},
    {0x1.2ce898809244ep-10, -0x1.8af14828bffa7p-9, 0x1.407fbd18f129dp-8, -0x1.62d4c6d49c7c9p-8,
     0x1.146c4b3e0c3f8p-8, -0x1.267f3bc3e2244p-9, 0x1.64f892a42fd68p-11, 0x1.229eee49728f3p-15,
     -0x1.4008911631e6ep-13, 0x1.36326c55e605dp-14, -0x1.53f781a2f8ce9p-17, -0x1.c2eb8b4ac4f77p-18},
    {0x1.30538fbb77ecdp-12, -0x1.b5781e9d7c647p-11, 0x1.89e17c074d427p-10, -0x1.ed4ac7daea4bp-10,
     0x1.c11f27063bc8fp-10, -0x1.2add1ce75f22bp-10, 0x1.151f789ab71cbp-11, -0x1.1c63fff34af55p-13,
     -0x1.0ec8f02c90ac9p-16, 0x1.18159f97eefddp-15, -0x1.ef219c71728b5p-17, 0x1.0cdc6c108e658p-19},
    {0x1.0f9e1b4dd36dfp-14, -0x1.a8670aa99a5bcp-13, 0x1.a3737e2a2f1c6p-12, -0x1.24544f02d2ab3p-11,
     0x1.2e7e763d49ed7p-11, -0x1.da496e534105fp-12, 0x1.176cf6341dee3p-12, -0x1.d2ac6cdf9da62p-14,
     0x1.aaff2ff947d6bp-16, 0x1.03f5707161821p-18, -0x1.ac797b25b8411p-18, 0x1.6d1abead0d037p-19},
    {0x1.abe09e9144b6p-17, -0x1.690585ca91f98p-15, 0x1.84522fe881164p-14, -0x1.298f8d45f64a8p-13,
     0x1.57757788c4d89p-13, -0x1.330aab77e643cp-13, 0x1.ac999704d61bcp-14, -0x1.cc15786d9cbd3p-15,
     0x1.64c6d1c108577p-16, -0x1.34f155d1ba017p-18, -0x1.6b294e4729e88p-21, 0x1.1f23200623c68p-20},
    {0x1.296a70f414056p-19, -0x1.0d88765d3224cp-17, 0x1.394b1fa670b7fp-16, -0x1.05760ad1bce44p-15,
     0x1.4c1fe48ae502ap-15, -0x1.4b982033c20a5p-15, 0x1.085c0eee934ecp-15, -0x1.510a3b80ba087p-16,
     0x1.51667115f1e2fp-17, -0x1.f31c2707562d9p-19, 0x1.ac810845afcbcp-21, 0x1.57f7f1c03f68ep-24},
    {0x1.6ce1aa3fd7bdep-22, -0x1.617a9cedd8fffp-20, 0x1.b95fa39b39e3p-19, -0x1.8e1fc415388d4p-18,
     0x1.137172181077fp-17, -0x1.2eb290b1c8fe4p-17, 0x1.0d8c35bad4b31p-17, -0x1.888569a02782dp-18,
     0x1.d25c64d8df19cp-19, -0x1.bbbca8e809143p-20, 0x1.3fe6871d5d01cp-21, -0x1.1ed073574fd2bp-23},
    {0x1.8b0cfce0579c9p-25, -0x1.976564c75a5aep-23, 0x1.0fdac559b8897p-21, -0x1.07600ca6e0f16p-20,
     0x1.89ca774397d84p-20, -0x1.d73aa4e494c85p-20, 0x1.cd9e100327c3fp-20, -0x1.7710b62b804a2p-20,
     0x1.fc17b1ca0c1dep-21, -0x1.1dd3bc3c20da3p-21, 0x1.078193c2abf88p-22, -0x1.77738f35028bfp-24},
    {0x1.7974e743de9d8p-28, -0x1.9cd7dcf23b82cp-26, 0x1.252af6f493244p-24, -0x1.2f7354e6b7a57p-23,
     0x1.e7102f7e6205ep-23, -0x1.3ab0b0ef4eb02p-22, 0x1.4f610dc33c0bap-22, -0x1.2b63211d75ea7p-22,
     0x1.c3b22991f96f8p-23, -0x1.20cc4677e22c6p-23, 0x1.39f991d7e1ad3p-24, -0x1.18a06c7966dc5p-25},
    {0x1.3e44e45301a86p-31, -0x1.6fffa7fff9fc9p-29, 0x1.1508f768fe3abp-27, -0x1.30fd0c66a919bp-26,
     0x1.055632761a56p-25, -0x1.6a3a9d4573a3bp-25, 0x1.a06fd89bb4cd7p-25, -0x1.93e26e3614019p-25,
     0x1.4e1a1a9d6d47dp-25, -0x1.da843795e7b5ep-26, 0x1.24d59e39d44bap-26, -0x1.3114ab2e70f54p-27},
    {0x1.d9a880f3067b6p-35, -0x1.20a2ae941817ep-32, 0x1.cb2a2e568c113p-31, -0x1.0bc6ecf66c7cfp-29,
     0x1.e7ba573094579p-29, -0x1.6893475f5b9d9p-28, 0x1.bc2ae0a46616bp-28, -0x1.d0100998ba2a4p-28,
     0x1.a0506991a2e6bp-28, -0x1.436f7ec296317p-28, 0x1.bb51adddfaedfp-29, -0x1.03dc305921dd3p-29},
    {0x1.370ab8327a8fap-38, -0x1.8e85bc00ad7e4p-36, 0x1.4decacbffa015p-34, -0x1.9b3c558025285p-33,
     0x1.8c78e3f43c783p-32, -0x1.373cd6cf0037ap-31, 0x1.988ade756a874p-31, -0x1.c8c02e59c7879p-31,
     0x1.b8aa47a034163p-31, -0x1.72869e3570f05p-31, 0x1.15f3ed8c5da27p-31, -0x1.672a547f97ad6p-32},
    {0x1.68823e52960b2p-42, -0x1.e46f03befad44p-40, 0x1.aa76120fd3d46p-38, -0x1.146faeb8b8861p-36,
     0x1.192d3abc96eeep-35, -0x1.d2eaae2e8d202p-35, 0x1.450d832d5cfb3p-34, -0x1.82c3203f89764p-34,
     0x1.8ea7c35cfee3fp-34, -0x1.67da0130f40dbp-34, 0x1.247795e2217c8p-34, -0x1.9ae0668d8aac5p-35},
    {0x1.70beaf9c7de5bp-46, -0x1.0346137a09d43p-43, 0x1.de74c0de931c9p-42, -0x1.459c81761ec2bp-40,
     0x1.5c5ee327d119fp-39, -0x1.30e3dbcd736ccp-38, 0x1.c087eef1f7f3p-38, -0x1.1ab4b273da8d5p-37,
     0x1.35aa3c2e555dap-37, -0x1.2a2bcae99e12p-37, 0x1.048b25da92547p-37, -0x1.8a0d319cbb9fcp-38},
    {0x1.4cd9c041552bap-50, -0x1.e8dfd25ff9d53p-48, 0x1.d7c14a00b3fb2p-46, -0x1.50429df42fd67p-44,
     0x1.796a38877d048p-43, -0x1.5b2280fd988ecp-42, 0x1.0ce1b3576d736p-41, -0x1.65b9c3a31c97cp-41,
     0x1.9e8e630030926p-41, -0x1.a79b62628a35cp-41, 0x1.8b93c8d317e6ep-41, -0x1.3fa6b9a71a68cp-41}
};

}  // namespace hlo::elementary

#endif  // HLO_CORE_KERNELS_ELEMENTARY_POLYNOMIALS_H_
