/**
 * What is missing in a proof. `outside` and `secret` are still reads, and `repository` is one as long as git is held to
 * it by its environment; the others may be anything.
 */
export interface Gap {
  kind: 'unknown' | 'flag' | 'operand' | 'outside' | 'secret' | 'repository' | 'planted';
  text: string;
}
