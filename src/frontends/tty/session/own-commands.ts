/** Commands that the terminal carries out itself, apart from how it looks: connecting a model, copying the last answer. */

import { messageOf } from '../../../base/errors.ts';
import { longField } from '../../../base/long-text/long-field.ts';
import type { Stamped } from '../../../protocol/event.ts';
import { saidIn } from '../../../protocol/message.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { PersonAsked } from './ask-person.ts';

export interface OwnCommandPorts {
  /** Connects a model; returns the one to use. */
  login?(person: PersonAsked, named: string | undefined): Promise<string | undefined>;
  /** False if the terminal cannot take so much. */
  copy?(text: string): boolean;
}

export interface OwnCommands {
  login(named: string | undefined): Promise<void>;
  copy(): void;
  /** Keeps the last answer in mind. */
  follow(event: Stamped): void;
}

interface Surroundings {
  messages: ScreenWords;
  person: PersonAsked;
  note(text: string): void;
  /** The model that was connected is to be used from now on. */
  use(model: string): void;
}

export function createOwnCommands(ports: OwnCommandPorts, { messages, person, note, use }: Surroundings): OwnCommands {
  let last: { readonly text: string } = { text: '' };
  return {
    async login(named) {
      try {
        const model = await ports.login?.(person, named);
        if (model !== undefined) use(model);
      } catch (error) {
        person.tell(messageOf(error)); // a file of settings or keys that cannot be read
      }
    },
    copy() {
      const lastAnswer = last.text.trim();
      const isCopied = lastAnswer !== '' && (ports.copy?.(lastAnswer) ?? false);
      note(lastAnswer === '' ? messages.nothingToCopy : isCopied ? messages.copied : messages.notCopied);
    },
    follow(event) {
      if (event.type !== 'message-end' || event.agent !== undefined || event.message.role !== 'assistant') return;
      const said = saidIn(event.message.content);
      if (longField(said) || said.text.trim() !== '') last = said;
    },
  };
}
