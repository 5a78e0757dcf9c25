/** Draws the completion menu below the input. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { fitWidth, textWidth } from '../../../base/text/text-width.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type MenuState, visibleItems } from '../input/menu-state.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';

const SHOWN_ITEMS = 8;
const WIDEST_LABEL = 48;

export function menuLines(menu: MenuState, columns: number, theme: Theme, messages: ScreenWords): Line[] {
  const { items, selected } = visibleItems(menu, SHOWN_ITEMS);
  const labels = items.map(({ label }) => fitWidth(cleanLine(label), Math.max(1, columns - 2)));
  const width = Math.min(WIDEST_LABEL, Math.max(0, ...labels.map(textWidth)));
  const rows = items.map(({ detail }, index): Line => {
    const label = labels[index] ?? '';
    const isSelected = index === selected;
    const blanks = ' '.repeat(Math.max(0, width - textWidth(label)));
    const name = span(`${isSelected ? '>' : ' '} ${label}`, isSelected ? theme.choice : '');
    return detail === undefined ? [name] : [name, span(`${blanks}  ${cleanLine(detail)}`, theme.secondary)];
  });
  const place = menu.items.length <= items.length ? [] : [`${menu.selected + 1}/${menu.items.length}`];
  const notes = [...place, ...(menu.isPartial ? [messages.listIsPartial] : [])];
  return notes.length === 0 ? rows : [...rows, [span(fitWidth(`  ${notes.join(' · ')}`, columns), theme.secondary)]];
}
