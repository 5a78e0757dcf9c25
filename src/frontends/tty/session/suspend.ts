/** Ctrl+Z: the shell has the terminal until it brings coder back; where no shell could, coder stays. */

import type { Terminal } from '../screen/terminal.ts';

interface SuspendPorts {
  terminal: Pick<Terminal, 'enter' | 'leave'>;
  repl: { pause(): void; resume(): void };
  /** It could not be suspended. */
  complain(): void;
}

/** A process that is stopped at all is stopped long before this. */
const STOPPED_MS = 100;
/** After a stop, the signal that ended it is handled before this. */
const SIGNAL_MS = 20;

export function suspend({ terminal, repl, complain }: SuspendPorts): void {
  repl.pause();
  terminal.leave();
  const awake = setInterval(() => undefined, 1000); // with the input paused nothing else keeps the process
  // The kernel drops the signal for a group that no shell could continue: `tmux new coder`, `sh -c`, containers.
  let check = setTimeout(() => {
    check = setTimeout(() => {
      process.off('SIGCONT', continued);
      takeBack();
      complain();
    }, SIGNAL_MS);
  }, STOPPED_MS);
  process.once('SIGCONT', continued);
  process.kill(process.pid, 'SIGTSTP');

  function continued(): void {
    clearTimeout(check);
    // The shell alone was told of a resize meanwhile; this has the size read again before anything is drawn.
    process.once('SIGWINCH', takeBack);
    process.kill(process.pid, 'SIGWINCH');
  }

  function takeBack(): void {
    clearInterval(awake);
    terminal.enter();
    repl.resume();
  }
}
