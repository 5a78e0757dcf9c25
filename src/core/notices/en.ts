/** The notices in English. */

import type { EnvironmentProblem, Notices } from './notices.ts';

const PROBLEMS: Readonly<Record<EnvironmentProblem, string>> = {
  'command-not-found': 'a program it needs is not installed',
  'missing-dependency': 'a dependency is missing',
  'no-tests': 'there are no tests to run',
  'time-out': 'it ran into the time limit (safety.command_timeout_ms)',
  'not-started': 'it could not be started',
};

export const en: Notices = {
  verifying: (command, retry, of) =>
    retry === 0 ? `Auto verification: ${command}` : `Auto verification, retry ${retry} of ${of}: ${command}`,
  baseline: (command) => `Before the first edit, for comparison: ${command}`,
  verifyFailed: (command, exitCode, of, retry) =>
    retry === undefined
      ? `Auto verification failed: ${command} (exit ${exitCode}). No retry is left (${of}).`
      : `Auto verification failed: ${command} (exit ${exitCode}). Asking the model to fix it (${retry} of ${of}).`,
  failedBefore: (command, exitCode) =>
    `Auto verification failed: ${command} (exit ${exitCode}), as it did before this turn; nothing new fails.`,
  bestEffort: (command, why) =>
    `Auto verification (best-effort): ${command} says nothing about the change, ${PROBLEMS[why]}. It is not tried again.`,
  notRun: (why) => `Auto verification not run: ${why}`,
  whyNotRun: {
    declined: 'you asked for none.',
    noShell: (mode) => `bash is off in ${mode} mode.`,
    noCommand: 'no known check for this project; name one in workflow.verify_commands.',
    noScript: 'package.json has no test script.',
    wouldWatch:
      'the test script ends in "node --test", which takes --watch=false for --watch; give it a file or a folder.',
    offList: (command, instead, list) =>
      `"${command}" is not on the list of commands that may run by themselves (${list.join(', ')}).${instead ? ` Did you mean "${instead}"?` : ''}`,
    denied: (command, why) => `${command}: ${why}`,
  },
  fix: (command, exitCode, output) =>
    `Verification failed: \`${command}\` exited with ${exitCode}.\n\n${output}\n\nPlease fix the cause and verify again.`,
  leaveAlone: (failures) =>
    `These failed before your change; leave them alone unless you were asked to fix them:\n${failures.map((failure) => `- ${failure}`).join('\n')}\n\n`,
  checked: (lines) => `checked: ${lines.join(', ')} ok (after the last edit)`,
  failed: (line, exitCode, asBefore) =>
    `failed: ${line} exit ${exitCode} (after the last edit${asBefore ? ', as before this turn' : ''})`,
  notChecked: (path) => `not checked since ${path} changed`,
  notCheckedAfter: (command) => `not checked since "${command}" ran`,
  sameCall: (call, times) => `the same call ${times} times in a row, with the same result: ${call}`,
  sameCycle: (calls, times) =>
    `the same ${calls.length} calls ${times} times over, with the same results: ${calls.join(', ')}`,
  sameText: (text, times) => `the same text ${times} times over: ${text}`,
  loop: {
    ask: (what) => `The model repeats itself: ${what} — go on?`,
    stop: 'Stop here',
    goOn: 'Go on',
    ended: (what) => `loop detected: ${what}`,
    notRun: 'Not run: this repeats what was done before, with the same result. Try something else.',
  },
  routed: (model, by, chosen) => `model: ${model} for this turn (${by}) instead of ${chosen}`,
  checkedBy: (model, chosen) => `model: ${model} for this check (routing.small) instead of ${chosen}`,
  jobsEnded: (commands) => `Ended in the background: ${commands}`,
  cutOff: 'The answer was cut off by the output limit of the model.',
};
