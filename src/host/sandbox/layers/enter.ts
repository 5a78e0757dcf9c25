/** The arguments with which `nsenter` joins the namespaces of a process. */

type Namespace = 'mount' | 'network';

const FLAGS: Readonly<Record<Namespace, string>> = { mount: '-m', network: '-n' };

export function enterArguments(pid: number, ...namespaces: readonly Namespace[]): string[] {
  return ['-t', String(pid), '-U', ...namespaces.map((each) => FLAGS[each]), '--preserve-credentials', '--'];
}
