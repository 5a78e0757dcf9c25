/** Which texts mean the same to bash and to every plain `sh`: what only some shells know is not provable in others. */

/**
 * Looked for anywhere, quoted or not, since quoting itself is what shells differ in: `[[`, `((`, `$'`, `$"`, `$[`, `&>`, `>&name`,
 * `|&`, `<<<`, `<(`, `>(`, `;&`, `+=`, `=(`, `{fd}>`, braces with commas or dots, and words that are keywords in bash only.
 */
const ONLY_IN_SOME: readonly RegExp[] = [
  /\[\[|\(\(|\$['"[]|&>|>&(?![0-9-])|\|&|<<<|[<>]\(|;&|\+=|=\(|\}[<>]|~[+-]|\$\{[^}$]*[/^,@!:]/,
  /\{[^\s{}]*(?:,|\.\.)/,
  /(?:^|[\s;&|(){}!])(?:function|time|select|coproc|\[\[|let|declare|typeset|local|source|shopt|enable|mapfile|readarray)(?:[\s;&|()]|$)/,
];

export function isReadDifferently(text: string): boolean {
  return ONLY_IN_SOME.some((pattern) => pattern.test(text));
}
