/** Decides where a confined command may connect: judged by policy, asked about while the connection waits, once per host. */

import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '../../base/elapsed.ts';
import { decideHost, HOSTS } from '../../policy/decide-host.ts';
import { say } from '../../policy/say.ts';
import type { Decision, Use } from '../../protocol/policy.ts';
import type { HostClient, HostTarget } from '../../protocol/sandbox.ts';
import type { View } from '../../protocol/view.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { approve } from './approve.ts';
import type { Proposal } from './proposal.ts';

type Connecting = Pick<Proposal, 'call' | 'turn' | 'use' | 'facts'>;

interface Waiting {
  target: HostTarget;
  answer(isAllowed: boolean): void;
}

/** Wait before asking, so that many connections that begin together are asked about together. */
const GATHER_MS = 150;
const MOST_QUESTIONS = 10;
const MOST_NAMED = 20;

export interface HostAccess extends HostClient {
  /** Refuses pending questions once the command has ended; processes it left running may ask again. */
  withdraw(): void;
}

export function hostAccess(connecting: Connecting, live: LiveSession, engine: Engine, signal: AbortSignal): HostAccess {
  const answers = new Map<string, Promise<boolean>>();
  let waiting: Waiting[] = [];
  let askingSince: number | undefined;
  let held = 0;
  let over = new AbortController();

  return {
    withdraw() {
      if (askingSince === undefined) return;
      answers.clear();
      for (const { answer } of waiting) answer(false);
      waiting = [];
      over.abort();
      over = new AbortController();
    },
    mayReach(target) {
      const key = keyOf(target);
      const known = answers.get(key) ?? judge(target);
      answers.set(key, known);
      return known;
    },
    heldMs: () => held + (askingSince === undefined ? 0 : elapsedMs() - askingSince),
  };

  function judge(target: HostTarget): Promise<boolean> {
    const decision = decide(target);
    const isQuestion = decision.verdict === 'ask' && engine.settings.approval.attended;
    return isQuestion ? queue(target) : settle([target], decision);
  }

  /** Uses the current grants, so that an "always" given meanwhile counts at once. */
  function decide(target: HostTarget): Decision {
    const { facts } = connecting;
    return decideHost(target, { ...facts, grants: live.rules.facts(facts.preset).grants });
  }

  function queue(target: HostTarget): Promise<boolean> {
    return new Promise((answer) => {
      waiting.push({ target, answer });
      if (askingSince === undefined) void askAll();
    });
  }

  async function askAll(): Promise<void> {
    askingSince = elapsedMs();
    await sleep(GATHER_MS);
    while (waiting.length > 0) {
      const count = waiting.length > MOST_QUESTIONS ? waiting.length : 1;
      const asked = waiting.slice(0, count);
      waiting = waiting.slice(count);
      const targets = asked.map(({ target }) => target);
      const [first] = targets;
      const isAllowed = await settle(
        targets,
        targets.length === 1 && first ? decide(first) : together(targets, decide),
      );
      for (const { answer } of asked) answer(isAllowed);
    }
    held += elapsedMs() - askingSince;
    askingSince = undefined;
  }

  /** The only way to approval; refuses if the session ends meanwhile. */
  async function settle(targets: readonly HostTarget[], decision: Decision): Promise<boolean> {
    const [first] = targets;
    if (!first || signal.aborted) return false;
    const proposal = proposalFor(connecting, first, shownTargets(first, targets.length), decision);
    const until = AbortSignal.any([signal, over.signal]);
    try {
      return 'approved' in (await approve(proposal, live, engine, until));
    } catch {
      return false; // the decision cannot be logged any more, so the connection is refused
    }
  }
}

function together(targets: readonly HostTarget[], decide: (target: HostTarget) => Decision): Decision {
  const names = [...new Set(targets.map(({ name }) => name))];
  const listed = `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
  const risk = targets.some((target) => decide(target).reasons.some((each) => each.risk));
  const reason = { code: 'host' as const, ...say('newHosts', String(names.length), listed), risk };
  return { verdict: 'ask', reasons: [reason], scopes: [] };
}

function shownTargets({ name, port }: HostTarget, count: number): View {
  return count === 1 ? { title: `${name}:${port}` } : { title: `${count} hosts`, fact: { is: 'hosts', count } };
}

/** A separate question on behalf of the call that connects. */
function proposalFor(
  { call, turn, use, facts }: Connecting,
  { name, address }: HostTarget,
  shown: View,
  decision: Decision,
): Proposal {
  const asking: Use = {
    tool: `connect ${shown.title}`,
    permission: HOSTS,
    effect: 'network',
    paths: [],
    origin: use.origin,
    host: { name, private: address !== undefined },
  };
  const body = use.command && [{ type: 'text' as const, text: use.command.line }];
  const view = () => ({ ...shown, ...(body && { body }) });
  return { call: { ...call, name: 'connect' }, turn, decision, view, use: asking, facts, files: [] };
}

/** Ports 80 and 443 of a host count as one. */
function keyOf({ name, port, address, isOwn }: HostTarget): string {
  if (isOwn) return `own ${port}`;
  return `${name} ${port === 80 || port === 443 ? 'web' : port} ${address === undefined ? '' : 'private'}`;
}
