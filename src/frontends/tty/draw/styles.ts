/** How a conversation looks: one table for each style. The drawing reads the table and knows no style by name. */

import type { CallKind, Todo } from '../../../protocol/view.ts';
import type { Look } from '../screen/theme.ts';
import type { Marks } from './markdown/stream.ts';

export const STYLE_NAMES = ['compact', 'full'] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** What a stretch of the conversation is. */
export type Section = 'none' | 'thinking' | 'answer' | 'calls' | 'other';

export interface Style {
  /** What is written above a section. */
  labels: { thinking?: string; answer?: string; command?: string };
  /** What a row begins with. */
  marks: { call: string; done: string; failed: string; thought: string };
  /** A blank row before a section, where the one before it is among these. */
  gaps: Readonly<Record<Section, readonly Section[]>>;
  /** A call is a row when it starts and one when it ends, or one row that tells both. */
  callRows: 'start and end' | 'one';
  /** Calls of these kinds become one row with their neighbours. */
  joins: readonly CallKind[];
  /** Rows of a command's output: for good as they come, of the rest the last ones, and the last ones while it runs. */
  output: { first: number; last: number; live: number; indent: number; look: Look };
  /** Thinking stays as it was, or the last rows of it are seen while it goes on, and how long it took stays. */
  thinking: { stays: 'whole' | 'time'; live: number };
  /** A command of the person's own: as the model reads it, or as a shell shows it. */
  ownCommand: 'block' | 'shell';
  /** Of a failed call: all that was said, or what a person can do something with. */
  errors: 'whole' | 'short';
  markdown: Marks;
  todos: { marks: Readonly<Record<Todo['status'], string>> };
  /** A question is printed and stays, or is live above the input until it is answered. */
  approvals: 'printed' | 'live';
  /** A change as a patch, or with numbers; then so many rows around it stay, and of a long one so many. */
  diff: { form: 'patch' } | { form: 'numbered'; around: number; rows: number };
  /** What turns before the line that says what runs. */
  spinner: readonly string[];
  /** A row with time, calls and tokens when a turn has ended. */
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
    output: { first: 0, last: 8, live: 8, indent: 2, look: 'secondary' },
    thinking: { stays: 'time', live: 4 },
    ownCommand: 'shell',
    errors: 'short',
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
    output: { first: 200, last: 20, live: 3, indent: 0, look: 'text' },
    thinking: { stays: 'whole', live: Number.POSITIVE_INFINITY },
    ownCommand: 'block',
    errors: 'whole',
    markdown: { headings: ['heading'], quote: '> ', codeEdge: '', rule: 'dashes' },
    todos: { marks: TODO_BOXES },
    approvals: 'printed',
    diff: { form: 'patch' },
    spinner: [],
    endRow: false,
  },
};

/** The same for ears: words instead of marks and edges. */
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
