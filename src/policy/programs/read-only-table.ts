/** Every command that is known to only read, with the flags and operands under which that holds. */

import { FILES } from './read-only/files.ts';
import type { ReadOnlyTable } from './read-only/row.ts';
import { SYSTEM } from './read-only/system.ts';
import { TEXT } from './read-only/text.ts';

export const READ_ONLY: ReadOnlyTable = { ...FILES, ...TEXT, ...SYSTEM };
