/** What a table holds under a name that came from outside: `constructor` is on every object and in no table. */
export function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
