/** Ctrl+Z: the shell has the terminal until it resumes coder; if no shell could, coder stays. */

import type { OwnTerminal } from '../screen/terminal.ts';

interface SuspendPorts {
  terminal: Pick<OwnTerminal, 'enter' | 'leave'>;
  repl: { pause(): void; resume(): void };
  /** Called if coder could not be suspended. */
  complain(): void;
}

/** A process that can be stopped is stopped well within this time. */
const STOPPED_MS = 100;
/** After a stop, the signal that ended it is handled within this time. */
const SIGNAL_MS = 20;

export function suspend({ terminal, repl, complain }: SuspendPorts): void {
  repl.pause();
  terminal.leave();
  const awake = setInterval(() => undefined, 1000); // with the input paused, nothing else keeps the process alive
  // The kernel drops the signal for a process group that no shell could continue: `tmux new coder`, `sh -c`, containers.
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
    // Only the shell was notified of a resize meanwhile; SIGWINCH makes Node read the size again before anything is drawn.
    process.once('SIGWINCH', takeBack);
    process.kill(process.pid, 'SIGWINCH');
  }

  function takeBack(): void {
    clearInterval(awake);
    terminal.enter();
    repl.resume();
  }
}
