/** Splits a command into the commands that it, its scripts and Makefiles run: if nothing is printed, the first that can fail is the reason. */

import { resolve } from 'node:path';
import { own } from '../../../base/own.ts';
import { parseObject } from '../../../base/parse-json.ts';
import { isPlainObject } from '../../../base/schema.ts';
import { keptIn, withKept } from './names.ts';

const MAX_COMMANDS = 60;
const DEPTH = 3;
/** Cannot fail, or does nothing. */
const HARMLESS =
  /^(?:echo|printf|set|export|local|readonly|declare|cd|:|true|exit|date|sleep|pwd|trap|umask|shopt|wait|return|\w+=|#|$)/;
const WITHOUT = /^(?:(?:time|nohup|exec|command|sudo|env|nice(?: -n ?\d+)?|timeout \S+|setsid(?: -w)?|\w+=\S*)\s+)+/;
/** Programs that pass on the output of others. */
const PASSES = /^(?:tail|head|tee|cat|grep|sed|cut|awk|wc|sort|tr)\b/;

export interface InnerCommand {
  text: string;
  /** True if nothing runs after this one when it fails. */
  isLast: boolean;
}

export interface Files {
  cwd: string;
  textOf(path: string): string;
}

/** `undefined` if the commands cannot be determined. */
export function innerCommandsOf(line: string, files: Files, depth = 0, isStrict = false): InnerCommand[] | undefined {
  const inner = /^(?:ba|da|z)?sh -\w*c (["'])(.*)\1[^"']*$/s.exec(line)?.[2];
  if (inner !== undefined && depth <= DEPTH) return innerCommandsOf(inner, files, depth + 1, /^\w+ -\w*e/.test(line));
  if (depth > DEPTH || /\b(?:if|for|while|until|case|function)\b|\(\) ?\{|<<|`|\$\((?!\w+\))/.test(line))
    return undefined;
  const stops = isStrict || /\bset -\w*e|\bpipefail\b|PIPESTATUS/.test(line);
  const commands: InnerCommand[] = [];
  for (const { part, follows, isPiped } of partsOf(line)) {
    const command = part.replace(/^[@({\s-]+/, '').replace(WITHOUT, '');
    if (isPiped && PASSES.test(command)) continue;
    const found = within(command, files, depth);
    if (found === undefined) return undefined;
    for (const each of found) commands.push({ ...each, isLast: each.isLast && (stops || follows) });
    if (commands.length > MAX_COMMANDS) return undefined;
  }
  return commands.filter(({ text }) => !isHarmless(text));
}

function isHarmless(command: string): boolean {
  return HARMLESS.test(command) && !/>/.test(command);
}

interface Part {
  part: string;
  /** True if the next part runs only when this one succeeds, or there is no next part. */
  follows: boolean;
  isPiped: boolean;
}

function partsOf(line: string): Part[] {
  const parts = line.split(/(&&|\|\||[;|\n])/);
  const isMore = (each: string, index: number) =>
    index % 2 === 0 && !isHarmless(each.trim()) && !PASSES.test(each.trim());
  return parts.flatMap((text, at) => {
    const part = text.trim();
    if (at % 2 === 1 || part === '') return [];
    const isEnd = parts[at + 1] === '||' && /^\s*(?:\{|exit|return|die|fail)/.test(parts[at + 2] ?? '');
    const follows = parts[at + 1] === '&&' || isEnd || !parts.slice(at + 2).some(isMore);
    return [{ part, follows, isPiped: parts[at - 1] === '|' }];
  });
}

/** The commands that a command runs; itself if it runs nothing that can be read. */
function within(command: string, files: Files, depth: number): InnerCommand[] | undefined {
  const bare = command.replace(/\d?&?>>?&? ?\S+/g, '');
  const words = bare.split(/\s+/).filter(Boolean);
  const [program = ''] = words;
  if (program === 'make' || program === 'gmake') return made(words, command, files, depth);
  const script = /^(?:npm|yarn|pnpm)(?: -\S+)* (?:run(?:-script)? )?(?:-\S+ )*([\w:-]+)/.exec(bare)?.[1];
  if (script !== undefined) return fromPackage(script, files, depth);
  const file = /^(?:ba|da|z|k)?sh$|^source$|^\.$/.test(program)
    ? words.slice(1).find((word) => !word.startsWith('-'))
    : program;
  if (file === undefined || !/\.sh$|^\.\//.test(file)) return [{ text: command, isLast: true }];
  const text = files.textOf(resolve(files.cwd, file));
  if (!/^#!.*\b(?:ba|da)?sh\b/.test(text) && !file.endsWith('.sh'))
    return text === '' ? [{ text: command, isLast: true }] : undefined;
  const isStrict = /^#!.*sh -\w*e/.test(text) || /\bsh -\w*e/.test(command);
  return innerCommandsOf(expanded(text.replace(/^\s*#.*$/gm, ''), command), files, depth + 1, isStrict);
}

function fromPackage(script: string, files: Files, depth: number): InnerCommand[] | undefined {
  const { scripts } = parseObject(files.textOf(resolve(files.cwd, 'package.json')));
  const lines = [`pre${script}`, script].flatMap((name) => own(isPlainObject(scripts) ? scripts : {}, name) ?? []);
  const texts = lines.filter((line): line is string => typeof line === 'string' && line !== '');
  return texts.length === 0 ? undefined : innerCommandsOf(texts.join(' && '), files, depth + 1, true);
}

/** The recipes that a target needs, in order. */
function made(words: readonly string[], command: string, files: Files, depth: number): InnerCommand[] | undefined {
  const valueOf = (flag: string) => words[words.indexOf(flag) + 1] ?? '';
  const folder = words.includes('-C') ? resolve(files.cwd, valueOf('-C')) : files.cwd;
  const names = words.includes('-f') ? [valueOf('-f')] : ['GNUmakefile', 'makefile', 'Makefile'];
  const text = names.map((name) => files.textOf(resolve(folder, name))).find((each) => each !== '');
  if (text === undefined) return undefined;
  const rules = rulesIn(expanded(text, command));
  const given = words
    .slice(1)
    .filter((word, index) => !/^-|=/.test(word) && !['-C', '-f', '-j'].includes(words[index] ?? ''));
  const goals = given.length > 0 ? given : [...rules.keys()].filter((name) => !name.startsWith('.')).slice(0, 1);
  const commands: InnerCommand[] = [];
  const seen = new Set<string>();
  const add = (goal: string): boolean => {
    const rule = rules.get(goal);
    if (!rule || seen.has(goal)) return rule !== undefined || files.textOf(resolve(folder, goal)) !== '';
    seen.add(goal);
    if (!rule.needs.every(add)) return false;
    for (const each of rule.recipe) {
      const found = innerCommandsOf(
        each.replaceAll('$@', goal).replaceAll('$<', rule.needs[0] ?? ''),
        { ...files, cwd: folder },
        depth + 1,
        true,
      );
      if (!found) return false;
      commands.push(...found);
    }
    return true;
  };
  return goals.every(add) ? commands : commands.length > 0 ? commands : undefined;
}

interface Rule {
  needs: string[];
  recipe: string[];
}

function rulesIn(text: string): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  let rule: Rule | undefined;
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const [, names, needs = ''] = /^([^\s:#=][^:#=]{0,200}):(?!=)([^=]{0,500})$/.exec(line) ?? [];
    if (line.startsWith('\t')) rule?.recipe.push(line.trim().replace(/^[@-]+/, ''));
    else if (names !== undefined) {
      rule = { needs: needs.split(/\s+/).filter(Boolean), recipe: [] };
      for (const name of names.trim().split(/\s+/)) rules.set(name, rule);
    }
  }
  return rules;
}

/** The text with its variables replaced; values given in the command that runs it take precedence. */
function expanded(text: string, command: string): string {
  return withKept(text, keptIn(`${command}\n${text}`));
}
