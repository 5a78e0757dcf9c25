/** Finds text that bash and every plain `sh` may read differently: syntax that only some shells know proves nothing in others. */

/**
 * Searched for anywhere, quoted or not, because shells differ in quoting itself: `[[`, `((`, `$'`, `$"`, `$[`, `&>`, `>&name`, `|&`, `<<<`,
 * `<(`, `>(`, `;&`, `+=`, `=(`, `{fd}>`, braces with commas or dots, and words that are keywords in bash only.
 */
const ONLY_IN_SOME: readonly RegExp[] = [
  /\[\[|\(\(|\$['"[]|&>|>&(?![0-9-])|\|&|<<<|[<>]\(|;&|\+=|=\(|\}[<>]|~[+-]|\$\{[^}$]*[/^,@!:]/,
  /\{[^\s{}]*(?:,|\.\.)/,
  /(?:^|[\s;&|(){}!])(?:function|time|select|coproc|\[\[|let|declare|typeset|local|source|shopt|enable|mapfile|readarray)(?:[\s;&|()]|$)/,
];

export function isReadDifferently(text: string): boolean {
  return ONLY_IN_SOME.some((pattern) => pattern.test(text));
}
