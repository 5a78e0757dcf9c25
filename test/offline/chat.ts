/** A conversation with the offline model and the real tools in a real folder: the engine's loop in its shortest form. */

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from '../../src/base/schema.ts';
import { createWorkspace } from '../../src/host/files/workspace.ts';
import { createProcesses } from '../../src/host/process/process.ts';
import { createSearch } from '../../src/host/search/search.ts';
import { createOfflineProvider } from '../../src/offline/provider.ts';
import {
  type AssistantMessage,
  callsOf,
  type Message,
  type Outcome,
  type ToolCall,
  textOf,
} from '../../src/protocol/message.ts';
import type { ToolSpec } from '../../src/protocol/provider.ts';
import { executeTool, type Tool } from '../../src/protocol/tool.ts';
import type { Todo } from '../../src/protocol/view.ts';
import { bashTool } from '../../src/tools/bash.ts';
import { editTool } from '../../src/tools/edit.ts';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import { listTool } from '../../src/tools/list.ts';
import { questionTool } from '../../src/tools/question.ts';
import { readTool } from '../../src/tools/read.ts';
import { createSeenFiles } from '../../src/tools/seen-files.ts';
import { todowriteTool } from '../../src/tools/todowrite.ts';
import { writeTool } from '../../src/tools/write.ts';
import { QUICK_NPM } from '../fixtures/programs.ts';
import { unusedTerminals } from '../fixtures/terminals.ts';

export interface ChatOptions {
  files?: Readonly<Record<string, string>>;
  /** Tools that are switched off. */
  off?: readonly string[];
  /** An outcome in place of the tool's, such as a denial. */
  intercept?(call: ToolCall): Outcome | undefined;
  /** What the person picks when asked. */
  pick?: string;
  /** Uses npm itself instead of its stand-in. */
  realNpm?: true;
}

export interface Answered {
  /** `read {"path":"a.txt"}` for every call, in order. */
  calls: string[];
  text: string;
}

/** More than any request needs: a script that never ends fails here. */
const MAX_STEPS = 60;

export async function openChat(t: TestContext, options: ChatOptions = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'coder-offline-')));
  for (const [name, content] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const { NODE_TEST_CONTEXT: _, ...usual } = process.env; // a test run inside this one is a separate run
  const env = options.realNpm ? usual : { ...usual, PATH: QUICK_NPM };
  const processes = createProcesses({ env, marker: 'offline-test' });
  t.after(async () => {
    await processes.close();
    await rm(root, { recursive: true, force: true });
  });
  const todos: Todo[][] = [];
  const tools = (await createAll(root, env, processes, options.pick)).filter(
    ({ name }) => !options.off?.includes(name),
  );
  const specs: ToolSpec[] = tools.map(({ name, description, input }) => ({
    name,
    description,
    parameters: input.json(),
  }));
  const provider = createOfflineProvider();
  const messages: Message[] = [];
  const { signal } = new AbortController();

  return {
    root,
    todos,
    messages,
    text: (name: string) => readFile(join(root, name), 'utf8'),
    /** Sends a message and runs the turn to its end. */
    async say(text: string): Promise<Answered> {
      messages.push({ role: 'user', content: [{ type: 'text', text }] });
      return turn();
    },
    /** Sends a message as the engine itself would. */
    async remark(text: string): Promise<Answered> {
      messages.push({ role: 'user', content: [{ type: 'text', text }], by: 'coder' });
      return turn();
    },
  };

  async function turn(): Promise<Answered> {
    const calls: string[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const message = await reply();
      messages.push(message);
      const asked = callsOf(message.content);
      if (asked.length === 0) return { calls, text: textOf(message.content) };
      for (const call of asked) {
        calls.push(`${call.name} ${call.arguments}`);
        messages.push({ role: 'tool', callId: call.id, name: call.name, outcome: await run(call) });
      }
    }
    throw new Error(`no answer after ${MAX_STEPS} steps: ${calls.join('\n')}`);
  }

  async function reply(): Promise<AssistantMessage> {
    const content: AssistantMessage['content'] = [];
    for await (const part of provider.stream({ model: 'offline', system: '', messages, tools: specs }, signal)) {
      if (part.type === 'end' && part.reason === 'error') throw new Error(part.error.message);
      if (part.type === 'text' || part.type === 'thinking') content.push({ type: part.type, text: part.text });
      if (part.type === 'call') content.push({ type: 'call', call: part.call });
    }
    return { role: 'assistant', content, model: 'offline' };
  }

  async function run(call: ToolCall): Promise<Outcome> {
    const given = options.intercept?.(call);
    if (given) return given;
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) throw new Error(`${call.name} is not offered`);
    const args = parse(tool.input, JSON.parse(call.arguments));
    if (!args.ok) throw new Error(`bad arguments: ${call.name} ${call.arguments}`);
    return executeTool(tool, args.value, {
      callId: call.id,
      signal,
      todos: { read: () => todos.at(-1) ?? [], write: async (items) => void todos.push(items) },
      delegate: async () => ({ ok: false, error: 'there is no sub-agent' }),
      output: () => {},
    });
  }
}

async function createAll(
  root: string,
  env: NodeJS.ProcessEnv,
  processes: ReturnType<typeof createProcesses>,
  pick: string | undefined,
): Promise<Tool[]> {
  const workspace = createWorkspace({ root });
  const search = createSearch({ env });
  const deps = { workspace, search, processes, seen: createSeenFiles() };
  const limits = { timeoutMs: 20_000, outputBytes: 64 * 1024 };
  return [
    readTool(deps),
    listTool(deps),
    globTool(deps),
    grepTool(deps),
    editTool(deps),
    writeTool(deps),
    bashTool({
      ...deps,
      attended: false,
      terminals: unusedTerminals(),
      limits,
      cacheDir: join(root, '.coder', 'cache'),
    }),
    todowriteTool(),
    questionTool({
      attended: pick !== undefined,
      ask: async () => ({ kind: 'questions', answers: [pick ?? ''] }),
    }),
  ];
}
