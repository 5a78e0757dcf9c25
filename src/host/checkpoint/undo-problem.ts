/** Why /undo does not cover everything that a session changes. */

export type UndoProblem = { kind: 'too-many-files'; root: string } | { kind: 'incomplete'; why: string };
