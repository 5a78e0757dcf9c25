/** Filters the colour parameters of untrusted text: those that hide text (conceal, blink) are dropped. */

const KEPT = /^(?:|0|1|2|3|4|7|9|2[1-4]|27|29|3[0-7]|39|4[0-7]|49|53|55|9[0-7]|10[0-7])$/;

/** The parameters of a `CSI … m` that may stay; `undefined` if none may. */
export function keptColours(parameters: string): string | undefined {
  if (!/^[0-9;:]*$/.test(parameters)) return undefined;
  const given = parameters.split(';');
  const kept: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const parameter = given[index] ?? '';
    if (parameter === '38' || parameter === '48') {
      const length = given[index + 1] === '5' ? 3 : given[index + 1] === '2' ? 5 : 1;
      if (length > 1 && index + length <= given.length) kept.push(...given.slice(index, index + length));
      index += length - 1;
    } else if (/^[34]8:/.test(parameter) || KEPT.test(parameter)) kept.push(parameter);
  }
  return kept.length > 0 ? kept.join(';') : undefined;
}
