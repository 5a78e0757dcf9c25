/** The options of a session (mode, model, amount of thinking), in the forms for older and newer clients. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import { REASONING_CHOICES, type ReasoningChoice } from '../../protocol/provider.ts';
import type { Words } from '../../words/words.ts';
import type { ConfigOption } from './wire.ts';

/** The current choices, and the models known so far to choose from. */
export interface Chosen {
  mode: string;
  model: string;
  reasoning: ReasoningChoice;
  models: readonly string[];
}

type Modes = AppSettings['tables']['modes'];

export function configOptions({ mode, model, reasoning, models }: Chosen, modes: Modes, words: Words): ConfigOption[] {
  const { acp: say } = words;
  const names = [...new Set([model, ...models])];
  return [
    {
      id: 'mode',
      name: say.mode,
      category: 'mode',
      type: 'select',
      currentValue: mode,
      options: modeRows(modes, words).map(({ id, ...row }) => ({ value: id, ...row })),
    },
    {
      id: 'model',
      name: say.model,
      category: 'model',
      type: 'select',
      currentValue: model,
      options: names.map((name) => ({ value: name, name })),
    },
    {
      id: 'reasoning',
      name: say.reasoning,
      category: 'thought_level',
      type: 'select',
      currentValue: reasoning,
      options: REASONING_CHOICES.map((value) => ({ value, name: say.reasoningLevels[value] })),
    },
  ];
}

export function modeState(current: string, modes: Modes, words: Words): object {
  return { currentModeId: current, availableModes: modeRows(modes, words) };
}

function modeRows(modes: Modes, { commands }: Words): { id: string; name: string; description?: string }[] {
  const built = Object.entries(commands.modes);
  return Object.values(modes).map(({ name, summary }) => {
    const description = summary ?? built.find(([mode]) => mode === name)?.[1];
    return { id: name, name, ...(description && { description }) };
  });
}

/** Removes modes in which nothing asks for approval unless the person's settings allow one: a click must not be enough. */
export function withoutLooseModes(app: AppSettings): AppSettings {
  const { modes, presets } = app.tables;
  const isLoose = (preset: string) => presets[preset]?.bashSkipsChecks === true;
  const usual = modes[app.settings.mode];
  if (app.settings.acp.yolo || (usual && isLoose(usual.preset))) return app;
  const kept = <Row>(rows: Readonly<Record<string, Row>>, presetOf: (row: Row) => string) =>
    Object.fromEntries(Object.entries(rows).filter(([, row]) => !isLoose(presetOf(row))));
  return {
    ...app,
    tables: {
      ...app.tables,
      modes: kept(modes, ({ preset }) => preset),
      presets: kept(presets, ({ name }) => name),
    },
  };
}
