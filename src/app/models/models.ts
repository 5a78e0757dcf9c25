/** The models of a run: how to reach one, its context window, its price, and which ones there are. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ignoreSettings } from '../../base/files/state-folder.ts';
import { configuredModel } from '../../config/configured-model.ts';
import type { Settings } from '../../config/settings.ts';
import type { Models } from '../../core/engine.ts';
import type { ReasoningChoice } from '../../protocol/provider.ts';
import type { Price } from '../../protocol/spending.ts';
import type { ProviderChoice } from '../../providers/catalogue/choose-provider.ts';
import { contextLimit, modelFacts } from '../../providers/catalogue/models.ts';
import { createConnector } from '../../providers/connect.ts';
import { fault, faultError, saidIn } from '../../words/fault.ts';
import { loadWords } from '../../words/words.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type AppSettings, loadAppSettings } from '../load-app-settings.ts';
import { chooseModel, timersOf } from './choose-model.ts';

export interface AppModels extends Omit<Models, 'systemPrompt'> {
  /** Connects ahead of the first request. */
  prepare(model: string): void;
}

export function createModels(
  app: AppSettings,
  options: AgentOptions,
  onWrittenCall: (model: string) => void,
  onKey: (key: string) => void,
): AppModels {
  const { settings } = app;
  const { provider: given, env } = options;
  let current = app;
  let thinks: ReasoningChoice = 'default';
  const choose = (model: string) => withReasoning(chooseModel(current, options, model), thinks);
  const readKey = async (argv: readonly string[]) => {
    const { runKeyCommand } = await import('../../host/process/key-command.ts');
    const key = await runKeyCommand(argv, env);
    onKey(key);
    return key;
  };
  const connector = createConnector({
    choose,
    timers: timersOf(settings),
    env,
    home: app.home,
    readKey,
    onWrittenCall,
  });
  return {
    provider: given ? async () => given : connector.provider,
    prepare: given ? () => {} : (model) => connector.prepare(model),
    window(model) {
      const configured = settings.context_limit ?? configuredModel(model, settings)?.context_limit;
      return configured ?? connector.window(model) ?? contextLimit(model);
    },
    async byProvider(signal) {
      await refresh();
      return (await findModels(current, options, signal)).places;
    },
    problemOf(model) {
      const choice = choose(model);
      return choice.kind === 'refused' ? { text: choice.message, says: choice.says } : undefined;
    },
    async check(model, signal) {
      await refresh();
      const choice = choose(model);
      if (given && choice.kind !== 'refused') return { status: 'ok' };
      const { checkModel } = await import('./check-model.ts');
      return checkModel(choice, env, signal);
    },
    reason(choice) {
      if (choice !== thinks) connector.forget();
      thinks = choice;
    },
    async save(model, signal) {
      const { saveSettings } = await import('../../config/save-setting.ts');
      const file = join(app.folder, 'config.json');
      const project = dirname(app.folder);
      if (!existsSync(project)) throw faultError('workspace-gone', fault('workspaceGone', project)); // not recreated for a setting
      const { keepSettingsTrusted } = await import('../trust/keep-settings.ts');
      const values = [['model', model]] as const;
      await keepSettingsTrusted(file, app.trust, () => saveSettings({ file, values, signal }));
      ignoreSettings(app.folder);
      const { source, where } = app.origins.get('model') ?? {};
      return { file, ...(source === 'env' && where !== undefined && { overriddenBy: where }) };
    },
  };

  /** Reloads settings and keys, which may have changed since the start: by hand, or by a login. */
  async function refresh(): Promise<void> {
    current = await loadAppSettings(options).catch(() => current); // a file that is being edited: the earlier settings still count
    connector.forget();
  }
}

function withReasoning(choice: ProviderChoice, thinks: ReasoningChoice): ProviderChoice {
  return choice.kind === 'endpoint' && thinks !== 'default' ? { ...choice, reasoning: thinks } : choice;
}

export function priceOf(model: string, settings: Settings): Price | undefined {
  if (model === 'offline') return { input: 0, cached: 0, output: 0 };
  return configuredModel(model, settings)?.price ?? modelFacts(model).price;
}

export interface FoundModels {
  /** Absent if no model can be used; `problem` tells why. */
  current?: string;
  problem?: string;
  /** `windows` holds the context window of models, by name, if the server reports it. */
  places: { name: string; models: string[]; windows?: Record<string, number>; error?: string }[];
}

/** The usable models, grouped by provider; texts in the language of the settings. */
export async function findModels(
  settings: AppSettings,
  options: AgentOptions,
  signal: AbortSignal,
): Promise<FoundModels> {
  const choice = chooseModel(settings, options);
  // An endpoint without a chosen model is asked all the same, because its list is what to choose from.
  const place = choice.kind === 'refused' ? chooseModel(settings, options, 'any') : choice;
  const { listModels } = await import('../../providers/catalogue/list-models.ts');
  const { faults, subcommands } = await loadWords(settings.settings.lang);
  const lists = await listModels(place, options.env, signal);
  const places = lists.map(({ vendor, baseUrl, models, windows, error }): FoundModels['places'][number] => ({
    name: `${vendor} (${baseUrl})`,
    models,
    ...(windows && { windows }),
    ...(error && { error: saidIn(error, faults) }),
  }));
  places.push({ name: subcommands.builtIn, models: ['offline'] });
  return choice.kind === 'refused'
    ? { problem: saidIn({ text: choice.message, says: choice.says }, faults), places }
    : { current: choice.model, places };
}
