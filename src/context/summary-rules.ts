/** A summary without a model: what was asked, done, touched and left open, taken from the messages. */

import { cutShort } from '../base/text/truncate.ts';
import {
  callsOf,
  exitCodeOf,
  hasFailed,
  isByPerson,
  type Message,
  type ToolCall,
  textOf,
} from '../protocol/message.ts';
import { cutMiddle } from './shorten.ts';

const LINE = 160;
const ITEMS = 12;

/** `room` is the maximum length in characters. */
export function summaryByRules(older: readonly Message[], room: number): string {
  const calls = older.flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  const sections = [
    section('Earlier notes', earlierSummary(older)),
    section('Goal', goalOf(older)),
    section('Done', countsOf(calls)),
    section('Files', filesOf(calls)),
    section('Open risks', errorsOf(older)),
    section('Last words', lastWords(older)),
  ];
  return cutMiddle(sections.filter((text) => text !== '').join('\n\n') || 'Nothing was done yet.', Math.max(80, room));
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/** The lines that an earlier compaction left, which continue in this one. */
function earlierSummary(messages: readonly Message[]): string[] {
  const [first] = messages;
  if (first?.role !== 'user' || first.by !== 'coder') return [];
  const [, summary = ''] = /^# Summary\n\n([\s\S]*?)(?:\n\n# |$)/m.exec(textOf(first.content)) ?? [];
  return summary
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, ITEMS)
    .map((line) => cutLine(line.replace(/^- /, '')));
}

function goalOf(messages: readonly Message[]): string[] {
  const first = messages.find(isByPerson);
  return first && textOf(first.content).trim() !== '' ? [cutLine(textOf(first.content))] : [];
}

function countsOf(calls: readonly ToolCall[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].slice(0, ITEMS).map(([name, count]) => `${name}: ${count === 1 ? 'once' : `${count} times`}`);
}

/** Whatever name the model uses for it: `path`, `file_path`, `filePath`, `target_file`. */
const PATH =
  /"(?:[a-z_]{0,20}path|[a-z]{0,20}Path|file|filename|filepath|target_file)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){1,200})"/;

function filesOf(calls: readonly ToolCall[]): string[] {
  const paths = calls.flatMap((call) => PATH.exec(call.arguments)?.[1] ?? []);
  const unique = [...new Set(paths.toReversed())];
  const rest = unique.length - ITEMS;
  return rest > 0 ? [...unique.slice(0, ITEMS), `and ${rest} more`] : unique;
}

function errorsOf(messages: readonly Message[]): string[] {
  const failed = messages.flatMap((message) =>
    message.role === 'tool' && hasFailed(message.outcome) ? [message] : [],
  );
  return failed.slice(-4).map(({ name, outcome }) => {
    const what = outcome.status === 'ok' ? `ended with ${exitCodeOf(outcome)}` : outcome.error;
    return cutLine(`${name}: ${what}`);
  });
}

function lastWords(messages: readonly Message[]): string[] {
  const texts = messages.flatMap((message) => (message.role === 'assistant' ? [textOf(message.content).trim()] : []));
  return texts
    .filter((text) => text !== '')
    .slice(-3)
    .map(cutLine);
}

function cutLine(text: string): string {
  const line = text
    .slice(0, LINE * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return cutShort(line, LINE);
}
