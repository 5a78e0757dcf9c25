/** Starts the engine: ops in, events out. */

import { attachedPart } from '../log/attached.ts';
import type { AgentHandle } from '../protocol/agent.ts';
import type { Op } from '../protocol/op.ts';
import type { Requests } from './call/requests.ts';
import type { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { expectContext } from './expect-context.ts';
import { createInbox } from './inbox.ts';
import { closeSession } from './live-session.ts';
import { logNote } from './log-note.ts';
import { reportContext } from './report-context.ts';
import { continueInput, runInput } from './run-input.ts';
import { endPrograms, reportPrograms } from './running-programs.ts';
import { setInUse } from './set-in-use.ts';
import { createSettingsInUse, type Opened } from './settings-in-use.ts';
import { endedText, sendToTerminal } from './shell/terminal-input.ts';

export interface EngineStart extends Pick<Conversation, 'engine' | 'sessions' | 'commands'> {
  requests: Pick<Requests, 'answer'>;
  opening: Opened;
}

const sessionHooks = () => import('./hooks/session-hooks.ts');

export function startEngine({ engine, sessions, commands, requests, opening }: EngineStart): AgentHandle {
  const { machine } = engine;
  const inUse = createSettingsInUse(engine, opening);
  let closing: AbortController | undefined;
  const inbox = createInbox({
    runSteered: (text, signal) => runInput(text, [], conversation, signal),
    cancelAtRest: () => endPrograms(engine),
  });
  const conversation: Conversation = { engine, inUse, sessions, commands, takeSteering: inbox.takeSteering };
  machine.terminals.onEnd(() => void inbox.add(logEnded));
  if (engine.hooks?.listens('SessionStart')) {
    const source = opening.turns > 0 ? 'resume' : 'startup';
    void inbox.add(async (signal) => (await sessionHooks()).startHooks(opening, source, engine, signal));
  }
  setImmediate(() => {
    expectContext(conversation).catch(() => {}); // errors are ignored here; the first turn hits and reports them
  });
  return { send, settled: inbox.settled };

  async function send(op: Op): Promise<void> {
    switch (op.type) {
      case 'submit': {
        const beside = [...(op.attached ?? []).map(attachedPart), ...(op.images ?? [])];
        return inbox.add((signal) => runInput(op.text, beside, conversation, signal));
      }
      case 'continue':
        return inbox.add((signal) => continueInput(conversation, signal));
      case 'steer':
        return inbox.steer(op.text);
      case 'answer':
        return requests.answer(op.id, op.answer);
      case 'terminal-input':
      case 'terminal-resize':
      case 'terminal-scroll':
      case 'terminal-hand-over':
      case 'terminal-close':
        return sendToTerminal(op, machine.terminals);
      case 'set':
        return setInUse(op, inUse, engine);
      case 'report-programs':
        return reportPrograms(engine);
      case 'cancel':
        closing?.abort();
        return inbox.cancel();
      case 'close':
        await inbox.close();
        closing = new AbortController();
        if (engine.hooks)
          await (await sessionHooks()).endHooks(inUse.now.live, endReason(engine), engine, closing.signal);
        await closeSession(inUse.now.live);
        return machine.close();
    }
  }

  /** Logs terminals that ended unseen, for the next prompt; a running turn may still notice on its own. */
  async function logEnded(): Promise<void> {
    const { live, model } = inUse.now;
    const ended = machine.terminals.takeEnded();
    for (const each of ended) await logNote(live.log, { text: endedText(each), audience: 'both' });
    if (ended.length > 0) reportContext(model, live, engine);
  }
}

function endReason({ settings }: Engine): 'prompt_input_exit' | 'other' {
  return settings.approval.attended ? 'prompt_input_exit' : 'other';
}
