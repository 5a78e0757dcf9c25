/** What the agent and its sub-agents say, as an editor shows it: in pieces while it is streamed, or as a whole. */

import { newId } from '../../base/ids.ts';
import { createSanitizer, type Sanitizer, sanitize } from '../../base/text/sanitize.ts';
import { type Message, textOf } from '../../protocol/message.ts';
import { text, type Update } from './wire.ts';

export interface MessageMapper {
  /** True if the text streamed last did not end with a line end. */
  readonly isMidLine: boolean;
  begin(): void;
  /** The answer so far is withdrawn; the next text is a new message. */
  discard(): void;
  streamed(
    event: { agent?: string; text: string },
    sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
  ): Update[];
  /** Sends a message that was not streamed; for one that was, sends the rest of its stream. */
  end(message: Message, agent?: string): Update[];
}

/** The message being streamed, by the main agent or a sub-agent. */
interface Stream {
  id: string;
  text: Sanitizer;
  thinking: Sanitizer;
  hasText: boolean;
}

export function createMessageMapper(): MessageMapper {
  const streams = new Map<string, Stream>();
  let isMidLine = false;

  return {
    get isMidLine() {
      return isMidLine;
    },
    begin() {
      isMidLine = false;
    },
    discard: () => streams.clear(),
    streamed({ agent = '', text: chunk }, sessionUpdate) {
      const stream = streams.get(agent) ?? newStream();
      streams.set(agent, stream);
      const isText = sessionUpdate === 'agent_message_chunk';
      stream.hasText ||= isText;
      const shown = (isText ? stream.text : stream.thinking).write(chunk);
      if (isText && agent === '' && shown !== '') isMidLine = !shown.endsWith('\n');
      return shown === '' ? [] : [{ sessionUpdate, content: text(shown), messageId: stream.id }];
    },
    end(message, agent = '') {
      switch (message.role) {
        case 'user':
          return message.by === 'coder' ? [thought(textOf(message.content))] : []; // the client itself sent all other user messages
        case 'note':
          return [];
        case 'tool':
          return []; // reported by call-end
        case 'assistant': {
          const stream = streams.get(agent) ?? newStream();
          streams.delete(agent);
          const whole = stream.hasText ? stream.text.end() : sanitize(textOf(message.content));
          if (whole === '') return [];
          return [{ sessionUpdate: 'agent_message_chunk', content: text(whole), messageId: stream.id }];
        }
      }
    },
  };
}

export function thought(said: string): Update {
  return { sessionUpdate: 'agent_thought_chunk', content: text(`${sanitize(said)}\n\n`) };
}

function newStream(): Stream {
  return { id: newId('message'), text: createSanitizer(), thinking: createSanitizer(), hasText: false };
}
