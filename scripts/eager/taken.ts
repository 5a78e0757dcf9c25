/** What the bundle has in place of imports of Node's own modules; `quickLoading` in `../build.ts` puts it there. */

type Module = Readonly<Record<string, unknown>>;

const modules: Record<string, Module | undefined> = {};

/** `undefined` in a Node that is too old, which must start far enough to say so. */
export function take(id: string, name: string): unknown {
  modules[id] ??= process.getBuiltinModule?.(id) as Module | undefined;
  return modules[id]?.[name];
}

/** A function whose module is loaded when it is first called. */
export function takeLate(id: string, name: string): unknown {
  let found: unknown;
  return function (this: unknown, ...args: unknown[]): unknown {
    found ??= take(id, name);
    const call = found as (new (...args: unknown[]) => unknown) & ((...args: unknown[]) => unknown);
    return new.target ? new call(...args) : call(...args);
  };
}
