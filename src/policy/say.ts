/** Builds what policy says: English text for the model, plus the name and parameters from which every language can say it. */

import type { Said } from '../protocol/policy.ts';
import { type ReasonWords, reasons } from '../words/en/reasons.ts';

export function say<Name extends keyof ReasonWords>(name: Name, ...parameters: Parameters<ReasonWords[Name]>): Said {
  const text: unknown = Reflect.apply(reasons()[name], undefined, parameters);
  return { text: String(text), says: [name, ...parameters] };
}
