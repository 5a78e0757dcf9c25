/**
 * Four sessions in which a model fixed four bugs of two projects, rebuilt from notes: the number of requests, the calls, the sizes of their
 * results. The words are made up; the sizes are those of the real sessions.
 */

import { COMMAND_PROJECT, QUERY_PROJECT } from './project.ts';

interface RecordedCall {
  name: string;
  args: Readonly<Record<string, unknown>>;
}

export interface RecordedSession {
  name: string;
  prompt: string;
  project: Readonly<Record<string, string>>;
  steps: readonly (readonly RecordedCall[])[];
  /** The corrected patch, sent if the product refuses the first one. */
  secondPatch?: RecordedCall;
  /** True if, when told to, the model updates the todo list that the product created, with a separate request. */
  obeysTodos?: true;
  answer: string;
}

const read = (path: string, offset: number, limit: number): RecordedCall => ({
  name: 'read',
  args: { path, offset, limit },
});
const grep = (pattern: string, path: string, more: object = {}): RecordedCall => ({
  name: 'grep',
  args: { pattern, path, ...more },
});
const bash = (command: string): RecordedCall => ({ name: 'bash', args: { command } });
const status: RecordedCall = { name: 'git_status', args: {} };

function insert(path: string, line: number, indent: string, lines: number): RecordedCall {
  const old = `${indent}limit(${line}); // line ${line}`;
  const added = Array.from({ length: lines }, (_, at) => `${indent}checked(${line}, ${at}, 'as it was meant to be');`);
  return { name: 'edit', args: { path, old_string: old, new_string: [old, ...added].join('\n') } };
}

/** Hunks of one removed and three new lines with context; with `counts: 'wrong'`, the counts in their headers are wrong. */
function diff(files: Readonly<Record<string, readonly number[]>>, counts: 'right' | 'wrong'): RecordedCall {
  const parts = Object.entries(files).flatMap(([path, lines]) => [
    `--- a/${path}`,
    `+++ b/${path}`,
    ...lines.flatMap((line) => {
      const size = counts === 'right' ? ['1', '4'] : ['2', '5'];
      return [
        `@@ -${line + 1},${size[0]} +${line + 1},${size[1]} @@`,
        `-    limit(${line}); // line ${line}`,
        `+    limit(${line}, options.parameterLimit, options.throwOnLimitExceeded); // line ${line}`,
        ...Array.from(
          { length: 3 },
          (_, at) => `+        throw new RangeError('Only ${at} parameters are allowed, and ${line} came.');`,
        ),
      ];
    }),
  ]);
  return { name: 'patch', args: { patch: `${parts.join('\n')}\n` } };
}

const PARSE = [8, 26, 44, 62, 89];
const TESTS = [13, 41, 69, 97, 125];

function pythonPatch(lines: readonly number[]): RecordedCall {
  const hunks = lines.flatMap((line) => [
    '@@',
    `-    duplicate(${line}); # line ${line}`,
    `+    duplicate(${line}, stacklevel=3); # line ${line}`,
    ...Array.from({ length: 6 }, (_, at) => `+    assert is_meant(${at}), "the parameter is used more than once"`),
  ]);
  return {
    name: 'patch',
    args: { patch: ['*** Begin Patch', '*** Update File: src/command/core.py', ...hunks, '*** End Patch'].join('\n') },
  };
}

function pythonTest(path: string, line: number): RecordedCall {
  const old = `    runner(${line}); # line ${line}`;
  const added = Array.from({ length: 22 }, (_, at) => `    assert result.output == "case ${at}\\\\n", 'as before'`);
  return { name: 'edit', args: { path, old_string: old, new_string: [old, ...added].join('\n') } };
}

const CHECK = 'PYTHONPATH=src pytest -q tests';

export const SESSIONS: readonly RecordedSession[] = [
  {
    name: 'query, half characters',
    prompt:
      'Half characters at the border of two chunks are encoded wrongly. Find out why in lib/utils.js, and fix it.',
    project: QUERY_PROJECT,
    steps: [
      [grep('encode', 'lib'), grep('charset', 'lib', { max_matches: 54 })],
      [read('lib/utils.js', 195, 85), read('package.json', 1, 66), read('test/parse.js', 1, 60)],
      [
        insert('lib/parse.js', 107, '    ', 9),
        insert('test/parse.js', 153, '    ', 23),
        bash('npm test 2>&1 | tail -5'),
      ],
      [bash('npm test'), status],
    ],
    answer:
      'The border between two chunks is now moved back where it would cut a pair: lib/utils.js:226. Checked with npm test.',
  },
  {
    name: 'query, limits',
    prompt:
      'parameterLimit and arrayLimit should throw where throwOnLimitExceeded is set, and cut off silently where it is not.',
    project: QUERY_PROJECT,
    obeysTodos: true,
    steps: [
      [grep('limit', 'lib'), grep('limit', 'test', { max_matches: 100 })],
      [read('lib/parse.js', 1, 260), grep('decoder', 'lib')],
      [read('test/parse.js', 1, 150), grep('combine', 'test', { max_matches: 22 })],
      [read('lib/utils.js', 195, 85), read('package.json', 1, 66)],
      [diff({ 'lib/parse.js': PARSE, 'test/parse.js': TESTS }, 'wrong')],
      [insert('test/parse.js', 209, '    ', 23), insert('test/parse.js', 237, '    ', 23), bash('npm test')],
      [insert('test/parse.js', 265, '    ', 23), bash('npm test'), status],
    ],
    secondPatch: diff({ 'lib/parse.js': PARSE, 'test/parse.js': TESTS }, 'right'),
    answer:
      'Both limits throw a RangeError where throwOnLimitExceeded is set: lib/parse.js:9, lib/parse.js:27. Checked with npm test.',
  },
  {
    name: 'command, used twice',
    prompt:
      'A warning is wanted where a parameter name is used more than once in a command. Keep what other callers rely on.',
    project: COMMAND_PROJECT,
    steps: [
      [grep('make_parser', 'src', { context: 2 }), grep('duplicate', 'src'), { name: 'list', args: { path: '.' } }],
      [
        read('src/command/core.py', 1080, 215),
        read('tests/test_arguments.py', 1, 50),
        grep('deprecated', 'src', { max_matches: 22 }),
      ],
      [read('src/command/core.py', 2150, 85), grep('stacklevel', 'src', { max_matches: 54 })],
      [
        pythonPatch([89, 179, 359, 449, 629, 719]),
        pythonTest('tests/test_basic.py', 11),
        pythonTest('tests/test_basic.py', 35),
        bash(`${CHECK} 2>&1 | tail -5`),
      ],
    ],
    answer: 'A second use of a name now warns: src/command/core.py:1107. Checked with the tests, with src on the path.',
  },
  {
    name: 'command, help of a group',
    prompt:
      'The short help of a group is cut in the middle of a word where it has a full stop early on. Fix that at its cause.',
    project: COMMAND_PROJECT,
    steps: [
      [grep('make_parser', 'src', { context: 2 }), grep('invoke', 'src', { max_matches: 54 })],
      [
        read('src/command/parser.py', 1, 85),
        read('src/command/core.py', 1400, 170),
        grep('params', 'src', { max_matches: 22 }),
      ],
      [read('tests/test_basic.py', 1, 50), grep('runner', 'tests', { max_matches: 54 })],
      [
        pythonPatch([449, 629, 719, 899, 989, 1169]),
        pythonTest('tests/test_arguments.py', 23),
        pythonTest('tests/test_basic.py', 59),
        bash(`${CHECK} 2>&1 | tail -5`),
      ],
      [pythonTest('tests/test_arguments.py', 47), bash(CHECK), status],
    ],
    answer:
      'The help is cut at the end of a word: src/command/core.py:450. Checked with the tests, with src on the path.',
  },
];
