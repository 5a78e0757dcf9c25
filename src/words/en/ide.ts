/** Messages about the editor beside the terminal. */

import { late } from '../../base/late.ts';
import type { IdeState } from '../../protocol/ide.ts';

type Why = IdeState['passedOver'][number]['why'];

const passedOver: Record<Why, string> = {
  foreign: 'not used: it is not yours alone',
  stale: 'not used: its editor is gone',
  elsewhere: 'another folder is open there',
  unreadable: 'not used: it cannot be read',
};

const words = () => ({
  anEditor: 'The editor',
  linesSelected: (count: number) => `${count} ${count === 1 ? 'line' : 'lines'} selected`,
  openFiles: (count: number) => `${count} open ${count === 1 ? 'file' : 'files'}`,
  connected: (editor: string) =>
    `[ide] ${editor} is connected: what you look at there is sent with your prompts. /ide shows it, /ide off stops it.`,
  lost: (editor: string) => `[ide] ${editor} is gone. coder looks for it again with the next prompt.`,
  refused: (editor: string, why: string) => `[ide] ${editor} could not be connected: ${why} /ide on tries again.`,
  unsaved: (names: readonly string[]) => `Unsaved changes in your editor: ${names.join(', ')}`,
  changed: (names: readonly string[]) => `[ide] written as you changed it in the editor: ${names.join(', ')}`,
  states: {
    off: 'No editor: switched off. /ide on connects.',
    connecting: 'Connecting to an editor …',
    none: 'No editor is connected. Run coder in a terminal of an editor that has a companion plug-in, or open this folder there.',
  },
  failed: (why: string) => `No editor is connected: ${why} /ide on tries again.`,
  connectedTo: (editor: string, port: number) => `Connected: ${editor} (port ${port})`,
  next: 'Sent with the next prompt:',
  nothingNew: 'Nothing is sent with the next prompt: the model already knows what you look at.',
  others: 'Others; /ide PORT switches:',
  passedOver,
  notOne: (port: string) => `No editor with port ${port} has this folder open. /ide lists those that do.`,
  usage: 'Usage: /ide, /ide on, /ide off, or /ide PORT',
  off: 'Disconnected. /ide on connects again.',
});

export const ide = late(words);

export type IdeWords = ReturnType<typeof ide>;
