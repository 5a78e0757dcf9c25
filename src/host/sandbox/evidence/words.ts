/** The words of errors: the system's English messages and what programs make of them. None is evidence on its own. */

/** The system's words, as C, Python, Node, Java, Go, Rust, Ruby and others pass them on. */
export const READ_ONLY =
  /read-?only (?:file ?system|database|volume|directory)|EROFS|errno(?:=| |: )30\b|os error 30\b|ReadOnlyFileSystem/i;
export const NOT_ALLOWED =
  /permission denied|EACCES|operation not permitted|EPERM|errno(?:=| |: )13\b|os error 13\b|PermissionError|AccessDenied|access (?:is )?denied/i;
export const NOT_FOUND = /no such file|ENOENT|FileNotFound|NoSuchFile|unable to open/i;
export const MISSING =
  /no such file|ENOENT|FileNotFound|NoSuchFile|cannot (?:open|access|stat|connect|read)|(?:can't|could(?:n't| not)|unable to|failed to) (?:open|access|stat|read|find|load)|failed to connect|not found|no \w{1,20} found|no rule to make target|cannot find|(?:does|do)(?: not|n't) exist|doesn't seem to exist|is (?:not there|missing)/i;

/** A program's words for a failed write, for lines that also name the path. */
const NOT_MADE_NAMED =
  /(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|fail(?:ed|s|ure|ing)?|error|not able to|problem)\b[^.;]{0,60}?\b(?:\(?(?:re)?-?\)?creat|writ|sav|stor(?:e|ing)\b|mkdir|mak(?:e|ing) (?:a |the )?(?:dir|fold)|copy|mov(?:e|ing)|renam|remov|delet|unlink|symlink|touch|lock|install|extract|append|truncat|export|dump|output|change|open\w* [^.;]{0,80}for (?:writ|output|append))|unable to open (?:database|output)|bad file descriptor|(?:not|n['’]t) (?:be )?(?:writ(?:e?able|ten)|saved|created)|(?:write|save|creation|creating|writing|saving) (?:error|fail)|no write (?:access|permission)/i;
/** The same for lines that name no path, which must at least mention a file or folder. */
const NOT_MADE =
  /unable to open (?:database|output)|(?:unable|failed) to \(\w*\)create|open file for writing|cannot create directory: |failure writing output|write a read-?only database|(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|failed to|failure|failed|error)(?: while| when| in)? (?:creat|writ|sav|mak)(?:e|ing) (?:to |the |a |an |new |its |output |temporary |log |lock |target |destination |object |data |report |config |parent ){0,3}(?:file|dir|folder|output|database|temp|archive|log|lock|path|destination|target|report|cache|config|state|data\b|$)|(?:write|save|saving|writing) (?:error|failed|failure)$|(?:directory|folder|file|path|destination|target|prefix) is not writ(?:e)?able/i;
/** The system's words for any other cause, which then is what stopped the command. */
const OTHER_CAUSE =
  /file exists|already exists|not a directory|is a directory|no such file|no space|disk quota|too many|too long|invalid|not found|input\/output error|busy|not empty|does not exist|doesn't exist|syntax|unsupported|unknown|unexpected|undefined|\bE(?:ISDIR|NOTDIR|EXIST|NOTEMPTY|INVAL|NOSPC|MFILE|BUSY|XDEV|ADDRINUSE)\b/i;

/** Words that a program, a log or a test may quote; each row lists words for the same error. */
const QUOTABLE: readonly RegExp[] = [
  /read-?only file ?system|erofs|errno(?:=| |: )30\b|os error 30\b/i,
  /permission denied|eacces|errno(?:=| |: )13\b|os error 13\b/i,
  /operation not permitted|eperm/i,
  /no such file or directory|enoent/i,
  /econnrefused|connection refused/i,
  /enetunreach|network is unreachable/i,
  /could(?:n't| not) (?:resolve|connect)|failed to connect/i,
  /publickey/i,
  /name resolution|enotfound|eai_again/i,
  /cannot (?:create|touch|open|write)/i,
  /does not exist/i,
  /not writable/i,
];
/** Lines in which a test reports what it compared. */
const COMPARED = /^E {2,}|^\s*[-+] ['"[\w]|AssertionError|\bassert\b|\b(?:expected|received|actual)\b/i;

const WARNING = /^\W*(?:npm )?warn(?:ing)?\b/i;
/** Source code that a program prints, which says nothing about what happened. */
const SOURCE = /^\s*(?:throw|raise|console\.\w+|print|assert)\b/;
/** Trouble of another kind that came later. */
const OTHER_TROUBLE = /fail|error|invalid|no valid|not found/i;
/** Any word that reports that something went wrong. */
const TROUBLE =
  /fail|error|unable|could(?: not|n['’]t)|can ?not|can['’]t|refused|denied|unavailable|unreachable|timed? ?out|not (?:ready|running|reachable|responding|connected)|no (?:response|connection)|offline|\bdown\b/i;
const OTHER_TROUBLE_THAN_REACH =
  /syntax|find module|typeerror|nameerror|referenceerror|importerror|modulenotfound|usage:|unknown option|unrecognized|command not found|assertion|assert|expected/i;

export function saysDenied(words: string): boolean {
  return READ_ONLY.test(words) || NOT_ALLOWED.test(words) || NOT_MADE_NAMED.test(words);
}

export function isWarning(line: string): boolean {
  return WARNING.test(line);
}

export function isSource(line: string): boolean {
  return SOURCE.test(line);
}

/** True for a program's words for a failed write, unless the line gives another cause. `isNamed`: the line also names the path. */
export function isReworded(line: string, isNamed: boolean): boolean {
  return (isNamed ? NOT_MADE_NAMED : NOT_MADE).test(line) && !OTHER_CAUSE.test(line);
}

/** Words of errors, and code that raises such an error itself. */
const MADE: readonly (readonly [words: RegExp, made: RegExp])[] = [
  [
    /permission denied|eacces|PermissionError|AccessDenied/i,
    /(?:raise|throw|die|error|effect)\b[^;\n]{0,40}(?:EACCES|PermissionError|AccessDenied|permission denied)|PermissionError\(/i,
  ],
  [/operation not permitted|eperm/i, /(?:raise|throw|die|error)\b[^;\n]{0,40}(?:EPERM|PermissionError)/i],
  [/read-only file system|erofs/i, /(?:raise|throw|die|error|effect)\b[^;\n]{0,40}(?:EROFS|\(30\b|read-only file)/i],
  [/no such file|enoent/i, /(?:raise|throw|die|error)\b[^;\n]{0,40}(?:ENOENT|FileNotFound|NoSuchFile)/i],
  [/connection refused|econnrefused/i, /(?:raise|throw|die|error)\b[^;\n]{0,40}(?:ECONNREFUSED|ConnectionRefused)/i],
];

/** Code that creates an error with any number it likes. */
const MAKES_WORDS =
  /strerror\(|getSystemErrorName|from_raw_os_error|\berrno ?= ?[E\d]|\$! ?= ?[E\d]|PathError\{|syscall\.E[A-Z]|SystemCallError\.new|Errno::\w+\.new/;

/** True if the command itself raises an error with these words. */
export function isMadeBy(told: string, line: string): boolean {
  return MADE.some(([words, made]) => words.test(line) && (made.test(told) || MAKES_WORDS.test(told)));
}

/** True if one of the command's texts contains all that the line says of an error, in these words or synonyms, and the path it names. */
export function isQuoted(line: string, own: string): boolean {
  const kinds = QUOTABLE.filter((words) => words.test(line));
  if (kinds.length === 0 || !kinds.every((words) => words.test(own))) return false;
  const path = /(?<![\w.-])\/[^\s'"‘’“”:,()]{2,300}/.exec(line)?.[0];
  if (path === undefined) return true;
  return own.split('\f').some((text) => text.includes(path) && kinds.every((words) => words.test(text)));
}

/** True for the system's own words; if the command was made to print them, the line is a quotation. */
export function saysCause(line: string): boolean {
  return QUOTABLE.slice(0, 5).some((words) => words.test(line));
}

export function isCompared(line: string): boolean {
  return COMPARED.test(line);
}

/** True for a warning after which the program continued. */
export function isAside(line: string, after: readonly string[]): boolean {
  return (
    WARNING.test(line) &&
    after.some((each) => /connect/i.test(each) || (each.trim() !== '' && !saysDenied(each) && !isReworded(each, false)))
  );
}

export function hasOtherTrouble(lines: readonly string[]): boolean {
  return lines.some((line) => OTHER_TROUBLE.test(line) && !saysDenied(line));
}

/** True if the lines only report a failure, with no cause other than the network. */
export function isPlainTrouble(lines: readonly string[]): boolean {
  return (
    lines.some((line) => TROUBLE.test(line)) &&
    !lines.some((line) => OTHER_CAUSE.test(line) || OTHER_TROUBLE_THAN_REACH.test(line))
  );
}

/** True for the system's words for a cause other than the sandbox, or those of a compiler or a test. */
export function hasOtherCause(lines: readonly string[]): boolean {
  return lines.some((line) => OTHER_CAUSE.test(line) || OTHER_TROUBLE_THAN_REACH.test(line));
}

/** Lines that only report an earlier failure. */
const VAGUE =
  /^make(?:\[\d+\])?: |^npm |^> |^exit status|previous errors|not recoverable|^Node\.js v\d|Command failed|ELIFECYCLE|non-zero exit/i;

export function isVague(line: string): boolean {
  return VAGUE.test(line);
}
