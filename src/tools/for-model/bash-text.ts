/** A command's output for the model: one stream, plus a line about its end if there is something to say. */

import { isPlainObject } from '../../base/schema.ts';
import type { Cut } from '../../host/process/output-cut.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import { type Blocked, blockedIn } from '../../protocol/sandbox.ts';
import { terminalText } from './terminal-text.ts';

/** The end of a successful command that took less time is not worth a line. */
const QUICK_MS = 1000;

export function bashText(args: unknown, outcome: Outcome): string {
  const result = outcome.result;
  if (!result || result.exit_code === undefined) {
    if (outcome.status !== 'ok') return errorText(outcome);
    if (typeof result?.job === 'string') return `runs in the background as ${result.job}; jobs reads and stops it`;
    return terminalText(args, outcome);
  }
  if (result.terminal !== undefined) return terminalText(args, outcome);
  const { warning } = result;
  const text = printedText(result);
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

/** What the sandbox prevented, according to the evidence. */
function blockedNote({ sandbox, set_aside: aside }: Record<string, unknown>): string[] {
  const away = Array.isArray(aside) ? aside.filter(isPlainObject).filter((each) => each.put_back !== true) : [];
  const gone = away.map(
    ({ path }) => `${String(path)} was set aside, as it would run later: the user has to agree to it`,
  );
  if (!isPlainObject(sandbox)) return gone;
  if (Array.isArray(sandbox.unreachable)) gone.push(`not reached: ${sandbox.unreachable.join('; ')}`);
  if (sandbox.home_full === true)
    gone.push('the layer over the home folder is full (sandbox.home_bytes): nothing more can be written there');
  const hasNone = sandbox.network === 'none';
  if (hasNone)
    gone.push(
      'commands have no network in the sandbox, not even a loopback: if this one needs it, call again with outside: "why"',
    );
  return [...gone, ...keptFrom(blockedIn(sandbox), hasNone)];
}

function keptFrom(blocked: readonly Blocked[], hasNone: boolean): string[] {
  const said: string[] = [];
  const isAgent = ({ kind }: Blocked) => kind === 'agent';
  const isNamed = ({ kind, what }: Blocked) => kind === 'host' && !hasNone && /^[a-z][\w.-]*(?::\d+)?$/i.test(what);
  const hosts = blocked.filter((each) => isNamed(each) && each.what.includes(':')).map(({ what }) => what);
  if (hosts.length > 0) said.push(`not allowed to connect to ${hosts.join(', ')}; the user decides about hosts`);
  for (const { what } of blocked.filter((each) => isNamed(each) && !each.what.includes(':')))
    said.push(
      `the sandbox does not open that port of ${what}; a client that reads ALL_PROXY=socks5h://127.0.0.53:80 gets there`,
    );
  for (const { what } of blocked.filter(isAgent))
    said.push(`it has no ${what} in the sandbox; with lend: "${what}" the user is asked to lend it`);
  const rest = blocked.filter((each) => !isNamed(each) && !isAgent(each)).map(deedOf);
  if (rest.length > 0)
    said.push(`the sandbox did not let it ${anyOf(rest)}; with outside: "why" the user is asked to run it outside`);
  return said;
}

function deedOf({ kind, what }: Blocked): string {
  if (kind === 'host') return `reach ${what}`;
  if (kind === 'process') return `see or signal process ${what}`;
  return kind === 'socket' ? `use the socket ${what}` : `${kind} ${what}`;
}

function anyOf(deeds: readonly string[]): string {
  const last = deeds.at(-1) ?? '';
  return deeds.length === 1 ? last : `${deeds.slice(0, -1).join(', ')} or ${last}`;
}

/** All that was printed; a cut is marked in its place, with its size and the file that holds the whole output. */
function printedText({ stdout, stderr, output, cuts, saved_path: savedPath }: Record<string, unknown>): string {
  const isMixed = typeof output === 'string';
  const both = isMixed ? output : `${String(stdout)}${String(stderr)}`; // only one of them printed
  const lines = both.split('\n').map(withoutOverwritten);
  const { output: ofBoth, stdout: ofStdout, stderr: ofStderr } = isPlainObject(cuts) ? cuts : {};
  const cut = isMixed ? ofBoth : (ofStdout ?? ofStderr);
  if (!isCut(cut) || cut.line >= lines.length) return lines.join('\n').trimEnd();
  const whole = typeof savedPath === 'string' ? `, whole output: ${savedPath}` : '';
  lines[cut.line - 1] = `[… ${cut.bytes.toLocaleString('en-US')} bytes left out here${whole} …]`;
  return lines.slice(0, -1).join('\n').trimEnd(); // the last line only says that there is a cut
}

function isCut(value: unknown): value is Cut {
  return isPlainObject(value) && typeof value.line === 'number' && typeof value.bytes === 'number';
}

/** Removes the part of a line that a progress bar overwrote. */
function withoutOverwritten(line: string): string {
  if (!line.includes('\r')) return line;
  const whole = line.replace(/\r+$/, '');
  return whole.slice(whole.lastIndexOf('\r') + 1);
}
