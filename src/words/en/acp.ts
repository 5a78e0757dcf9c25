/** Messages inside an editor. */

import { late } from '../../base/late.ts';

const words = () => ({
  yes: 'Yes',
  no: 'No',
  always: (scope: string) => `Always in this session: ${scope}`,
  none: 'None',
  why: 'Why coder asks:',
  covers: (tools: string) => `A rule would cover ${tools}`,
  mode: 'Mode',
  model: 'Model',
  reasoning: 'Reasoning',
  reasoningLevels: { default: 'as configured', low: 'low', medium: 'medium', high: 'high' },
  other: 'Something else',
  questions: (count: number) => `The model has ${count} questions.`,
  login: 'Keys in a terminal',
  loginHow: 'Run coder auth, which is coder login: choose a provider, give its key, pick a model.',
  jobsLeft: (jobs: string) => `Still running in the background: ${jobs}`,
});

export const acp = late(words);

export type AcpWords = ReturnType<typeof acp>;
