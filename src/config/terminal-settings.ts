/** Settings for the terminal: the input line, the screen, and the programs a person runs there. */

import { anything, boolean, integer, oneOf, record, withDefault } from '../base/schema.ts';
import { SHARE_INPUT } from '../protocol/terminal.ts';
import { project, setOnly, shareLess } from './project-right.ts';
import { section } from './section.ts';

export const TERMINAL_SECTIONS = {
  command_mode: section(
    {
      sandbox: withDefault(boolean('Run "! command" in the sandbox too.'), false),
      approval: project(
        setOnly('policy'),
        withDefault(
          oneOf(
            ['risk', 'policy', 'direct'],
            'risk: "! command" runs at once unless it is risky; then it asks. policy: it asks as a command of the model would. direct: it always runs at once.',
          ),
          'risk',
        ),
      ),
    },
    'Commands you type with "!".',
  ),
  input: section(
    {
      vim: withDefault(boolean('Edit the input line as in vim.'), false),
      history: withDefault(
        oneOf(
          ['project', 'session'],
          'project: the arrows and Ctrl+R also find what you typed earlier in this project. session: only what you typed since the start.',
        ),
        'project',
      ),
      escape_ms: withDefault(
        integer(
          'How long coder waits after Esc for the rest of a key. Raise it if arrows arrive as text over a slow connection.',
          {
            min: 5,
            max: 2000,
          },
        ),
        25,
      ),
      keys: withDefault(record(anything(), 'Keys and their actions: { "ctrl+z": "undo" }; null unbinds a key.'), {}),
    },
    'The input line.',
  ),
  ui: section(
    {
      banner: withDefault(
        oneOf(
          ['auto', 'off'],
          'The start screen; auto: one row after the third start in a project, none in the full style.',
        ),
        'auto',
      ),
      style: withDefault(
        oneOf(
          ['compact', 'full'],
          'How a conversation looks. compact: short rows, long output folded. full: every call with its label, nothing folded.',
        ),
        'compact',
      ),
      notify: withDefault(
        oneOf(
          ['auto', 'bell', 'off'],
          'How coder alerts you when a question has been open for 5 seconds or a turn took longer than 30: bell, window title and notification; the bell alone; or not at all.',
        ),
        'auto',
      ),
      background: withDefault(
        oneOf(
          ['auto', 'dark', 'light'],
          'The terminal’s background, for the colours of diffs; auto: as the terminal reports it, else dark.',
        ),
        'auto',
      ),
    },
    'The screen.',
  ),
  pty: section(
    {
      share_input: project(
        shareLess,
        withDefault(
          oneOf(
            SHARE_INPUT,
            'How much of what you type into an interactive program the model gets: all of it, all but what the program does not echo (redact), or nothing.',
          ),
          'all',
        ),
      ),
    },
    'Interactive programs.',
  ),
};
