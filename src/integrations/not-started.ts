/** Why a program that someone else provides could not be started, as a person reads it. */

import type { ProcessResult } from '../host/process/process-command.ts';
import type { Fault } from '../protocol/fault.ts';
import { extensionFault } from '../words/extension-fault.ts';
import { inTheirWords } from '../words/fault.ts';

/** `undefined` if it was started. */
export function notStarted(
  { spawnError, spawnCause }: Pick<ProcessResult, 'spawnError' | 'spawnCause'>,
  program: string,
  folder: string,
): Fault | undefined {
  if (spawnError === undefined) return undefined;
  switch (spawnCause) {
    case 'missing':
      return extensionFault('programMissing', spawnError, program, folder);
    case 'denied':
      return extensionFault('programDenied', spawnError, program, folder);
    case 'nul':
      return extensionFault('programNul', spawnError, program);
    case 'long':
      return extensionFault('programTooLong', spawnError);
    case 'many':
      return extensionFault('programTooMany', spawnError, program);
    case 'no-sandbox':
      return extensionFault('programNoSandbox', spawnError);
    case 'closing':
      return extensionFault('programClosing', spawnError);
    case undefined:
      return inTheirWords(spawnError);
  }
}
