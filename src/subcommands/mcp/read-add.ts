/** Parses the words after `coder mcp add`, as in other agents: `NAME [options] -- COMMAND…`, or `--transport http NAME URL`. */

import type { ServerScope } from '../../app/servers/manage-servers.ts';
import { defineWords } from '../../words/own-words.ts';

export interface AddedServer {
  name: string;
  scope: ServerScope;
  entry: Record<string, unknown>;
}

const SCOPES: readonly ServerScope[] = ['user', 'project', 'local'];
const TRANSPORTS = ['stdio', 'http', 'sse'];

export const addWords = defineWords({
  en: {
    needsValue: (option: string) => `${option} needs a value`,
    notOneOf: (option: string, values: readonly string[], given: string) =>
      `${option} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, not "${given}"`,
    notAVariable: (option: string, given: string) => `${option} takes NAME=VALUE, not "${given}"`,
    notAHeader: (option: string, given: string) => `${option} takes "NAME: VALUE", not "${given}"`,
    unknownOption: (option: string) => `unknown option ${option}`,
    nothingToAdd: 'give a name, and a command or an address',
    moreThanAddress: (word: string) => `unexpected "${word}": an address takes no arguments`,
  },
  'zh-CN': {
    needsValue: (option) => `${option} 需要一个值`,
    notOneOf: (option, values, given) => `${option} 只能是 ${values.join('、')}，不能是 “${given}”`,
    notAVariable: (option, given) => `${option} 的写法是 变量=值，而不是 “${given}”`,
    notAHeader: (option, given) => `${option} 的写法是 "名称: 值"，而不是 “${given}”`,
    unknownOption: (option) => `未知选项 ${option}`,
    nothingToAdd: '需要一个名称，以及一条命令或一个地址',
    moreThanAddress: (word) => `不明白 “${word}”：地址后面没有参数`,
  },
});

export function readAdd(words: readonly string[], say: (typeof addWords)['en']): AddedServer | { problem: string } {
  const dashes = words.indexOf('--');
  const before = dashes < 0 ? words : words.slice(0, dashes);
  const positionals: string[] = [];
  const env: Record<string, string> = {};
  const headers: Record<string, string> = {};
  let scope: ServerScope = 'user';
  let transport = '';
  for (let at = 0; at < before.length; at++) {
    const word = before[at] ?? '';
    const isCommand = positionals.length >= 2; // all words after the program belong to it
    if (isCommand || !word.startsWith('-')) {
      positionals.push(word);
      continue;
    }
    const [option, inline] = word.startsWith('--') ? splitOnce(word, '=') : [word];
    const value = inline ?? before[++at];
    if (value === undefined) return { problem: say.needsValue(option) };
    switch (option) {
      case '-s':
      case '--scope': {
        const found = SCOPES.find((each) => each === value);
        if (!found) return { problem: say.notOneOf('--scope', SCOPES, value) };
        scope = found;
        break;
      }
      case '-t':
      case '--transport':
        if (!TRANSPORTS.includes(value)) return { problem: say.notOneOf('--transport', TRANSPORTS, value) };
        transport = value;
        break;
      case '-e':
      case '--env': {
        const [key, text] = splitOnce(value, '=');
        if (text === undefined || key === '') return { problem: say.notAVariable(option, value) };
        env[key] = text;
        break;
      }
      case '-H':
      case '--header': {
        const [key, text] = splitOnce(value, ':');
        if (text === undefined || key === '') return { problem: say.notAHeader(option, value) };
        headers[key.trim()] = text.trim();
        break;
      }
      default:
        return { problem: say.unknownOption(option) };
    }
  }
  const [name, ...more] = positionals;
  const command = [...more, ...(dashes < 0 ? [] : words.slice(dashes + 1))];
  const [first, ...args] = command;
  if (name === undefined || first === undefined) return { problem: say.nothingToAdd };
  const isAddress =
    transport === 'http' || transport === 'sse' || (transport === '' && dashes < 0 && /^https?:\/\//.test(first));
  if (isAddress) {
    if (args.length > 0) return { problem: say.moreThanAddress(args[0] ?? '') };
    const given = Object.keys(headers).length > 0 ? { headers } : {};
    return { name, scope, entry: { type: transport === 'sse' ? 'sse' : 'http', url: first, ...given } };
  }
  const given = Object.keys(env).length > 0 ? { env } : {};
  return { name, scope, entry: { command: first, ...(args.length > 0 && { args }), ...given } };
}

function splitOnce(text: string, by: string): [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
