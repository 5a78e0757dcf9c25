/** Lines that read the environment or memory of a process: coder's own holds secrets that its children do not inherit. */

import type { Decision, Reason, Use } from '../protocol/policy.ts';
import { say } from './say.ts';

const READS = /\/proc\/[^\s;|&]{0,200}\/?(?:environ|mem|env\*|\*)(?![\w-])|\/proc\b.{0,400}\benviron\b/s;

/** Asks in every mode, wherever only a rule prevents a command from reading process memory. */
export function withProcessMemory(decision: Decision, { command, origin }: Use): Decision {
  if (!command || origin === 'user' || decision.verdict === 'deny' || !readsMemory(command.line)) return decision;
  const reason: Reason = { code: 'secret-file', ...say('processMemory'), risk: true };
  return { ...decision, verdict: 'ask', reasons: [...decision.reasons, reason], scopes: [] };
}

function readsMemory(line: string): boolean {
  const plain = line.slice(0, 100_000).replaceAll(/["'\\]/g, '');
  return plain.includes('/proc') && READS.test(plain);
}
