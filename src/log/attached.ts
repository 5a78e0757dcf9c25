/** Formats text attached to a message for the model. */

import type { Part } from '../protocol/message.ts';
import type { AttachedText } from '../protocol/op.ts';

export function attachedPart({ name, text }: AttachedText): Part {
  return { type: 'text', text: `\n\n<attached path="${name}">\n${text}\n</attached>` };
}
