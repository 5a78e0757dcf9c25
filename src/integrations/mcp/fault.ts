/** What went wrong between coder and a server, by what it means for a call. */

/**
 * `not-run`: the server refused or never saw the request (a lost session, a closed port). `unknown`: it ended in the middle. `login`: it wants a
 * login. `refused`: it answered with an error. `bad-result`: its answer is against its own word. `slow`: it did not answer in time.
 */
export type FaultKind = 'not-run' | 'unknown' | 'login' | 'refused' | 'bad-result' | 'slow' | 'cancelled';

export class ServerFault extends Error {
  readonly kind: FaultKind;
  /** Arguments that the server did not take. */
  readonly wrongArguments: boolean;

  constructor(kind: FaultKind, message: string, wrongArguments = false) {
    super(message);
    this.kind = kind;
    this.wrongArguments = wrongArguments;
  }
}
