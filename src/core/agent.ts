/** The engine: ops in, events out. It owns the one abort controller and the state between turns. */

import { CoderError, messageOf } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { attachedPart } from '../log/attached.ts';
import { formatBudget } from '../log/budget.ts';
import type { AgentHandle } from '../protocol/agent.ts';
import type { CommandContext } from '../protocol/command.ts';
import { type Message, NO_USAGE, type Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { Op } from '../protocol/op.ts';
import type { SessionChoice } from '../protocol/session.ts';
import { textOfView } from '../protocol/view-text.ts';
import type { Requests } from './call/requests.ts';
import { contextControl } from './commands/context-control.ts';
import { personControl } from './commands/person-control.ts';
import { ruleControl } from './commands/rule-control.ts';
import { readInput } from './input.ts';
import type { Services } from './services.ts';
import { endedText, sendToTerminal } from './shell/terminal-input.ts';
import { toolsOf } from './steps/prepare-turn.ts';
import { runTurn } from './turn.ts';

/** What goes on from one turn to the next. */
export interface Conversation {
  mode: Mode;
  model: string;
  turns: number;
}

export function createAgent(services: Services, requests: Requests, opening: Conversation): AgentHandle {
  let conversation = opening;
  let controller = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let busy = 0;
  const steering: string[] = [];
  const presetsUsed = new Set([opening.mode.preset]);
  let watchesLoops = true;
  let isClosed = false;
  services.terminals.onEnd(() => void enqueue(tellEnded));

  return { send, settled: () => working };

  async function send(op: Op): Promise<void> {
    switch (op.type) {
      case 'submit':
        return enqueue(() => runInput(op.text, [...(op.attached ?? []).map(attachedPart), ...(op.images ?? [])]));
      case 'steer':
        if (busy === 0) return enqueue(() => runInput(op.text, []));
        steering.push(op.text);
        return;
      case 'answer':
        requests.answer(op.id, op.answer);
        return;
      case 'terminal-input':
      case 'terminal-resize':
      case 'terminal-scroll':
      case 'terminal-close':
        return sendToTerminal(op, services.terminals);
      case 'cancel':
        controller.abort();
        return;
      case 'close':
        isClosed = true;
        controller.abort();
        await working;
        await services.checkpoint?.settled();
        services.checkpoint?.close();
        await services.session.close();
    }
  }

  /** One input at a time, in the order they came; what is left when it is closed is not begun. */
  function enqueue(run: () => Promise<void>): Promise<void> {
    busy++;
    const done = working.then(async () => {
      controller = new AbortController();
      try {
        if (!isClosed) await run();
        await runUnheard();
      } finally {
        busy--;
      }
    });
    working = done.catch(() => {}); // whoever sent it is told, and what waits behind it still runs
    return done;
  }

  /** Steering that came after the turn last looked for it begins a turn: what was said is not lost. */
  async function runUnheard(): Promise<void> {
    while (steering.length > 0 && !isClosed && !controller.signal.aborted) await runInput(steering.shift() ?? '', []);
  }

  async function runInput(text: string, beside: readonly Part[]): Promise<void> {
    const input = readInput(text);
    const turn = newId('turn');
    try {
      if (input.kind === 'command') await runCommand(text, input.name, input.args);
      else if (input.kind !== 'blank') await converse(turn, text, beside, input);
    } catch (error) {
      const message = messageOf(error);
      services.emit({ type: 'turn-end', turn, reason: 'failed', usage: NO_USAGE, error: message });
    }
  }

  async function converse(
    turn: string,
    text: string,
    beside: readonly Part[],
    input: ReturnType<typeof readInput>,
  ): Promise<void> {
    const { mode, model, turns } = conversation;
    const { signal } = controller;
    const mentioned =
      input.kind === 'prompt' ? await services.attach(text, mode, signal) : { ok: true as const, parts: [] };
    if (!mentioned.ok) return services.emit({ type: 'notice', level: 'error', view: { title: mentioned.error } });
    const attachments = [...mentioned.parts, ...beside];
    const start = {
      turn,
      text,
      attachments,
      mode,
      agent: agentOf(mode),
      model,
      turnsSoFar: turns,
      watchesLoops,
    };
    const takeSteering = () => steering.splice(0);
    services.checkpoint?.begin(turn);
    if (input.kind === 'shell') {
      const { runShellInput } = await import('./shell/shell-input.ts');
      await runShellInput(start, input.command, services, signal);
    } else await runTurn(start, services, signal, takeSteering);
    conversation = { ...conversation, turns: turns + 1 };
  }

  async function runCommand(line: string, name: string, args: string): Promise<void> {
    const { mode, model } = conversation;
    const on = new Set(toolsOf(mode, agentOf(mode), services.tools).map((tool) => tool.name));
    const { signal } = controller;
    const { around, session, meter } = services;
    const context: CommandContext = {
      session: {
        id: session.id,
        entries: session.entries,
        open: openSession,
        list: around.sessions,
        export: around.exportSession,
      },
      mode: {
        current: mode,
        all: Object.values(services.tables.modes),
        tools: [...services.tools.values()].map((tool) => ({
          ...tool,
          on: on.has(tool.name),
          runsCommand: tool.command !== undefined,
        })),
        set: setMode,
      },
      model: {
        current: model,
        set: setModel,
        places: () => around.places(signal),
        problemOf: around.problemOf,
        save: (chosen) => around.saveModel(chosen, signal),
      },
      rules: ruleControl({ mode, used: presetsUsed, setPreset }, services),
      context: contextControl(model, services, signal),
      budget: {
        limits: meter.budget,
        price: meter.price,
        async set(limits) {
          meter.setBudget(limits);
          await session.append({ type: 'setting', key: 'budget', value: formatBudget(limits) });
        },
      },
      loops: {
        isOn: watchesLoops,
        set: (isOn) => {
          watchesLoops = isOn;
        },
      },
      files: services.files,
      programs: { jobs: around.jobs(), terminals: services.terminals },
      skills: around.skills,
      custom: around.custom,
      person: personControl(services, signal),
      tellModel,
    };
    const result = await services.command(name, args, context);
    if ('prompt' in result) return converse(newId('turn'), result.prompt, [], { kind: 'prompt', text: result.prompt });
    const isProblem = 'problem' in result;
    const view = isProblem ? result.problem : result;
    services.emit({ type: 'notice', level: isProblem ? 'error' : 'info', view });
    if (services.session.id !== session.id) return; // what was said belongs to the session that was left
    const turn = newId('turn');
    const text = `${line.trim()}\n${textOfView(view)}`;
    await session.append({
      type: 'message',
      turn,
      prompt: turn,
      message: { role: 'note', text, audience: 'user' },
    });
  }

  /** Said by coder, for the model to know with the next prompt. */
  async function tellModel(text: string): Promise<void> {
    const message: Message = { role: 'note', text, audience: 'both' };
    const turn = newId('turn');
    await services.session.append({ type: 'message', turn, prompt: turn, message });
  }

  /** What ended unseen is known with the next prompt; a turn that runs may still see it itself. */
  async function tellEnded(): Promise<void> {
    if (isClosed) return;
    for (const ended of services.terminals.takeEnded()) await tellModel(endedText(ended));
  }

  async function openSession(choice: SessionChoice): ReturnType<CommandContext['session']['open']> {
    const { mode, model } = conversation;
    try {
      conversation = await services.openSession(choice);
    } catch (error) {
      if (error instanceof CoderError) return { problem: error.message };
      throw error;
    }
    steering.length = 0;
    presetsUsed.add(conversation.mode.preset);
    const { entries } = services.session;
    if (choice.kind !== 'new') return { entries };
    await setMode(mode.name);
    if (mode.preset !== conversation.mode.preset) await setPreset(mode.preset);
    if (model !== conversation.model) await setModel(model);
    return { entries };
  }

  async function setMode(name: string): Promise<void> {
    const mode = services.tables.modes[name];
    if (!mode) return;
    conversation = { ...conversation, mode };
    presetsUsed.add(mode.preset);
    await services.session.append({ type: 'setting', key: 'mode', value: name });
    services.emit({ type: 'state-change', change: { mode: name } });
  }

  async function setPreset(name: string): Promise<void> {
    conversation = { ...conversation, mode: { ...conversation.mode, preset: name } };
    presetsUsed.add(name);
    await services.session.append({ type: 'setting', key: 'preset', value: name });
  }

  async function setModel(name: string): Promise<void> {
    conversation = { ...conversation, model: name };
    await services.session.append({ type: 'setting', key: 'model', value: name });
    services.emit({ type: 'state-change', change: { model: name } });
  }

  function agentOf(mode: Mode): Agent {
    const agent = services.tables.agents[mode.agent];
    if (!agent) throw new Error(`The mode ${mode.name} names an agent that does not exist: ${mode.agent}`);
    return agent;
  }
}
