/** The state of the conversation at the terminal: the line, the status, and how keys and events change them. Pure. */

import type { StateChange } from '../../../protocol/event.ts';
import { type Input, isLeaving, isLeavingWord, readInput } from '../../../protocol/input.ts';
import { formatMention } from '../../../protocol/mentions.ts';
import type { Status } from '../draw/prompt-area.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult, type Effect } from '../input/editor-state.ts';
import { type Around, isEscape, whatEscEnds, whatInterruptEnds } from '../input/escape.ts';
import type { Key } from '../input/key-event.ts';
import type { Keymap } from '../input/keymap.ts';
import { press } from '../input/press.ts';
import { createVim } from '../input/vim/vim-state.ts';

/** Words that people type by habit to get help. */
const BARE_HELP = ['help', '?', '？'];
/** A second Ctrl+C within this time leaves coder, whatever is open. */
const TWICE_MS = 1000;

export interface ReplState {
  readonly status: Status;
  readonly editor: EditorState;
  readonly session?: string;
  /** True if something was said in the session, so that it can be resumed. */
  readonly isSaved: boolean;
  /** True right after the running background programs were named; the next Esc ends them. */
  readonly hasJobs: boolean;
  /** True while the engine is being built. */
  readonly isOpening: boolean;
  /** The mode that the mode switch returns to from `plan`. */
  readonly lastWorkMode: string;
  /** Time when Ctrl+C was last pressed. */
  readonly interruptedAt: number;
}

/** What the caller must do. */
export type ReplEffect =
  | { type: 'submit'; text: string; shown: string }
  | { type: 'steer' }
  /** Puts the message that was queued last back on the line. */
  | { type: 'take-queued' }
  | { type: 'close-menu' }
  | { type: 'cancel' }
  /** Names the programs that run in the background. */
  | { type: 'name-jobs' }
  /** Ends the programs that were named. */
  | { type: 'end-jobs' }
  /** `isUrgent`: at once, without asking. */
  | { type: 'leave'; code: number; isUrgent?: boolean }
  | { type: 'suspend' }
  | { type: 'run-quietly'; command: string }
  | { type: 'complete' }
  | { type: 'open-editor'; text: string }
  | { type: 'clear-screen' }
  /** Shows in full the content that was shortened last. */
  | { type: 'show-whole' }
  /** `/style` with its argument. */
  | { type: 'style'; name: string }
  /** Connects a model; `named` is the provider that was typed after the command. */
  | { type: 'login'; named?: string }
  /** Shows the command that was typed. */
  | { type: 'echo'; shown: string }
  /** Puts the last answer on the clipboard. */
  | { type: 'copy' }
  | { type: 'vim-switched'; isOn: boolean }
  | { type: 'shell-switched'; isOn: boolean };

export interface ReplResult {
  state: ReplState;
  effects: ReplEffect[];
}

/** What is going on outside the line. */
export interface ReplMoment extends Pick<Around, 'hasMenu' | 'hasQuestion' | 'isWorking'> {
  hasQueue: boolean;
  /** True if programs run in the background. */
  hasPrograms: boolean;
  keymap: Keymap;
  now: number;
}

export function createReplState(status: Status): ReplState {
  return {
    status,
    editor: createEditor(),
    isSaved: false,
    hasJobs: false,
    isOpening: true,
    lastWorkMode: status.mode === 'plan' ? 'build' : status.mode,
    interruptedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Handles a key on the input line that the menu did not take. */
export function pressKey(state: ReplState, key: Key, moment: ReplMoment): ReplResult {
  const { editor } = state;
  const isPlain = !key.ctrl && !key.alt && !key.super;
  if (isPlain && key.name === 'up' && editor.text === '' && moment.hasQueue)
    return result(state, { type: 'take-queued' });
  if (isEscape(key, moment.keymap)) {
    switch (whatEscEnds({ ...moment, ...around(state, moment) })) {
      case 'menu':
        return result(state, { type: 'close-menu' });
      case 'turn':
        return result(state, { type: 'cancel' });
      case 'shell':
        return switchShell(state);
      case 'jobs':
        return result({ ...state, hasJobs: false }, { type: state.hasJobs ? 'end-jobs' : 'name-jobs' });
      case 'search':
      case 'insert':
      case 'question':
      case 'line':
      case 'nothing':
        break; // handled by the line itself
    }
  }
  return takeEdit(forgetNamed(state, key, moment), press(editor, key, moment.keymap), moment);
}

/** After another key, Esc names the running programs again before it ends them. */
function forgetNamed(state: ReplState, key: Key, { keymap }: ReplMoment): ReplState {
  return state.hasJobs && !isEscape(key, keymap) ? { ...state, hasJobs: false } : state;
}

function around(
  { editor, hasJobs, status }: ReplState,
  { hasPrograms }: ReplMoment,
): Pick<Around, 'editor' | 'hasJobs' | 'isShell'> {
  return { editor, hasJobs: hasJobs || hasPrograms, isShell: status.isShell ?? false };
}

/** Applies the result of an action on the line. */
export function takeEdit(state: ReplState, { state: editor, effects }: EditResult, moment: ReplMoment): ReplResult {
  const start: ReplResult = { state: { ...state, editor }, effects: [] };
  return effects.reduce((before: ReplResult, effect): ReplResult => {
    const next = takeEffect(before.state, effect, moment);
    return { state: next.state, effects: [...before.effects, ...next.effects] };
  }, start);
}

/** Handles Ctrl+C on the line, or on the answer line of a question. */
export function interrupt(state: ReplState, moment: ReplMoment): ReplResult {
  const isTwice = moment.now - state.interruptedAt < TWICE_MS;
  const next = { ...state, interruptedAt: moment.now };
  switch (whatInterruptEnds({ ...moment, ...around(state, moment) }, isTwice)) {
    case 'line':
      return result({ ...next, editor: edit(state.editor, { type: 'clear' }).state });
    case 'turn':
      return result(next, { type: 'cancel' });
    case 'program':
      return result(next, { type: 'leave', code: isTwice || moment.isWorking ? 130 : 0, isUrgent: isTwice });
  }
}

/** Puts queued messages back on the line, before the text that is there. */
export function giveBack(state: ReplState, texts: readonly string[]): ReplState {
  if (texts.length === 0) return state;
  const text = [...texts, ...(state.editor.text === '' ? [] : [state.editor.text])].join('\n');
  return { ...state, editor: edit(state.editor, { type: 'set-text', text }).state };
}

export function changeStatus(state: ReplState, change: StateChange): ReplState {
  const { mode, model, context, spent, jobs, sandbox, session } = change;
  const inMode = mode === undefined ? state : setMode(state, mode);
  const status = {
    ...inMode.status,
    ...(model !== undefined && { model }),
    ...(context && { context }),
    ...(spent && { spent }),
    ...(jobs !== undefined && { jobs }),
    ...(sandbox !== undefined && { sandbox }),
  };
  if (!session) return { ...inMode, status };
  const isSaved = session.title !== undefined || (state.isSaved && session.id === state.session);
  return { ...inMode, status, session: session.id, isSaved };
}

/** Adds lines of earlier conversations before those of this one. */
export function rememberEarlier(state: ReplState, lines: readonly string[]): ReplState {
  const { history, historyAt } = state.editor;
  const at = historyAt === undefined ? undefined : historyAt + lines.length;
  const editor = { ...state.editor, history: [...lines, ...history], historyAt: at };
  return { ...state, editor };
}

export function setVim(state: ReplState, isOn: boolean): ReplState {
  const { vim: _off, ...editor } = state.editor;
  return { ...state, editor: isOn ? { ...editor, vim: createVim() } : editor };
}

function takeEffect(state: ReplState, effect: Effect, moment: ReplMoment): ReplResult {
  switch (effect.type) {
    case 'submit':
      return submitLine(state, effect.text, effect.shown);
    case 'submit-blank':
      return result(state, { type: 'steer' });
    case 'cancel':
      return moment.isWorking ? result(state, { type: 'cancel' }) : result(state);
    case 'interrupt':
      return interrupt(state, moment);
    case 'exit':
      return result(state, { type: 'leave', code: moment.isWorking ? 130 : 0 });
    case 'toggle-mode': {
      const mode = state.status.mode === 'plan' ? state.lastWorkMode : 'plan';
      return result(setMode(state, mode), { type: 'run-quietly', command: `/mode ${mode}` });
    }
    case 'image-pasted': {
      const { start, end } = effect;
      const text = formatMention(effect.path);
      return result({ ...state, editor: edit(state.editor, { type: 'replace', start, end, text }).state });
    }
    case 'suspend':
    case 'complete':
    case 'open-editor':
    case 'clear-screen':
    case 'show-whole':
      return result(state, effect);
    case 'bell':
      return result(state);
  }
}

/** Handles a line that is sent, or that is meant for the terminal itself. */
export function submitLine(state: ReplState, text: string, shown: string): ReplResult {
  const input = readInput(text);
  const isBare = isLeavingWord(text);
  if (isBare && state.status.isShell) return switchShell(state);
  if (isLeaving(text) || isBare) return result(state, { type: 'leave', code: 0 });
  if (BARE_HELP.includes(text.trim())) return result(state, { type: 'submit', text: '/help', shown });
  if (input.kind === 'shell' && input.command === '') return switchShell(state);
  const own = input.kind === 'command' ? ownCommand(state, input.name, input.args, shown) : undefined;
  return own ?? result(state, { type: 'submit', ...asSent(state, input, text, shown) });
}

/** Handles a command of the terminal itself; `undefined` for any other, and for arguments that it does not take. */
function ownCommand(state: ReplState, name: string, args: string, shown: string): ReplResult | undefined {
  const echo = { type: 'echo', shown } as const;
  if (/\s/.test(args)) return undefined;
  if (name === 'style') return result(state, echo, { type: 'style', name: args });
  if (name === 'login')
    return result(state, { type: 'echo', shown: '/login' }, { type: 'login', ...(args !== '' && { named: args }) });
  if (args !== '') return undefined;
  if (name === 'copy') return result(state, echo, { type: 'copy' });
  if (name !== 'vim') return undefined;
  const isOn = state.editor.vim === undefined;
  return result(setVim(state, isOn), echo, { type: 'vim-switched', isOn });
}

/** In shell mode a line is a shell command, unless it is one of coder's commands. */
function asSent({ status }: ReplState, { kind }: Input, text: string, shown: string): { text: string; shown: string } {
  return status.isShell && kind === 'prompt' ? { text: `! ${text}`, shown: `! ${shown}` } : { text, shown };
}

function switchShell(state: ReplState): ReplResult {
  const isOn = !state.status.isShell;
  return result({ ...state, status: { ...state.status, isShell: isOn } }, { type: 'shell-switched', isOn });
}

function setMode(state: ReplState, mode: string): ReplState {
  const lastWorkMode = mode === 'plan' ? state.lastWorkMode : mode;
  return { ...state, lastWorkMode, status: { ...state.status, mode } };
}

function result(state: ReplState, ...effects: ReplEffect[]): ReplResult {
  return { state, effects };
}
