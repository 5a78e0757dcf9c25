/** Schemas of the values that events and ops carry: the source of the published JSON Schema. */

import * as s from '../base/schema.ts';
import { REASON_CODES } from './policy.ts';
import { CALL_KINDS } from './view.ts';

export const usage = s.object({
  input: s.integer('Tokens sent, including cached ones.'),
  output: s.integer(),
  cached: s.integer('The part of input that came from a cache.'),
});

export const call = s.object({
  id: s.string(),
  name: s.string(),
  arguments: s.string('JSON text of one object.'),
  problem: s.optional(s.string('Why it does not run.')),
});

export const image = s.object({ type: s.literal('image'), mimeType: s.string(), data: s.string('Base64.') });

const todo = s.object({ content: s.string(), status: s.oneOf(['pending', 'in_progress', 'completed']) });

export const outcome = s.tagged('status', {
  ok: s.object({ status: s.literal('ok'), result: s.record(s.anything()), images: s.optional(s.array(image)) }),
  failed: unsuccessful('failed'),
  denied: unsuccessful('denied'),
  cancelled: unsuccessful('cancelled'),
});

const path = s.string();
const files = s.optional(s.integer());
const count = s.integer();
const fact = s.tagged('is', {
  entries: s.object({ is: s.literal('entries'), path, count }),
  search: s.object({
    is: s.literal('search'),
    pattern: s.string(),
    where: s.optional(s.string()),
    glob: s.optional(s.string()),
    files,
    matches: s.optional(s.integer()),
    isLeast: s.optional(s.literal(true)),
  }),
  file: s.object({ is: s.literal('file'), path, lines: s.integer() }),
  lines: s.object({
    is: s.literal('lines'),
    path,
    from: s.integer('Counted from 1.'),
    to: s.optional(s.integer()),
    of: s.optional(s.integer('Lines in the file.')),
  }),
  'last-lines': s.object({ is: s.literal('last-lines'), path, count }),
  changes: s.object({
    is: s.literal('changes'),
    files: s.integer(),
    added: s.optional(s.integer('Lines.')),
    removed: s.optional(s.integer('Lines.')),
    isDry: s.optional(s.literal(true)),
  }),
  'dry-run': s.object({ is: s.literal('dry-run'), what: s.string(), added: s.integer(), removed: s.integer() }),
  todos: s.object({ is: s.literal('todos') }),
  'todos-done': s.object({ is: s.literal('todos-done'), done: s.integer(), count }),
  questions: s.object({ is: s.literal('questions'), count }),
  hosts: s.object({ is: s.literal('hosts'), count }),
  'runs-as': s.object({ is: s.literal('runs-as'), job: s.string() }),
  'runs-in': s.object({ is: s.literal('runs-in'), terminal: s.string() }),
  'terminal-ended': s.object({
    is: s.literal('terminal-ended'),
    terminal: s.string(),
    exitCode: s.optional(s.integer()),
  }),
  page: s.object({
    is: s.literal('page'),
    status: s.integer(),
    type: s.optional(s.string()),
    characters: s.integer(),
    title: s.optional(s.string()),
  }),
  'no-difference': s.object({ is: s.literal('no-difference') }),
  'nothing-changed': s.object({ is: s.literal('nothing-changed') }),
});
const factBeside = s.optional(fact);

const isPast = s.optional(s.literal(true));

const block = s.tagged('type', {
  text: s.object({ type: s.literal('text'), text: s.string(), fact: factBeside, isPast }),
  markdown: s.object({ type: s.literal('markdown'), text: s.string(), fact: factBeside, isPast }),
  diff: s.object({ type: s.literal('diff'), diff: s.string('Unified diff.') }),
  terminal: s.object({
    type: s.literal('terminal'),
    stdout: s.string(),
    stderr: s.string(),
    exitCode: s.either(s.integer(), s.literal(null)),
  }),
  list: s.object({ type: s.literal('list'), items: s.array(s.string()), fact: factBeside }),
  todos: s.object({ type: s.literal('todos'), items: s.array(todo) }),
});

const summary = s.object(
  {
    what: s.string('The file, or what stands for several.'),
    files,
    isNew: s.boolean('Every file is new.'),
    added: s.integer('Lines.'),
    removed: s.integer('Lines.'),
  },
  'What the call changes, or has changed.',
);

export const view = s.object(
  {
    title: s.string('In English if there is a fact.'),
    fact: factBeside,
    body: s.optional(s.array(block)),
    error: s.optional(s.string('Why the call did not succeed, in the language of the person.')),
    kind: s.optional(s.oneOf(CALL_KINDS, 'The kind of work a call does.')),
    isShell: s.optional(s.literal(true)),
    change: s.optional(summary),
  },
  'What to draw.',
);

export const citation = s.object({ title: s.optional(s.string()), url: s.optional(s.string()) });

const part = s.tagged('type', {
  text: s.object({ type: s.literal('text'), text: s.string() }),
  thinking: s.object({ type: s.literal('thinking'), text: s.string(), signature: s.optional(s.string()) }),
  image,
  call: s.object({ type: s.literal('call'), call }),
});

export const message = s.tagged('role', {
  user: s.object({
    role: s.literal('user'),
    content: s.array(part),
    by: s.optional(s.literal('coder')),
    about: s.optional(s.literal('check')),
    said: s.optional(s.oneOf(['while-working', 'after-stop'])),
  }),
  assistant: s.object({
    role: s.literal('assistant'),
    content: s.array(part),
    model: s.string(),
    usage: s.optional(usage),
    citations: s.optional(s.array(citation, 'Sources of the answer.')),
    interrupted: s.optional(s.literal(true)),
    raw: s.optional(s.object({ protocol: s.string(), blocks: s.anything() })),
  }),
  tool: s.object({
    role: s.literal('tool'),
    callId: s.string(),
    name: s.string(),
    outcome,
    title: s.optional(s.string('The call in one line, for a person; in English if there is a fact.')),
    fact: factBeside,
    text: s.optional(s.string('What the model reads.')),
  }),
  note: s.object({
    role: s.literal('note'),
    text: s.string(),
    audience: s.oneOf(['user', 'both']),
    pinned: s.optional(s.literal(true)),
    failed: s.optional(s.literal(true)),
    ran: s.optional(
      s.object(
        {
          line: s.string(),
          exitCode: s.optional(s.integer()),
          terminal: s.optional(s.string()),
          timedOut: s.optional(s.literal(true)),
          saved: s.optional(s.string('The file with the whole output.')),
        },
        'The command typed by the person that text reports.',
      ),
    ),
  }),
});

const reason = s.object({
  code: s.oneOf(REASON_CODES),
  text: s.string('In the language of the person.'),
  says: s.array(s.string(), 'The key of the sentence and its parameters, the same in every language.'),
  risk: s.boolean('Takes yes or no only.'),
  part: s.optional(s.string()),
  span: s.optional(s.pair(s.integer())),
});

const scope = s.object({ permission: s.string(), pattern: s.optional(s.string()) });

const question = s.object({
  question: s.string(),
  options: s.array(s.object({ label: s.string(), description: s.optional(s.string()) })),
});

export const request = s.tagged('kind', {
  approval: s.object({
    kind: s.literal('approval'),
    id: s.string(),
    call,
    view,
    reasons: s.array(reason),
    choices: s.array(s.oneOf(['yes', 'no', 'always', 'try'])),
    scopes: s.array(scope),
    covered: s.optional(s.array(s.array(s.string()))),
    parts: s.optional(s.array(s.string())),
    command: s.optional(
      s.object({ line: s.string(), cwd: s.optional(s.string()) }, 'The shell line, as it would run.'),
    ),
    tools: s.optional(s.array(s.string('A tool that a scope without a pattern covers.'))),
    radius: s.optional(
      s.object({
        files: s.integer(),
        bytes: s.integer(),
        isPartial: s.boolean('Time was up before everything was counted.'),
        top: s.array(s.object({ folder: s.string(), files: s.integer() })),
        outside: s.array(s.string()),
        unknown: s.array(s.string('Only known when it runs.')),
      }),
    ),
  }),
  questions: s.object({ kind: s.literal('questions'), id: s.string(), questions: s.array(question) }),
  pick: s.object({
    kind: s.literal('pick'),
    id: s.string(),
    title: s.string(),
    options: s.array(s.string()),
    selected: s.optional(s.integer('The option selected at first.')),
    isYesNo: s.optional(s.literal(true)),
  }),
});

/** Choices and picks whose form is the same from a front end as in the log. */
export const granted = {
  yes: s.object({ kind: s.literal('approval'), choice: s.literal('yes') }),
  try: s.object({ kind: s.literal('approval'), choice: s.literal('try') }),
  always: s.object({
    kind: s.literal('approval'),
    choice: s.literal('always'),
    scope,
    lifetime: s.oneOf(['session', 'project']),
  }),
};
export const pick = s.object({ kind: s.literal('pick'), picked: s.either(s.integer(), s.literal(null)) });

export const answer = s.tagged('kind', {
  approval: s.tagged('choice', {
    ...granted,
    no: s.object({
      kind: s.literal('approval'),
      choice: s.literal('no'),
      why: s.optional(s.string('Passed to the model.')),
      unattended: s.optional(s.literal(true)),
    }),
  }),
  questions: s.object({
    kind: s.literal('questions'),
    answers: s.either(s.array(s.string()), s.either(s.literal(null), s.literal('unattended'))),
  }),
  pick,
  cancelled: s.object({ kind: s.literal('cancelled') }),
});

export const change = s.object({
  session: s.optional(s.object({ id: s.string(), title: s.optional(s.string()) })),
  mode: s.optional(s.string()),
  model: s.optional(s.string()),
  context: s.optional(s.object({ tokens: s.integer(), estimated: s.boolean(), limit: s.integer() })),
  spent: s.optional(
    s.object(
      { money: s.number('US dollars.'), isLeast: s.boolean('The price of a model is not known.') },
      'What the session has cost.',
    ),
  ),
  jobs: s.optional(s.integer('Number of commands running in the background.')),
  programs: s.optional(
    s.array(s.string('A program running in the background or in a terminal; sent in answer to report-programs.')),
  ),
  sandbox: s.optional(s.string('The layer that confines commands, once it is known.')),
  todos: s.optional(s.array(todo)),
  skipped: s.optional(s.array(s.string('An MCP server that the run continues without.'))),
  untrusted: s.optional(
    s.array(s.string('An item of the project that is not used because the person has not trusted it as it is.')),
  ),
});

export const hand = s.oneOf(['person', 'model']);
const color = s.either(s.integer('One of the 256 colours.'), s.string('#rrggbb'));
const run = s.object({
  text: s.string(),
  color: s.optional(color),
  background: s.optional(color),
  style: s.optional(s.array(s.oneOf(['bold', 'dim', 'italic', 'underline', 'inverse', 'hidden', 'struck']))),
});
export const screen = s.object({
  columns: s.integer(),
  rows: s.integer(),
  lines: s.array(s.array(run), 'Every row, as runs of one style.'),
  cursor: s.optional(s.object({ row: s.integer('Counted from 0.'), column: s.integer() })),
  back: s.integer('Rows the view is scrolled back.'),
  scrollback: s.integer('Rows it can be scrolled back.'),
  alternate: s.boolean('A full-screen program.'),
  hidden: s.boolean('Typing is not echoed, as for a password.'),
  readsKeys: s.optional(s.boolean('The program reads single keys, not lines, and handles arrows itself.')),
  awaited: s.optional(s.boolean('A call waits until the person is done here, or hands over.')),
  typed: s.optional(hand),
  applicationCursor: s.boolean(),
  bracketedPaste: s.boolean(),
  mouse: s.oneOf(['none', 'click', 'drag', 'any']),
  mouseEncoding: s.oneOf(['plain', 'sgr']),
});

function unsuccessful<const Status extends string>(status: Status) {
  return s.object({ status: s.literal(status), error: s.string(), result: s.optional(s.record(s.anything())) });
}
