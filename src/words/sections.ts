/** Puts words together from sections; each is made when it is first read, because a run needs few of them. */

type Makers = Readonly<Record<string, () => unknown>>;
type Made<All extends Makers> = { readonly [Name in keyof All]: ReturnType<All[Name]> };

export function sections<All extends Makers>(makers: All): Made<All> {
  return withSections({}, makers);
}

/** Adds sections to words that are there already. */
export function withSections<Own extends object, All extends Makers>(own: Own, makers: All): Own & Made<All> {
  for (const [name, get] of Object.entries(makers)) Object.defineProperty(own, name, { get, enumerable: true });
  return own as Own & Made<All>;
}
