/** How a conversation looks: one table for each style. Drawing code reads the table and knows no style by name. */

import type { CallKind, Todo } from '../../../protocol/view.ts';
import type { TextStyle } from '../screen/theme.ts';
import type { Marks } from './markdown/stream.ts';

export const STYLE_NAMES = ['compact', 'full'] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** The kind of a stretch of the conversation. */
export type Section = 'none' | 'thinking' | 'answer' | 'calls' | 'other';

export interface Style {
  /** Texts shown above a section. */
  labels: { thinking?: string; answer?: string; command?: string };
  /** Texts that rows begin with. */
  marks: { call: string; done: string; failed: string; thought: string };
  /** For each section, the sections that a blank row separates it from if they come before. */
  gaps: Readonly<Record<Section, readonly Section[]>>;
  /** A call has a row when it starts and one when it ends, or one row for both. */
  callRows: 'start and end' | 'one';
  /** Kinds of calls that share one row with adjacent ones. */
  joins: readonly CallKind[];
  /** Rows of a command's output: shown as they come, the last of the rest at the end, and the last ones while it runs. */
  output: { first: number; last: number; live: number; indent: number; textStyle: TextStyle };
  /** Thinking stays whole; or only its last `live` rows are shown while it lasts, and the time it took stays. */
  thinking: { stays: 'whole' | 'time'; live: number };
  /** How a command by the person is shown: as the model reads it, or as a shell shows it. */
  ownCommand: 'block' | 'shell';
  /** Shows what the model reads about a failed check, though the check's row already shows its errors. */
  checkRequest: boolean;
  markdown: Marks;
  todos: { marks: Readonly<Record<Todo['status'], string>> };
  /** A question is printed and stays, or is live above the input until it is answered. */
  approvals: 'printed' | 'live';
  /** A change as a patch, or numbered: then with `around` unchanged rows around it and at most `rows` rows. */
  diff: { form: 'patch' } | { form: 'numbered'; around: number; rows: number };
  /** Frames of the spinner before the line that shows what runs. */
  spinner: readonly string[];
  /** Shows a row with time, calls and tokens at the end of a turn. */
  endRow: boolean;
}

const ALL: readonly Section[] = ['none', 'thinking', 'answer', 'calls', 'other'];
const TODO_BOXES = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const;

export const STYLES: Readonly<Record<StyleName, Style>> = {
  compact: {
    labels: {},
    marks: { call: '· ', done: '✓ ', failed: '✗ ', thought: '✻ ' },
    gaps: {
      none: [],
      thinking: ['answer'],
      answer: [],
      calls: ['answer'],
      other: [],
    },
    callRows: 'one',
    joins: ['read', 'list', 'search'],
    output: { first: 0, last: 8, live: 8, indent: 2, textStyle: 'secondary' },
    thinking: { stays: 'time', live: 4 },
    ownCommand: 'shell',
    checkRequest: false,
    markdown: { headings: ['heading1', 'heading', 'heading3'], quote: '│ ', codeEdge: '───', rule: 'line' },
    todos: { marks: { completed: '✓', in_progress: '▸', pending: '☐' } },
    approvals: 'live',
    diff: { form: 'numbered', around: 0, rows: 40 },
    spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
    endRow: true,
  },
  full: {
    labels: { thinking: '[THINK]', answer: '[ANSWER]', command: '[COMMAND]' },
    marks: { call: '', done: '  ', failed: '  ', thought: '' },
    gaps: { none: ALL, thinking: ALL, answer: ALL, calls: ALL, other: ALL },
    callRows: 'start and end',
    joins: [],
    output: { first: 200, last: 20, live: 3, indent: 0, textStyle: 'text' },
    thinking: { stays: 'whole', live: Number.POSITIVE_INFINITY },
    ownCommand: 'block',
    checkRequest: true,
    markdown: { headings: ['heading'], quote: '> ', codeEdge: '', rule: 'dashes' },
    todos: { marks: TODO_BOXES },
    approvals: 'printed',
    diff: { form: 'patch' },
    spinner: [],
    endRow: false,
  },
};

/** The style for screen readers: words instead of marks and edges. */
export function spokenStyle(style: Style): Style {
  const { full } = STYLES;
  return {
    ...style,
    labels: full.labels,
    marks: { call: '', done: '', failed: '', thought: '' },
    markdown: { ...style.markdown, quote: full.markdown.quote, codeEdge: '', rule: 'dashes' },
    todos: full.todos,
    spinner: [],
  };
}
