/** The panel as a value: which programs run, which one is shown, who gets the keys. An event yields the next state and effects. Pure. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ShareInput, TerminalScreen } from '../../../protocol/terminal.ts';
import { expandChips } from '../input/chips.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import type { Size } from '../screen/screen.ts';
import { innerSize } from './inner-size.ts';
import { readPanelKey } from './read-key.ts';

export interface PanelState {
  readonly programs: ReadonlyMap<string, Program>;
  /** Id of the program that is shown, or would be if the panel were. */
  readonly current?: string;
  readonly focus: 'terminal' | 'input';
  readonly line: EditorState;
  readonly isShown: boolean;
  /** True if something was said in the chat since the panel took the screen. */
  readonly hasNews: boolean;
  /** Keys pressed before this moment were meant for something else. */
  readonly readyAt: number;
}

export interface Program {
  readonly id: string;
  readonly command: string;
  readonly share: ShareInput;
  readonly since: number;
  readonly screen?: TerminalScreen;
}

export type PanelEffect =
  | { type: 'send'; op: Op }
  /** Takes the screen; `leave` releases it. */
  | { type: 'enter' }
  | { type: 'leave' }
  | { type: 'draw-now' }
  | { type: 'draw-soon' }
  /** Draws again once keys count. */
  | { type: 'draw-when-ready' };

export interface PanelResult {
  state: PanelState;
  effects: PanelEffect[];
}

interface KeyPorts {
  size: Size;
  press(state: EditorState, key: Key): EditResult;
}

/** Keys are ignored for this long when a model's program takes the screen, because they were meant for the chat. */
export const SETTLE_MS = 400;

export function createPanelState(): PanelState {
  return { programs: new Map(), focus: 'terminal', line: createEditor(), isShown: false, hasNews: false, readyAt: 0 };
}

/** The program that is shown, or would be if the panel were. */
export function currentProgram({ programs, current }: PanelState): Program | undefined {
  return current === undefined ? undefined : programs.get(current);
}

/** Follows the events about programs. */
export function followPrograms(state: PanelState, event: Stamped, now: number): PanelResult {
  switch (event.type) {
    case 'terminal-start': {
      const { id, command, share, by } = event;
      const programs = new Map([...state.programs, [id, { id, command, share, since: now }]]);
      if (state.isShown && by === 'model') return result({ ...state, programs }, 'draw-soon'); // the person may be typing into another program
      const next: PanelState = { ...state, programs, current: id, focus: 'terminal', line: createEditor() };
      return by === 'model' ? after(settleFirst(next, now), showPanel) : showPanel(next);
    }
    case 'terminal-screen': {
      const next = withScreen(state, event.id, event.screen);
      return state.isShown && event.id === state.current ? result(next, 'draw-soon') : result(next);
    }
    case 'terminal-end':
      return endProgram(state, event.id, now);
    default:
      return result(state);
  }
}

export function showPanel(state: PanelState): PanelResult {
  if (state.current === undefined) return result(state);
  if (state.isShown) return result(state, 'draw-now');
  return result({ ...state, isShown: true, hasNews: false }, 'enter', 'draw-now');
}

export function hidePanel(state: PanelState): PanelResult {
  return state.isShown ? result({ ...state, isShown: false }, 'leave') : result(state);
}

/** Notes that something was said in the chat. */
export function noteNews(state: PanelState): PanelResult {
  return !state.isShown || state.hasNews ? result(state) : result({ ...state, hasNews: true }, 'draw-soon');
}

export function pressInPanel(state: PanelState, event: KeyEvent, ports: KeyPorts): PanelResult {
  const program = currentProgram(state);
  if (!program || !state.isShown) return result(state);
  const area = { row: 1, column: 1, ...innerSize(ports.size) };
  const { focus, line } = state;
  const action = readPanelKey(event, { focus, isLineEmpty: line.text === '', screen: program.screen, area });
  switch (action.type) {
    case 'send':
      return { state, effects: sendTo(program, action.data) };
    case 'edit':
      return editLine(state, program, ports.press(line, action.key));
    case 'insert':
      return result({ ...state, line: edit(line, { type: 'insert', text: action.text }).state });
    case 'focus':
      return result({ ...state, focus: focus === 'terminal' ? 'input' : 'terminal' });
    case 'hand-over':
      return { state, effects: [{ type: 'send', op: { type: 'terminal-hand-over', id: program.id } }] };
    case 'chat':
      return hidePanel(state);
    case 'scroll':
      return scroll(state, program, action.rows);
    case 'switch':
      return result(nextProgram(state, action.step));
    case 'none':
      return result(state);
  }
}

function endProgram(state: PanelState, id: string, now: number): PanelResult {
  const programs = new Map([...state.programs].filter(([each]) => each !== id));
  if (id !== state.current) return result({ ...state, programs });
  const { current: _ended, ...rest } = state;
  const current = [...programs.keys()].at(-1);
  if (current === undefined) return hidePanel({ ...rest, programs });
  // Text typed so far was meant for the program that ended.
  const settled = settleFirst({ ...rest, programs, current, line: createEditor() }, now);
  return { ...settled, effects: [...settled.effects, { type: 'draw-soon' }] };
}

function settleFirst(state: PanelState, now: number): PanelResult {
  return result({ ...state, readyAt: now + SETTLE_MS }, 'draw-when-ready');
}

/** Of everything the line can ask for, only submitting it means something here. */
function editLine(state: PanelState, program: Program, { state: line, effects }: EditResult): PanelResult {
  const sent = effects.flatMap((effect) => {
    if (effect.type !== 'submit' && effect.type !== 'submit-blank') return [];
    const text = effect.type === 'submit' ? expandChips(state.line.text, state.line.pastes) : '';
    return sendTo(program, `${text.replaceAll('\n', '\r')}\r`);
  });
  // The submitted text is not kept, because it may have been a password.
  return { state: { ...state, line: sent.length > 0 ? createEditor() : line }, effects: sent };
}

function sendTo({ id, screen }: Program, data: string): PanelEffect[] {
  const isBack = (screen?.back ?? 0) > 0;
  return [
    ...(isBack ? [{ type: 'send', op: { type: 'terminal-scroll', id, back: 0 } } as const] : []),
    { type: 'send', op: { type: 'terminal-input', id, data } },
  ];
}

function scroll(state: PanelState, { id, screen }: Program, rows: number): PanelResult {
  const { back = 0, scrollback = 0 } = screen ?? {};
  const wanted = Math.max(0, Math.min(scrollback, back + rows));
  if (wanted === back) return result(state);
  const next = screen ? withScreen(state, id, { ...screen, back: wanted }) : state; // further keys count from there
  return { state: next, effects: [{ type: 'send', op: { type: 'terminal-scroll', id, back: wanted } }] };
}

function nextProgram(state: PanelState, by: 1 | -1): PanelState {
  const ids = [...state.programs.keys()];
  const at = state.current === undefined ? -1 : ids.indexOf(state.current);
  const current = ids[(at + by + ids.length) % ids.length];
  return { ...state, line: createEditor(), ...(current !== undefined && { current }) };
}

function withScreen(state: PanelState, id: string, screen: TerminalScreen): PanelState {
  const program = state.programs.get(id);
  return program ? { ...state, programs: new Map([...state.programs, [id, { ...program, screen }]]) } : state;
}

function result(state: PanelState, ...effects: Exclude<PanelEffect['type'], 'send'>[]): PanelResult {
  return { state, effects: effects.map((type) => ({ type })) };
}

function after(first: PanelResult, next: (state: PanelState) => PanelResult): PanelResult {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}
