/** Own-property lookup, so that an untrusted key such as `constructor` never reaches the prototype. */
export function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
