/** Judges a failed check: something the model can fix, or an environment in which the result means nothing. Pure. */

import { nearest } from '../../base/text/nearest.ts';
import type { EnvironmentProblem } from '../../words/en/turn.ts';

export interface CheckRun {
  command: string;
  exitCode: number;
  timedOut: boolean;
  /** The output of both streams. */
  output: string;
}

export type Judgement = { fixable: true } | { fixable: false; why: EnvironmentProblem };

const NOT_FOUND =
  /(?:^|\n)[^\n]{0,80}: (?:command )?not found(?:\n|$)|is not recognized as an internal or external command/;
const NO_JAVA = /JAVA_HOME (?:is not set|is not defined|is set to an invalid)|Unable to locate a Java Runtime/;
const NO_TESTS =
  /missing script: "?test|no test specified|no tests? (?:files? )?(?:found|ran|were found|to run|collected)|collected 0 items|No test files found/i;
const NO_PROJECT =
  /cannot find main module|could not find `?Cargo\.toml|there is no POM in this directory|does not contain a Gradle build/i;
const UNREACHABLE =
  /Could not resolve (?:host|all (?:files|dependencies|artifacts)|dependencies)|failed to (?:get|download) `?[\w-]+`? as a dependency|no matching package named|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|dial tcp[^\n]*(?:no such host|i\/o timeout|connection refused)|missing go\.sum entry|no required module provides package|lockfile is (?:missing|not up to date)|Local package\.json exists, but node_modules missing/i;
const MISSING_MODULE =
  /(?:Cannot find (?:module|package)|Failed to resolve import|No module named|Could not resolve) ['"`]([^'"`\n]+)['"`]/g;

/** `edited` holds changed files, relative; a missing module named after one of them is the model's to fix. */
export function judgeFailure({ command, exitCode, timedOut, output }: CheckRun, edited: readonly string[]): Judgement {
  const text = output.slice(-64_000);
  if (timedOut) return environment('time-out');
  if (exitCode === 126) return environment('not-executable');
  if (exitCode === 127 || NOT_FOUND.test(text) || NO_JAVA.test(text)) {
    return environment('command-not-found');
  }
  if ((/\bpytest\b/.test(command) && exitCode === 5) || NO_TESTS.test(text) || NO_PROJECT.test(text)) {
    return environment('no-tests');
  }
  if (UNREACHABLE.test(text) || lacksDependency(text, edited)) return environment('missing-dependency');
  return { fixable: true };
}

/** A module that is relative, or named like a changed file or nearly so, is a slip, not a missing dependency. */
function lacksDependency(output: string, edited: readonly string[]): boolean {
  const missing = [...output.matchAll(MISSING_MODULE)].map(([, name = '']) => name);
  if (missing.length === 0) return false;
  const own = edited.flatMap((path) => path.split('/').map((part) => part.replace(/\.\w+$/, '')));
  return missing.every((name) => {
    const first = name.split(/[/.]/)[0] ?? '';
    return /^[A-Za-z@]/.test(name) && !/^[A-Za-z]:/.test(name) && nearest(first, own) === undefined;
  });
}

function environment(why: EnvironmentProblem): Judgement {
  return { fixable: false, why };
}
