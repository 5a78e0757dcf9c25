/** Builds the context of a built-in command: what it may see and change. */

import { formatBudget } from '../../log/budget.ts';
import type { BudgetControl, CommandContext, ExtensionControl, ModeControl } from '../../protocol/command.ts';
import { saidIn } from '../../words/fault.ts';
import type { Conversation } from '../conversation.ts';
import type { LiveSession } from '../live-session.ts';
import { logNote } from '../log-note.ts';
import { toolsOf } from '../open-turn.ts';
import { contextControl } from './context-control.ts';
import { personControl } from './person-control.ts';
import { ruleControl } from './rule-control.ts';
import { sessionControl } from './session-control.ts';

export function commandContext(conversation: Conversation, signal: AbortSignal): CommandContext {
  const { engine, inUse, commands } = conversation;
  const { machine, models } = engine;
  const { live, model } = inUse.now;
  return {
    session: sessionControl(conversation, signal),
    mode: modeControl(conversation),
    model: {
      current: model,
      set: inUse.setModel,
      byProvider: () => models.byProvider(signal),
      async check(name) {
        const found = await models.check(name, signal);
        return 'why' in found ? { ...found, why: saidIn(found.why, engine.words.faults) } : found;
      },
      save: (name) => models.save(name, signal),
    },
    rules: ruleControl(inUse, engine),
    context: contextControl(conversation, signal),
    budget: budgetControl(live),
    files: live.files,
    programs: { jobs: machine.jobs(), terminals: machine.terminals, sandbox: machine.sandbox },
    extensions: extensionControl(conversation),
    setup: commands.setup,
    person: personControl(engine, signal),
    tellModel: (text) => logNote(live.log, { text, audience: 'both' }),
  };
}

function modeControl({ engine, inUse }: Conversation): ModeControl {
  const { mode, watchesLoops } = inUse.now;
  const on = new Set(toolsOf(mode, inUse.agent(), engine).map(({ name }) => name));
  return {
    current: mode,
    all: Object.values(engine.settings.tables.modes),
    tools: [...engine.tools.values()].map(({ name, description, permission, command }) => ({
      name,
      description,
      permission,
      on: on.has(name),
      runsCommand: command !== undefined,
    })),
    set: inUse.setMode,
    loops: { isOn: watchesLoops, set: inUse.watchLoops },
  };
}

function extensionControl({ commands, engine }: Conversation): ExtensionControl {
  const { trust, servers, hooks, person } = engine;
  return {
    skills: commands.skills,
    custom: commands.custom,
    ...(trust && { trust }),
    ...(servers && { servers }),
    ...(person.ide && { ide: person.ide }),
    ...(hooks && { hooks }),
  };
}

function budgetControl({ meter, log }: LiveSession): BudgetControl {
  return {
    limits: meter.budget,
    price: meter.price,
    async set(limits) {
      meter.setBudget(limits);
      await log.append({ type: 'setting', key: 'budget', value: formatBudget(limits) });
    },
  };
}
