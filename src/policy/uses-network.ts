/** Whether a command is known to talk to servers or other machines; under a layer without sockets it would only fail. Pure. */

import { programNamed } from './programs/table.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';

/** Clients of services, and tools for clouds and other machines. */
const CLIENTS =
  /^(?:docker|podman|kubectl|helm|aws|az|gcloud|gsutil|gh|glab|psql|pg_dump|mysql|mysqldump|redis-cli|mongosh|ping|dig|host|nslookup|traceroute|telnet|nc|ncat|ftp|brew|apt|apt-get|dnf|yum|apk|pacman|terraform|ansible|ansible-playbook|vercel|netlify|flyctl|http|xh)$/;
/** Subcommands of package managers that download; the rest build and test. */
const FETCHES =
  /^(?:i|in|install|ci|add|update|upgrade|up|fetch|download|sync|require|get|dlx|x|exec|create|init|outdated|audit|view|info|search|login|publish|mod|restore)$/;

export function usesNetwork({ name, words }: Pick<JudgedCommand, 'name' | 'words'>): boolean {
  const program = programNamed(name);
  if (program?.sends !== undefined || program?.downloads || CLIENTS.test(name.replace(/^.*\//, ''))) return true;
  const first = words.slice(1).find(({ value }) => value !== undefined && !value.startsWith('-'));
  if (/^(?:npx|bunx|uvx|pipx)$/.test(name)) return true;
  return program?.installs === true && first?.value !== undefined && FETCHES.test(first.value);
}
