/** The reasons why policy asks or refuses, by name; the model reads these too. */

import { effects } from './effects.ts';

/** The activity that each permission covers, in plain words. */
const DONE_BY: Readonly<Record<string, string>> = {
  read: 'reading',
  edit: 'edits',
  bash: 'commands',
  git: 'git changes',
  fetch: 'fetching pages',
  network: 'hosts that commands connect to',
  task: 'sub-agents',
  memory: 'saving to memory',
};

export const reasons = {
  // rules and paths
  presetRefuses: (preset: string, what: string) => `${presetNamed(preset)} refuses ${DONE_BY[what] ?? what}`,
  presetAsks: (preset: string, what: string) => `${presetNamed(preset)} asks before ${DONE_BY[what] ?? what}`,
  presetRefusesCommand: (preset: string, pattern: string, command: string) =>
    `the preset ${preset} refuses ${pattern}: ${command}`,
  presetAsksCommand: (preset: string, pattern: string, command: string) =>
    `the preset ${preset} asks before ${pattern}: ${command}`,
  mayPage: (program: string, command: string) =>
    `${program} may open a pager, and a pager can run commands: ${command}`,
  pathOutside: (path: string) => `path outside workspace: ${path}`,
  pathProtected: (path: string) => `${path} is protected: it decides what runs later`,
  pathSteers: (path: string) => `${path} is read by later sessions or controls what tools run`,
  mayHoldSecrets: (path: string) => `${path} may hold secrets`,
  privateAddress: (host: string) => `${host} is a private address of this machine or network`,
  leavesSandbox: (why: string) => `it would run outside the sandbox: ${why}`,
  newHost: (host: string, port: string) => `it connects to ${host}, port ${port}, which is not an allowed host`,
  newHosts: (count: string, hosts: string) => `it connects to ${count} hosts that are not allowed yet: ${hosts}`,
  ownServer: (port: string) => `it connects to the server on port ${port} of this machine`,
  leadsToPrivate: (host: string, address: string) =>
    `${host} leads to ${address}, a private address of this machine or network`,
  neverReached: (host: string) => `${host} serves cloud credentials and can never be reached`,
  modeHasNoNetwork: () => 'commands have no network in this mode',
  lendsSocket: (name: string) => `it is lent your ${name}, which signs with your keys`,
  mayNotLeave: () => 'commands may not leave the sandbox (sandbox.leave is false)',
  noSandbox: (why: string) => `sandbox.mode is "require", and there is no sandbox: ${why}`,
  givesSecret: (name: string, to: string) => `it gives ${name} to ${to}`,
  hookRefuses: (hook: string, why: string) => `the hook ${hook} refuses it${why === '' ? '' : `: ${why}`}`,
  hookAsks: (hook: string, why: string) => `the hook ${hook} asks about it${why === '' ? '' : `: ${why}`}`,
  hookFailed: (hook: string, why: string) => `the hook ${hook} gave no answer: ${why}`,
  pathWithheld: (path: string) => `${path} holds keys of coder itself: no tool reads or changes it`,
  processMemory: () => 'it reads the environment or memory of a process, which holds keys',
  sentThere: (host: string) => `something is sent to ${host} or changed there`,

  // the line as a whole
  controlCharacter: (character: string) => `control character ${character} in the line`,
  invisibleCharacter: (character: string) => `character ${character} in the line is invisible`,
  lookAlikeName: (name: string) => `the name ${name} has letters that only look like others`,
  longLine: (count: string) => `a line of ${count} characters is too much to take in at a glance`,
  longCommand: (count: string) => `a command of ${count} words is too much to take in at a glance`,
  manyRedirections: (count: string) => `a line of ${count} redirections is too much to take in at a glance`,
  manyCommands: (count: string) => `${count} commands in one line is too much to take in at a glance`,
  ambiguous: () => 'the line can be read in more than one way',
  moreThanProved: () => 'the line has more in it than can be proved harmless',
  nothingToJudge: () => 'there is no command in the line to judge',
  tooDeep: () => 'commands are nested too deeply to be checked: write them plainly',
  tooMany: () => 'there is more in the line than can be checked: run it in smaller steps',
  otherShell: () => 'a shell other than bash may read this text differently',
  notShell: (problem: string) => `the line cannot be read as shell: ${problem}`,
  endlessLoop: () => 'an endless loop that starts processes exhausts the machine',
  arithmetic: () => 'arithmetic on variables evaluates their values',
  caseNotProved: () => 'case is not part of what can be proved harmless',
  coprocNotProved: () => 'coproc is not part of what can be proved harmless',
  loopNotProved: () => 'a loop is not part of what can be proved harmless',
  arithmeticNotProved: () => 'arithmetic is not part of what can be proved',
  definesFunction: (name: string) => `defines ${name}: a function can stand in for any command`,
  testEvaluates: () => 'this test evaluates its operand, which can run commands',
  testNotPlain: () => 'the test has an operand that is not plain text',
  nameByBraces: (name: string) => `the name of the command, ${name}, is built by braces`,
  onlySetsVariables: (text: string) => `only sets variables: ${text}`,
  redirectionSetsVariable: () => 'a redirection that sets a variable',
  textWithVariable: () => 'text with a variable in it is only known when it runs',
  substitution: (text: string) => `runs a command within a command: ${text}`,
  unreadSubstitution: () => 'the substitution cannot be read',
  evaluatedAgain: () => 'the value of a variable is evaluated again',
  looksLikeAssignment: (word: string) => `${word} looks like an assignment, but the shell would not treat it as one`,
  forkBomb: (name: string) => `${name} starts itself again and again (fork bomb)`,
  lineForkBomb: () => 'the line starts itself again (fork bomb)',
  wouldRunStdin: (program: string) => `${program} would run whatever comes on its standard input`,
  typedHistory: () => 'at a prompt, ! and ^ may bring back earlier lines',
  typedOn: () => 'at a prompt, the line continues after its end',
  typedForeign: (shell: string) => `it is typed at the prompt of ${shell}, which reads lines in its own way`,
  typedGit: () => 'at a prompt, git runs what the repository has it run',
  handsToShell: (program: string) => `${program} hands text to a shell`,
  runsForeignText: (program: string) => `${program} gets text from elsewhere to run`,
  runsUnknownText: (program: string) => `${program} runs text that is only known when it runs`,
  remoteNotPlain: (program: string) => `what ${program} would run there is not plain text`,
  nameUnknown: (name: string) => `the name of the command, ${name}, is only known when it runs`,
  shellUnclear: () => 'a shell whose arguments are only known when it runs',
  wrapperUnknown: (program: string) => `${program}: what it runs is only known when it runs`,
  wrapperFlag: (program: string, flag: string) => `${program}: ${flag} is not a flag that is known here`,
  opensShell: (program: string) => `${program} opens a shell`,
  environment: (name: string) => `${name} is set, which can change what runs`,
  environmentCleared: () => 'all variables are removed, which can change what runs',

  // what only shows when the line is seen as a whole
  diskFilledByLoop: () => 'a loop without end would fill the disk',
  diskFilled: (program: string) => `${program} may never end and would fill the disk`,
  runsDownload: (program: string) => `${program} may run what was downloaded before`,
  pushesElsewhere: () => 'git would push to a place that the line itself names',
  runsOwnFile: (program: string) => `${program} would run what the line itself writes`,
  sweeps: () => 'find would pass everything it finds there to rm',

  // dangers of one command
  otherRights: (program: string) => `${program} runs with other rights`,
  riskyFlag: (program: string, flag: string) =>
    `${program} ${flag} runs a program, changes the system, or sends data elsewhere`,
  riskyUse: (program: string) => `this use of ${program} deletes, publishes or gives access`,
  mayBeFlag: (program: string, word: string) => `${program}: ${word} may become a flag that does harm`,
  tarRuns: (program: string) => `${program} would run a program or write outside`,
  foreignWords: (program: string) => `${program} gets words from elsewhere, which may be any command`,
  givenText: (program: string) => `${program} is given text that may be run`,
  givenThisText: (program: string, text: string) => `${program} is given text that may be run: ${text}`,
  mayRun: (program: string, inner: string) => `${program} may run ${inner}`,
  findWrites: (action: string) => `find ${action} deletes or writes files`,
  runsOnFound: (program: string) => `${program} runs a program on what it finds`,
  findRuns: (program: string) => `find would run ${program} on what it finds`,
  runsOutside: (program: string) => `${program} would run outside the workspace`,
  givenOutside: (program: string, path: string) => `${program} is given ${path}, outside the workspace`,
  givenProtected: (program: string, path: string) => `${program} is given ${path}, which decides what runs later`,
  sendsUnknown: (program: string, text: string) => `${program} would send ${text}, only known when it runs`,
  sendsInput: (program: string) => `${program} sends what comes on its standard input to another machine`,
  listens: (program: string) => `${program} gives another machine a program or listens for one`,
  copiesAway: (program: string) => `${program} copies files to another machine`,
  runsLineCode: (program: string) => `${program} runs code given on the line`,
  runsStdin: (program: string) => `${program} runs whatever comes on its standard input`,
  runsNetworkCode: (program: string) => `${program} runs code from the network`,
  installsFromAddress: (program: string) => `${program} installs or runs code from an address`,
  editorCommands: (program: string) => `${program} runs editor commands, which can start programs`,
  inputCommands: (program: string) => `${program} runs commands from its input`,
  evaluatesUnknown: (program: string, text: string) => `${program} evaluates ${text}, which is only known when it runs`,
  evaluates: (program: string, text: string) => `${program} evaluates ${text}`,
  evaluatesValue: (program: string) => `${program} can evaluate its value`,
  printfEvaluates: () => 'printf would set a variable and evaluate its name',
  evaluatesOperand: (program: string) => `${program} may evaluate its operand`,
  unsetsEnvironment: () => 'unset changes the environment of what runs',
  testVEvaluates: (program: string) => `${program} -v evaluates its operand`,
  awkFromFile: () => 'the awk program comes from a file',
  awkRuns: () => 'the awk program runs commands or reads elsewhere',
  awkPipes: () => 'the awk program may pipe into a command',
  awkWrites: () => 'the awk program may write a file',
  sedRuns: () => 'the sed script may run a program or write a file',
  gitGlobal: (flag: string) => `git ${flag} changes which configuration or programs git uses`,
  gitUnknown: () => 'which git command runs is only known when it runs',
  gitRisky: (subcommand: string, word: string) =>
    `git ${subcommand} ${word} cannot be undone, runs a program, or sends code elsewhere`,
  gitRestore: () => 'git restore discards uncommitted work',
  gitCheckout: () => 'git checkout of files discards work',
  gitTransfer: () => 'git would run a program for the transfer',
  gitOutside: () => 'git -C would change a repository outside the workspace',

  // files
  writesUnknown: (program: string, text: string) => `what ${program} writes, ${text}, is only known when it runs`,
  writesUnknownFolder: (program: string, text: string) =>
    `${program} writes ${text} in a folder that is not known here`,
  cpMerges: (path: string) => `cp may overwrite what is in ${path}`,
  programWritesOutside: (program: string, path: string) => `${program} writes ${path}, outside the workspace`,
  programWritesProtected: (program: string, path: string) => `${program} writes ${path}, which decides what runs later`,
  programOverwrites: (program: string, path: string) => `${program} overwrites ${path}`,
  redirectionManyWords: () => 'the target of the redirection is not one word',
  redirectionNetwork: (text: string) => `${text} opens a network connection`,
  redirectionReadsUnknown: (text: string) => `what is read from, ${text}, is only known when it runs`,
  redirectionWritesUnknown: (text: string) => `what is written to, ${text}, is only known when it runs`,
  redirectionEmpty: () => 'the redirection has no target',
  unknownFolder: (path: string) => `${path} is in a folder that is not known here`,
  readsOutside: (path: string) => `reads ${path}, outside the workspace`,
  writesOutside: (path: string) => `writes ${path}, outside the workspace`,
  writesProtected: (path: string) => `writes ${path}, which decides what runs later`,
  writesSecret: (path: string) => `writes ${path}, which may hold secrets`,
  makesFile: (path: string) => `creates the file ${path}`,
  appendsTo: (path: string) => `appends to ${path}`,
  opensForWriting: (path: string) => `opens ${path} for writing`,
  overwrites: (path: string) => `overwrites ${path}`,

  // hard blocks
  writesDisk: (path: string) => `writes straight to the disk ${path}`,
  writesStopper: (path: string) => `writes ${path}, which can stop the machine`,
  writesSystemFile: (path: string) => `overwrites or deletes ${path}, which the system needs`,
  writesSettings: (path: string) => `writes ${path}, coder’s own settings`,
  stopsMachine: (program: string) => `${program} stops or restarts the machine`,
  formatsDisk: (program: string) => `${program} formats or erases a disk`,
  stopsOrErases: (program: string, word: string) => `${program} ${word} stops the machine or erases a disk`,
  takesAll: (program: string, path: string) => `${program} would affect ${path} and everything in it`,
  findDeletes: (path: string) => `find would delete what is in ${path}`,
  cleanDeletes: (path: string) => `git clean would delete what is in ${path}`,
  programWritesDisk: (program: string, path: string) => `${program} writes straight to the disk ${path}`,
  programWritesStopper: (program: string, path: string) => `${program} writes ${path}, which can stop the machine`,

  // gaps in the proof that a command only reads
  looksAround: (program: string, path: string) => `${program} would look around in ${path}, outside the workspace`,
  noName: () => 'the name of the command is not known',
  ownProgram: (program: string) => `${program} is not a system command`,
  spelling: (program: string) => `${program} is not spelled like the command`,
  foreignOperands: (program: string) => `${program} gets operands from elsewhere`,
  runsScripts: (line: string) => `${line} can run any script`,
  moreThanRead: (program: string) => `${program} may do more than read`,
  cdBack: () => 'where cd - leads is not known here',
  tarOnlyLists: () => 'tar is only known to read as tar -tf',
  otherMachine: (path: string) => `${path} is on another machine`,
  runsInItsWay: (program: string) => `${program} runs another command in its own way`,
  gitAnywhere: () => 'git would run in every folder that is found',
  ownRepository: (path: string) => `${path} is a separate repository`,
  repositoryRuns: (program: string) => `the repository's own config has git run something else: ${program}`,
  bareRepository: (path: string) => `${path} looks like a bare repository`,
  lacksValue: (flag: string) => `${flag} lacks its value`,
  matchesFlag: (text: string, program: string) => `${text} may match a name that ${program} takes for a flag`,
  onlyKnownWhenRun: (text: string) => `${text} is only known when it runs`,
  afterDashes: (program: string) => `${program} may take what follows -- for a flag`,
  flagMoreThanRead: (program: string, flag: string) => `${program} ${flag} may do more than read`,
  operandMayChange: (program: string, operand: string) => `${program} with ${operand} may change something`,
  operandNotRead: (program: string, operand: string) => `${program} does not take ${operand} when it only reads`,
  moreFiles: (text: string, program: string) => `${text} may become more files than ${program} only reads`,
  searchesHidden: (program: string) => `${program} would search hidden and ignored files, which may hold secrets`,
  getsMoreFiles: (program: string) => `${program} may get more files than it only reads`,
  lacksOperand: (program: string) => `${program} lacks an operand`,
  operandNotPlain: (program: string) => `${program} has an operand that is not plain text`,
  psShowsMore: () => 'ps may show more than a list of processes',
  flagBehindOperand: (program: string, flag: string) =>
    `${program} may treat ${flag}, which comes after its operand, as another operand`,
  readNotPlain: () => 'read is only known to be harmless as read -r NAME',
  oddName: (path: string) => `${path} is a name that xargs may split`,
  setChanges: () => 'set shows or changes more than a few plain options',
  aimsAtSecrets: (text: string) => `${text} aims at files that may hold secrets`,
  findNoEnd: (flag: string) => `find ${flag} has no end`,
  findMoreThanLook: (text: string) => `find ${text} may do more than look`,
  folderTooFull: (path: string) => `${path} contains too much to tell whether a link in it leads outside`,
  tooFullForSecrets: (path: string) => `${path} contains too much to tell whether a file in it holds secrets`,
  reachesSecrets: (path: string) => `it would open ${path}, which may hold secrets`,
  linkOutside: (path: string) => `${path} is a link that leads outside the workspace or to secrets`,
  getsFileName: (text: string) => `a file name is inserted into ${text}`,
  notPlainEnough: (text: string) => `${text} is not plain enough to be sure`,
  notAFile: (text: string) => `${text} is not a file that can be checked`,
  listOfFlags: (text: string) => `${text} may be read as a list of flags`,
  outside: (path: string) => `${path} is outside the workspace`,
  mayLeadOutside: (text: string) => `${text} may lead outside`,
  severalWords: (text: string) => `${text} may become several words`,
  takenForFlag: (program: string, text: string) => `${program} may take ${text} for a flag`,

  // what /permissions why adds
  skipsPolicy: (preset: string) => `the preset ${preset} skips policy and risk`,
  provedReadOnly: () => 'proved to be read-only',
  onlyStarts: () => 'only starts the command that follows',
  savedRule: (pattern: string) => `allowed by your saved rule "${pattern}"`,
  presetRule: (pattern: string, preset: string, verdict: string) =>
    `the rule "${pattern}" of the preset ${preset} says ${verdict}`,
  presetBaseLine: (preset: string, verdict: string) => `the baseline of the preset ${preset} says ${verdict}`,
  /** One of `effects`. */
  does: (program: string, effect: string) => `${program} ${nameOf(effect)}`,
  /** Combines another reason, given by its name and parameters, with the program that could send the data away. */
  couldSendAway: (program: string, name: string, ...parameters: string[]) =>
    `${sentence(name, parameters)}, and ${program} could send it away`,
};

/** Presets that have the name of their mode. */
const MODES: ReadonlySet<string> = new Set(['build', 'plan', 'auto-edit', 'yolo']);

function presetNamed(preset: string): string {
  return MODES.has(preset) ? `${preset} mode` : `the preset ${preset}`;
}

export type ReasonWords = typeof reasons;

function nameOf(effect: string): string {
  return Object.entries(effects).find(([name]) => name === effect)?.[1] ?? effect;
}

function sentence(name: string, parameters: readonly string[]): string {
  const word = Object.entries(reasons).find(([each]) => each === name)?.[1];
  return word ? String(Reflect.apply(word, undefined, parameters)) : name;
}
