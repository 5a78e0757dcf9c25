/** Why /undo does not cover everything that a session changes. */

import type { NamedText } from '../../base/named-text.ts';

export type UndoProblem = { kind: 'too-many-files'; root: string } | { kind: 'incomplete'; why: NamedText };
