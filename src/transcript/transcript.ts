/** Turns a session's log into something to read: what was said, thought, done and decided, in order. Pure. */

import { titleOf, usageOf } from '../log/fold.ts';
import { citationLines } from '../protocol/citation.ts';
import type { ImagePart, Message, Outcome, Part, ToolCall, Usage } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Block, Todo } from '../protocol/view.ts';
import type { PageWords } from '../words/en/page.ts';
import { factText } from '../words/shown-view.ts';
import { drawCall } from './draw-call.ts';

export interface Transcript {
  id: string;
  title: string;
  cwd: string;
  startedAt: number;
  endedAt: number;
  models: string[];
  turns: number;
  usage: Usage;
  items: Item[];
}

export type Item = { at: number } & (
  | { type: 'user'; text: string; attached: string[]; images: readonly ImagePart[]; by?: 'coder' }
  | { type: 'thinking'; text: string }
  | { type: 'answer'; text: string; model: string; interrupted: boolean }
  | CallItem
  | { type: 'todos'; todos: readonly Todo[] }
  /** By coder itself: the output of commands, citations, and changes such as another mode. */
  | { type: 'note'; text: string }
  | { type: 'event'; text: string }
);

export interface CallItem {
  type: 'call';
  name: string;
  title: string;
  status: Outcome['status'] | 'open';
  blocks: Block[];
  images: readonly ImagePart[];
  /** Who allowed or refused the call, if not the rules alone. */
  decidedBy?: string;
}

/** `say`: the words for everything around the conversation itself. */
export function transcriptOf(id: string, entries: readonly Entry[], say: PageWords): Transcript {
  const items: Item[] = [];
  const open: { call: ToolCall; item: CallItem }[] = [];
  for (const entry of entries) {
    if (entry.type === 'message') addMessage(entry.message, entry.at);
    else if (entry.type === 'decision') noteDecision(entry);
    else items.push(...eventsOf(entry, say));
  }
  const start = entries.find((entry) => entry.type === 'start');
  return {
    id,
    title: titleOf(entries) || 'Session',
    cwd: start?.cwd ?? '',
    startedAt: entries[0]?.at ?? 0,
    endedAt: entries.at(-1)?.at ?? 0,
    models: [...new Set(items.flatMap((item) => (item.type === 'answer' ? [item.model] : [])))],
    turns: entries.filter(({ type }) => type === 'turn-end').length,
    usage: usageOf(entries),
    items,
  };

  function addMessage(message: Message, at: number): void {
    switch (message.role) {
      case 'user':
        items.push({ at, ...userItem(message.content, message.by) });
        return;
      case 'assistant':
        for (const part of message.content) addPart(part, message.model, message.interrupted ?? false, at);
        if (message.citations) items.push({ at, type: 'note', text: citationLines(message.citations).join('\n') });
        return;
      case 'tool': {
        const index = open.findIndex(({ call }) => call.id === message.callId);
        const [found] = index < 0 ? [] : open.splice(index, 1);
        const { outcome, title, fact } = message;
        const told = title === undefined ? undefined : factText(title, fact, say.views);
        if (found) Object.assign(found.item, drawCall(found.call, outcome, told));
        return;
      }
      case 'note':
        items.push({ at, type: 'note', text: message.text });
    }
  }

  function addPart(part: Part, model: string, interrupted: boolean, at: number): void {
    if (part.type === 'thinking') items.push({ at, type: 'thinking', text: part.text });
    else if (part.type === 'text') {
      if (part.text.trim() !== '') items.push({ at, type: 'answer', text: part.text, model, interrupted });
    } else if (part.type === 'call') {
      const item: CallItem = { type: 'call', name: part.call.name, ...drawCall(part.call) };
      open.push({ call: part.call, item });
      items.push(Object.assign(item, { at }));
    }
  }

  function noteDecision({ callId, verdict, by }: Entry & { type: 'decision' }): void {
    const found = open.find(({ call }) => call.id === callId);
    if (!found || by === 'policy') return;
    found.item.decidedBy = say.decided[by](say.verdict[verdict]);
  }
}

function userItem(content: readonly Part[], by: 'coder' | undefined) {
  const [first, ...rest] = content.filter((part) => part.type === 'text');
  const images = content.filter((part) => part.type === 'image');
  const attached = rest.map(({ text }) => text.trim());
  return { type: 'user' as const, text: first?.text ?? '', attached, images, ...(by && { by }) };
}

function eventsOf(entry: Entry, say: PageWords): Item[] {
  const event = (text: string): Item[] => [{ at: entry.at, type: 'event', text }];
  switch (entry.type) {
    case 'todos':
      return [{ at: entry.at, type: 'todos', todos: entry.items }];
    case 'setting':
      return entry.key === 'title' ? [] : event(`${entry.key}: ${entry.value}`);
    case 'compaction':
      return event(say.shortened(entry.by) + (entry.summary ? `:\n${entry.summary}` : ''));
    case 'compaction-undo':
      return event(say.shorteningUndone);
    case 'undo':
      return event(say.undone(entry.turns.length));
    case 'redo':
      return event(say.redone(entry.turns.length));
    case 'turn-end':
      return entry.reason === 'answered' ? [] : event(say.turnEnded(entry.error ?? entry.reason));
    default:
      return [];
  }
}
