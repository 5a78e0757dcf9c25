/** vim's registers: yanked or deleted text, by name. */

import type { Register, VimState } from './vim-state.ts';

const UNNAMED = '"';
const NOWHERE = '_';

export function readRegister(vim: VimState, name: string | undefined): Register | undefined {
  return vim.registers[(name ?? UNNAMED).toLowerCase()];
}

/** A capital letter appends to its register; `_` stores nothing. */
export function writeRegister(
  vim: VimState,
  name: string | undefined,
  content: Register,
  reason: 'yank' | 'delete',
): VimState {
  if (name === NOWHERE) return vim;
  const isNamed = name !== undefined && name !== UNNAMED;
  if (!isNamed) {
    const yanked: VimState['registers'] = reason === 'yank' ? { '0': content } : {};
    return { ...vim, registers: { ...vim.registers, [UNNAMED]: content, ...yanked } };
  }
  const key = name.toLowerCase();
  const stored = key === name ? content : joined(vim.registers[key], content);
  return { ...vim, registers: { ...vim.registers, [key]: stored, [UNNAMED]: stored } };
}

function joined(before: Register | undefined, after: Register): Register {
  if (before === undefined) return after;
  const linewise = before.linewise || after.linewise;
  const separator = linewise && !before.text.endsWith('\n') ? '\n' : '';
  const end = linewise && !after.text.endsWith('\n') ? '\n' : '';
  return { text: before.text + separator + after.text + end, linewise };
}
