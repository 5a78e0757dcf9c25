/** Programs that run text as code, and built-ins that evaluate what looks like data. */

import type { Said } from '../../../protocol/policy.ts';
import { awkDanger } from '../../programs/awk.ts';
import { isPlainOneLiner } from '../../programs/one-liner.ts';
import type { Program } from '../../programs/program.ts';
import { sedDanger } from '../../programs/sed.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';

const URL = /^(?:git\+)?(?:https?|ftp|ssh|file|data|npm|jsr|github|gitlab):/i;

/** Text that the shell would evaluate if it were used as a variable's name. */
const EVALUATED = /\[|`|\$[({]/;

export function codeDangers(command: SimpleCommand): Said[] {
  const name = programName(command.name);
  const operands = command.words.slice(1);
  const values = operands.map((word) => word.value);
  const found: Said[] = [];

  const program = programLike(name);

  if (program?.runsCode) {
    const flag = program.runsCode;
    if (values.some((value) => flag.test(value)) && !isPlain(name, operands, flag))
      found.push(say('runsLineCode', name));
    if (program.grammar !== 'awk') {
      const script = values.find((value) => !value.startsWith('-'));
      const readsStdin =
        script === undefined ||
        values.some((value) => /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(value));
      const isProbe = values.some((value) => /^(?:-v|-V|-h|--version|--help|-m)$/.test(value));
      if (readsStdin && command.stdin.kind !== 'none' && !isProbe) found.push(say('runsStdin', name));
      if (values.some((value) => URL.test(value))) found.push(say('runsNetworkCode', name));
    }
  }
  if (
    program?.installs &&
    values.some((value) => /^(?:git\+|https?:|ssh:|github:|gitlab:|git@|git:|--git)/.test(value))
  ) {
    found.push(say('installsFromAddress', name));
  }
  if (program?.grammar === 'awk') found.push(...awkDanger(values));
  if (program?.grammar === 'sed') found.push(...sedDanger(values));
  if (program?.runsInput === 'always' && command.stdin.kind !== 'none') {
    found.push(say('editorCommands', name));
  }
  if (
    program?.runsInput === 'commands' &&
    command.stdin.kind === 'text' &&
    /!|exec|shell|system/.test(command.stdin.text)
  ) {
    found.push(say('inputCommands', name));
  }
  const unknown = operands.find((word) => word.kind === 'opaque' && !/^(?:[A-Za-z_]\w*\+?=|-)/.test(word.lead));
  if (program?.assigns === 'words' && unknown) found.push(say('evaluatesUnknown', name, unknown.text));
  const runs = program?.runsAddress;
  if (runs !== undefined && values[0] === runs && values.some((value) => /^[\w-]+(?:\.[\w-]+)+\/.*@/.test(value)))
    found.push(say('runsNetworkCode', name));
  found.push(...builtinDangers(name, program, values));
  return found;
}

/** `node -p process.version`: exactly one flag and one text that is plain to see. */
function isPlain(name: string, operands: SimpleCommand['words'], flag: RegExp): boolean {
  const [first, code, ...more] = operands;
  const isPair = first?.kind === 'literal' && code?.kind === 'literal' && more.length === 0;
  return isPair && /^-[a-z-]+$/.test(first.value) && flag.test(first.value) && isPlainOneLiner(name, code.value);
}

function builtinDangers(name: string, program: Program | undefined, values: readonly string[]): Said[] {
  const { assigns, evaluates, evaluatesNumbers, grammar } = program ?? {};
  const evaluated = values.filter((value) => EVALUATED.test(value));
  if (assigns && evaluated.length > 0) return [say('evaluates', name, evaluated[0] ?? '')];
  if (values.some((value) => evaluates?.test(value))) return [say('evaluatesValue', name)];
  if (name === 'printf' && (values[0]?.startsWith('-v') || values.some((value) => /%[^%a-zA-Z(]*n/.test(value)))) {
    return [say('printfEvaluates')];
  }
  if (evaluatesNumbers && values.some((value) => /\[[^\]]*(?:\$\(|`)/.test(value)))
    return [say('evaluatesOperand', name)];
  if (name === 'unset' && values.some((value) => /^[A-Z][A-Z0-9_]*$/.test(value))) return [say('unsetsEnvironment')];
  if (grammar === 'test' && values.some((value) => value === '-v' || value === '-R'))
    return [say('testVEvaluates', name)];
  return [];
}
