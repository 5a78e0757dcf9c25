/** What the demo itself says. */

export const demo = {
  begin: (folder: string) =>
    `A scratch project with a failing test: ${folder}\nThe built-in offline model works on it with the real tools.`,
  /** What it asks the model; the word for checking brings the automatic verification in. */
  prompt: 'The test fails. Find out why, fix it and verify it.',
  approval: (call: string) => `Approval: ${call}`,
  because: (why: string) => `because: ${why}`,
  allowed: 'Allow? y',
  end: `That was the demo. Now in one of your own projects:
  cd your-project
  coder "explain this project"`,
  stopped: 'The demo stopped before its end.',
};

export type DemoWords = typeof demo;
