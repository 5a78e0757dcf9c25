/** The completion menu as a value: what it offers and what is selected. */

import type { CompletionQuery } from './completion.ts';

export interface MenuItem {
  /** The text to insert, before quoting. */
  value: string;
  label: string;
  detail?: string;
}

export interface MenuState {
  readonly query: CompletionQuery;
  readonly items: readonly MenuItem[];
  readonly selected: number;
  /** True if the list that the items were taken from is incomplete. */
  readonly isPartial?: boolean;
}

export type MenuMove = 'menu-up' | 'menu-down' | 'menu-page-up' | 'menu-page-down';

const PAGE = 8;

/** Up and down wrap around; pages stop at the ends. */
export function moveInMenu(menu: MenuState, move: MenuMove): MenuState {
  const last = menu.items.length - 1;
  switch (move) {
    case 'menu-up':
      return { ...menu, selected: menu.selected === 0 ? last : menu.selected - 1 };
    case 'menu-down':
      return { ...menu, selected: menu.selected === last ? 0 : menu.selected + 1 };
    case 'menu-page-up':
      return { ...menu, selected: Math.max(0, menu.selected - PAGE) };
    case 'menu-page-down':
      return { ...menu, selected: Math.min(last, menu.selected + PAGE) };
  }
}

/** The items around the selection that fit. */
export function visibleItems(
  menu: MenuState,
  rows: number,
): { items: readonly MenuItem[]; selected: number; above: number } {
  const above = Math.max(0, Math.min(menu.selected - Math.floor(rows / 2), menu.items.length - rows));
  return { items: menu.items.slice(above, above + rows), selected: menu.selected - above, above };
}
