/** Walks one command given as words: removes wrappers one by one and enters scripts found in words. */

import { compileLooseName } from '../../../base/text/glob.ts';
import { findCommands } from '../../programs/find.ts';
import { allPrograms, programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { baseName } from '../places.ts';
import type { Assigned } from '../read/expand.ts';
import { literalsOf, readingsOf, type Word } from '../read/words.ts';
import { type At, type Span, tooDeep, tooMany } from './findings.ts';
import { handedOn } from './handed-on.ts';
import {
  adopt,
  changeFolder,
  childOf,
  followFolder,
  fork,
  type ShellState,
  setVariable,
  type Walker,
} from './shell-state.ts';
import { commandName, programName, REMOTE, type SimpleCommand } from './simple-command.ts';
import { shellTextIn } from './text-in-code.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';
import { followVariables, setPositional } from './variables.ts';

/** What a command shares with everything it runs. */
export interface Run {
  assignments: readonly Assigned[];
  via: readonly string[];
  appended: SimpleCommand['appended'];
  span: Span;
  text: string;
  foundBy?: readonly Word[];
  /** Every later word is already being tried, so it need not be done again. */
  tried?: true;
}

export const MAX_DEPTH = 24;
const MAX_LATER_WORDS = 24;
export const MAX_COMMANDS = 600;

export function runWords(walker: Walker, words: readonly Word[], state: ShellState, run: Run): void {
  const { findings } = walker;
  if (state.depth > MAX_DEPTH) return walker.findings.block(atRun(run), tooDeep());
  if (findings.commands.length >= MAX_COMMANDS) return walker.findings.block(atRun(run), tooMany());
  const next: ShellState = { ...state, depth: state.depth + 1 };
  const unwrapped = unwrap(words);
  const name = commandName(words[0]);
  const command: SimpleCommand = {
    name,
    words,
    text: run.text,
    span: run.span,
    cwds: state.cwds,
    likelyCwds: state.likelyCwds,
    assignments: run.assignments,
    stdin: state.stdin,
    writes: state.writes,
    background: state.background,
    via: run.via,
    isWrapper: unwrapped.kind !== 'leaf',
    appended: run.appended,
    isGuess: run.tried === true,
    ...(run.foundBy && { foundBy: run.foundBy }),
  };
  findings.commands.push(command);
  if (words[0]?.kind !== 'literal') guessName(walker, words, next, run);
  else if (/^[A-Za-z_]\w*\+?=/.test(words[0].value)) {
    walker.findings.risk(atRun(run), 'environment', say('looksLikeAssignment', words[0].text));
    if (words.length > 1) runWords(walker, words.slice(1), fork(next), run);
  }
  if (state.functions.includes(name) && (state.background || state.stdin.kind === 'pipe')) {
    walker.findings.block(atRun(run), say('forkBomb', name));
  }
  const inner: Run = { ...run, via: [...run.via, programName(name)] };
  for (const text of shellTextIn(programName(name), words, next.stdin)) {
    walker.visitText(text, { ...fork(next), span: run.span, stdin: { kind: 'none' } });
  }
  if (unwrapped.kind === 'leaf') {
    runLeaf(walker, command, next, inner);
    followFolder(command, state, walker.context);
    followVariables(command, state);
  } else runWrapper(walker, unwrapped, command, state, next, inner);
}

function runLeaf(walker: Walker, command: SimpleCommand, next: ShellState, run: Run): void {
  const program = programName(command.name);
  const row = programNamed(program);
  if (row?.wraps === 'any-later-word') runLaterWords(walker, command.words, next, run);
  if (row?.runsInput === 'script' && next.stdin.kind === 'text') {
    walker.visitText(next.stdin.text, { ...fork(next), span: run.span, stdin: { kind: 'none' } });
  }
  const body = walker.functions.get(command.words[0]?.value ?? '');
  if (body) {
    const inner = { ...fork(next), span: run.span };
    setPositional(command.words.slice(1), inner);
    body(inner);
  }
  if (!run.tried) runHandedOn(walker, program, command, next, run);
  if (row?.grammar !== 'find') return;
  for (const words of findCommands(command.words)) {
    if (words.length > 0)
      runWords(walker, words, fork(next), {
        ...run,
        assignments: [],
        appended: 'files',
        foundBy: command.words,
      });
  }
}

function runHandedOn(walker: Walker, program: string, { words }: SimpleCommand, next: ShellState, run: Run): void {
  const { at, texts } = handedOn(program, words);
  for (const index of at) runWords(walker, words.slice(index), fork(next), { ...run, assignments: [], tried: true });
  for (const text of texts) walker.visitText(text, { ...fork(next), span: run.span, stdin: { kind: 'none' } });
}

function runWrapper(
  walker: Walker,
  unwrapped: Exclude<Unwrapped, { kind: 'leaf' }>,
  command: SimpleCommand,
  state: ShellState,
  next: ShellState,
  run: Run,
): void {
  const program = programName(command.name);
  switch (unwrapped.kind) {
    case 'unclear':
      walker.findings.risk(atRun(run), 'not-proved', unwrapped.why);
      return runLaterWords(walker, command.words, next, run);
    case 'stdin': {
      walker.findings.risk(atRun(run), 'dangerous-command', say('wouldRunStdin', program));
      if (state.stdin.kind !== 'text') return;
      return walker.visitText(state.stdin.text, { ...fork(next), span: run.span, stdin: { kind: 'none' } });
    }
    case 'script': {
      const foreign = unwrapped.where === 'here' ? next.foreign : !unwrapped.isBash;
      const isHere = unwrapped.where === 'here';
      const inner: ShellState = { ...(isHere ? next : childOf(next)), span: run.span, foreign };
      if (unwrapped.rest && unwrapped.rest.length > 0) {
        const [zero, ...others] = unwrapped.rest;
        if (zero) setVariable(inner, '0', readingsOf(zero));
        setPositional(others, inner);
      }
      runScript(walker, unwrapped, program, inner, run);
      if (unwrapped.where === 'here') adopt(state, inner);
      return;
    }
    case 'command': {
      for (const one of unwrapped.assignments)
        walker.findings.assignments.push({ ...one, span: run.span, forCommand: true });
      const appended = unwrapped.appended === 'none' ? run.appended : unwrapped.appended;
      const inner = { ...next };
      if (unwrapped.chdir) changeFolder(unwrapped.chdir, inner, walker.context);
      runWords(walker, unwrapped.words, inner, {
        ...run,
        assignments: [...run.assignments, ...unwrapped.assignments],
        appended,
      });
      if (!unwrapped.chdir) adopt(state, inner);
      if (unwrapped.appended === 'anything' && state.stdin.kind === 'text') {
        runWords(walker, [...unwrapped.words, ...splitText(state.stdin.text, command.words)], fork(next), {
          ...run,
          tried: true,
        });
      }
    }
  }
}

function runScript(
  walker: Walker,
  unwrapped: Extract<Unwrapped, { kind: 'script' }>,
  program: string,
  inner: ShellState,
  run: Run,
): void {
  const values = literalsOf(unwrapped.script);
  if (!unwrapped.plain) {
    const said = say('handsToShell', program);
    if (unwrapped.where === 'here') walker.findings.risk(atRun(run), 'not-proved', said);
    else walker.findings.doubt(atRun(run), said);
  }
  if (run.appended !== 'none') walker.findings.risk(atRun(run), 'dangerous-command', say('runsForeignText', program));
  if (!values) {
    walker.findings.risk(atRun(run), 'dangerous-command', say('runsUnknownText', program));
    const guess = unwrapped.script.map((word) => readingsOf(word)[0] ?? '').join(' ');
    if (guess.trim() === '') return;
    if (unwrapped.where === 'remote') visitRemote(walker, guess, program, inner, run);
    else walker.visitText(guess, inner);
  } else if (unwrapped.where === 'remote') visitRemote(walker, values.join(' '), program, inner, run);
  else walker.visitText(values.join(' '), inner);
}

/** On another machine the paths mean other files, so only what the command does counts. */
function visitRemote(walker: Walker, text: string, program: string, state: ShellState, run: Run): void {
  const { findings } = walker;
  const before = {
    commands: findings.commands.length,
    redirects: findings.redirects.length,
    reasons: findings.reasons.length,
  };
  walker.visitText(text, { ...state, cwds: undefined });
  const remote = findings.commands.splice(before.commands);
  findings.redirects.length = before.redirects;
  const risky = findings.reasons.splice(before.reasons).some((reason) => reason.risk);
  findings.commands.push(...remote.map((command) => ({ ...command, via: [...command.via, REMOTE] })));
  if (risky) walker.findings.risk(atRun(run), 'dangerous-command', say('remoteNotPlain', program));
}

/** For a loose wrapper or unknown flags: any later word may be the command. */
function runLaterWords(walker: Walker, words: readonly Word[], state: ShellState, run: Run): void {
  if (run.tried) return;
  const names = new Set<string>();
  for (let index = 1; index < Math.min(words.length, MAX_LATER_WORDS); index++) {
    const word = words[index];
    if (!word || word.kind !== 'literal' || /^-|^\.$/.test(word.value) || names.has(word.value)) continue;
    names.add(word.value); // the first occurrence already covers everything after a repeated name
    if (/\s/.test(word.value)) walker.visitText(word.value, { ...fork(state), span: run.span });
    else runWords(walker, words.slice(index), fork(state), { ...run, assignments: [], tried: true });
  }
}

/** A name known only at run time may still be easy to guess: `x=rm; $x -rf /`. */
function guessName(walker: Walker, words: readonly Word[], state: ShellState, run: Run): void {
  const [first, ...rest] = words;
  if (!first) return;
  walker.findings.risk(atRun(run), 'dangerous-command', say('nameUnknown', first.text));
  if (/^["']?\$\{?0\}?["']?$/.test(first.text) && state.background) {
    walker.findings.block(atRun(run), say('lineForkBomb'));
  }
  const guesses = first.kind === 'glob' ? globGuesses(first.value) : first.guesses;
  const via = [...run.via, first.text];
  for (const guess of guesses) {
    const names = guess.split(/\s+/).filter((piece) => piece !== '');
    const guessed = names.map((value) => ({ ...first, kind: 'literal' as const, value, lead: value, guesses: [] }));
    const whole = [...guessed, ...rest];
    if (whole.length > 0) runWords(walker, whole, fork(state), { ...run, via });
  }
}

/** The words that `xargs` would append, if its input can be seen. */
function splitText(text: string, words: readonly Word[]): Word[] {
  const [like] = words;
  const pieces = text.split(/\s+|\\0/).filter((piece) => piece !== '');
  return like
    ? pieces
        .slice(0, MAX_LATER_WORDS)
        .map((value) => ({ ...like, kind: 'literal', text: value, value, lead: value, guesses: [] }))
    : [];
}

/** The fatal program names that a pattern such as `/bin/r[m]` or `/sbin/re?oot` may stand for. */
function globGuesses(pattern: string): string[] {
  const plain = pattern.replace(/\[([^\]])\]/g, '$1');
  if (!/[*?[]/.test(plain)) return [plain];
  const name = baseName(pattern.toLowerCase());
  if (!/[a-z]/.test(name.replace(/\[[^\]]*\]/g, ''))) return []; // a pattern that matches anything suggests nothing in particular
  const matches = compileLooseName(name);
  return Object.entries(allPrograms()).flatMap(([program, { guessed }]) =>
    guessed && matches(program) ? [program] : [],
  );
}

function atRun({ text, span }: Run): At {
  return { part: text, span };
}
