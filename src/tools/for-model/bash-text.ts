/** What a command printed, as the model reads it: one stream, and a line for its end where there is something to say. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { Blocked } from '../../protocol/place.ts';
import { terminalText } from './terminal-text.ts';

/** Sooner than this, and with success, the end is not worth a line. */
const QUICK_MS = 1000;
const CUT = /(?<=^|\n)\[… (\d+) bytes left out …\](?=\n)/;

export function bashText(args: unknown, outcome: Outcome): string {
  const result = outcome.result;
  if (!result || result.exit_code === undefined) {
    if (outcome.status !== 'ok') return errorText(outcome);
    if (typeof result?.job === 'string') return `runs in the background as ${result.job}; jobs reads and stops it`;
    return terminalText(args, outcome);
  }
  if (result.terminal !== undefined) return terminalText(args, outcome);
  const { stdout, stderr, output, warning, saved_path: savedPath } = result;
  const both = typeof output === 'string' ? output : `${String(stdout)}${String(stderr)}`;
  const text = result.truncated === true ? withCut(collapse(both), savedPath) : collapse(both);
  const notes = [
    ...endNote(outcome, result),
    ...blockedNote(result),
    ...(typeof warning === 'string' ? [warning] : []),
  ];
  const printed = text === '' ? (notes.length === 0 ? ['(no output)'] : []) : [text];
  return [...printed, ...notes.map((note) => `[${note}]`)].join('\n');
}

function endNote(outcome: Outcome, result: Record<string, unknown>): string[] {
  const { exit_code: exitCode, duration_ms: duration, timed_out: timedOut, stopped } = result;
  const seconds = (Number(duration) / 1000).toFixed(1);
  if (outcome.status === 'cancelled') return [`stopped by the user after ${seconds} s`];
  if (outcome.status !== 'ok') return [outcome.error];
  if (timedOut === true) {
    return [`exit 124: stopped after ${seconds} s. timeout_secs gives more time, background is for servers`];
  }
  if (typeof stopped === 'string') return [`exit ${String(exitCode)}: stopped, it ${stopped}`];
  return exitCode === 0 && Number(duration) < QUICK_MS ? [] : [`exit ${String(exitCode)}, ${seconds} s`];
}

/** What the sandbox kept it from, by evidence. */
function blockedNote({ sandbox, set_aside: aside }: Record<string, unknown>): string[] {
  const away = Array.isArray(aside) ? aside.filter(isPlainObject).filter((each) => each.put_back !== true) : [];
  const gone = away.map(
    ({ path }) => `${String(path)} was set aside, as it would run later: the user has to agree to it`,
  );
  if (!isPlainObject(sandbox)) return gone;
  if (Array.isArray(sandbox.unreachable)) gone.push(`not reached: ${sandbox.unreachable.join('; ')}`);
  if (sandbox.home_full === true)
    gone.push('the layer over the home folder is full (sandbox.home_bytes): nothing more can be written there');
  if (sandbox.network === 'none')
    gone.push('it had no network in the sandbox, and no server of its own: if it needs one, ask with outside: "why"');
  if (!Array.isArray(sandbox.blocked)) return gone;
  const blocked: Blocked[] = sandbox.blocked;
  const hosts = blocked.filter(({ kind, what }) => kind === 'host' && what.includes(':')).map(({ what }) => what);
  if (hosts.length > 0) gone.push(`not allowed to connect to ${hosts.join(', ')}; the user decides about hosts`);
  const names = blocked.filter(({ kind, what }) => kind === 'host' && /^[a-z][\w.-]*$/i.test(what));
  for (const { what } of sandbox.network === 'none' ? [] : names)
    gone.push(`that port of ${what} is not open in the sandbox; ALL_PROXY=socks5h://127.0.0.53:80 leads there`);
  const agents = blocked.filter(({ kind, what }) => kind === 'socket' && !what.includes('/')).map(({ what }) => what);
  for (const agent of agents)
    gone.push(`it has no ${agent} in the sandbox; with lend: "${agent}" the user is asked to lend it`);
  const rest = blocked
    .filter(({ what }) => !hosts.includes(what) && !agents.includes(what))
    .map(({ kind, what }) => `${kind} ${what}`);
  if (rest.length === 0) return gone;
  return [
    ...gone,
    `the sandbox did not let it ${rest.join(', ')}; with outside: "why" the user is asked to run it without`,
  ];
}

/** What a progress bar overwrote is not read. */
function collapse(text: string): string {
  if (!text.includes('\r')) return text.trimEnd();
  return text
    .split('\n')
    .map((line) => {
      const whole = line.replace(/\r+$/, '');
      return whole.slice(whole.lastIndexOf('\r') + 1);
    })
    .join('\n')
    .trimEnd();
}

/** The cut is said where it is, with its size and the file that has all. */
function withCut(text: string, savedPath: unknown): string {
  const whole = typeof savedPath === 'string' ? `, whole output: ${savedPath}` : '';
  return text
    .replace(CUT, (_, bytes) => `[… ${Number(bytes).toLocaleString('en-US')} bytes left out here${whole} …]`)
    .replace(/\n?\[output truncated\]$/, '')
    .trimEnd();
}
