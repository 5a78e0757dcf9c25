/** Messages about hooks. */

import { late } from '../../base/late.ts';
import type { ListedHook } from '../../protocol/hooks.ts';

const states: Record<ListedHook['state'], string> = {
  ready: 'ready',
  untrusted: 'not trusted: not run',
  changed: 'changed since you trusted it: not run',
  'never-runs': 'never runs',
};

const words = () => ({
  states,
  none: 'No hooks are configured. They go under "hooks" in your own settings ("coder config edit"), in the format of Claude Code; "hooks": { "from": ["claude"] } reads those of Claude Code itself.',
  title: (count: number) => `${count} ${count === 1 ? 'hook' : 'hooks'}`,
  all: 'all',
  why: {
    event: (name: string) => `coder has no event ${name}`,
    type: (name: string) => `coder does not run hooks of type ${name}`,
  },
  runs: (runs: number, failures: number) => `${runs} ${runs === 1 ? 'run' : 'runs'}, ${failures} without an answer`,
  last: (time: string, ms: number) => `last at ${time}, ${ms} ms`,
  usage: '/trust add trusts a hook of the project, "coder hooks test EVENT" runs the hooks of an event',
  message: (hook: string, text: string) => `hook ${hook}: ${text}`,
  blocked: (why: string) => `The prompt was not sent: ${why}`,
  stopped: (why: string) => `A hook ended the turn: ${why}`,
  needsApproval: (tool: string) => `coder needs your permission to use ${tool}`,
  hasQuestion: 'coder has a question for you',
  isWaiting: 'coder is waiting for you',

  // coder hooks
  commandUsage: `usage: coder hooks [list] [--json]
       coder hooks test EVENT [--tool NAME] [--input JSON] [--json]`,
  unknownEvent: (name: string, known: string) => `there is no event ${name}; known: ${known}`,
  notJson: '--input: expected a JSON object',
  unknownOption: (option: string) => `unknown option ${option}`,
  needsValue: (option: string) => `${option} needs a value`,
  noneMatch: (event: string) => `No hook matches this ${event}.`,
  input: 'input',
  stdout: 'standard output',
  stderr: 'standard error',
  took: (code: number, ms: number) => `exit code ${code}, ${ms} ms`,
  means: {
    allow: 'allows it if only a rule would ask',
    ask: 'asks a person; refuses it if no one is available',
    deny: 'refuses it',
    block: 'blocks it',
    none: 'says nothing about it',
  },
  decision: 'decision',
});

export const hooks = late(words);

export type HookWords = ReturnType<typeof hooks>;
