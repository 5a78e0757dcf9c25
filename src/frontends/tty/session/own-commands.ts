/** Commands that the terminal carries out itself: connecting a model, copying the last answer. Those about its look are elsewhere. */

import { longField } from '../../../base/long-text/long-field.ts';
import type { Stamped } from '../../../protocol/event.ts';
import { saidIn } from '../../../protocol/message.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { errorText } from '../../error-text.ts';
import type { PersonAsked } from './ask-person.ts';

export interface OwnCommandPorts {
  /** Connects a model and returns the one to use. */
  login?(person: PersonAsked, named: string | undefined): Promise<string | undefined>;
  /** Returns false if the terminal cannot take that much text. */
  copy?(text: string): boolean;
}

export interface OwnCommands {
  login(named: string | undefined): Promise<void>;
  copy(): void;
  /** Remembers the last answer. */
  follow(event: Stamped): void;
}

interface Surroundings {
  messages: ScreenWords;
  person: PersonAsked;
  note(text: string): void;
  /** Switches to the model that was connected. */
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
        person.tell(await errorText(error, messages.language)); // a file of settings or keys could not be read
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
