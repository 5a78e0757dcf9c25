/** Translates calls to and from the tool and argument names that hooks of other agents know, above all Claude's. */

import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { own } from '../base/own.ts';
import { isPlainObject } from '../base/schema.ts';
import { shellWord } from '../base/text/shell-quote.ts';
import type { CallForm, HookCall, HookResponse } from '../protocol/hooks.ts';
import { hookNames, toolCalled } from '../protocol/other-agents.ts';
import type { FilePatch, HunkLine } from './patch/file-patch.ts';
import { parsePatch } from './patch/parse-patch.ts';

interface Key {
  name: string;
  to?(value: unknown, cwd: string): unknown;
  from?(value: unknown): unknown;
}

type Keys = Readonly<Record<string, Key>>;

const path: Key = { name: 'file_path', to: absolute };
const folder: Key = { name: 'path', to: absolute };
const SHOWS = [
  ['lines', 'content'],
  ['files', 'files_with_matches'],
];
const show: Key = {
  name: 'output_mode',
  to: (value) => SHOWS.find(([ours]) => ours === value)?.[1] ?? value,
  from: (value) => SHOWS.find(([, theirs]) => theirs === value)?.[0] ?? value,
};
const seconds: Key = {
  name: 'timeout',
  to: (value) => (typeof value === 'number' ? value * 1000 : value),
  from: (value) => (typeof value === 'number' ? Math.ceil(value / 1000) : value),
};

/** Arguments with another name or unit there, by tool. */
const KEYS: Readonly<Record<string, Keys>> = {
  bash: { timeout_secs: seconds, background: { name: 'run_in_background' } },
  read: { path },
  edit: { path },
  write: { path },
  glob: { path: folder },
  grep: {
    path: folder,
    ignore_case: { name: '-i' },
    context: { name: '-C' },
    show,
    max_matches: { name: 'head_limit' },
  },
  list: { path: folder },
  task: { agent: { name: 'subagent_type' }, objective: { name: 'prompt' } },
  skill: { name: { name: 'skill' } },
};
/** The command line that a hook guarding the shell would see for these tools. */
const AS_COMMAND: Readonly<Record<string, (args: Record<string, unknown>) => string>> = {
  git_commit: ({ message }) => `git commit -m ${shellWord(String(message))}`,
  git_add: ({ paths }) => `git add ${(Array.isArray(paths) ? paths : [paths]).map(String).map(shellWord).join(' ')}`,
};

/** The call meant by a name and arguments in the terms of another agent or of coder itself; a shell call without arguments runs `true`. */
export function hookCall(name: string, input: Record<string, unknown>): Pick<HookCall, 'tool' | 'args' | 'line'> {
  const tool = toolCalled(name) ?? name;
  const isBare = tool === 'bash' && Object.keys(input).length === 0;
  const args = backTo(own(KEYS, tool) ?? {}, {}, {}, isBare ? { command: 'true' } : input);
  return { tool, args, ...(tool === 'bash' && typeof args.command === 'string' && { line: args.command }) };
}

/** Presents a patch file by file, and any call that runs a shell line as a shell call. */
export function hookForms(call: HookCall, cwd: string): CallForm[] {
  const { tool, line, response } = call;
  const args = isPlainObject(call.args) ? call.args : {};
  const command = own(AS_COMMAND, tool)?.(args) ?? line;
  if (tool === 'patch') return patchForms(args, cwd, response);
  if (command !== undefined && hookNames(tool).claude === undefined)
    return [commandForm(tool, command, args, response)];
  const keys = own(KEYS, tool) ?? {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const key = own(keys, name);
    input[key?.name ?? name] = key?.to ? key.to(value, cwd) : value;
  }
  if (Array.isArray(args.edits)) Object.assign(input, joinedEdits(args.edits, args));
  return [
    {
      ...namesOf(tool),
      input,
      texts: command === undefined ? textsOf(input) : [command],
      ...(response && { response: responseOf(response, input, command !== undefined) }),
      argsOf: (wanted) => ({ ...args, ...backTo(keys, args, input, wanted) }),
    },
  ];
}

function namesOf(tool: string): Pick<CallForm, 'name' | 'gemini' | 'tool' | 'also'> {
  const { claude = tool, gemini, also } = hookNames(tool);
  return { name: claude, ...(gemini !== undefined && { gemini }), tool, also };
}

function commandForm(
  tool: string,
  command: string,
  args: Record<string, unknown>,
  response: HookResponse | undefined,
): CallForm {
  const input = { ...args, command };
  return {
    ...namesOf('bash'),
    tool,
    input,
    texts: [command],
    ...(response && { response: responseOf(response, input, true) }),
    argsOf: () => undefined,
  };
}

/** Arguments that the hook did not change keep the value that the model wrote; `null` removes an argument. */
function backTo(
  keys: Keys,
  args: Record<string, unknown>,
  input: Record<string, unknown>,
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [theirs, value] of Object.entries(wanted)) {
    if (isDeepStrictEqual(value, input[theirs])) continue;
    const [ours, key] = Object.entries(keys).find(([, each]) => each.name === theirs) ?? [theirs];
    changed[ours] = value === null ? undefined : key?.from ? key.from(value) : value;
  }
  const isSingle = 'old_string' in changed || 'new_string' in changed;
  if (isSingle && Array.isArray(args.edits) && !('edits' in changed)) changed.edits = undefined;
  return changed;
}

/** Combines several edits of a file into one, so that a script that inspects `new_string` sees all new text. */
function joinedEdits(edits: readonly unknown[], args: Record<string, unknown>): Record<string, string> {
  const join = (key: string) =>
    [args, ...edits].flatMap((edit) => (isPlainObject(edit) && typeof edit[key] === 'string' ? [edit[key]] : []));
  return { old_string: join('old_string').join('\n'), new_string: join('new_string').join('\n') };
}

function patchForms(args: Record<string, unknown>, cwd: string, response: HookResponse | undefined): CallForm[] {
  const files = parsePatch(typeof args.patch === 'string' ? args.patch : '');
  const names = namesOf('patch');
  if ('problem' in files || files.length === 0) {
    return [{ ...names, name: 'Edit', gemini: 'replace', input: args, texts: [], argsOf: () => undefined }];
  }
  return files.map((file) => {
    const isNew = file.operation === 'create';
    const { claude, gemini } = hookNames(isNew ? 'write' : 'edit');
    const input = patchInput(file, cwd);
    return {
      ...names,
      name: claude ?? names.name,
      gemini: gemini ?? names.name,
      also: [...names.also, ...(isNew ? ['Edit', 'edit'] : ['Write', 'write'])],
      input,
      texts: [String(input.file_path)],
      ...(response && { response: responseOf(response, input, false) }),
      argsOf: () => undefined,
    };
  });
}

function patchInput({ operation, from, to, hunks }: FilePatch, cwd: string): Record<string, unknown> {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const side = (kinds: string) =>
    lines.flatMap(({ kind, text }: HunkLine) => (kinds.includes(kind) ? [text] : [])).join('\n');
  if (operation === 'create') return { file_path: absolute(to, cwd), content: side(' +') };
  return {
    file_path: absolute(to, cwd),
    old_string: side(' -'),
    new_string: operation === 'delete' ? '' : side(' +'),
    ...(from !== to && { from_path: absolute(from, cwd) }),
    operation,
  };
}

/** Adds the fields that Claude, Qwen and Gemini give a result. */
function responseOf({ result, text }: HookResponse, input: Record<string, unknown>, isCommand: boolean): object {
  const shown = { llmContent: text, returnDisplay: text };
  if (!isCommand) {
    const { file_path: filePath } = input;
    return { ...result, ...(filePath !== undefined && { filePath, success: true }), ...shown };
  }
  const { stdout = '', stderr = '', timed_out: timedOut = false } = result;
  return { ...result, stdout, stderr, interrupted: timedOut, isImage: false, noOutputExpected: false, ...shown };
}

function textsOf(input: Record<string, unknown>): string[] {
  return [input.file_path, input.path, input.url, input.pattern].filter((value) => typeof value === 'string');
}

function absolute(value: unknown, cwd: string): unknown {
  return typeof value === 'string' ? resolve(cwd, value) : value;
}
