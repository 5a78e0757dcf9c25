/** Types into a program in a terminal, for the person and the model, and notes what the person typed to the extent it is shared. */

import type { ShareInput, TerminalHand } from '../../protocol/terminal.ts';
import type { HiddenMode } from './hidden-mode.ts';
import type { HiddenValues } from './hidden-values.ts';
import type { Pty } from './pty.ts';
import type { Recording } from './recording.ts';

export interface Keyboard {
  /** Inputs are typed in the order of the calls. */
  type(hand: TerminalHand, data: string): Promise<void>;
  /** What the person typed since the last call, to the extent it is shared. */
  takeTyped(): string;
}

interface KeyboardPorts {
  pty: Pick<Pty, 'write'>;
  mode: HiddenMode;
  recording: Recording;
  /** Receives what the person types without echo. */
  hidden: HiddenValues;
  share: ShareInput;
  /** Hides secrets in what is recorded. */
  hide(text: string): string;
  hasEnded(): boolean;
  /** Called before and after the keys go to the program. */
  typing(hand: TerminalHand): void;
  typed(hand: TerminalHand): void;
}

const MAX_TYPED = 4000;
const HIDDEN_MARK = '[hidden]';

export function createKeyboard(ports: KeyboardPorts): Keyboard {
  const { mode, share } = ports;
  let typed = '';
  let typing: Promise<void> = Promise.resolve();

  async function typeNow(hand: TerminalHand, data: string): Promise<void> {
    if (ports.hasEnded()) return;
    const isSecret = hand === 'person' && share !== 'all' && (await mayBeHidden(mode));
    if (isSecret) ports.hidden.type(data);
    mode.touch();
    ports.typing(hand);
    const shared = hand === 'model' || share === 'all' || (share === 'redact' && !isSecret) ? data : undefined;
    ports.recording.input(hand, shared === undefined ? undefined : ports.hide(shared));
    if (hand === 'person' && share !== 'none') typed = noteTyped(typed, shared ?? HIDDEN_MARK);
    ports.pty.write(data);
    ports.typed(hand);
    mode.lookSoon();
  }

  return {
    type(hand, data) {
      typing = typing.then(() => typeNow(hand, data));
      return typing;
    },
    takeTyped() {
      const text = typed;
      typed = '';
      return text;
    },
  };
}

/** If the mode is unknown, assumes that the input is hidden. */
async function mayBeHidden(mode: HiddenMode): Promise<boolean> {
  const found = await mode.lookAgain();
  return !found || (found.canonical && !found.echo);
}

/** Appends to what the person typed; consecutive hidden keys become a single mark. */
function noteTyped(typed: string, text: string): string {
  if (text === HIDDEN_MARK && typed.endsWith(HIDDEN_MARK)) return typed;
  return (typed + text).slice(-MAX_TYPED);
}
