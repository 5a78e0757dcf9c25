/** The language a person writes in, and both wordings of what is said back. */

export type Language = 'en' | 'zh';
/** Takes the English and the Chinese wording and gives the one the person reads. */
export type Say = (en: string, zh: string) => string;

/** Enough to tell; what is piped in may be long. */
const LOOKED_AT = 10_000;
const HAN = /\p{Script=Han}/u;

/** Quoted names do not decide: `create 你好.txt` is English where the rest of it is. */
export function languageOf(whole: string): Language {
  const text = whole.slice(0, LOOKED_AT);
  const unquoted = text.replace(/```[\s\S]*?```|`[^`]*`|"[^"]*"|“[^”]*”|'[^'\n]*'|(?<!\S)\S+\.\w{1,5}(?=\s|$)/g, ' ');
  return HAN.test(unquoted.trim() === '' ? text : unquoted) ? 'zh' : 'en';
}

export function sayIn(language: Language): Say {
  return (en, zh) => (language === 'zh' ? zh : en);
}
