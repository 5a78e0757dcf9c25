/** What every part of a run is made with: its settings, its model, the mask for secrets, and the person at the other end. */

import { createMasker, secretValuesFrom } from '../base/text/secrets.ts';
import { createRequests, type Requests } from '../core/call/requests.ts';
import type { Person } from '../core/engine.ts';
import type { Emit } from '../protocol/agent.ts';
import type { ProviderChoice } from '../providers/catalogue/choose-provider.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export interface Run {
  app: AppSettings;
  options: AgentOptions;
  /** Where the model is that the settings name. */
  choice: ProviderChoice;
  /** Puts a name in the place of each known secret. */
  mask(text: string): string;
  person: Person;
  requests: Requests;
  warn(title: string): void;
}

export function createRun(app: AppSettings, options: AgentOptions, emit: Emit): Run {
  const choice = chooseModel(app, options);
  const key = keyOf(choice);
  const mask = createMasker([...secretValuesFrom(options.env), ...(key ? [{ name: 'key', value: key }] : [])]);
  let seq = 0;
  const send: Person['emit'] = (event, agent) =>
    emit({ ...event, seq: seq++, at: Date.now(), ...(agent !== undefined && { agent }) });
  const requests = createRequests(send);
  return {
    app,
    options,
    choice,
    mask,
    person: { ask: requests.ask, emit: send },
    requests,
    warn: (title) => send({ type: 'notice', level: 'warn', view: { title } }),
  };
}

export function keyOf(choice: ProviderChoice): string | undefined {
  return choice.kind === 'endpoint' ? choice.key : undefined;
}
