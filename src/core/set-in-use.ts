/** Applies what a front end sets without a command line: mode, model, how much the model thinks. */

import type { Op } from '../protocol/op.ts';
import { saidIn } from '../words/fault.ts';
import type { Engine } from './engine.ts';
import type { SettingsInUse } from './settings-in-use.ts';

type SetOp = Extract<Op, { type: 'set' }>;

export async function setInUse({ mode, model, reasoning }: SetOp, inUse: SettingsInUse, engine: Engine): Promise<void> {
  const { models, settings, words, person } = engine;
  const { modes } = settings.tables;
  const say = words.commands;
  if (mode !== undefined && !Object.hasOwn(modes, mode)) refuse(say.unknownMode(mode, Object.keys(modes).join(', ')));
  else if (mode !== undefined && mode !== inUse.now.mode.name) await inUse.setMode(mode);
  const problem = model === undefined ? undefined : models.problemOf(model);
  if (model !== undefined && problem !== undefined)
    refuse(say.modelAsBefore(inUse.now.model, model, saidIn(problem, words.faults)));
  else if (model !== undefined && model !== inUse.now.model) await inUse.setModel(model);
  if (reasoning !== undefined) models.reason(reasoning);

  function refuse(title: string): void {
    person.emit({ type: 'notice', level: 'error', view: { title } });
  }
}
