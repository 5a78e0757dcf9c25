/** Finds out whose input a program in a terminal is waiting for: the person's, or that of its opener. */

import { type Foreground, foregroundOf } from './foreground.ts';
import type { HiddenMode } from './hidden-mode.ts';
import type { Lifetime } from './lifetime.ts';
import type { Pty } from './pty.ts';
import type { VtScreen } from './vt-screen.ts';

interface Asking {
  lifetime: Lifetime;
  pty: Pick<Pty, 'pid'>;
  mode: HiddenMode;
  vt: Pick<VtScreen, 'text'>;
}

/** The program that has the keyboard, if that can be determined. */
export function foregroundIn({ lifetime, pty, mode }: Omit<Asking, 'vt'>): Foreground | undefined {
  return lifetime.exit ? undefined : foregroundOf(pty.pid, mode.mode?.canonical === false);
}

/** True if it reads a line meant for the person: without echo, or after a prompt; not keys, and not a shell's commands. */
export async function asksPerson(asking: Asking): Promise<boolean> {
  const { lifetime, mode, vt } = asking;
  const found = await mode.lookAgain();
  if (lifetime.exit || !found?.canonical) return false;
  if (mode.isHidden) return true;
  const program = foregroundIn(asking);
  return vt.text().cursor.column > 0 && !program?.isShell && program?.isReading !== false;
}

/** True if it reads keys or shell commands, which are up to the one who opened it. */
export async function takesKeys(asking: Omit<Asking, 'vt'>): Promise<boolean> {
  const found = await asking.mode.lookAgain();
  return !asking.lifetime.exit && (found?.canonical === false || foregroundIn(asking)?.isShell === true);
}
