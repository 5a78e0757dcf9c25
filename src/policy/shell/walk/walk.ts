/** Walks a parsed line as the shell would, and lists every simple command, redirection and trick in it. */

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
import { nothingFound, TOO_DEEP, TOO_MANY, type Walked } from './found.ts';
import { certainValues, isEndless, isReadClause, MAX_ROUNDS } from './loops.ts';
import { MAX_COMMANDS, MAX_DEPTH, runWords } from './run-words.ts';
import {
  adopt,
  firstScope,
  fork,
  placeOf,
  type Scope,
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
  const found = nothingFound();
  const walker: Walker = {
    context,
    found,
    functions: new Map(),
    calls: 0,
    visitText: (text, scope) => visitText(walker, text, scope),
  };
  const scope = firstScope(line, context);
  if (!fitsStack(() => visitText(walker, line, scope))) {
    const span = [0, line.length] as const;
    walker.found.block({ part: line, span }, TOO_DEEP);
    fitsStack(() => visitPieces(walker, line, scope));
  }
  return found;
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

/** Walks a text as shell; the folder it leaves behind is left in `scope`. */
function visitText(walker: Walker, text: string, scope: Scope): void {
  const read = walker.found.texts.reduce((sum, one) => sum + one.text.length, 0);
  if (read > 0 && read + text.length > MAX_TEXT) {
    walker.found.block({ part: text, span: scope.span ?? [0, text.length] }, TOO_DEEP);
    return;
  }
  const { script, problem } = parseShell(text);
  const inner = { ...scope, source: text };
  walker.found.texts.push({ text, script });
  if (scope.foreign && isReadDifferently(text)) {
    const at = { part: text, span: scope.span ?? ([0, text.length] as const) };
    walker.found.risk(at, 'unparsed', say('otherShell'));
    visitPieces(walker, text, scope);
  }
  visitScript(walker, script, inner);
  adopt(scope, inner);
  if (problem) visitPieces(walker, text, scope);
}

/** Cuts text the parser gave up on at anything that may separate commands, so that nothing hides behind an error. */
function visitPieces(walker: Walker, text: string, scope: Scope): void {
  const pieces = text.split(/[;&|\n(){}`]+|\$\(/).filter((piece) => piece.trim() !== '');
  if (pieces.length < 2) return;
  if (pieces.length > MAX_PIECES)
    return walker.found.block({ part: text, span: scope.span ?? [0, text.length] }, TOO_MANY);
  for (const piece of pieces) {
    const { script } = parseShell(piece);
    visitScript(walker, script, {
      ...fork(scope),
      source: piece,
      span: scope.span ?? [0, text.length],
      depth: scope.depth + 1,
    });
  }
}

function visitScript(walker: Walker, script: ParsedScript, scope: Scope): void {
  const own =
    script.source === undefined ? scope : { ...scope, source: script.source, span: scope.span ?? ([0, 0] as const) };
  const problem = problemOf(script);
  if (problem) {
    const span = spanOf({ pos: problem.at, end: Math.min(problem.at + 1, own.source.length) }, own);
    walker.found.risk({ part: own.source, span }, 'unparsed', say('notShell', problem.message));
  }
  if (scope.depth > MAX_DEPTH) {
    walker.found.block({ part: own.source, span: own.span ?? [0, own.source.length] }, TOO_DEEP);
    return;
  }
  visitStatements(walker, script.commands, own);
  adopt(scope, own);
}

function visitStatements(walker: Walker, statements: readonly Statement[], scope: Scope): void {
  for (const statement of statements) {
    if (!statement.background) visitChain(walker, statement.command, scope);
    else {
      const endless = say('endlessLoop');
      if (scope.endless) walker.found.block(placeOf(statement, scope), endless);
      visitChain(walker, statement.command, { ...fork(scope), background: true });
    }
  }
}

function visitChain(walker: Walker, node: PipelineNode | AndOr, scope: Scope): void {
  if (node.type !== 'AndOr') return visitPipelineNode(walker, node, scope);
  let after: Cwds = [];
  let names: readonly string[] = [];
  for (const command of node.commands) {
    visitPipelineNode(walker, command, scope);
    after = unionCwds(after, scope.cwds); // each may be the last one that ran
    names = unionNames(names, scope.names);
  }
  scope.cwds = after;
  scope.names = names;
}

function visitPipelineNode(walker: Walker, node: PipelineNode, scope: Scope): void {
  if (node.type === 'Pipeline') visitPipeline(walker, node, scope);
  else visitNode(walker, node, scope);
}

function visitPipeline(walker: Walker, node: Pipeline, scope: Scope): void {
  const [only] = node.commands;
  if (node.commands.length === 1 && only) return visitNode(walker, only, scope);
  let stdin: Stdin = scope.stdin;
  for (const command of node.commands) {
    visitNode(walker, command, { ...fork(scope), stdin });
    stdin = outputOf(command, scope, walker.context, stdin);
  }
}

function visitNode(walker: Walker, node: CommandNode, scope: Scope): void {
  switch (node.type) {
    case 'Command':
      return visitCommand(walker, node, scope);
    case 'Redirected': {
      visitExpansions(walker, node.redirects, scope);
      visitRedirects(walker, node.redirects, scope);
      const stdin = stdinOf(node.redirects, scope, walker.context) ?? scope.stdin;
      const inner = { ...scope, stdin, writes: scope.writes || writesFile(node.redirects) };
      visitNode(walker, node.command, inner);
      adopt(scope, inner);
      return;
    }
    case 'Subshell':
      return visitStatements(walker, node.body.commands, fork(scope));
    case 'BraceGroup':
      return visitStatements(walker, node.body.commands, scope);
    case 'If': {
      const branches = node.elif.flatMap(({ clause, then }) => [clause, then]);
      return visitBranches(walker, [node.clause, node.then, ...branches, node.else], scope);
    }
    case 'While':
      if (isReadClause(node.clause)) return visitRound(walker, node.clause, scope, node.body);
      return visitLoop(walker, node, [node.clause, node.body], scope, { endless: isEndless(node) });
    case 'For':
    case 'Select': {
      const words = (node.wordlist ?? []).flatMap((word) => visitWord(walker, word, scope));
      const values = words.flatMap((word) => readingsOf(word));
      setVariable(scope, node.name.value, values);
      const certain = node.type === 'For' && node.wordlist ? certainValues(words) : undefined;
      const rounds = scope.rounds * (certain?.length ?? 0);
      if (!certain || rounds > MAX_ROUNDS) return visitLoop(walker, node, [node.body], scope);
      const outer = scope.rounds;
      scope.rounds = rounds;
      for (const value of certain) {
        setVariable(scope, node.name.value, values, value);
        visitRound(walker, node.body, scope);
      }
      scope.rounds = outer;
      setVariable(scope, node.name.value, values);
      return;
    }
    case 'ArithmeticFor': {
      const parts = [node.initialize, node.test, node.update].filter((part) => part !== undefined);
      if (!parts.every(isPlainArithmetic)) walker.found.risk(placeOf(node, scope), 'dangerous-command', ARITHMETIC);
      visitExpansions(walker, parts, scope);
      return visitLoop(walker, node, [node.body], scope, { endless: node.test === undefined });
    }
    case 'Case': {
      for (const word of [node.word, ...node.items.flatMap((item) => item.pattern)]) visitWord(walker, word, scope);
      walker.found.doubt(placeOf(node.word, scope), say('caseNotProved'));
      return visitBranches(
        walker,
        node.items.map((item) => item.body),
        scope,
      );
    }
    case 'Function': {
      const said = say('definesFunction', node.name.text);
      walker.found.risk(placeOf(node.name, scope), 'dangerous-command', said);
      const inner = { ...fork(scope), functions: [...scope.functions, node.name.value] };
      visitBody(walker, node.body, inner);
      walker.functions.set(node.name.value, (called) => {
        if (called.depth <= MAX_CALLS && walker.calls++ < MAX_CALLED)
          visitBody(walker, node.body, { ...called, source: scope.source });
      });
      return;
    }
    case 'Coproc': {
      walker.found.doubt(placeOf(node, scope), say('coprocNotProved'));
      const inner = { ...fork(scope), background: true };
      return visitBody(walker, node.body, inner);
    }
    case 'TestCommand': {
      walker.found.tests++;
      const finding = findingInTest(node.expression, (word) => visitWord(walker, word, scope));
      if (finding === 'evaluates') walker.found.risk(placeOf(node, scope), 'dangerous-command', say('testEvaluates'));
      if (finding === 'unproved') walker.found.doubt(placeOf(node, scope), say('testNotPlain'));
      return;
    }
    case 'ArithmeticCommand':
      visitExpansions(walker, node.expression ? [node.expression] : [], scope);
      if (isPlainArithmetic(node.expression)) walker.found.doubt(placeOf(node, scope), say('arithmeticNotProved'));
      else walker.found.risk(placeOf(node, scope), 'dangerous-command', ARITHMETIC);
      return;
  }
}

function visitBody(walker: Walker, body: CompoundList | CommandNode, scope: Scope): void {
  if (body.type === 'CompoundList') visitStatements(walker, body.commands, scope);
  else visitNode(walker, body, scope);
}

const ARITHMETIC = say('arithmetic');

function visitBranches(walker: Walker, bodies: readonly (CompoundList | undefined)[], scope: Scope): void {
  let after: Cwds = scope.cwds;
  let { names } = scope;
  for (const body of bodies) {
    if (!body) continue;
    visitStatements(walker, body.commands, scope);
    after = unionCwds(after, scope.cwds);
    names = unionNames(names, scope.names);
  }
  scope.cwds = after;
  scope.names = names;
}

/** Walks one round of a loop that is understood. A loop that changes its folder is not. */
function visitRound(walker: Walker, first: CompoundList, scope: Scope, second?: CompoundList): void {
  const before = scope.cwds;
  const { certain } = scope;
  visitBranches(walker, [first, second], scope);
  if (second && scope.certain !== certain) visitBranches(walker, [first, second], scope); // again, with the state the first round left
  if (sameCwds(before, scope.cwds)) return;
  walker.found.doubt({ part: scope.source, span: scope.span ?? [0, scope.source.length] }, LOOP);
  scope.cwds = undefined;
  visitBranches(walker, [first, second], scope);
}

const LOOP = say('loopNotProved');

function visitLoop(
  walker: Walker,
  node: SyntaxNode,
  bodies: readonly CompoundList[],
  scope: Scope,
  { endless = false } = {},
): void {
  walker.found.doubt(placeOf(node, scope), LOOP);
  const before = scope.cwds;
  const inner = { ...scope, endless: scope.endless || endless };
  if (endless) walker.found.endless = true;
  visitBranches(walker, bodies, inner);
  scope.variables = inner.variables;
  if (sameCwds(before, inner.cwds)) return;
  scope.likelyCwds = [...(inner.cwds ?? []), ...scope.likelyCwds].slice(0, MAX_LIKELY);
  scope.cwds = undefined; // the loop may have run any number of times
  visitBranches(walker, bodies, { ...inner, cwds: undefined });
}

function visitCommand(walker: Walker, node: Command, scope: Scope): void {
  const { context, found } = walker;
  const span = spanOf(node, scope);
  const text = scope.source.slice(node.pos, node.end);
  if (found.commands.length >= MAX_COMMANDS) return walker.found.block({ part: text, span }, TOO_MANY);
  visitExpansions(walker, [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix], scope);
  visitRedirects(walker, node.redirects, scope);
  if (node.name?.parts?.some((part) => part.type === 'BraceExpansion')) {
    walker.found.risk({ part: text, span }, 'dangerous-command', say('nameByBraces', node.name.text));
  }
  const words = wordsOf(node, scope, context);
  const assignments = node.prefix
    .filter((part) => part.type === 'Assignment')
    .map((part) => assigned(part, scope, context));
  const declared = node.args.filter((part) => part.type === 'Assignment').map((part) => assigned(part, scope, context));
  const command = words[0]?.value;
  for (const one of assignments)
    found.assignments.push({
      ...one,
      span,
      forCommand: command !== undefined,
      ...(command !== undefined && { command }),
    });
  for (const one of declared) found.assignments.push({ ...one, span, forCommand: false });
  for (const one of words.length === 0 ? assignments : declared) {
    setVariable(scope, one.name, one.value ? readingsOf(one.value) : []);
  }
  if (words.length === 0) {
    if (assignments.length > 0) walker.found.doubt({ part: text, span }, say('onlySetsVariables', text));
    return;
  }
  const stdin = stdinOf(node.redirects, scope, context) ?? scope.stdin;
  const inner: Scope = { ...scope, stdin, writes: scope.writes || writesFile(node.redirects) };
  runWords(walker, words, inner, { assignments, via: [], appended: 'none', span, text });
  adopt(scope, inner);
}

function visitRedirects(walker: Walker, redirects: readonly Redirection[], scope: Scope): void {
  for (const redirect of redirects) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable') {
      walker.found.risk(placeOf(redirect, scope), 'not-proved', say('redirectionSetsVariable'));
    }
    if (redirect.type !== 'Redirect' && expansionsIn([redirect]).variables) {
      walker.found.doubt(placeOf(redirect, scope), say('textWithVariable'));
    }
    if (redirect.type !== 'Redirect' || !redirect.target) continue;
    const target = resolve(redirect.target, scope, walker.context);
    if (/^[<>]&$/.test(redirect.operator) && isDescriptor(target)) continue;
    if (walker.found.redirects.length >= MAX_REDIRECTS) {
      walker.found.block(placeOf(redirect, scope), TOO_MANY);
      return;
    }
    walker.found.redirects.push({
      operator: redirect.operator,
      target,
      cwds: scope.cwds,
      text: scope.source.slice(redirect.pos, redirect.end),
      span: spanOf(redirect, scope),
    });
  }
}

function visitExpansions(walker: Walker, nodes: readonly SyntaxNode[], scope: Scope): void {
  const expansions = expansionsIn(nodes);
  for (const { script, node } of expansions.scripts) {
    if (walker.found.commands.length >= MAX_COMMANDS) return walker.found.block(placeOf(node, scope), TOO_MANY);
    const shown = scope.source.slice(node.pos, node.end);
    walker.found.risk(
      placeOf(node, scope),
      'substitution',
      say('substitution', shown.length > 60 ? `${shown.slice(0, 57)}…` : shown),
    );
    if (!script) walker.found.risk(placeOf(node, scope), 'unparsed', say('unreadSubstitution'));
    else visitScript(walker, script, { ...fork(scope), depth: scope.depth + 1, stdin: { kind: 'none' } });
  }
  for (const node of expansions.arithmetic) walker.found.risk(placeOf(node, scope), 'dangerous-command', ARITHMETIC);
  for (const node of expansions.indirect) {
    walker.found.risk(placeOf(node, scope), 'dangerous-command', say('evaluatedAgain'));
  }
}

function visitWord(walker: Walker, word: SyntaxWord, scope: Scope): Word[] {
  visitExpansions(walker, [word], scope);
  return resolve(word, scope, walker.context);
}
