/** Reads the hooks of a file into one form: one entry per handler, with problems reported by place. */

import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { HookEvent } from '../../protocol/hooks.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { eventsNamed } from './events.ts';
import { readMatcher } from './matcher.ts';
import type { HookSource } from './source.ts';

export interface Hook {
  /** The event name as written. */
  event: string;
  /** The events it waits for; empty if coder has no such event. */
  events: readonly HookEvent[];
  matcher: string;
  /** Its name in the list of things to trust: `PreToolUse(Bash)`, the second one `PreToolUse(Bash) 2`. */
  entry: string;
  handler: HookHandler;
  /** A rule such as `Bash(git *)`: the hook runs only for calls that the rule covers. */
  onlyIf?: string;
  /** True if the hook is not awaited and its answer is ignored. */
  isAsync: boolean;
  /** What happens when a guard gives no answer. */
  onFailure: 'ask' | 'open';
  timeoutMs: number;
  from: HookSource;
  where: string;
  /** The handler as written, with its event and matcher. */
  raw: Readonly<Record<string, unknown>>;
}

export type HookHandler =
  | { type: 'command'; command: string; args?: readonly string[] }
  | { type: 'http'; url: string; headers: Readonly<Record<string, string>>; variables: readonly string[] }
  /** A type of handler that coder does not run. */
  | { type: 'other'; name: string };

export interface ReadHooks {
  hooks: Hook[];
  /** What was left out: file, line and what is wrong. */
  problems: Fault[];
}

type Path = readonly (string | number)[];

const DEFAULT_SECONDS = 60;
const LONGEST_MS = 86_400_000;
/** Keys of `hooks` that are not events. */
const SETTINGS = new Set(['from', 'enabled', 'disabled', 'notifications']);
const MOST = 200;

export function readHooks(source: HookSource): ReadHooks {
  const read: ReadHooks = { hooks: [], problems: [] };
  const wrong = (path: Path, what: Fault) => void read.problems.push(extensionFault('at', source.place(path), what));
  const wrongIn = (path: Path, event: string, what: Fault) => wrong(path, extensionFault('at', `hooks.${event}`, what));
  if (!isPlainObject(source.hooks)) {
    if (source.hooks !== undefined) wrong([], expected('hooks', extensionFault('anObjectOfEvents')));
    return read;
  }
  const names = new Map<string, number>();
  for (const [event, groups] of Object.entries(source.hooks)) {
    if (SETTINGS.has(event) && eventsNamed(event).length === 0) continue;
    if (!Array.isArray(groups)) wrong([event], expected(`hooks.${event}`, extensionFault('aList')));
    else groups.forEach((group, at) => readGroup(event, group, [event, at]));
  }
  return read;

  function readGroup(event: string, group: unknown, path: Path): void {
    if (!isPlainObject(group)) return wrong(path, expected(`hooks.${event}`, '{ "matcher": …, "hooks": […] }'));
    const { matcher = '', hooks } = group;
    if (typeof matcher !== 'string')
      return wrongIn([...path, 'matcher'], event, expected('matcher', extensionFault('aString')));
    const problem = readMatcher(matcher).problem;
    if (problem !== undefined) return wrongIn([...path, 'matcher'], event, extensionFault('at', 'matcher', problem));
    if (!Array.isArray(hooks)) return wrong(path, expected(`hooks.${event}`, extensionFault('aListHooks')));
    hooks.forEach((value: unknown, at) => readHook(event, matcher, value, [...path, 'hooks', at]));
  }

  function readHook(event: string, matcher: string, value: unknown, path: Path): void {
    const raw = isPlainObject(value) ? value : {};
    const handler = isPlainObject(value)
      ? handlerOf(value)
      : extensionFault('expected', '{ "type": "command", "command": … }');
    const timeoutMs = timeoutOf(raw, source);
    if ('says' in handler) return wrongIn(path, event, handler);
    if (typeof timeoutMs !== 'number') return wrongIn(path, event, timeoutMs);
    if ([raw.name, raw.command].some((name) => source.off?.includes(String(name)))) return undefined;
    if (read.hooks.length >= MOST) return wrongIn(path, event, extensionFault('tooManyHooks', String(MOST)));
    const label = matcher === '' ? event : `${event}(${matcher})`;
    const count = (names.get(label) ?? 0) + 1;
    names.set(label, count);
    read.hooks.push({
      event,
      events: eventsNamed(event),
      matcher,
      entry: count === 1 ? label : `${label} ${count}`,
      handler,
      ...(typeof raw.if === 'string' && raw.if !== '' && { onlyIf: raw.if }),
      isAsync: raw.async === true,
      onFailure: raw.on_failure === 'open' ? 'open' : 'ask',
      timeoutMs,
      from: source,
      where: source.place(path),
      raw: { event, matcher, ...raw },
    });
  }
}

function expected(key: string, what: Fault | string): Fault {
  return extensionFault('at', key, extensionFault('expected', what));
}

function handlerOf(raw: Record<string, unknown>): HookHandler | Fault {
  const { type = 'command', command, args, url, headers = {}, allowedEnvVars = [], on_failure: onFailure } = raw;
  if (onFailure !== undefined && onFailure !== 'open' && onFailure !== 'ask')
    return expected('on_failure', extensionFault('eitherOf', '"ask"', '"open"'));
  if (raw.if !== undefined && typeof raw.if !== 'string') return expected('if', extensionFault('aString'));
  if (type === 'command') {
    if (typeof command !== 'string' || command.trim() === '')
      return expected('command', extensionFault('aCommandLine'));
    if (args === undefined) return { type, command };
    return isTexts(args) ? { type, command, args } : expected('args', extensionFault('aListOfStrings'));
  }
  if (type === 'http') {
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return expected('url', extensionFault('aWebAddress'));
    if (!isPlainObject(headers) || !isTexts(Object.values(headers)))
      return expected('headers', extensionFault('anObjectOfStrings'));
    if (!isTexts(allowedEnvVars)) return expected('allowedEnvVars', extensionFault('aListOfNames'));
    return { type, url, headers: headers as Record<string, string>, variables: allowedEnvVars };
  }
  return typeof type === 'string'
    ? { type: 'other', name: type }
    : expected('type', extensionFault('eitherOf', '"command"', '"http"'));
}

/** Seconds; milliseconds in Gemini's own files. */
function timeoutOf(raw: Record<string, unknown>, { dialect }: HookSource): number | Fault {
  const given = raw.timeout ?? raw.timeoutSec ?? DEFAULT_SECONDS * (dialect === 'gemini' ? 1000 : 1);
  if (typeof given !== 'number' || !Number.isFinite(given) || given <= 0)
    return expected('timeout', extensionFault('aNumberAboveZero'));
  return Math.min(Math.ceil(dialect === 'gemini' ? given : given * 1000), LONGEST_MS);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Why the hook never runs; `undefined` if it can. */
export function neverRuns({ event, events, handler }: Hook): { why: 'event' | 'type'; name: string } | undefined {
  if (events.length === 0) return { why: 'event', name: event };
  return handler.type === 'other' ? { why: 'type', name: handler.name } : undefined;
}

/** What the hook runs, in one line. */
export function whatRuns({ handler }: Hook): string {
  if (handler.type === 'http') return handler.url;
  return handler.type === 'command' ? [handler.command, ...(handler.args ?? [])].join(' ') : handler.name;
}
