/** The languages coder speaks, and which one the environment asks for. */

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The language in use before any settings are read. */
export function languageOf(env: Environment): Language {
  return LANGUAGES.find((language) => language === env.CODER_LANG) ?? localeOf(env)?.language ?? 'en';
}

/** The system's language and the variable that sets it; `undefined` if no variable is set. */
export function localeOf(env: Environment): { language: Language; variable: string } | undefined {
  const variable = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => env[name]);
  if (variable === undefined) return undefined;
  return { language: /^zh/i.test(env[variable] ?? '') ? 'zh-CN' : 'en', variable };
}
