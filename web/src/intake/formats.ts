// SPDX-License-Identifier: Apache-2.0

/** As the importers call a module in the form of `hlo print --format json`. */
export const JSON_FORMAT = 'HLO as JSON';
