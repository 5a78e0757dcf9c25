/** Reads from the person's message whether verification is wanted or unwanted, and with which command. Pure. */

import { KNOWN_CHECKS } from '../../policy/verify-list.ts';

const DECLINED =
  /\b(?:do ?n['’]?t|do not|never|without|no need to|skip|not)\b(?:\s\w{1,20}){0,3}?\s(?:verif\w|(?:run\w{0,4}\s)?(?:the\s|any\s)?(?:tests?|checks?)\b(?!\sfail)|(?:run|execute)\s(?:anything|any\s(?:commands?|code)))|(?:不要|不用|不必|无需|别|跳过|不需要)(?:再)?(?:进行|执行|运行|跑|做|自动){0,3}(?:验证|校验|检查|测试)/i;
const WANTED =
  /\bverif(?:y|ies|ied|ying|ication)\b|\b(?:run|re-?run|execute)\b(?:\s\w{1,20}){0,3}?\s(?:tests?|checks?|test suite)\b|\bmake sure\b.{0,40}\btests?\b|\b(?:and|then)\s+(?:check|test)\b|验证|校验|(?:运行|执行|跑)(?:一下|一遍|下)?(?:所有|全部)?测试|测试(?:要|需要|必须)?通过/i;

/** Words that begin a command; the command runs from there to the end of the clause. */
const RUNNER = String.raw`(?:npm|pnpm|yarn|bun|npx|node|deno|make|just|pytest|python3?|tox|nox|go|cargo|mvn|gradle|dotnet|ctest|rake|bundle|sbt|mix|php|swift|bash|sh|\.{1,2}\/[\w./-]+)`;
const QUOTED = '[`"“「]([^`"”」\\n]{2,120})[`"”」]';
const BARE = String.raw`(${RUNNER}(?:\s+[\w@./:=+-]+)*)`;
const COMMAND = `(?:${QUOTED}|${BARE})`;
const NAMING = [
  String.raw`\b(?:verif\w+|check|validate|test)\b(?:\s+(?:it|this|that|them|everything|your work|the (?:change|result|fix|work)s?))?\s+(?:with|by running|using|via|by)\s+${COMMAND}`,
  String.raw`\b(?:run|use|execute)\s+${COMMAND}\s+(?:to|for)\s+(?:verif|check|validat|test)`,
  String.raw`\bverif(?:y|ication)(?: command)?\s*[:：]\s*${COMMAND}`,
  String.raw`(?:用|使用|运行|执行|通过)\s*${COMMAND}\s*(?:来|去|进行|做)*\s*(?:验证|校验|检查)`,
  String.raw`(?:验证|校验)(?:命令)?\s*(?:[:：]|用|使用)\s*${COMMAND}`,
];

/** Commands that are meant wherever they appear; "make test" is left out because it may just be English. */
const MENTIONED = KNOWN_CHECKS.filter((command) => !['make test', 'tox'].includes(command));

export function asksForVerification(input: string): boolean {
  return WANTED.test(input.replace(/\s+/g, ' ')) && !declinesVerification(input);
}

export function declinesVerification(input: string): boolean {
  return DECLINED.test(input.replace(/\s+/g, ' '));
}

/** The command the person named for the check, on the list or not. */
export function namedCommand(input: string): string | undefined {
  for (const naming of NAMING) {
    const [, quoted, bare] = new RegExp(naming, 'i').exec(input) ?? [];
    const named = quoted ?? bare?.replace(/(?:\s+(?:and|then|but|or|to|when|after|before|please)\b.*)$/i, '');
    if (named) return oneLine(named).replace(/(?<=\w)[.]$/, '');
  }
  const text = oneLine(input);
  const listed = MENTIONED.map((command) => ({ command, at: wholeAt(text, command) })).filter(({ at }) => at >= 0);
  return listed.toSorted((a, b) => a.at - b.at || b.command.length - a.command.length)[0]?.command;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Position where the command is mentioned as a whole, not as the beginning of a longer one; -1 if nowhere. */
function wholeAt(text: string, command: string): number {
  for (let at = text.indexOf(command); at >= 0; at = text.indexOf(command, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + command.length);
    if (!/[\w./-]/.test(before) && /^(?:$|[`"'”」，。；、,;:!?)）]|\.(?:\s|$)|\s(?![-./]))/.test(after)) return at;
  }
  return -1;
}
