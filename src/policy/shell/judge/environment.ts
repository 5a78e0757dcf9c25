/** Variables set in front of a command or for the rest of the line: which of them do not change what runs. */

import type { Reason } from '../../../protocol/policy.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { type Assigned, EVERY_VARIABLE } from '../read/expand.ts';

/** Variables that set language, verbosity, or the name of the environment. */
const HARMLESS = new Set(
  `LANG LANGUAGE NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES CARGO_TERM_COLOR
  CI DEBUG VERBOSE QUIET LOG_LEVEL LOGLEVEL RUST_LOG RUST_BACKTRACE npm_config_loglevel NODE_NO_WARNINGS
  NODE_ENV RAILS_ENV RACK_ENV MIX_ENV APP_ENV FLASK_ENV ENVIRONMENT STAGE PORT
  PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8
  GOOS GOARCH CGO_ENABLED GOMAXPROCS OMP_NUM_THREADS TF_IN_AUTOMATION DEBIAN_FRONTEND`.split(/\s+/),
);
const LOCALE = /^LC_[A-Z]+$/;
/** Placeholder names that nothing reads except a script that uses them. */
const EXAMPLE = /^(?:FOO|BAR|BAZ|QUX|[A-Z])$/;
const COLOURS = /^(?:LS|GREP|JQ)_COLORS$/;
const COLOUR_VALUE = /^[A-Za-z0-9=;:*.,-]*$/;

const PAGERS = /^(?:PAGER|GIT_PAGER|MANPAGER|SYSTEMD_PAGER|BAT_PAGER)$/;

/** No slash, no expansion, nothing a library could take for a file or a format. */
const PLAIN_VALUE = /^[A-Za-z0-9_.@:+, -]*$/;

/** Lower-case names that programs read nevertheless. */
const READ_BY_PROGRAMS = /^(?:https?|ftp|all|no|rsync)_proxy$|^npm_config_|^histchars$|^auto_resume$/;

/** Lower-case names belong to the line itself, apart from a few. */
export function isReadByPrograms(name: string): boolean {
  return READ_BY_PROGRAMS.test(name);
}

function isHarmlessAssignment({ name, value }: Assigned, command: string | undefined): boolean {
  if (value?.kind !== 'literal') return false;
  if (name === 'IFS') return command === 'read';
  if (PAGERS.test(name)) return value.value === 'cat' || value.value === '';
  if (name === 'GIT_TERMINAL_PROMPT' || name === 'GIT_OPTIONAL_LOCKS') return value.value === '0';
  if (name === 'TZ') return /^[A-Za-z0-9_+,-]+(?:\/[A-Za-z0-9_+-]+)*$/.test(value.value);
  if (COLOURS.test(name)) return COLOUR_VALUE.test(value.value);
  const isExample = EXAMPLE.test(name) && command !== undefined && programLike(command)?.reads !== undefined;
  const isKnown = HARMLESS.has(name) || LOCALE.test(name) || isExample;
  return isKnown && PLAIN_VALUE.test(value.value);
}

/** Application variables for tests and builds; no loader, shell or tool reads these. */
const OF_APPLICATIONS =
  /^(?!GIT_|LD_|DYLD_|NODE_|PYTHON|PERL|RUBY|JAVA|JVM|MAVEN_|GRADLE_|BASH|SSH_|GCC_|CARGO_|GO|RUST|PIP_|UV_|NPM_|YARN_|BUN_|DENO_|LESS|EDITOR|VISUAL)(?:(?:TEST|VITE|REACT_APP|NEXT_PUBLIC|NUXT|APP)_[A-Z0-9_]{1,60}|[A-Z][A-Z0-9_]{0,60}_(?:HOST|PORT|ENV|MODE|LEVEL|TIMEOUT|ENABLED|DISABLED|DEBUG|SEED|LIMIT|COUNT|RETRIES|WORKERS|REGION|VERSION))$/;
const SWITCHES = /^(?:GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT)$/;

/** True if the variable may change what is printed or written but not which programs run: it is asked about, but is not a risk. */
function isOwnAffair({ name, value }: Assigned): boolean {
  if (name === EVERY_VARIABLE) return true;
  return (
    value?.kind === 'literal' && (SWITCHES.test(name) || OF_APPLICATIONS.test(name)) && PLAIN_VALUE.test(value.value)
  );
}

export function environmentReason(
  assigned: Assigned & { span: readonly [number, number]; forCommand: boolean; command?: string },
): Reason | undefined {
  if (isHarmlessAssignment(assigned, assigned.command)) return undefined;
  const isOwnVariable = /^[a-z_][a-z0-9_]*$/.test(assigned.name) && !READ_BY_PROGRAMS.test(assigned.name);
  if (!assigned.forCommand && isOwnVariable) return undefined; // a variable of the line itself; using it asks anyway
  return {
    code: 'environment',
    ...(assigned.name === EVERY_VARIABLE ? say('environmentCleared') : say('environment', assigned.name)),
    risk: !isOwnAffair(assigned),
    part: assigned.text,
    span: assigned.span,
  };
}
