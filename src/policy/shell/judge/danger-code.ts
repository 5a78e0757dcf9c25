/** Programs that run text as code, and built-ins that evaluate what looks like data. */

import { own } from '../../../base/own.ts';
import { awkDanger } from '../../programs/awk-program.ts';
import { AWKS, INTERPRETERS, PACKAGE_TOOLS } from '../../programs/program-table.ts';
import { sedDanger } from '../../programs/sed-script.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';

const URL = /^(?:git\+)?(?:https?|ftp|ssh|file|data|npm|jsr|github|gitlab):/i;

/** Text that the shell would evaluate if it were taken for a variable's name. */
const EVALUATED = /\[|`|\$[({]/;

const ASSIGNING = /^(?:read|declare|typeset|local|export|readonly|unset|mapfile|readarray|getopts|wait)$/;

/** Of these, the ones that take names as plain words. */
const NAMING = /^(?:read|declare|typeset|local|unset|mapfile|readarray|getopts)$/;

export function codeDangers(command: SimpleCommand): string[] {
  const name = programName(command.name);
  const operands = command.words.slice(1);
  const values = operands.map((word) => word.value);
  const found: string[] = [];

  if (Object.hasOwn(INTERPRETERS, name) || /^(?:python|pypy|perl|ruby|php|lua)\d[\d.]*$/.test(name)) {
    const base = name.replace(/\d[\d.]*$/, '');
    const flag = own(INTERPRETERS, name) ?? own(INTERPRETERS, base) ?? /^-[a-zA-Z]*[ce]/;
    if (values.some((value) => flag.test(value))) found.push(`${name} runs code given on the line`);
    if (!AWKS.has(name)) {
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
    PACKAGE_TOOLS.has(name) &&
    values.some((value) => /^(?:git\+|https?:|ssh:|github:|gitlab:|git@|git:|--git)/.test(value))
  ) {
    found.push(`${name} installs or runs code from an address`);
  }
  if (AWKS.has(name)) found.push(...awkDanger(operands));
  if (/^g?sed$/.test(name)) found.push(...sedDanger(operands));
  if (/^(?:ed|red|ex|vi|vim|nvim|emacs)$/.test(name) && command.stdin.kind !== 'none') {
    found.push(`${name} runs editor commands, which can start programs`);
  }
  if (
    /^(?:tclsh|wish|expect|gdb|lldb|sqlite3|psql|mysql|bc|dc|m4|ftp|telnet)$/.test(name) &&
    command.stdin.kind === 'text' &&
    /!|exec|shell|system/.test(command.stdin.text)
  ) {
    found.push(`${name} runs commands from its input`);
  }
  const unknown = operands.find((word) => word.kind === 'opaque' && !/^(?:[A-Za-z_]\w*\+?=|-)/.test(word.lead));
  if (NAMING.test(name) && unknown) found.push(`${name} evaluates ${unknown.text}, which is only known when it runs`);
  if (name === 'go' && values[0] === 'run' && values.some((value) => /^[\w-]+(?:\.[\w-]+)+\/.*@/.test(value)))
    found.push('go runs code from the network');
  found.push(...builtinDangers(name, values));
  return found;
}

function builtinDangers(name: string, values: readonly string[]): string[] {
  const evaluated = values.filter((value) => EVALUATED.test(value));
  if (ASSIGNING.test(name) && evaluated.length > 0) return [`${name} evaluates ${evaluated[0]}`];
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
