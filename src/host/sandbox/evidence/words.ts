/** The words of errors: what the system says in English, and what programs make of it. None of them is evidence by itself. */

/** The system's own words, as C, Python, Node, Java, Go, Rust, Ruby and others pass them on. */
export const READ_ONLY =
  /read-?only (?:file ?system|database|volume|directory)|EROFS|errno(?:=| |: )30\b|os error 30\b|ReadOnlyFileSystem/i;
export const NOT_ALLOWED =
  /permission denied|EACCES|operation not permitted|EPERM|errno(?:=| |: )13\b|os error 13\b|PermissionError|AccessDenied|access (?:is )?denied/i;
export const NOT_FOUND = /no such file|ENOENT|FileNotFound|NoSuchFile|unable to open/i;
export const MISSING =
  /no such file|ENOENT|FileNotFound|NoSuchFile|cannot (?:open|access|stat|connect|read)|(?:can't|could(?:n't| not)|unable to|failed to) (?:open|access|stat|read|find|load)|failed to connect|not found|no \w{1,20} found|no rule to make target|cannot find|(?:does|do)(?: not|n't) exist|doesn't seem to exist|is (?:not there|missing)/i;

/** In words of a program's own, of something that is named beside them. */
const NOT_MADE_NAMED =
  /(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|fail(?:ed|s|ure|ing)?|error|not able to|problem)\b[^.;]{0,60}?\b(?:\(?(?:re)?-?\)?creat|writ|sav|stor(?:e|ing)\b|mkdir|mak(?:e|ing) (?:a |the )?(?:dir|fold)|copy|mov(?:e|ing)|renam|remov|delet|unlink|symlink|touch|lock|install|extract|append|truncat|export|dump|output|change|open\w* [^.;]{0,80}for (?:writ|output|append))|unable to open (?:database|output)|bad file descriptor|(?:not|n['’]t) (?:be )?(?:writ(?:e?able|ten)|saved|created)|(?:write|save|creation|creating|writing|saving) (?:error|fail)|no write (?:access|permission)/i;
/** Of something that is not named: a thing of the disk must be spoken of. */
const NOT_MADE =
  /unable to open (?:database|output)|(?:unable|failed) to \(\w*\)create|open file for writing|cannot create directory: |failure writing output|write a read-?only database|(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|failed to|failure|failed|error)(?: while| when| in)? (?:creat|writ|sav|mak)(?:e|ing) (?:to |the |a |an |new |its |output |temporary |log |lock |target |destination |object |data |report |config |parent ){0,3}(?:file|dir|folder|output|database|temp|archive|log|lock|path|destination|target|report|cache|config|state|data\b|$)|(?:write|save|saving|writing) (?:error|failed|failure)$|(?:directory|folder|file|path|destination|target|prefix) is not writ(?:e)?able/i;
/** The system's words for anything else: that is what stopped it. */
const OTHER_CAUSE =
  /file exists|already exists|not a directory|is a directory|no such file|no space|disk quota|too many|too long|invalid|not found|input\/output error|busy|not empty|does not exist|doesn't exist|syntax|unsupported|unknown|unexpected|undefined|\bE(?:ISDIR|NOTDIR|EXIST|NOTEMPTY|INVAL|NOSPC|MFILE|BUSY|XDEV|ADDRINUSE)\b/i;

/** What a program, a log or a test may quote: words for the same thing stand together. */
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
/** A test says what it compared. */
const COMPARED = /^E {2,}|^\s*[-+] ['"[\w]|AssertionError|\bassert\b|\b(?:expected|received|actual)\b/i;

const WARNING = /^\W*(?:npm )?warn(?:ing)?\b/i;
/** A program that shows its own source says nothing of what happened. */
const SOURCE = /^\s*(?:throw|raise|console\.\w+|print|assert)\b/;
/** Of something else, which came after. */
const OTHER_TROUBLE = /fail|error|invalid|no valid|not found/i;
/** A word that says that something went wrong, whatever it was. */
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

/** Words of a program's own for what could not be made; without a cause that is another. `isNamed`: it stands in the same line. */
export function isReworded(line: string, isNamed: boolean): boolean {
  return (isNamed ? NOT_MADE_NAMED : NOT_MADE).test(line) && !OTHER_CAUSE.test(line);
}

/** Errors that code makes by itself, and their words. */
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

/** Whatever number it likes. */
const MAKES_WORDS =
  /strerror\(|getSystemErrorName|from_raw_os_error|\berrno ?= ?[E\d]|\$! ?= ?[E\d]|PathError\{|syscall\.E[A-Z]|SystemCallError\.new|Errno::\w+\.new/;

/** The command makes an error of these words by itself. */
export function isMadeBy(told: string, line: string): boolean {
  return MADE.some(([words, made]) => words.test(line) && (made.test(told) || MAKES_WORDS.test(told)));
}

/** All that it says of an error stands in one of the texts that the command was told too, in these words or in others for the same, and with what it names. */
export function isQuoted(line: string, own: string): boolean {
  const kinds = QUOTABLE.filter((words) => words.test(line));
  if (kinds.length === 0 || !kinds.every((words) => words.test(own))) return false;
  const path = /(?<![\w.-])\/[^\s'"‘’“”:,()]{2,300}/.exec(line)?.[0];
  if (path === undefined) return true;
  return own.split('\f').some((text) => text.includes(path) && kinds.every((words) => words.test(text)));
}

/** As the system says it: who was told to say that quotes it. */
export function saysCause(line: string): boolean {
  return QUOTABLE.slice(0, 5).some((words) => words.test(line));
}

export function isCompared(line: string): boolean {
  return COMPARED.test(line);
}

/** A warning, and it went on. */
export function isAside(line: string, after: readonly string[]): boolean {
  return (
    WARNING.test(line) &&
    after.some((each) => /connect/i.test(each) || (each.trim() !== '' && !saysDenied(each) && !isReworded(each, false)))
  );
}

export function hasOtherTrouble(lines: readonly string[]): boolean {
  return lines.some((line) => OTHER_TROUBLE.test(line) && !saysDenied(line));
}

/** Nothing but that it failed: no word of a cause that is not the network. */
export function isPlainTrouble(lines: readonly string[]): boolean {
  return (
    lines.some((line) => TROUBLE.test(line)) &&
    !lines.some((line) => OTHER_CAUSE.test(line) || OTHER_TROUBLE_THAN_REACH.test(line))
  );
}

/** The system's words for what is not the sandbox's doing, or those of a compiler or a test. */
export function hasOtherCause(lines: readonly string[]): boolean {
  return lines.some((line) => OTHER_CAUSE.test(line) || OTHER_TROUBLE_THAN_REACH.test(line));
}

/** Says that something went wrong before. */
const VAGUE =
  /^make(?:\[\d+\])?: |^npm |^> |^exit status|previous errors|not recoverable|^Node\.js v\d|Command failed|ELIFECYCLE|non-zero exit/i;

export function isVague(line: string): boolean {
  return VAGUE.test(line);
}
