/** Picks one entry of a list with the arrows, a number, or part of its name; Enter takes it, Esc gives up. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import type { Dialog, DialogResult } from './dialog.ts';
import { filterList, listLines, moveInList, type PickList } from './pick-list.ts';

interface PickerDrawing {
  theme: Theme;
  messages: ScreenWords;
}

export interface PickerParts {
  /** Stays in the scrollback. */
  title: readonly Line[];
  options: readonly string[];
  /** The row selected at first. Absent for the first row. */
  selected?: number;
  takesAhead?: boolean;
  /** `undefined` if none was picked. */
  taken(index: number | undefined): DialogResult;
  escape(): DialogResult;
}

export function pickerDialog(parts: PickerParts, drawing: PickerDrawing): Dialog {
  const { options, selected = 0 } = parts;
  return { ...dialogOf({ options, selected, filter: '' }, parts, drawing), lines: parts.title };
}

function dialogOf(list: PickList, parts: PickerParts, drawing: PickerDrawing): Dialog {
  const { theme, messages } = drawing;
  const rows = listLines(list, theme);
  const shown: Line[] = rows.length > 0 ? rows : [[span(`  ${messages.noMatch}`, theme.secondary)]];
  return {
    lines: [],
    hint: shown,
    below: [[span(messages.pickKeys, theme.secondary)]],
    takesPaste: true,
    ...(parts.takesAhead && { takesAhead: true as const }),
    key(pressed) {
      const moved = moveInList(list, pressed);
      return moved && { type: 'show', dialog: dialogOf(moved, parts, drawing) };
    },
    typed: (text) => dialogOf(filterList(list, text), parts, drawing),
    escape: parts.escape,
    submit(text) {
      const { selected } = text === list.filter ? list : filterList(list, text);
      if (selected !== undefined) return parts.taken(selected);
      return { type: 'next', dialog: dialogOf({ ...list, filter: '', selected: 0 }, parts, drawing) };
    },
  };
}

/** A picker for a question that the front end itself asks. */
export function ownPicker(
  { title, options, selected }: { title: string; options: readonly string[]; selected?: number },
  drawing: PickerDrawing,
): Dialog {
  const { theme, messages } = drawing;
  const taken = (index: number | undefined): DialogResult => {
    const line = index === undefined ? noneLine(messages, theme) : [span(`> ${cleanLine(options[index] ?? '')}`)];
    return { type: 'done', value: index, lines: [line] };
  };
  return pickerDialog(
    {
      title: [[span(cleanLine(title), theme.notice)]],
      options,
      takesAhead: true,
      ...(selected !== undefined && { selected }),
      taken,
      escape: () => taken(undefined),
    },
    drawing,
  );
}

/** Asks for one line of text; a hidden one is shown as dots and never repeated. */
export function ownLine(
  { title, isHidden = false }: { title: string; isHidden?: boolean },
  drawing: PickerDrawing,
): Dialog {
  const { theme, messages } = drawing;
  const done = (value: string | undefined, line: Line): DialogResult => ({ type: 'done', value, lines: [line] });
  const dialog: Dialog = {
    lines: [[span(cleanLine(title), theme.notice)]],
    hint: [],
    below: [[span(isHidden ? messages.hiddenKeys : messages.lineKeys, theme.secondary)]],
    takesPaste: true,
    takesAhead: true,
    ...(isHidden && { isHidden: true as const }),
    escape: () => done(undefined, noneLine(messages, theme)),
    submit(text) {
      const value = text.trim();
      if (value === '') return { type: 'next', dialog: { ...dialog, lines: [] } };
      return done(value, [span(`> ${cleanLine(isHidden ? messages.hiddenText : value)}`)]);
    },
  };
  return dialog;
}

/** The line that remains if the person gave up; it must not look typed. */
function noneLine(messages: ScreenWords, theme: Theme): Line {
  return [span(messages.nothingPicked, theme.secondary)];
}
