/** Alerts a person who looks elsewhere while coder waits for them: the bell, the window title, a notification. */

/** The keys of `ui` that matter here. */
export interface AlertSettings {
  notify?: 'auto' | 'bell' | 'off';
}

export interface Attention {
  /** Called with whether a question is open. */
  follow(isAsked: boolean): void;
  /** Called when a turn of this length has ended. */
  ended(ms: number): void;
  /** Restores the title. */
  stop(): void;
}

interface AttentionPorts {
  write(text: string): void;
  environment: NodeJS.ProcessEnv;
  settings(): AlertSettings | undefined;
  /** The texts, in the person's language. */
  says(): { waits: string; done: string };
}

/** A person who is present has answered within this time. */
const UNANSWERED_MS = 5000;
/** No one watches a turn for longer than this. */
const LONG_TURN_MS = 30_000;

const BELL = '\x07';
const KEEP_TITLE = '\x1b[22;2t';
const OLD_TITLE = '\x1b[23;2t';

export function createAttention({ write, environment, settings, says }: AttentionPorts): Attention {
  let timer: NodeJS.Timeout | undefined;
  let isTitled = false;

  function call(text: string, isTitle: boolean): void {
    const how = settings()?.notify ?? 'auto';
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

/** True if the terminal shows OSC 9 as a notification; others ignore it or give it another meaning. */
function knowsNotifications({ TERM_PROGRAM = '', TERM = '' }: NodeJS.ProcessEnv): boolean {
  return /^(?:iTerm\.app|WezTerm|ghostty|rio|WarpTerminal)$/i.test(TERM_PROGRAM) || /kitty|ghostty|foot/.test(TERM);
}
