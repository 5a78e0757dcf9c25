/** The languages that can be highlighted: highlight.js grammars by name, each loaded on first use. */

import type { LanguageFn } from 'highlight.js';

type LanguageModule = { default: LanguageFn };

const LANGUAGES: Readonly<Record<string, () => Promise<LanguageModule>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cs: 'csharp',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  scss: 'css',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The grammar for the label of a code fence (`ts`, `Python {1-3}`); `undefined` if there is none. */
export function languageNamed(label: string): string | undefined {
  const lower = label.toLowerCase().replace(/[{:,\s].*$/, '');
  const name = ALIASES[lower] ?? lower;
  return Object.hasOwn(LANGUAGES, name) ? name : undefined;
}

export async function loadLanguage(name: string): Promise<LanguageFn | undefined> {
  return (await LANGUAGES[name]?.())?.default;
}
