/** What every part of a run is built with: its settings, its model, the mask for secrets, and the person. */

import type { Language } from '../base/language.ts';
import { longField } from '../base/long-text/long-field.ts';
import { includesText } from '../base/long-text/long-text.ts';
import { maskDeep } from '../base/secrets/mask-deep.ts';
import type { Mask } from '../base/secrets/mask-long.ts';
import { steadyClock } from '../base/steady-clock.ts';
import { createRequests, type Requests } from '../core/call/requests.ts';
import type { Person } from '../core/engine.ts';
import type { Emit } from '../protocol/agent.ts';
import type { Event } from '../protocol/event.ts';
import type { Fault } from '../protocol/fault.ts';
import type { ProviderChoice } from '../providers/catalogue/choose-provider.ts';
import { saidIn } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';
import type { AgentOptions } from './agent-options.ts';
import type { AppSettings } from './load-app-settings.ts';
import { chooseModel } from './models/choose-model.ts';
import { hideSecrets } from './person/hide-secrets.ts';
import { createSecrets, type RunSecrets } from './person/secrets.ts';
import { createLongAnswerWatch } from './session/long-answers.ts';
import { createLongSessionWatch } from './session/long-session.ts';

export interface Run {
  app: AppSettings;
  options: AgentOptions;
  /** The provider of the model that the settings name. */
  choice: ProviderChoice;
  /** Replaces each known secret with a placeholder. */
  mask: Mask;
  secrets: RunSecrets;
  person: Person;
  requests: Requests;
  /** Shows a warning: a title in the person's language, or a fault, which is put into it. */
  warn(what: string | Fault): void;
}

export function createRun(app: AppSettings, options: AgentOptions, emit: Emit): Run {
  const choice = chooseModel(app, options);
  const key = keyOf(choice);
  const secrets = createSecrets(app, options, key);
  const { mask } = secrets;
  const clock = steadyClock();
  let seq = 0;
  const hide = hideKey(key, mask);
  const hideAll = options.screen ? (event: Event) => [event] : hideSecrets(secrets);
  const watchLength = createLongAnswerWatch();
  const watchSession = createLongSessionWatch();
  const send: Person['emit'] = (event, agent, task) => {
    watchLength(event);
    watchSession(event);
    const from = { ...(agent !== undefined && { agent }), ...(task !== undefined && { task }) };
    if (event.type === 'turn-start' && agent === undefined) clock.sync();
    for (const each of hideAll(hide(event))) emit({ ...each, seq: seq++, at: clock.now(), ...from });
  };
  const requests = createRequests(send);
  return {
    app,
    options,
    choice,
    mask,
    secrets,
    person: { ask: requests.ask, emit: send, ...(options.room && { room: options.room }) },
    requests,
    warn: warner(app.settings.lang, (title) => send({ type: 'notice', level: 'warn', view: { title } })),
  };
}

/** Sends warnings in the order they come in. English faults have their text, so no words are loaded for them. */
function warner(lang: Language, send: (title: string) => void): Run['warn'] {
  if (lang === 'en') return (what) => send(typeof what === 'string' ? what : what.text);
  let sent = Promise.resolve();
  return (what) => {
    sent = sent.then(async () => send(typeof what === 'string' ? what : saidIn(what, (await loadWords(lang)).faults)));
  };
}

/** Hides the key, which a server may repeat in its answer. Most texts are only searched for it. */
function hideKey(key: string | undefined, mask: (text: string) => string): (event: Event) => Event {
  if (key === undefined) return (event) => event;
  const hide = (text: string) => (text.includes(key) ? mask(text) : text);
  const hideIn = <T extends { text: string }>(part: T): T => {
    const long = longField(part)?.text;
    return long && !includesText(long, key) ? part : { ...part, text: hide(part.text) };
  };
  return (event) => {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        return { ...event, text: hide(event.text) };
      case 'message-end': {
        const { message } = event;
        if (message.role !== 'assistant') return event;
        const content = message.content.map((part) =>
          part.type === 'text' || part.type === 'thinking' ? hideIn(part) : part,
        );
        return { ...event, message: { ...message, content } };
      }
      case 'call-start': // the person may see what their own commands print
      case 'call-output':
      case 'call-end':
      case 'request-start':
      case 'request-end':
      case 'terminal-start':
      case 'terminal-screen':
      case 'terminal-end':
        return event;
      default:
        return maskDeep(event, hide);
    }
  };
}

export function keyOf(choice: ProviderChoice): string | undefined {
  return choice.kind === 'endpoint' ? choice.key : undefined;
}
