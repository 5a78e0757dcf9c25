/** Classifies what went wrong between coder and a server by what it means for a call. */

/**
 * `not-run`: the server refused or never saw the request (a lost session, a closed port). `unknown`: it ended in the middle. `login`: it
 * requires a login. `refused`: it answered with an error. `bad-result`: its answer contradicts its own schema. `slow`: it did not answer in
 * time.
 */
export type FaultKind = 'not-run' | 'unknown' | 'login' | 'refused' | 'bad-result' | 'slow' | 'cancelled';

export class ServerFault extends Error {
  readonly kind: FaultKind;
  /** True if the server did not accept the arguments. */
  readonly wrongArguments: boolean;

  constructor(kind: FaultKind, message: string, wrongArguments = false) {
    super(message);
    this.kind = kind;
    this.wrongArguments = wrongArguments;
  }
}
