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
