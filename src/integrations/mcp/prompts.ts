/** The prompts of servers, as commands: listed, and filled with the arguments that follow the name. */

import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { ServerPrompt } from '../../protocol/servers.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { inTheirWords } from '../../words/fault.ts';
import { faultIn } from './fault.ts';
import { textOfPart } from './result.ts';
import type { Server } from './server.ts';

export function promptsOf({ entry, manifest }: Server): ServerPrompt[] {
  return (manifest?.prompts ?? []).map(({ name, description = '', arguments: args }) => ({
    name: `${entry.name}:${name}`,
    description,
    arguments: args,
  }));
}

/** `undefined` if no server has a prompt of this name. */
export async function fillPrompt(
  servers: readonly Server[],
  name: string,
  args: string,
  signal: AbortSignal,
): Promise<{ text: string } | { problem: Fault } | undefined> {
  const server = servers.find(({ entry }) => name.startsWith(`${entry.name}:`));
  const prompt = server?.manifest?.prompts.find((each) => name === `${server.entry.name}:${each.name}`);
  if (!server || !prompt) return undefined;
  const given = argumentsOf(prompt.arguments, args);
  const missing = prompt.arguments.filter((argument) => argument.required && given[argument.name] === undefined);
  if (missing.length > 0)
    return { problem: inTheirWords(`/${name} ${missing.map((one) => `${one.name}=…`).join(' ')}`) };
  try {
    return { text: promptText(await server.prompt(prompt.name, given, signal)) };
  } catch (error) {
    return { problem: extensionFault('at', name, faultIn(error)) };
  }
}

/** Parses `a=1 b="two words"`; without names, assigns words to the arguments in order, the last one taking the rest. */
function argumentsOf(wanted: readonly { name: string }[], text: string): Record<string, string> {
  const named = [...text.matchAll(/(?:^|\s)([\w-]+)=(?:"([^"]*)"|(\S*))/g)];
  const isNamed = named.some(([, key]) => wanted.some(({ name }) => name === key));
  if (isNamed) return Object.fromEntries(named.map(([, key = '', quoted, plain = '']) => [key, quoted ?? plain]));
  const words = text.trim() === '' ? [] : text.trim().split(/\s+/);
  const last = wanted.length - 1;
  return Object.fromEntries(
    wanted.flatMap(({ name }, index) => {
      const value = index === last ? words.slice(index).join(' ') : words[index];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function promptText(answer: unknown): string {
  const messages: unknown[] = isPlainObject(answer) && Array.isArray(answer.messages) ? answer.messages : [];
  return messages
    .map((message) => (isPlainObject(message) && isPlainObject(message.content) ? textOfPart(message.content) : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}
