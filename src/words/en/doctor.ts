/** The findings of `coder doctor`, and what to do about them. */

import { late } from '../../base/late.ts';

const words = () => ({
  /** Before each finding, all of one width. */
  marks: { ok: 'ok  ', warn: 'note', fail: 'FAIL' },
  columns: (term: string, columns: string) => `${term}, ${columns} columns`,
  notATerminal: 'standard output is not a terminal',
  useTerminal: 'Run "coder" in a terminal for a conversation.',
  setTerm: 'Set TERM (for example xterm-256color), or use --screen-reader.',

  installBash: 'Install bash: commands that use its features fail in sh.',
  noShell: 'no /bin/bash and no /bin/sh',
  needsShell: 'Install bash: without a shell no command can run.',
  notOnPath: 'not found on PATH',
  installGit: 'Install git to get the git tools.',
  comesWithCoder: 'comes with coder',
  notFound: 'not found',
  nativeChanged: (path: string) => `${path} does not match the file this version was built with, and is not used`,
  installAgain: 'Reinstall coder.',
  installRipgrep: 'Search works without it, but slowly; install ripgrep.',
  sandboxNetwork: {
    hosts: (layer: string) => `${layer}; network by host`,
    none: (layer: string) => `${layer}; no network`,
    allowed: (layer: string) => `${layer}; network for allowed commands`,
  },
  sandboxSignals: (what: string) => `${what}; commands can end your other processes (before Linux 6.12)`,
  sandboxOff: 'off (sandbox.mode)',
  sandboxWithHome: (layer: string) => `${layer}, with a layer over your home folder`,
  noSandbox: (why: string) => `none: ${why}`,
  ownRights: 'Commands run with your own rights; policy and approvals decide which.',
  writable: (path: string) => `${path} is writable`,
  notWritable: (path: string) => `${path} is not writable`,
  inMemoryOnly: 'Sessions are kept in memory only; choose another folder with --cwd.',

  hooksReady: (count: number) => `${count} configured`,
  hooksNotRun: (count: number, of: number) => `${count} of ${of} do not run`,
  seeHooks: '"coder hooks list" says why.',
  correctHooks: 'Correct the file; invalid entries are skipped.',
  readable: 'readable',
  setItYourself: 'Set it in your own file.',
  correctFile: 'Correct it there; "coder config set KEY VALUE" and "coder config edit" change your own file.',
  nothingSent: 'Nothing is sent until then.',
  offlineModel: 'the built-in offline model',
  setKey: 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, or AGENT_BASE_URL for another server.',
  checkAddress: 'Check the address, key and network; "coder config" shows what is used.',
  answers: (vendor: string, host: string, model: string) => `${vendor} at ${host} answers; model ${model}`,

  notStored: 'Nothing was stored; try again when the model answers.',
  abilities: {
    parallelCalls: (has: boolean) => `${has ? '' : 'no '}parallel calls`,
    usage: (has: boolean) => `${has ? '' : 'no '}usage reports`,
    reasoning: (has: boolean) => `${has ? '' : 'no '}thinking`,
    images: (has: boolean) => `${has ? '' : 'no '}images`,
    window: (tokens: number | undefined) =>
      tokens === undefined ? 'context window not reported' : `context window of ${tokens} tokens`,
    all: (abilities: readonly string[]) => abilities.join(', '),
  },
  noCalls: (abilities: string) => `no tool calls, ${abilities}`,
  calls: { native: 'native tool calls', written: 'tool calls as text' },
  modelCalls: (calls: string, abilities: string) => `${calls}, ${abilities}`,
  stored: (file: string) => `Stored in ${file}.`,
  onlyAnswers: (stored: string) => `It can only answer, not act; choose another. ${stored}`,
});

export const doctor = late(words);

export type DoctorWords = ReturnType<typeof doctor>;
