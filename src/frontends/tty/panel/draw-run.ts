/** Draws a row of a program's screen on ours: keeps its styles, and removes whatever could control the terminal. */

import type { TerminalColor, TerminalRun, TerminalStyle } from '../../../protocol/terminal.ts';
import type { ColorLevel } from '../screen/theme.ts';

const RESET = '\x1b[m';
const STYLES: Readonly<Record<TerminalStyle, number>> = {
  bold: 1,
  dim: 2,
  italic: 3,
  underline: 4,
  inverse: 7,
  hidden: 8,
  struck: 9,
};
/** Characters that would change the order of the text around them. */
const DIRECTION = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a cell must never hold
const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;

export function drawRuns(runs: readonly TerminalRun[], level: ColorLevel): string {
  let row = '';
  for (const run of runs) {
    const sgr = level === 'plain' ? '' : sgrOf(run, level);
    const text = run.text.replace(CONTROL, ' ').replace(DIRECTION, '');
    row += sgr === '' ? text : `\x1b[${sgr}m${text}${RESET}`;
  }
  return row;
}

function sgrOf({ color, background, style = [] }: TerminalRun, level: ColorLevel): string {
  const parts = style.map((name) => String(STYLES[name]));
  if (level === 'color') parts.push(...colorParts(color, 30), ...colorParts(background, 40));
  return parts.join(';');
}

function colorParts(color: TerminalColor | undefined, base: 30 | 40): string[] {
  if (color === undefined) return [];
  if (typeof color === 'number') {
    if (color < 8) return [String(base + color)];
    return color < 16 ? [String(base + 60 + color - 8)] : [`${base + 8};5;${color}`];
  }
  const value = Number.parseInt(color.slice(1), 16);
  return [`${base + 8};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`];
}
