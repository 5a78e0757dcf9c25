/** Config keys that make git run a program. */

/** Even during commands that only read. */
const WHILE_READING =
  /^(?:diff\.external|gpg\.program|core\.(?:sshcommand|gitproxy|alternaterefscommand)|(?:diff|filter|gpg|hook)\..+\.(?:command|textconv|clean|smudge|process|program))$/;
/** Only when git writes, signs or logs in. */
const WHILE_WRITING =
  /^(?:core\.(?:editor|askpass)|credential\.(?:.+\.)?helper|merge\..+\.driver|gpg\.(?:.+\.)?defaultkeycommand)$/;
const GIT_LFS = /^git-lfs (?:clean|smudge|filter-process)(?: --)?(?: %f)?$/;

/** `key` is in the form git lists it: section and name in lower case. git-lfs is known and harmless. */
export function runsWhileReading(key: string, value: string): boolean {
  return WHILE_READING.test(key) && !GIT_LFS.test(value);
}

export function runsProgram(key: string, value: string): boolean {
  return (WHILE_READING.test(key) || WHILE_WRITING.test(key)) && !GIT_LFS.test(value);
}

/** True for a value that only switches something on or off, so that it names no program. */
export function isSwitch(value: string): boolean {
  return /^(?:true|false|yes|no|on|off|0|1|)$/i.test(value);
}
