/** The demo's own messages. */

import { late } from '../../base/late.ts';
import { views } from './views.ts';

const words = () => ({
  get views() {
    return views();
  },
  begin: (folder: string) =>
    `A scratch project with a failing test: ${folder}\nThe built-in offline model works on it with the real tools.`,
  /** The prompt for the model; the word "verify" triggers automatic verification. */
  prompt: 'The test fails. Find out why, fix it and verify it.',
  approval: (call: string) => `Approval: ${call}`,
  because: (why: string) => `because: ${why}`,
  ended: { ok: 'ok', failed: 'failed', denied: 'denied', cancelled: 'cancelled' },
  exit: (code: number) => `exit ${code}`,
  allowed: 'Allow? y',
  end: `That was the demo. Now try it in one of your own projects:
  cd your-project
  coder "explain this project"`,
  stopped: 'The demo stopped early.',
});

export const demo = late(words);

export type DemoWords = ReturnType<typeof demo>;
