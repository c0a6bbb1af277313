// SPDX-License-Identifier: Apache-2.0
export const hidePopover = (id: string): void => {
  const popover = document.getElementById(id);
  if (popover?.matches(':popover-open')) popover.hidePopover();
};
