/** Renders a recorded call as blocks, from the fields of its arguments and result, so that the tool itself is not needed. */

import { parseObject } from '../base/parse-json.ts';
import { isPlainObject } from '../base/schema.ts';
import { stripAnsi } from '../base/text/strip-ansi.ts';
import { startOf } from '../base/text/truncate.ts';
import { exitCodeOf, type ImagePart, type Outcome, type ToolCall } from '../protocol/message.ts';
import type { Block, Todo } from '../protocol/view.ts';

export interface DrawnCall {
  title: string;
  status: Outcome['status'] | 'open';
  blocks: Block[];
  images: readonly ImagePart[];
}

type Fields = Record<string, unknown>;

/** Fields of a result that are shown as text, in this order. */
const TEXTS = ['content', 'output', 'summary', 'message'];
const TITLE_LENGTH = 160;

/** `told`: the title that the tool gave the call. */
export function drawCall(call: ToolCall, outcome?: Outcome, told?: string): DrawnCall {
  const args = parseObject(call.arguments);
  const title = told === undefined ? titleOf(args) : oneLine(told);
  if (!outcome) return { title, status: 'open', blocks: argumentBlocks(args, title), images: [] };
  const error = outcome.status === 'ok' ? [] : [{ type: 'text' as const, text: outcome.error }];
  const asked = outcome.status === 'ok' ? argumentBlocks(args, title) : allArguments(args, title);
  const blocks = [...asked, ...error, ...resultBlocks(outcome.result ?? {})];
  return { title, status: outcome.status, blocks, images: outcome.status === 'ok' ? (outcome.images ?? []) : [] };
}

/** The first text argument, for a call that never ended or was recorded before titles were. */
function titleOf(args: Fields): string {
  const named = Object.values(args).find((value) => typeof value === 'string' && value !== '');
  return oneLine(typeof named === 'string' ? named : Object.keys(args).length > 0 ? JSON.stringify(args) : '');
}

function oneLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > TITLE_LENGTH || line !== text ? `${startOf(line, TITLE_LENGTH)} …` : line;
}

/** What the title cannot show: the rest of a long command, the questions that were asked. */
function argumentBlocks(args: Fields, title: string): Block[] {
  const { command, questions } = args;
  if (typeof command === 'string' && title !== command) return [{ type: 'text', text: `$ ${command}` }];
  if (Array.isArray(questions)) {
    return [{ type: 'list', items: questions.map((each) => (isPlainObject(each) ? String(each.question) : '')) }];
  }
  return [];
}

/** All the arguments of a call that did not succeed, because no result shows them. */
function allArguments(args: Fields, title: string): Block[] {
  if (Object.keys(args).length < 2) return argumentBlocks(args, title);
  return [{ type: 'text', text: JSON.stringify(args, undefined, 2) }];
}

function resultBlocks(result: Fields): Block[] {
  const blocks: Block[] = [];
  const rest: Fields = {};
  for (const [key, value] of Object.entries(result)) {
    if (key === 'diff' || key === 'stdout' || key === 'stderr' || key === 'exit_code' || TEXTS.includes(key)) continue;
    if (key === 'files' && Array.isArray(value) && value.some((file) => diffBlocks(file).length > 0)) {
      blocks.push(...value.flatMap(diffBlocks));
    } else if (Array.isArray(value) && value.length > 0 && value.every((item) => lineOf(item) !== undefined)) {
      blocks.push({ type: 'list', items: value.map((item) => lineOf(item) ?? '') });
    } else if (key === 'todos' && isTodos(value)) blocks.push({ type: 'todos', items: value });
    else if (value !== '' && value !== false && value !== null) rest[key] = value;
  }
  blocks.push(...diffBlocks(result));
  for (const key of TEXTS) if (typeof result[key] === 'string' && result[key] !== '') blocks.push(text(result[key]));
  if ('stdout' in result || 'exit_code' in result) blocks.push(terminal(result));
  return blocks.length > 0 ? blocks : Object.keys(rest).length > 0 ? [text(JSON.stringify(rest, undefined, 2))] : [];
}

/** One line for an entry of a folder, a match of a search or a job: its name, and its text if it has one. */
function lineOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  if (!isPlainObject(item)) return undefined;
  const name = [item.path, item.file, item.id].find((value) => typeof value === 'string');
  if (typeof name !== 'string') return undefined;
  const place = typeof item.line === 'number' ? `${name}:${item.line}` : `${name}${item.is_dir === true ? '/' : ''}`;
  const said = [item.text, item.command, item.subject].find((value) => typeof value === 'string');
  return typeof said === 'string' ? `${place}  ${said}` : place;
}

function diffBlocks(fields: unknown): Block[] {
  if (!isPlainObject(fields) || typeof fields.diff !== 'string' || fields.diff === '') return [];
  return [{ type: 'diff', diff: fields.diff }];
}

function terminal(result: Fields): Block {
  const { stdout, stderr } = result;
  return {
    type: 'terminal',
    stdout: typeof stdout === 'string' ? stripAnsi(stdout) : '',
    stderr: typeof stderr === 'string' ? stripAnsi(stderr) : '',
    exitCode: exitCodeOf({ result }) ?? null,
  };
}

function text(value: string): Block {
  return { type: 'text', text: stripAnsi(value) };
}

function isTodos(value: unknown): value is Todo[] {
  return Array.isArray(value) && value.every((item) => isPlainObject(item) && typeof item.content === 'string');
}
