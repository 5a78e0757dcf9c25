/** coder's own messages while a session runs. */

import { late } from '../../base/late.ts';

const words = () => ({
  commandStopped: (line: string) => `The command was stopped and nothing was sent: ! ${line} did not run.`,
  readInstead: (files: string) => `Reading ${files}, because there is no AGENTS.md.`,
  wroteWhatRuns: (path: string) => `The command wrote ${path}, which runs later; it was set aside.`,
  putItBack: 'Put it back',
  leaveItAside: 'leave it aside',
  offlineAnswers:
    'The built-in offline model answers: rule-based, no key, no network. For a real one, set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or AGENT_BASE_URL; "coder models" finds local servers.',
  projectClosed: (folder: string) =>
    `${folder} belongs to another user and cannot be read: no project settings, and this session is kept in memory only.`,
  homeNotAFolder: (home: string) =>
    `${home} is not a folder: your settings and keys are not available, and nothing is saved there. Set CODER_HOME to use another folder.`,
  nativeChanged: (path: string) =>
    `${path} does not match the file this version of coder was built with, so it is not used; searching is slower. Reinstall coder.`,
  ownWorktree: (path: string, branch: string) =>
    `The agent's work is in ${path} on branch ${branch}; see "coder worktrees".`,
  writtenCall: (model: string) =>
    `The model wrote a call as text, which was not run. "coder doctor --model ${model}" measures how it calls tools.`,
  /** Shown at the start after coder was killed during a call that changes several files. */
  cutShort: (undone: readonly string[], left: readonly string[]) =>
    `coder was killed while changing several files. ${undone.length === 0 ? '' : `Restored: ${undone.join(', ')}. `}${left.length === 0 ? '' : `Left as they are: ${left.join(', ')}.`}`.trim(),
  modelByVariable: (variable: string, model: string, where: string, saved: string) =>
    `model: ${model}, set by ${variable}; ${saved} (${where}) is not used.`,
  /** After a cancel while nothing else was running. */
  jobsEnded: (commands: string) => `Ended background programs: ${commands}`,

  verifying: (command: string, retry: number, of: number) =>
    retry === 0 ? `Auto verification: ${command}` : `Auto verification, retry ${retry} of ${of}: ${command}`,
  baseline: (command: string) => `Before the first edit, for comparison: ${command}`,
  /** `retry` counts from 1; `undefined` if none is left. */
  verifyFailed: (command: string, exitCode: number, of: number, retry: number | undefined) =>
    retry === undefined
      ? `Auto verification failed: ${command} (exit ${exitCode}). No retries left (${of}).`
      : `Auto verification failed: ${command} (exit ${exitCode}). Asking the model to fix it (${retry} of ${of}).`,
  failedBefore: (command: string, exitCode: number) =>
    `Auto verification failed: ${command} (exit ${exitCode}), as it did before this turn; nothing new fails.`,
  bestEffort: (command: string, why: string) =>
    `Auto verification (best-effort): ${command} says nothing about the change: ${why}. It is not retried.`,
  problems: {
    'command-not-found': 'a program it needs is not installed',
    'not-executable': 'it is not marked as executable (chmod +x)',
    'missing-dependency': 'a dependency is missing',
    'no-tests': 'there are no tests to run',
    'time-out': 'it hit the time limit (safety.command_timeout_ms)',
    'not-started': 'it could not be started',
  },
  notRun: (why: string) => `Auto verification not run: ${why}`,
  whyNotRun: {
    declined: 'you asked for none.',
    noShell: (mode: string) => `bash is off in ${mode} mode.`,
    noCommand: 'no known check for this project; name one in workflow.verify_commands.',
    noScript: 'package.json has no test script.',
    offList: (command: string, instead: string | undefined, list: readonly string[]) =>
      `"${command}" in the project's settings is not a known check (${list.join(', ')}).${instead ? ` Did you mean "${instead}"?` : ''}`,
    refusedProgram: (line: string) => `you refused "${line}" in this session.`,
    refusedAnything: (why: string) => `you said "${why}".`,
    denied: (command: string, why: string) => `${command}: ${why}`,
    changedCheck: (command: string, path: string) =>
      `${command} would run what this session changed (${path}), and no one is available to agree. To agree beforehand, name the check in your message, or use --yes.`,
  },
  checked: (lines: readonly string[]) => `checked: ${lines.join(', ')} ok (after the last edit)`,
  failed: (line: string, exitCode: number, asBefore: boolean) =>
    `failed: ${line} exit ${exitCode} (after the last edit${asBefore ? ', as before this turn' : ''})`,
  notChecked: (path: string) => `not checked since ${path} changed`,
  notCheckedAfter: (command: string) => `not checked since "${command}" ran`,

  sameCall: (call: string, times: number) => `the same call ${times} times in a row, with the same result: ${call}`,
  sameCycle: (calls: readonly string[], times: number) =>
    `the same ${calls.length} calls ${times} times over, with the same results: ${calls.join(', ')}`,
  sameText: (text: string, times: number) => `the same text ${times} times over: ${text}`,
  /** The title of the question, its answers, and the reason the turn ends with. */
  loop: {
    ask: (what: string) => `The model is repeating itself: ${what} — continue?`,
    stop: 'Stop here',
    goOn: 'Continue',
    ended: (what: string) => `loop detected: ${what}`,
  },

  routed: (model: string, by: string, chosen: string) => `model: ${model} for this turn (${by}) instead of ${chosen}`,
  /** For side work of a turn by another model. */
  checkedBy: (model: string, chosen: string) => `model: ${model} for this check (routing.small) instead of ${chosen}`,
  cutOff: 'The answer was cut off by the output limit of the model.',
  stepLimit: (most: number) => `step limit reached (${most})`,
  turnLimit: (most: number) => `session turn limit reached (${most})`,
  modelRefused: 'The model refused to answer (content filter).',
  asksToWait: (seconds: number) => `The provider asks to wait ${seconds} s; try again later.`,
  nothingMoreToDrop:
    'Nothing more can be dropped. Use a model with a larger context window, set context_limit to the window of this one, or start over with /new.',

  /** `next` is the estimated cost of the next request; `undefined` if unknown. `attended` if a person can type a command. */
  budgetReached: (spent: string, limit: string, next: string | undefined, attended: boolean) =>
    `Budget reached: ${spent} of ${limit} spent${next === undefined ? '' : `; the next request would take about ${next}`}. Nothing is lost: ${attended ? 'raise the limit with /budget, then say "continue"' : 'coder --continue --budget LIMIT -p "continue" continues with a higher limit'}.`,
  budgetWarning: (spent: string, limit: string) => `${spent} of the budget of ${limit} is spent.`,
  priceUnknown: (model: string) =>
    `The price of ${model} is unknown, so a budget in money cannot count it. Set one in tokens or minutes.`,
  tokens: (amount: string) => `${amount} tokens`,
  minutes: (amount: string) => `${amount} m`,

  /** The todo list for a complex request that names no steps. */
  usualSteps: {
    change: ['Understand the request and the code it touches', 'Make the change', 'Check the result'],
    study: ['Understand the request and the code it touches', 'Work out the answer', 'Sum it up'],
  },
});

export const turn = late(words);

export type TurnWords = ReturnType<typeof turn>;

/** Reasons why a check says nothing about the change. */
export type EnvironmentProblem = keyof TurnWords['problems'];
