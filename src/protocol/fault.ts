/** What went wrong, as a value: English text for the log and the model, and sentences by name for the person's language. */

export interface Fault {
  /** In English. */
  text: string;
  /** The sentences, one after the other; empty if the words are someone else's. */
  says: FaultSays;
}

/** Each sentence is its name followed by its parameters; a parameter is a text, or sentences itself. */
export type FaultSays = readonly (readonly (string | FaultSays)[])[];

/** One sentence whose parameters are all texts. */
export interface PlainFault extends Fault {
  says: readonly [readonly string[]];
}

/** With the place before it. */
export function placedFault(place: string, { text, says }: Fault): Fault {
  return { text: `${place}: ${text}`, says: [['placed', place, says.length > 0 ? says : text]] };
}

/** Joins several faults, one per line. */
export function faultLines(several: readonly Fault[]): Fault {
  const says = several.flatMap((one, at) => (at === 0 ? saysOf(one) : [NEW_LINE, ...saysOf(one)]));
  return { text: several.map(({ text }) => text).join('\n'), says };
}

const NEW_LINE = ['\n'] as const;

/** Beside others, someone else's words are a sentence too. */
export function saysOf({ text, says }: Fault): FaultSays {
  return says.length > 0 ? says : [['asSaid', text]];
}

/** For sentences that were written to a file. */
export function isSays(value: unknown): value is FaultSays {
  const isPart = (part: unknown) => typeof part === 'string' || isSays(part);
  return Array.isArray(value) && value.every((sentence) => Array.isArray(sentence) && sentence.every(isPart));
}
