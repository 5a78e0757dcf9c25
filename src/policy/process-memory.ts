/** Lines that read the environment or the memory of a process: what a child does not inherit stands in that of coder. */

import type { Decision, Reason, Use } from '../protocol/policy.ts';
import { say } from './say.ts';

const READS = /\/proc\/[^\s;|&]{0,200}\/?(?:environ|mem|env\*|\*)(?![\w-])|\/proc\b.{0,400}\benviron\b/s;

/** Asked about in every mode, wherever nothing but a rule keeps a command from it. */
export function withProcessMemory(decision: Decision, { command, origin }: Use): Decision {
  if (!command || origin === 'user' || decision.verdict === 'deny' || !readsMemory(command.line)) return decision;
  const reason: Reason = { code: 'secret-file', ...say('processMemory'), risk: true };
  return { ...decision, verdict: 'ask', reasons: [...decision.reasons, reason], scopes: [] };
}

function readsMemory(line: string): boolean {
  const plain = line.slice(0, 100_000).replaceAll(/["'\\]/g, '');
  return plain.includes('/proc') && READS.test(plain);
}
