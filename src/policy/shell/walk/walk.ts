/** Walks a parsed line as the shell would, and lists every simple command, redirection and trick in it. */

import { late } from '../../../base/late.ts';
import { cutShort } from '../../../base/text/truncate.ts';
import { say } from '../../say.ts';
import type { Cwds, ShellContext } from '../places.ts';
import type { Stdin } from '../read/expand.ts';
import { assigned, outputOf, resolve, stdinOf, wordsOf, writesFile } from '../read/expand.ts';
import { isReadDifferently } from '../read/foreign-shell.ts';
import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  expansionsIn,
  isPlainArithmetic,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parseShell,
  problemOf,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type SyntaxWord,
} from '../read/parse.ts';
import { isDescriptor, readingsOf, type Word } from '../read/words.ts';
import { noFindings, tooDeep, tooMany, type Walked } from './findings.ts';
import { certainValues, isEndless, isReadClause, MAX_ROUNDS } from './loops.ts';
import { MAX_COMMANDS, MAX_DEPTH, runWords } from './run-words.ts';
import {
  adopt,
  atNode,
  firstState,
  fork,
  type ShellState,
  sameCwds,
  setVariable,
  spanOf,
  unionCwds,
  unionNames,
  type Walker,
} from './shell-state.ts';
import { findingInTest } from './test-expression.ts';

const MAX_PIECES = 600;
const MAX_LIKELY = 6;
/** How deeply functions may call functions. */
const MAX_CALLS = 4;
const MAX_CALLED = 40;
const MAX_REDIRECTS = 600;
/** Limit for all texts of a line together: each level of `eval eval …` is read again. */
const MAX_TEXT = 40_000;

export function walkLine(line: string, context: ShellContext): Walked {
  const findings = noFindings();
  const walker: Walker = {
    context,
    findings,
    functions: new Map(),
    calls: 0,
    visitText: (text, state) => visitText(walker, text, state),
  };
  const state = firstState(line, context);
  if (!fitsStack(() => visitText(walker, line, state))) {
    const span = [0, line.length] as const;
    walker.findings.block({ part: line, span }, tooDeep());
    fitsStack(() => visitPieces(walker, line, state));
  }
  return findings;
}

/** False if the visit overflows the stack: the parser and the walk recurse into whatever is nested. */
function fitsStack(visit: () => void): boolean {
  try {
    visit();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Walks a text as shell; the folder it leaves behind is left in `state`. */
function visitText(walker: Walker, text: string, state: ShellState): void {
  const read = walker.findings.texts.reduce((sum, one) => sum + one.text.length, 0);
  if (read > 0 && read + text.length > MAX_TEXT) {
    walker.findings.block({ part: text, span: state.span ?? [0, text.length] }, tooDeep());
    return;
  }
  const { script, problem } = parseShell(text);
  const inner = { ...state, source: text };
  walker.findings.texts.push({ text, script });
  if (state.foreign && isReadDifferently(text)) {
    const at = { part: text, span: state.span ?? ([0, text.length] as const) };
    walker.findings.risk(at, 'unparsed', say('otherShell'));
    visitPieces(walker, text, state);
  }
  visitScript(walker, script, inner);
  adopt(state, inner);
  if (problem) visitPieces(walker, text, state);
}

/** Cuts text the parser gave up on at anything that may separate commands, so that nothing hides behind an error. */
function visitPieces(walker: Walker, text: string, state: ShellState): void {
  const pieces = text.split(/[;&|\n(){}`]+|\$\(/).filter((piece) => piece.trim() !== '');
  if (pieces.length < 2) return;
  if (pieces.length > MAX_PIECES)
    return walker.findings.block({ part: text, span: state.span ?? [0, text.length] }, tooMany());
  for (const piece of pieces) {
    const { script } = parseShell(piece);
    visitScript(walker, script, {
      ...fork(state),
      source: piece,
      span: state.span ?? [0, text.length],
      depth: state.depth + 1,
    });
  }
}

function visitScript(walker: Walker, script: ParsedScript, state: ShellState): void {
  const own =
    script.source === undefined ? state : { ...state, source: script.source, span: state.span ?? ([0, 0] as const) };
  const problem = problemOf(script);
  if (problem) {
    const span = spanOf({ pos: problem.at, end: Math.min(problem.at + 1, own.source.length) }, own);
    walker.findings.risk({ part: own.source, span }, 'unparsed', say('notShell', problem.message));
  }
  if (state.depth > MAX_DEPTH) {
    walker.findings.block({ part: own.source, span: own.span ?? [0, own.source.length] }, tooDeep());
    return;
  }
  visitStatements(walker, script.commands, own);
  adopt(state, own);
}

function visitStatements(walker: Walker, statements: readonly Statement[], state: ShellState): void {
  for (const statement of statements) {
    if (!statement.background) visitChain(walker, statement.command, state);
    else {
      const endless = say('endlessLoop');
      if (state.endless) walker.findings.block(atNode(statement, state), endless);
      visitChain(walker, statement.command, { ...fork(state), background: true });
    }
  }
}

function visitChain(walker: Walker, node: PipelineNode | AndOr, state: ShellState): void {
  if (node.type !== 'AndOr') return visitPipelineNode(walker, node, state);
  let after: Cwds = [];
  let names: readonly string[] = [];
  for (const command of node.commands) {
    visitPipelineNode(walker, command, state);
    after = unionCwds(after, state.cwds); // each may be the last one that ran
    names = unionNames(names, state.names);
  }
  state.cwds = after;
  state.names = names;
}

function visitPipelineNode(walker: Walker, node: PipelineNode, state: ShellState): void {
  if (node.type === 'Pipeline') visitPipeline(walker, node, state);
  else visitNode(walker, node, state);
}

function visitPipeline(walker: Walker, node: Pipeline, state: ShellState): void {
  const [only] = node.commands;
  if (node.commands.length === 1 && only) return visitNode(walker, only, state);
  let stdin: Stdin = state.stdin;
  for (const command of node.commands) {
    visitNode(walker, command, { ...fork(state), stdin });
    stdin = outputOf(command, state, walker.context, stdin);
  }
}

function visitNode(walker: Walker, node: CommandNode, state: ShellState): void {
  switch (node.type) {
    case 'Command':
      return visitCommand(walker, node, state);
    case 'Redirected': {
      visitExpansions(walker, node.redirects, state);
      visitRedirects(walker, node.redirects, state);
      const stdin = stdinOf(node.redirects, state, walker.context) ?? state.stdin;
      const inner = { ...state, stdin, writes: state.writes || writesFile(node.redirects) };
      visitNode(walker, node.command, inner);
      adopt(state, inner);
      return;
    }
    case 'Subshell':
      return visitStatements(walker, node.body.commands, fork(state));
    case 'BraceGroup':
      return visitStatements(walker, node.body.commands, state);
    case 'If': {
      const branches = node.elif.flatMap(({ clause, then }) => [clause, then]);
      return visitBranches(walker, [node.clause, node.then, ...branches, node.else], state);
    }
    case 'While':
      if (isReadClause(node.clause)) return visitRound(walker, node.clause, state, node.body);
      return visitLoop(walker, node, [node.clause, node.body], state, { endless: isEndless(node) });
    case 'For':
    case 'Select': {
      const words = (node.wordlist ?? []).flatMap((word) => visitWord(walker, word, state));
      const values = words.flatMap((word) => readingsOf(word));
      setVariable(state, node.name.value, values);
      const certain = node.type === 'For' && node.wordlist ? certainValues(words) : undefined;
      const rounds = state.rounds * (certain?.length ?? 0);
      if (!certain || rounds > MAX_ROUNDS) return visitLoop(walker, node, [node.body], state);
      const outer = state.rounds;
      state.rounds = rounds;
      for (const value of certain) {
        setVariable(state, node.name.value, values, value);
        visitRound(walker, node.body, state);
      }
      state.rounds = outer;
      setVariable(state, node.name.value, values);
      return;
    }
    case 'ArithmeticFor': {
      const parts = [node.initialize, node.test, node.update].filter((part) => part !== undefined);
      if (!parts.every(isPlainArithmetic)) walker.findings.risk(atNode(node, state), 'dangerous-command', arithmetic());
      visitExpansions(walker, parts, state);
      return visitLoop(walker, node, [node.body], state, { endless: node.test === undefined });
    }
    case 'Case': {
      for (const word of [node.word, ...node.items.flatMap((item) => item.pattern)]) visitWord(walker, word, state);
      walker.findings.doubt(atNode(node.word, state), say('caseNotProved'));
      return visitBranches(
        walker,
        node.items.map((item) => item.body),
        state,
      );
    }
    case 'Function': {
      const said = say('definesFunction', node.name.text);
      walker.findings.risk(atNode(node.name, state), 'dangerous-command', said);
      const inner = { ...fork(state), functions: [...state.functions, node.name.value] };
      visitBody(walker, node.body, inner);
      walker.functions.set(node.name.value, (called) => {
        if (called.depth <= MAX_CALLS && walker.calls++ < MAX_CALLED)
          visitBody(walker, node.body, { ...called, source: state.source });
      });
      return;
    }
    case 'Coproc': {
      walker.findings.doubt(atNode(node, state), say('coprocNotProved'));
      const inner = { ...fork(state), background: true };
      return visitBody(walker, node.body, inner);
    }
    case 'TestCommand': {
      walker.findings.tests++;
      const finding = findingInTest(node.expression, (word) => visitWord(walker, word, state));
      if (finding === 'evaluates') walker.findings.risk(atNode(node, state), 'dangerous-command', say('testEvaluates'));
      if (finding === 'unproved') walker.findings.doubt(atNode(node, state), say('testNotPlain'));
      return;
    }
    case 'ArithmeticCommand':
      visitExpansions(walker, node.expression ? [node.expression] : [], state);
      if (isPlainArithmetic(node.expression)) walker.findings.doubt(atNode(node, state), say('arithmeticNotProved'));
      else walker.findings.risk(atNode(node, state), 'dangerous-command', arithmetic());
      return;
  }
}

function visitBody(walker: Walker, body: CompoundList | CommandNode, state: ShellState): void {
  if (body.type === 'CompoundList') visitStatements(walker, body.commands, state);
  else visitNode(walker, body, state);
}

const arithmetic = late(() => say('arithmetic'));

function visitBranches(walker: Walker, bodies: readonly (CompoundList | undefined)[], state: ShellState): void {
  let after: Cwds = state.cwds;
  let { names } = state;
  for (const body of bodies) {
    if (!body) continue;
    visitStatements(walker, body.commands, state);
    after = unionCwds(after, state.cwds);
    names = unionNames(names, state.names);
  }
  state.cwds = after;
  state.names = names;
}

/** Walks one round of a loop that is understood. A loop that changes its folder is not. */
function visitRound(walker: Walker, first: CompoundList, state: ShellState, second?: CompoundList): void {
  const before = state.cwds;
  const { certain } = state;
  visitBranches(walker, [first, second], state);
  if (second && state.certain !== certain) visitBranches(walker, [first, second], state); // again, with the state the first round left
  if (sameCwds(before, state.cwds)) return;
  walker.findings.doubt({ part: state.source, span: state.span ?? [0, state.source.length] }, loop());
  state.cwds = undefined;
  visitBranches(walker, [first, second], state);
}

const loop = late(() => say('loopNotProved'));

function visitLoop(
  walker: Walker,
  node: SyntaxNode,
  bodies: readonly CompoundList[],
  state: ShellState,
  { endless = false } = {},
): void {
  walker.findings.doubt(atNode(node, state), loop());
  const before = state.cwds;
  const inner = { ...state, endless: state.endless || endless };
  if (endless) walker.findings.endless = true;
  visitBranches(walker, bodies, inner);
  state.variables = inner.variables;
  if (sameCwds(before, inner.cwds)) return;
  state.likelyCwds = [...(inner.cwds ?? []), ...state.likelyCwds].slice(0, MAX_LIKELY);
  state.cwds = undefined; // the loop may have run any number of times
  visitBranches(walker, bodies, { ...inner, cwds: undefined });
}

function visitCommand(walker: Walker, node: Command, state: ShellState): void {
  const { context, findings } = walker;
  const span = spanOf(node, state);
  const text = state.source.slice(node.pos, node.end);
  if (findings.commands.length >= MAX_COMMANDS) return walker.findings.block({ part: text, span }, tooMany());
  visitExpansions(walker, [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix], state);
  visitRedirects(walker, node.redirects, state);
  if (node.name?.parts?.some((part) => part.type === 'BraceExpansion')) {
    walker.findings.risk({ part: text, span }, 'dangerous-command', say('nameByBraces', node.name.text));
  }
  const words = wordsOf(node, state, context);
  const assignments = node.prefix
    .filter((part) => part.type === 'Assignment')
    .map((part) => assigned(part, state, context));
  const declared = node.args.filter((part) => part.type === 'Assignment').map((part) => assigned(part, state, context));
  const command = words[0]?.value;
  for (const one of assignments)
    findings.assignments.push({
      ...one,
      span,
      forCommand: command !== undefined,
      ...(command !== undefined && { command }),
    });
  for (const one of declared) findings.assignments.push({ ...one, span, forCommand: false });
  for (const one of words.length === 0 ? assignments : declared) {
    setVariable(state, one.name, one.value ? readingsOf(one.value) : []);
  }
  if (words.length === 0) {
    if (assignments.length > 0) walker.findings.doubt({ part: text, span }, say('onlySetsVariables', text));
    return;
  }
  const stdin = stdinOf(node.redirects, state, context) ?? state.stdin;
  const inner: ShellState = { ...state, stdin, writes: state.writes || writesFile(node.redirects) };
  runWords(walker, words, inner, { assignments, via: [], appended: 'none', span, text });
  adopt(state, inner);
}

function visitRedirects(walker: Walker, redirects: readonly Redirection[], state: ShellState): void {
  for (const redirect of redirects) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable') {
      walker.findings.risk(atNode(redirect, state), 'not-proved', say('redirectionSetsVariable'));
    }
    if (redirect.type !== 'Redirect' && expansionsIn([redirect]).variables) {
      walker.findings.doubt(atNode(redirect, state), say('textWithVariable'));
    }
    if (redirect.type !== 'Redirect' || !redirect.target) continue;
    const target = resolve(redirect.target, state, walker.context);
    if (/^[<>]&$/.test(redirect.operator) && isDescriptor(target)) continue;
    if (walker.findings.redirects.length >= MAX_REDIRECTS) {
      walker.findings.block(atNode(redirect, state), tooMany());
      return;
    }
    walker.findings.redirects.push({
      operator: redirect.operator,
      target,
      cwds: state.cwds,
      text: state.source.slice(redirect.pos, redirect.end),
      span: spanOf(redirect, state),
    });
  }
}

function visitExpansions(walker: Walker, nodes: readonly SyntaxNode[], state: ShellState): void {
  const expansions = expansionsIn(nodes);
  for (const { script, node } of expansions.scripts) {
    if (walker.findings.commands.length >= MAX_COMMANDS) return walker.findings.block(atNode(node, state), tooMany());
    const shown = state.source.slice(node.pos, node.end);
    walker.findings.risk(atNode(node, state), 'substitution', say('substitution', cutShort(shown, 60)));
    if (!script) walker.findings.risk(atNode(node, state), 'unparsed', say('unreadSubstitution'));
    else visitScript(walker, script, { ...fork(state), depth: state.depth + 1, stdin: { kind: 'none' } });
  }
  for (const node of expansions.arithmetic)
    walker.findings.risk(atNode(node, state), 'dangerous-command', arithmetic());
  for (const node of expansions.indirect) {
    walker.findings.risk(atNode(node, state), 'dangerous-command', say('evaluatedAgain'));
  }
}

function visitWord(walker: Walker, word: SyntaxWord, state: ShellState): Word[] {
  visitExpansions(walker, [word], state);
  return resolve(word, state, walker.context);
}
