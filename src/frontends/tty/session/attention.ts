/** Calls the person back who looks elsewhere while they are waited for: the bell, the window's title, a notification. */

export type Notify = 'auto' | 'bell' | 'off';

export interface Attention {
  /** A question is open, or is not any more. */
  follow(isAsked: boolean): void;
  /** A turn of this length has ended. */
  ended(ms: number): void;
  /** Gives the title back. */
  stop(): void;
}

interface AttentionPorts {
  write(text: string): void;
  environment: NodeJS.ProcessEnv;
  notify(): Notify;
  /** In the person's language. */
  says(): { waits: string; done: string };
}

/** Whoever is there has answered by then. */
const UNANSWERED_MS = 5000;
/** Nobody watches a turn for longer. */
const LONG_TURN_MS = 30_000;

const BELL = '\x07';
const KEEP_TITLE = '\x1b[22;2t';
const OLD_TITLE = '\x1b[23;2t';

export function createAttention({ write, environment, notify, says }: AttentionPorts): Attention {
  let timer: NodeJS.Timeout | undefined;
  let isTitled = false;

  function call(text: string, isTitle: boolean): void {
    const how = notify();
    if (how === 'off') return;
    const title = isTitle && how === 'auto' ? `${KEEP_TITLE}\x1b]2;${text}\x07` : '';
    const popUp = how === 'auto' && knowsNotifications(environment) ? `\x1b]9;${text}\x07` : '';
    isTitled ||= title !== '';
    write(title + popUp + BELL);
  }

  function giveBack(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isTitled) write(OLD_TITLE);
    isTitled = false;
  }

  return {
    follow(isAsked) {
      if (!isAsked) return giveBack();
      timer ??= setTimeout(() => call(says().waits, true), UNANSWERED_MS).unref();
    },
    ended(ms) {
      if (ms >= LONG_TURN_MS) call(says().done, false);
    },
    stop: giveBack,
  };
}

/** OSC 9: elsewhere it is nothing, or something else. */
function knowsNotifications({ TERM_PROGRAM = '', TERM = '' }: NodeJS.ProcessEnv): boolean {
  return /^(?:iTerm\.app|WezTerm|ghostty|rio|WarpTerminal)$/i.test(TERM_PROGRAM) || /kitty|ghostty|foot/.test(TERM);
}
