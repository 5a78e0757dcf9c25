/** A function as its language writes it; one of which only the name is known throws until it is written. */

import type { WantedFunction } from './small-functions.ts';

/** `undefined` where the language is not known. */
export function define(extension: string, wanted: WantedFunction, exported = true): string | undefined {
  if (/^[cm]?[jt]sx?$/.test(extension)) return defineScript(wanted, extension.includes('t'), exported);
  return extension === 'py' ? definePython(wanted) : undefined;
}

function defineScript({ name, parameters, known }: WantedFunction, isTyped: boolean, exported: boolean): string {
  const type = known?.type ?? 'unknown';
  const list = parameters.map((parameter) =>
    isTyped && !parameter.includes(':') ? `${parameter}: ${type}` : parameter,
  );
  const body = known?.js ?? [`throw new Error('${name} is not written yet');`];
  const lines = body.map((line) => `  ${line}\n`).join('');
  return `${exported ? 'export ' : ''}function ${name}(${list.join(', ')}) {\n${lines}}\n`;
}

function definePython({ name, parameters, known }: WantedFunction): string {
  const snake = known ? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
  const body = known?.py ?? ['raise NotImplementedError'];
  return `def ${snake}(${parameters.join(', ')}):\n${body.map((line) => `    ${line}\n`).join('')}`;
}
