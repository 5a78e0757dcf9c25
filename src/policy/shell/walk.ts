/** Goes through a parsed line as the shell would and lists every simple command, redirection and trick in it. */

import type { Reason } from '../../protocol/policy.ts';
import { expansionsIn, isPlainArithmetic, parseShell, problemOf } from './parse.ts';
import type {
  AndOr,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  SyntaxNode,
  SyntaxWord,
  TestExpression,
  WordPart,
} from './parse.ts';
import { baseName, resolvePath } from './places.ts';
import type { Cwds, ShellContext } from './places.ts';
import { commandName, programName } from './simple-command.ts';
import type { Assigned, SimpleCommand, Stdin } from './simple-command.ts';
import { LOOSE_WRAPPERS, WRAPPERS } from './wrapper-table.ts';
import { findCommands, unwrap } from './unwrap.ts';
import { literalsOf, readingsOf, resolveWord } from './words.ts';
import type { Word, WordContext } from './words.ts';

/** A redirection to or from a file, with the folders it may be relative to. */
export interface FileRedirect {
  operator: string;
  target: readonly Word[];
  cwds: Cwds;
  text: string;
  span: readonly [number, number];
}

export interface Walked {
  commands: SimpleCommand[];
  redirects: FileRedirect[];
  /** Variables set for the rest of the line, or for one command. */
  assignments: (Assigned & { span: readonly [number, number]; forCommand: boolean })[];
  reasons: Reason[];
  /** `[[ … ]]` and the like: judged, though no command. */
  tests: number;
}

interface Scope {
  source: string;
  /** Where a script within a word stands in the line itself. */
  span: readonly [number, number] | undefined;
  cwds: Cwds;
  variables: Map<string, readonly string[]>;
  stdin: Stdin;
  writes: boolean;
  background: boolean;
  endless: boolean;
  functions: readonly string[];
  depth: number;
}

interface Run {
  assignments: readonly Assigned[];
  via: readonly string[];
  appended: SimpleCommand['appended'];
  span: readonly [number, number];
  text: string;
}

const MAX_DEPTH = 24;
const MAX_CWDS = 4;

export function walkLine(line: string, context: ShellContext): Walked {
  const walker = createWalker(context);
  const variables = new Map<string, readonly string[]>([
    ['HOME', [context.home]],
    ['PWD', [context.cwd]],
    ['IFS', [' ']],
    ['0', ['bash']],
    ['SHELL', ['/bin/bash']],
  ]);
  walker.visitText(line, {
    source: line,
    span: undefined,
    cwds: [context.cwd],
    variables,
    stdin: { kind: 'none' },
    writes: false,
    background: false,
    endless: false,
    functions: [],
    depth: 0,
  });
  return walker.found;
}

function createWalker(context: ShellContext) {
  const found: Walked = { commands: [], redirects: [], assignments: [], reasons: [], tests: 0 };

  const spanOf = (node: { pos: number; end: number }, scope: Scope): readonly [number, number] =>
    scope.span ?? [node.pos, node.end];
  const textOf = (node: { pos: number; end: number }, scope: Scope): string => scope.source.slice(node.pos, node.end);

  function say(
    code: Reason['code'],
    text: string,
    risk: boolean,
    at: { part: string; span: readonly [number, number] },
  ): void {
    found.reasons.push({ code, text, risk, part: at.part, span: at.span });
  }

  function sayAt(code: Reason['code'], text: string, risk: boolean, node: SyntaxNode, scope: Scope): void {
    say(code, text, risk, { part: textOf(node, scope), span: spanOf(node, scope) });
  }

  function visitText(text: string, scope: Scope): void {
    const { script } = parseShell(text);
    visitScript(script, { ...scope, source: text }, scope);
  }

  /** `carry` gets the folder and the variables that the script leaves behind. */
  function visitScript(script: ParsedScript, scope: Scope, carry?: Scope): void {
    const own =
      script.source === undefined ? scope : { ...scope, source: script.source, span: scope.span ?? ([0, 0] as const) };
    const problem = problemOf(script);
    if (problem) {
      const at = spanOf({ pos: problem.at, end: Math.min(problem.at + 1, scope.source.length) }, own);
      say('unparsed', `the line cannot be read as shell: ${problem.message}`, true, { part: own.source, span: at });
    }
    if (scope.depth > MAX_DEPTH) {
      say('unparsed', 'commands are nested too deep to follow', true, { part: own.source, span: own.span ?? [0, 0] });
      return;
    }
    visitStatements(script.commands, own);
    if (carry) carry.cwds = own.cwds;
  }

  function visitStatements(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) visitStatement(statement, scope);
  }

  function visitStatement(statement: Statement, scope: Scope): void {
    if (!statement.background) return visitChain(statement.command, scope);
    if (scope.endless) {
      sayAt('hard-block', 'an endless loop that starts processes exhausts the machine', true, statement, scope);
    }
    visitChain(statement.command, { ...fork(scope), background: true });
  }

  function visitChain(node: PipelineNode | AndOr, scope: Scope): void {
    if (node.type !== 'AndOr') return visitPipelineNode(node, scope);
    let after: Cwds = [];
    for (const command of node.commands) {
      visitPipelineNode(command, scope);
      after = unionCwds(after, scope.cwds); // each may be the last one that ran
    }
    scope.cwds = after;
  }

  function visitPipelineNode(node: PipelineNode, scope: Scope): void {
    if (node.type === 'Pipeline') visitPipeline(node, scope);
    else visitNode(node, scope);
  }

  function visitPipeline(node: Pipeline, scope: Scope): void {
    const [only] = node.commands;
    if (node.commands.length === 1 && only) return visitNode(only, scope);
    let stdin: Stdin = scope.stdin;
    for (const command of node.commands) {
      visitNode(command, { ...fork(scope), stdin });
      stdin = outputOfNode(command, scope);
    }
  }

  function visitNode(node: CommandNode, scope: Scope): void {
    switch (node.type) {
      case 'Command':
        return visitCommand(node, scope);
      case 'Redirected': {
        visitRedirects(node.redirects, scope);
        const stdin = stdinOf(node.redirects, scope) ?? scope.stdin;
        const inner = { ...scope, stdin, writes: scope.writes || writesFile(node.redirects) };
        visitNode(node.command, inner);
        scope.cwds = inner.cwds;
        return;
      }
      case 'Subshell':
        return visitStatements(node.body.commands, fork(scope));
      case 'BraceGroup':
        return visitStatements(node.body.commands, scope);
      case 'If':
        return visitBranches(
          [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), node.else],
          scope,
        );
      case 'While': {
        const endless = isEndlessClause(node.clause, node.kind);
        return visitLoop(node, [node.clause, node.body], { ...scope, endless: scope.endless || endless }, scope);
      }
      case 'For':
      case 'Select': {
        const words = (node.wordlist ?? []).flatMap((word) => visitWord(word, scope));
        setVariable(
          scope,
          node.name.value,
          words.flatMap((word) => readingsOf(word)),
        );
        return visitLoop(node, [node.body], scope, scope);
      }
      case 'ArithmeticFor':
        sayAt('not-proved', 'arithmetic on variables evaluates their values', true, node, scope);
        visitExpansions(
          [node.initialize, node.test, node.update].filter((part) => part !== undefined),
          scope,
        );
        return visitLoop(node, [node.body], { ...scope, endless: scope.endless || node.test === undefined }, scope);
      case 'Case': {
        visitWord(node.word, scope);
        for (const pattern of node.items.flatMap((item) => item.pattern)) visitWord(pattern, scope);
        sayAt('not-proved', 'case is not part of what can be proved harmless', false, node.word, scope);
        return visitBranches(
          node.items.map((item) => item.body),
          scope,
        );
      }
      case 'Function': {
        sayAt(
          'dangerous-command',
          `defines ${node.name.text}: a function can stand in for any command`,
          true,
          node.name,
          scope,
        );
        const inner = { ...fork(scope), functions: [...scope.functions, node.name.value] };
        if (node.body.type === 'CompoundList') return visitStatements(node.body.commands, inner);
        return visitNode(node.body, inner);
      }
      case 'Coproc': {
        sayAt('not-proved', 'coproc is not part of what can be proved harmless', false, node, scope);
        const inner = { ...fork(scope), background: true };
        if (node.body.type === 'CompoundList') return visitStatements(node.body.commands, inner);
        return visitNode(node.body, inner);
      }
      case 'TestCommand':
        found.tests++;
        return visitTest(node.expression, scope);
      case 'ArithmeticCommand':
        visitExpansions(node.expression ? [node.expression] : [], scope);
        if (isPlainArithmetic(node.expression))
          sayAt('not-proved', 'arithmetic is not part of what can be proved', false, node, scope);
        else sayAt('dangerous-command', 'arithmetic on variables evaluates their values', true, node, scope);
        return;
    }
  }

  function visitBranches(bodies: readonly (CompoundList | undefined)[], scope: Scope): void {
    let after: Cwds = scope.cwds;
    for (const body of bodies) {
      if (!body) continue;
      visitStatements(body.commands, scope);
      after = unionCwds(after, scope.cwds);
    }
    scope.cwds = after;
  }

  function visitLoop(node: SyntaxNode, bodies: readonly CompoundList[], scope: Scope, outer: Scope): void {
    sayAt('not-proved', 'a loop is not part of what can be proved harmless', false, node, scope);
    const before = scope.cwds;
    visitBranches(bodies, scope);
    outer.cwds = sameCwds(before, scope.cwds) ? before : undefined; // it may have gone round any number of times
  }

  function visitTest(expression: TestExpression, scope: Scope): void {
    switch (expression.type) {
      case 'TestUnary': {
        const words = visitWord(expression.operand, scope);
        if (/^-[vR]$/.test(expression.operator)) testEvaluates(expression, scope);
        else if (!words.every(isTestable)) testUnproved(expression, scope);
        return;
      }
      case 'TestBinary': {
        const words = [...visitWord(expression.left, scope), ...visitWord(expression.right, scope)];
        const numeric = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
        if (numeric && !words.every((word) => /^-?\d+$/.test(word.value))) testEvaluates(expression, scope);
        else if (!words.every(isTestable)) testUnproved(expression, scope);
        return;
      }
      case 'TestLogical':
        for (const operand of expression.operands) visitTest(operand, scope);
        return;
      case 'TestNot':
        return visitTest(expression.operand, scope);
      case 'TestGroup':
        return visitTest(expression.expression, scope);
    }
  }

  function testEvaluates(node: SyntaxNode, scope: Scope): void {
    sayAt('dangerous-command', 'this test evaluates its operand, which can run commands', true, node, scope);
  }

  function testUnproved(node: SyntaxNode, scope: Scope): void {
    sayAt('not-proved', 'the test has an operand that is not plain text', false, node, scope);
  }

  function visitCommand(node: Command, scope: Scope): void {
    const span = spanOf(node, scope);
    const text = textOf(node, scope);
    visitExpansions([...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix], scope);
    const redirects = node.redirects;
    visitRedirects(redirects, scope, true);

    const words = [
      ...(node.name ? resolve(node.name, scope) : []),
      ...node.args.flatMap((argument) =>
        argument.type === 'Word' ? resolve(argument, scope) : [assignmentWord(argument, scope)],
      ),
    ];
    const prefix = node.prefix.filter((part) => part.type === 'Assignment');
    const assignments = prefix.map((part) => assigned(part, scope));
    for (const one of assignments) {
      found.assignments.push({ ...one, span, forCommand: words.length > 0 });
      if (words.length === 0) setVariable(scope, one.name, one.value ? readingsOf(one.value) : []);
    }
    for (const argument of node.args) {
      if (argument.type !== 'Assignment') continue;
      const one = assigned(argument, scope);
      found.assignments.push({ ...one, span, forCommand: false });
      setVariable(scope, one.name, one.value ? readingsOf(one.value) : []);
    }
    if (words.length === 0) {
      if (assignments.length > 0) say('not-proved', `only sets variables: ${text}`, false, { part: text, span });
      return;
    }
    const inner: Scope = {
      ...scope,
      stdin: stdinOf(redirects, scope) ?? scope.stdin,
      writes: scope.writes || writesFile(redirects),
    };
    visitWords(words, inner, { assignments, via: [], appended: 'none', span, text });
    scope.cwds = inner.cwds;
  }

  function visitWords(words: readonly Word[], scope: Scope, run: Run): void {
    if (scope.depth > MAX_DEPTH) {
      say('unparsed', 'commands are nested too deep to follow', true, { part: run.text, span: run.span });
      return;
    }
    const next: Scope = { ...scope, depth: scope.depth + 1 };
    const unwrapped = unwrap(words);
    const name = commandName(words[0]);
    const program = programName(name);
    const command: SimpleCommand = {
      name,
      words,
      text: run.text,
      span: run.span,
      cwds: scope.cwds,
      assignments: run.assignments,
      stdin: scope.stdin,
      writes: scope.writes,
      background: scope.background,
      via: run.via,
      isWrapper: unwrapped.kind !== 'leaf',
      appended: run.appended,
    };
    found.commands.push(command);
    const at = { part: run.text, span: run.span };
    if (words[0]?.kind !== 'literal') guessName(words, next, run);
    if (scope.functions.includes(name) && (scope.background || scope.stdin.kind === 'pipe')) {
      say('hard-block', `${name} starts itself again and again (fork bomb)`, true, at);
    }
    const via = [...run.via, program];

    switch (unwrapped.kind) {
      case 'leaf':
        if (program === 'find') {
          for (const one of findCommands(words)) {
            if (one.words.length > 0)
              visitWords(one.words, fork(next), { ...run, assignments: [], via, appended: 'files' });
          }
        }
        followFolder(command, scope);
        if (LOOSE_WRAPPERS.has(program)) visitLaterWords(words, next, { ...run, via });
        return;
      case 'unclear':
        say('not-proved', unwrapped.why, true, at);
        visitLaterWords(words, next, { ...run, via });
        return;
      case 'stdin': {
        const why = `${program} would run whatever comes on its standard input`;
        say('dangerous-command', why, true, at);
        if (scope.stdin.kind === 'text')
          visitText(scope.stdin.text, { ...fork(next), span: run.span, stdin: { kind: 'none' } });
        return;
      }
      case 'script': {
        const values = literalsOf(unwrapped.script);
        const inner: Scope = { ...(unwrapped.where === 'here' ? next : fork(next)), span: run.span };
        if (!unwrapped.plain) say('not-proved', `${program} hands text to a shell`, unwrapped.where === 'here', at);
        if (!values) {
          say('dangerous-command', `${program} runs text that is only known when it runs`, true, at);
          for (const guess of guessesFor(unwrapped.script)) visitText(guess, inner);
        } else if (unwrapped.where === 'remote') {
          visitRemote(values.join(' '), program, inner, at);
        } else {
          visitText(values.join(' '), inner);
        }
        if (run.appended === 'anything')
          say('dangerous-command', `${program} gets text from elsewhere to run`, true, at);
        scope.cwds = unwrapped.where === 'here' ? inner.cwds : scope.cwds;
        return;
      }
      case 'command': {
        for (const one of unwrapped.assignments) found.assignments.push({ ...one, span: run.span, forCommand: true });
        const appended = unwrapped.appended === 'none' ? run.appended : unwrapped.appended;
        const inner = { ...next };
        if (unwrapped.chdir) changeFolder(unwrapped.chdir, inner);
        visitWords(unwrapped.words, inner, {
          ...run,
          assignments: [...run.assignments, ...unwrapped.assignments],
          via,
          appended,
        });
        if (!unwrapped.chdir) scope.cwds = inner.cwds;
        return;
      }
    }
  }

  /** On another machine the paths mean other files: only what the command does counts. */
  function visitRemote(
    text: string,
    program: string,
    scope: Scope,
    at: { part: string; span: readonly [number, number] },
  ): void {
    const before = {
      commands: found.commands.length,
      redirects: found.redirects.length,
      reasons: found.reasons.length,
    };
    visitText(text, { ...scope, cwds: undefined });
    const remote = found.commands.splice(before.commands);
    found.redirects.length = before.redirects;
    const risky = found.reasons.splice(before.reasons).some((reason) => reason.risk);
    found.commands.push(...remote.map((command) => ({ ...command, via: [...command.via, 'ssh'] })));
    if (risky) say('dangerous-command', `what ${program} would run there is not plain`, true, at);
  }

  /** A loose wrapper, or flags that are not known: any later word may be the command. */
  function visitLaterWords(words: readonly Word[], scope: Scope, run: Run): void {
    for (let index = 1; index < Math.min(words.length, 24); index++) {
      const word = words[index];
      if (!word || word.kind !== 'literal' || word.value.startsWith('-')) continue;
      if (/\s/.test(word.value)) visitText(word.value, { ...fork(scope), span: run.span });
      else if (!Object.hasOwn(WRAPPERS, word.value) || index + 1 < words.length) {
        visitWords(words.slice(index), fork(scope), { ...run, assignments: [] });
        return; // deeper words are reached from there
      }
    }
  }

  /** A name that is only known when it runs may still be plain to guess: `x=rm; $x -rf /`. */
  function guessName(words: readonly Word[], scope: Scope, run: Run): void {
    const [first, ...rest] = words;
    if (!first) return;
    say('dangerous-command', `the name of the command, ${first.text}, is only known when it runs`, true, {
      part: run.text,
      span: run.span,
    });
    if (/^["']?\$\{?0\}?["']?$/.test(first.text) && scope.background) {
      say('hard-block', 'the line starts itself again (fork bomb)', true, { part: run.text, span: run.span });
    }
    const guesses = first.kind === 'glob' ? [globGuess(first.value)] : first.guesses;
    for (const guess of guesses) {
      const names = guess.split(/\s+/).filter((piece) => piece !== '');
      if (names.length === 0 && rest.length > 0)
        visitWords(rest, fork(scope), { ...run, via: [...run.via, first.text] });
      if (names.length === 0) continue;
      const guessed = names.map((value) => ({ ...first, kind: 'literal' as const, value, lead: value, guesses: [] }));
      visitWords([...guessed, ...rest], fork(scope), { ...run, via: [...run.via, first.text] });
    }
  }

  function visitRedirects(redirects: readonly Redirection[], scope: Scope, expanded = false): void {
    if (!expanded) visitExpansions(redirects, scope);
    for (const redirect of redirects) {
      if (redirect.descriptor?.type === 'FileDescriptorVariable') {
        sayAt('not-proved', 'a redirection that sets a variable', true, redirect, scope);
      }
      if (redirect.type !== 'Redirect' || !redirect.target) continue;
      const target = resolve(redirect.target, scope);
      const isDuplicate = redirect.operator === '>&' || redirect.operator === '<&';
      if (
        isDuplicate &&
        target.length === 1 &&
        /^(?:\d+-?|-)$/.test(target[0]?.value ?? '') &&
        target[0]?.kind === 'literal'
      )
        continue;
      found.redirects.push({
        operator: redirect.operator,
        target,
        cwds: scope.cwds,
        text: textOf(redirect, scope),
        span: spanOf(redirect, scope),
      });
    }
  }

  function visitExpansions(nodes: readonly SyntaxNode[], scope: Scope): void {
    const expansions = expansionsIn(nodes);
    for (const { script, node } of expansions.scripts) {
      sayAt('substitution', `runs a command within a command: ${shorten(textOf(node, scope))}`, true, node, scope);
      if (!script) sayAt('unparsed', 'the substitution cannot be read', true, node, scope);
      else visitScript(script, { ...fork(scope), depth: scope.depth + 1, stdin: { kind: 'none' } });
    }
    for (const node of expansions.arithmetic) {
      sayAt('dangerous-command', 'arithmetic on variables evaluates their values', true, node, scope);
    }
    for (const node of expansions.indirect) {
      sayAt('dangerous-command', 'the value of a variable is evaluated again', true, node, scope);
    }
  }

  function visitWord(word: SyntaxWord, scope: Scope): Word[] {
    visitExpansions([word], scope);
    return resolve(word, scope);
  }

  function resolve(word: SyntaxWord, scope: Scope): Word[] {
    const words = resolveWord(word, wordContext(scope));
    return scope.span ? words.map((one) => ({ ...one, span: scope.span ?? one.span })) : words;
  }

  function wordContext(scope: Scope): WordContext {
    return { home: context.home, variables: scope.variables, outputOf: (part) => outputOfPart(part, scope) };
  }

  function assigned(node: Assignment, scope: Scope): Assigned {
    const value = node.value.type === 'Word' ? resolve(node.value, scope)[0] : undefined;
    return { name: node.name, value, text: node.text };
  }

  function assignmentWord(node: Assignment, scope: Scope): Word {
    const { value } = assigned(node, scope);
    const base = { text: node.text, span: spanOf(node, scope), guesses: [] };
    if (!value || node.index) return { ...base, kind: 'opaque', value: node.text, lead: '' };
    const written = `${node.name}${node.append ? '+' : ''}=`;
    return {
      ...base,
      kind: value.kind,
      value: written + value.value,
      lead: written + value.lead,
      guesses: value.guesses.map((guess) => written + guess),
    };
  }

  function stdinOf(redirects: readonly Redirection[], scope: Scope): Stdin | undefined {
    const input = redirects.findLast((redirect) => redirect.operator.startsWith('<'));
    if (!input) return undefined;
    if (input.type === 'HereDoc') return { kind: 'text', text: input.body.text };
    if (input.type === 'HereString') {
      const words = input.target ? resolve(input.target, scope) : [];
      return { kind: 'text', text: words.flatMap((word) => readingsOf(word)).join(' ') };
    }
    return { kind: 'file' };
  }

  function outputOfNode(node: CommandNode, scope: Scope): Stdin {
    const text = node.type === 'Command' ? printedText(node, scope) : undefined;
    return text === undefined ? { kind: 'pipe' } : { kind: 'text', text };
  }

  function outputOfPart(part: WordPart, scope: Scope): readonly string[] {
    if (part.type !== 'CommandExpansion') return [];
    const [statement, ...others] = part.script?.commands ?? [];
    if (others.length > 0 || statement?.command.type !== 'Command') return [];
    const name = statement.command.name?.value;
    if (name === 'pwd') return scope.cwds ?? [];
    const text = printedText(statement.command, scope);
    return text === undefined ? [] : [text];
  }

  /** What `echo`, `printf` and the look-ups print, where it can be seen. */
  function printedText(node: Command, scope: Scope): string | undefined {
    const words = [
      ...(node.name ? resolve(node.name, scope) : []),
      ...node.args.flatMap((word) => (word.type === 'Word' ? resolve(word, scope) : [])),
    ];
    const values = words.map((word) => readingsOf(word)[0] ?? '');
    const operands = values.slice(1).filter((value) => !/^-\w+$/.test(value));
    switch (values[0]) {
      case 'echo':
        return operands.join(' ');
      case 'printf':
        return operands
          .map((value) => value.replaceAll('\\n', '\n').replace(/^%s(?:\n)?$/, ''))
          .join(' ')
          .trim();
      case 'which':
      case 'command':
      case 'type':
        return operands[0];
      default:
        return undefined;
    }
  }

  function followFolder(command: SimpleCommand, scope: Scope): void {
    if (command.name === 'popd') scope.cwds = undefined;
    if (command.name !== 'cd' && command.name !== 'pushd') return;
    const operands = command.words
      .slice(1)
      .filter((word) => !/^-[LPen]+$|^--$/.test(word.value) || word.kind !== 'literal');
    const [target] = operands;
    if (!target && command.name === 'cd') scope.cwds = [context.home];
    else if (!target || operands.length > 1) scope.cwds = undefined;
    else changeFolder(target, scope);
  }

  function changeFolder(target: Word, scope: Scope): void {
    const isKnown = target.kind === 'literal' || (target.kind === 'opaque' && target.guesses.length > 0);
    if (!isKnown || /^[-+]/.test(target.value) || !scope.cwds) {
      scope.cwds =
        target.kind === 'literal' && target.value.startsWith('/')
          ? [resolvePath('/', target.value, context.look)]
          : undefined;
      return;
    }
    const before = scope.cwds;
    const reached = before.flatMap((cwd) =>
      readingsOf(target).map((value) => resolvePath(cwd, value || '.', context.look)),
    );
    const allExist = target.kind === 'literal' && reached.every((path) => context.look.kind(path) === 'directory');
    scope.cwds = unionCwds(reached, allExist ? [] : before); // a folder that is missing leaves the shell where it was
  }

  function setVariable(scope: Scope, name: string, values: readonly string[]): void {
    const known = scope.variables.get(name) ?? [];
    scope.variables.set(name, [...new Set([...known, ...values])].slice(-6));
  }

  return { found, visitText };
}

function fork(scope: Scope): Scope {
  return { ...scope, variables: new Map(scope.variables) };
}

function unionCwds(a: Cwds, b: Cwds): Cwds {
  if (!a || !b) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length <= MAX_CWDS ? all : undefined;
}

function sameCwds(a: Cwds, b: Cwds): boolean {
  return a?.join('\0') === b?.join('\0');
}

function isEndlessClause(clause: CompoundList, kind: 'while' | 'until'): boolean {
  const [statement] = clause.commands;
  if (clause.commands.length !== 1 || !statement) return false;
  const command = statement.command;
  if (command.type === 'ArithmeticCommand') return /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command.type !== 'Command') return false;
  const name = command.name?.value;
  return kind === 'while' ? name === 'true' || name === ':' : name === 'false';
}

function writesFile(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    (redirect) =>
      redirect.type === 'Redirect' &&
      /^(?:&?>|<>)/.test(redirect.operator) &&
      !/^(?:\/dev\/\w+|\d+|-)$/.test(redirect.target?.value ?? ''),
  );
}

function isTestable(word: Word): boolean {
  return word.kind !== 'opaque' && !word.value.includes('[');
}

function guessesFor(words: readonly Word[]): string[] {
  const guess = words
    .map((word) => readingsOf(word)[0] ?? '')
    .join(' ')
    .trim();
  return guess === '' ? [] : [guess];
}

/** `/bin/r[m]` and `/bin/r?`: the shortest name the pattern stands for. */
function globGuess(pattern: string): string {
  const plain = pattern.replace(/\[([^\]])[^\]]*\]/g, '$1');
  return /[*?[]/.test(plain) ? baseName(plain).replace(/[*?]/g, '') : plain;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
