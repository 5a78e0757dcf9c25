/** Puts the words of a language together from sections; each is made when it is first read, because a run needs few of them. */

type Makers = Readonly<Record<string, () => unknown>>;

export function sections<All extends Makers>(makers: All): { readonly [Name in keyof All]: ReturnType<All[Name]> } {
  const words = {};
  for (const [name, get] of Object.entries(makers)) Object.defineProperty(words, name, { get, enumerable: true });
  return words as { readonly [Name in keyof All]: ReturnType<All[Name]> };
}
