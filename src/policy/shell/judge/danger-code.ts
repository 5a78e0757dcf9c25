/** Programs that run text as code, and built-ins that evaluate what looks like data. */

import { awkDanger } from '../../programs/awk.ts';
import { sedDanger } from '../../programs/sed.ts';
import { programLike } from '../../programs/table.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';

const URL = /^(?:git\+)?(?:https?|ftp|ssh|file|data|npm|jsr|github|gitlab):/i;

/** Text that the shell would evaluate if it were taken for a variable's name. */
const EVALUATED = /\[|`|\$[({]/;

export function codeDangers(command: SimpleCommand): string[] {
  const name = programName(command.name);
  const operands = command.words.slice(1);
  const values = operands.map((word) => word.value);
  const found: string[] = [];

  const program = programLike(name);

  if (program?.runsCode) {
    const flag = program.runsCode;
    if (values.some((value) => flag.test(value))) found.push(`${name} runs code given on the line`);
    if (program.grammar !== 'awk') {
      const script = values.find((value) => !value.startsWith('-'));
      const readsStdin =
        script === undefined ||
        values.some((value) => /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(value));
      const isProbe = values.some((value) => /^(?:-v|-V|-h|--version|--help|-m)$/.test(value));
      if (readsStdin && command.stdin.kind !== 'none' && !isProbe)
        found.push(`${name} runs whatever comes on its standard input`);
      if (values.some((value) => URL.test(value))) found.push(`${name} runs code from the network`);
    }
  }
  if (
    program?.installs &&
    values.some((value) => /^(?:git\+|https?:|ssh:|github:|gitlab:|git@|git:|--git)/.test(value))
  ) {
    found.push(`${name} installs or runs code from an address`);
  }
  if (program?.grammar === 'awk') found.push(...awkDanger(values));
  if (program?.grammar === 'sed') found.push(...sedDanger(values));
  if (program?.runsInput === 'always' && command.stdin.kind !== 'none') {
    found.push(`${name} runs editor commands, which can start programs`);
  }
  if (
    program?.runsInput === 'commands' &&
    command.stdin.kind === 'text' &&
    /!|exec|shell|system/.test(command.stdin.text)
  ) {
    found.push(`${name} runs commands from its input`);
  }
  const unknown = operands.find((word) => word.kind === 'opaque' && !/^(?:[A-Za-z_]\w*\+?=|-)/.test(word.lead));
  if (program?.assigns === 'words' && unknown)
    found.push(`${name} evaluates ${unknown.text}, which is only known when it runs`);
  if (name === 'go' && values[0] === 'run' && values.some((value) => /^[\w-]+(?:\.[\w-]+)+\/.*@/.test(value)))
    found.push('go runs code from the network');
  found.push(...builtinDangers(name, values));
  return found;
}

function builtinDangers(name: string, values: readonly string[]): string[] {
  const evaluated = values.filter((value) => EVALUATED.test(value));
  if (programLike(name)?.assigns && evaluated.length > 0) return [`${name} evaluates ${evaluated[0]}`];
  if (/^(?:declare|typeset|local)$/.test(name) && values.some((value) => /^-[a-zA-Z]*[nif]/.test(value)))
    return [`${name} can evaluate its value`];
  if (name === 'printf' && (values[0]?.startsWith('-v') || values.some((value) => /%[^%a-zA-Z(]*n/.test(value)))) {
    return ['printf would set a variable and evaluate its name'];
  }
  if (
    /^(?:test|\[|printf|shift|return|exit|break|continue|set|wait|kill|ulimit)$/.test(name) &&
    values.some((value) => /\[[^\]]*(?:\$\(|`)/.test(value))
  ) {
    return [`${name} may evaluate its operand`];
  }
  if (name === 'unset' && values.some((value) => /^[A-Z][A-Z0-9_]*$/.test(value)))
    return ['unset changes the environment of what runs'];
  if ((name === 'test' || name === '[') && values.some((value) => value === '-v' || value === '-R'))
    return [`${name} -v evaluates its operand`];
  return [];
}
