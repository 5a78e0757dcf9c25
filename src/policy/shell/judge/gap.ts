/** What is missing in a proof. `outside` and `secret` are still reads; the others may be anything. */
export interface Gap {
  kind: 'unknown' | 'flag' | 'operand' | 'outside' | 'secret' | 'planted';
  text: string;
}
