/** What is wrong with what people add to coder: skills, agents, commands, notes, hooks, plugins and servers, by name. */

import { late } from '../../../base/late.ts';

const words = () => ({
  // parts of other sentences: kinds of values
  aString: () => 'a string',
  aNumber: () => 'a number',
  aNumberAboveZero: () => 'a number above 0',
  trueOrFalse: () => 'true or false',
  anything: () => 'anything',
  aPort: () => 'a port',
  aList: () => 'a list',
  aListOfStrings: () => 'a list of strings',
  aListOfNames: () => 'a list of names',
  aListHooks: () => 'a list "hooks"',
  anObject: () => 'an object',
  anObjectOfStrings: () => 'an object of strings',
  anObjectOfEvents: () => 'an object of events',
  anObjectOfValues: () => 'an object of strings by name',
  aCommandLine: () => 'a command line',
  aProgram: () => 'a program, or a list of it and its arguments',
  aWebAddress: () => 'an http or https address',
  eitherOf: (first: string, last: string) => `${first} or ${last}`,
  bothOf: (first: string, last: string) => `${first} and ${last}`,

  // parts of other sentences: what is wrong with a value
  at: (place: string, what: string) => `${place}: ${what}`,
  expected: (what: string) => `expected ${what}`,
  isNot: (key: string, what: string) => `${key} is not ${what}`,
  missingOrNot: (key: string, what: string) => `${key} is missing or not ${what}`,
  notOneOf: (key: string, known: string, got: string) => `${key} is ${known}, not ${got}`,
  needs: (key: string, what: string) => `${key} needs ${what}`,
  unknownKey: (key: string, near: string) => `unknown key ${key}${near === '' ? '' : `; did you mean ${near}?`}`,
  unknownField: (key: string) => `the field ${key} is unknown`,
  onlyYours: (key: string) => `only your own file can set ${key}`,

  // what is wrong with a file: follows its name
  unreadable: () => 'cannot be read',
  irregular: () => 'is not a regular file',
  foreign: () => 'leads out of the project, or to a file that may hold secrets',
  longerThan: (kb: string) => `is longer than ${kb} KB`,
  notAText: () => 'should be a text file of up to 64 KB',
  noFrontMatter: () => 'has no front matter (--- name, description ---)',
  badFrontMatter: (why: string) => `has front matter that cannot be read: ${why}`,
  notKeyValue: (line: string) => `line ${line} is not a "key: value" pair`,
  noName: () => 'has no name',
  noUsableName: () => 'has no usable name',
  noDescription: () => 'has no description',

  // skills and agents
  skillsUnreadable: (path: string) => `Skills skipped: ${path} cannot be read.`,
  skillSkipped: (path: string, what: string) => `Skill skipped: ${path} ${what}.`,
  skillsClash: (name: string, one: string, other: string) =>
    `Two skills are called ${name}: ${one} and ${other}. Neither is used; rename one.`,
  skillShadowed: (name: string, used: string, other: string) =>
    `Two skills are called ${name}: ${used} is used, ${other} is not.`,
  skillNameNotStrict: () => 'has a name that is not made of a-z, 0-9 and single hyphens',
  skillInOtherFolder: (name: string, folder: string) => `is called ${name}, but its folder is called ${folder}`,
  skillDescriptionLong: () => 'has a description of more than 1024 characters',
  skillCompatibilityLong: () => 'has a "compatibility" of more than 500 characters',
  skillMetadata: () => 'has "metadata" that is not a table of strings',
  skillsFolderMissing: (folder: string) => `skills.paths: there is no folder ${folder}`,
  agentSkipped: (path: string, what: string) => `Agent skipped: ${path} ${what}.`,
  agentTaken: (path: string, name: string) =>
    `Agent skipped: ${path}: ${name} is an agent of coder or of your settings.`,
  agentShadowed: (name: string, used: string, other: string) =>
    `Two agents are called ${name}: ${used} is used, ${other} is not.`,
  agentName: () => 'has a name that is not made of letters, digits, ".", "-" and "_"',
  agentPrimary: () => 'is a primary agent; coder takes those from its settings (modes, agents)',
  agentUnknownTool: (tool: string) => `names a tool that is not known: ${tool}`,
  agentFrontMatter: (path: string, why: string) => `${path}: part of its front matter cannot be read: ${why}.`,
  agentWithoutEffect: (path: string, fields: string) => `${path}: has no effect here: ${fields}.`,
  agentMissingTools: (path: string, tools: string) => `${path}: coder has no ${tools}.`,

  // custom commands and notes
  commandName: (path: string) => `${path}: a command's name has letters, digits, "-" and "_" only.`,
  commandUnreadable: (path: string) => `${path} cannot be read: it should be a text file of up to 64 KB.`,
  commandsUnreadable: (folder: string) => `${folder} cannot be read.`,
  commandEmpty: (path: string) => `${path} is empty.`,
  commandWithoutPrompt: (path: string) => `${path} has no "prompt"`,
  commandSendsSecret: (path: string, secret: string) =>
    `${path} is left out: it would send @${secret}, which may hold secrets.`,
  commandBuiltIn: (path: string, name: string) => `${path}: /${name} is a built-in command.`,
  commandShadowed: (path: string, name: string, other: string) => `${path}: /${name} is already defined by ${other}.`,
  notRead: (path: string) => `${path} is not read: it leads out of the project, or to a file that may hold secrets.`,
  hiddenCharacters: (path: string, which: string) => `${path} has ${which}. The model sees them as \\u{…}.`,
  tagCharacters: () => 'tag characters (U+E0000–U+E007F)',
  bidiControls: () => 'bidirectional controls',
  zeroWidth: () => 'zero-width characters',
  variationSelectors: () => 'runs of variation selectors',
  listed: (first: string, second: string) => `${first}, ${second}`,
  instructionsMissing: (file: string) => `instructions: there is no file ${file}`,

  // hooks: why one gave no answer
  hookNotStarted: (why: string) => `it could not be started: ${why}`,
  hookNotStartedCode: (code: string) => `it could not be started (exit code ${code})`,
  hookKilled: (code: string) => `it was killed (exit code ${code})`,
  hookEndedBy: (signal: string) => `it was ended by ${signal}`,
  hookCancelled: () => 'it was cancelled',
  hookExit: (code: string) => `it ended with exit code ${code}`,
  hookLate: (seconds: string) => `it did not answer within ${seconds} s`,
  hookFlooded: () => 'it printed more than 1 MB',
  hookBadJson: () => 'it printed something that begins like JSON but is not valid JSON',
  hookNoObject: () => 'it printed JSON that is not an object',
  hookNoDecision: (given: string) => `it decided ${given}, which is not a decision`,
  hookBadInput: () => 'its updatedInput is not an object',
  hookOtherInput: () => 'it wants to change the input, which this tool does not allow',
  hookChanged: () => 'it has changed since you trusted it, and was not run; see /trust',
  hookUnknownType: (name: string) => `coder does not run hooks of type "${name}"`,
  hookNoAddress: () => 'it has no address',
  hookForbidden: (why: string) => why,
  hookPrivateAddress: (host: string) => `${host} leads to a private address`,
  hookNoAnswer: () => 'it did not answer in time',
  hookUnreachable: (why: string) => `it cannot be reached: ${why}`,
  hookDisconnected: () => 'the connection was closed without an answer',
  hookAnswerTooLarge: () => 'it answered with more than 1 MB',
  hookAnswerBroke: (why: string) => `its answer broke off: ${why}`,
  hookStatus: (code: string) => `it answered with HTTP ${code}`,
  /** `printed`: its standard error. */
  hookPrinted: (what: string, printed: string) => `${what}: ${printed}`,
  hookFailed: (hook: string, what: string) => `hook ${hook}: ${what}`,

  // hooks: why one refused, if it did not say
  hookSilent: () => 'it ended with exit code 2 and said nothing',
  hookNoReason: () => 'it gave no reason',
  hookStops: () => 'it gave no reason',
  hookSays: (what: string, hook: string) => `${what} (${hook})`,

  // hooks: what is wrong in a file
  patternTooLong: () => 'the regular expression is too long',
  tooManyHooks: (most: string) => `more than ${most} hooks in one file`,
  unknownHookAgent: (name: string, known: string) => `hooks.from: unknown agent ${name}; known: ${known}`,
  hooksFromIsYours: () => 'hooks.from only works in your own settings',
  itCannotBeRead: () => 'it cannot be read',

  // plugins
  pluginShadowed: (name: string, used: string, other: string) =>
    `Two plugins are called ${name}: ${used} is used, ${other} is not.`,
  pluginNotUsed: (name: string, why: string) => `Plugin ${name} is not used: ${why}`,
  pluginRenamed: (name: string) => `it is called ${name} now`,
  pluginChanged: (path: string, more: string, name: string) =>
    `${path}${more === '0' ? '' : ` and ${more} more`} changed since you agreed to it; "coder plugin update ${name}" shows what and asks.`,
  pluginsBroken: (file: string) => `${file} is broken: no plugin is used. Remove it and install them again.`,
  pluginNoFolder: (folder: string) => `${folder} is not a folder that can be read`,
  pluginMarketplace: (paths: string) => `this is a marketplace; add --path and one of: ${paths}`,
  pluginNone: (needed: string) => `it is not a plugin: there is no ${needed}`,
  pluginBadName: (file: string, name: string) => `${file}: ${name} is not a name for a plugin`,
  pluginNameNotStrict: (name: string) =>
    `the name ${name} must be 1 to 64 of a-z, 0-9, "-" and ".", begin and end with a letter or digit, and contain no "--" or ".."`,
  pluginAuthor: (key: string) => `"author.${key}" is not one of name, email and url, or not a string`,
  pluginSchema: (schema: string) => `unsupported "$schema" ${schema}; coder knows Agent Plugins 1.0.0`,
  pluginServersSchema: (schema: string) => `unsupported "$schema" ${schema}`,
  pluginFieldIgnored: (key: string) => `plugin.json: the field ${key} is unknown and ignored`,
  pluginExtensionsIgnored: () => 'plugin.json: "extensions" is not an object and is ignored',
  pluginNoCounterpart: (file: string, key: string) => `${file}: coder has no equivalent of ${key}`,
  pluginPathNoCounterpart: (path: string) => `${path}: coder has no equivalent`,
  pluginNoFile: (path: string) => `there is no ${path}`,
  pluginFileUnreadable: (path: string) => `${path} cannot be read`,
  pluginNoJsonObject: (path: string) => `${path} is not a JSON object`,
  pluginNoJson: (path: string, why: string) => `${path} is not JSON: ${why}`,
  pluginNotAFile: (path: string) => `${path} is not a file`,
  pluginLeadsOut: (path: string) => `${path} leads out of the plugin`,
  pluginLinkRefused: (path: string, target: string) => `${path} leads out of the plugin, to ${target}: it is refused`,
  pluginPathLeadsOut: (path: string) => `${path} leads out of the plugin and is not used`,
  pluginSingleFile: (path: string) => `${path}: single files are not used, only folders`,
  pluginFileNotUsed: (why: string) => `${why}: it is not used`,
  pluginSkillsLeadOut: () => 'skills leads out of the plugin: no skills are used',
  pluginSkillsNoFolder: () => 'skills is not a folder: no skills are used',
  pluginServersNotUsed: (why: string) => `${why}: no server of it is used`,
  pluginServerLeftOut: (name: string, why: string) => `mcp.json: server ${name} is left out: ${why}`,
  pluginContentUnreadable: (code: string) => `it cannot be read: ${code}`,
  pluginTooManyFiles: (most: string) => `it has more than ${most} files`,
  pluginTooLarge: (mb: string) => `it is larger than ${mb} MB`,
  pluginNotAPackage: (name: string) => `${name} is not the name of a package`,
  pluginNotASource: (typed: string) => `${typed} is neither a folder, an address nor npm:NAME`,
  pluginPathOutside: (path: string) => `${path} leads out of it`,
  pluginFetchLate: () => 'it took too long',
  pluginFetchExit: (code: string) => `exit ${code}`,
  pluginNotCopied: (code: string) => `it cannot be copied: ${code}`,

  // servers
  serverLeftOut: (where: string, name: string, why: string) => `${where}: MCP server ${name} is left out: ${why}`,
  serverName: () => 'a name has no spaces, no "/" and no ":"',
  serverNoObject: () => 'expected an object with "command" or "url"',
  serverBoth: () => 'it has both "command" and "url"',
  serverNeither: () => 'it needs "command" or "url"',
  serverTwin: (where: string) => `${where} already has one of that name`,
  serversMissing: (file: string) => `${file} has no "mcpServers"`,
  serverNeedsIssuer: () => '"grant" needs "issuer": who the login may be sent to',
  serverReserved: (name: string) => `"env" must not set ${name}`,
  serverCommand: (command: string) =>
    `"command" is a bare name, or a path that begins with ./ and stays in the plugin, not ${command}`,
  serverFolder: (folder: string) =>
    `"cwd" begins with ./, \${PLUGIN_ROOT} or \${PLUGIN_DATA} and stays there, not ${folder}`,
  serverUrlRelative: () => '"url" is not an absolute address',
  serverUrlNotHttp: () => '"url" is neither http nor https',
  serverUrlUser: () => '"url" has a user in it',
  serverUrlFragment: () => '"url" has a fragment',
  serverUrlNotLocal: () => '"url" is http and not on this machine',
  serverHeader: (name: string) => `"headers": ${name} is not valid`,
  serverHeaderTwice: (name: string) => `"headers" has ${name} twice`,
  itIsNoObject: () => 'it is not an object',

  // servers: what an entry would start or reach, for the person who has to agree to it
  showsCommand: (line: string) => `command: ${line}`,
  showsUrl: (url: string) => `url: ${url}`,
  showsFolder: (folder: string) => `folder: ${folder}`,
  showsVariables: (names: string) => `variables: ${names}`,
  showsHeaders: (names: string) => `headers: ${names}`,
  showsGrant: (grant: string) => `grant: ${grant}`,
  showsClient: (client: string) => `client: ${client}`,
  showsIssuer: (issuer: string) => `issuer: ${issuer}`,
  showsIdentityProvider: (address: string) => `identity provider: ${address}`,
  showsServer: (name: string) => `server ${name}`,
  showsHooks: (text: string) => `hooks: ${text}`,

  // servers: why one is not used, or what went wrong with it; `said` is in the words of its client
  noSuchServer: (name: string) => `There is no server ${name}.`,
  serverVariables: (names: string) =>
    names.includes(',') ? `the variables ${names} are not set` : `the variable ${names} is not set`,
  serverSwitchedOff: () => 'switched off where it is configured',
  serverUntrusted: () => 'it is not trusted',
  serverNotAsTrusted: (name: string) => `${name} is not what you trusted; /trust diff shows what changed`,
  serverBadAddress: (url: string) => `its address is not valid: ${url}`,
  serverUnreachable: (said: string, _code: string) => said,
  serverRedirects: (origin: string) => `it redirects to another origin, ${origin}`,
  serverRedirectsOn: () => 'it keeps redirecting',
  serverStatus: (said: string, _status: string) => said,
  serverBadAnswer: (said: string) => said,
  serverTimedOut: (said: string) => said,
  serverDisconnected: () => 'the connection was closed',
  serverWantsLogin: () => 'it wants a login',
  serverCancelled: () => 'cancelled',
  serverSlow: (ms: string) => `it did not answer within ${ms} ms`,
  serverLate: (seconds: string) => `it did not answer within ${seconds} s`,
  serverEnded: () => 'it ended on its own',
  serverEndedBy: (signal: string) => `it was ended by ${signal}`,
  serverExit: (code: string) => `it ended with exit code ${code}`,
  serverGone: () => 'the server has ended',
  serverToolGone: (name: string) => `it no longer has a tool ${name}`,
  serverToolChanged: (name: string, schema: string) =>
    `the arguments of ${name} have changed: ${schema}. Nothing was run: call it again.`,

  // servers: what is wrong with a login
  aPrivateKey: () => 'private key',
  anIdentityToken: () => 'identity token',
  anAssertion: () => 'assertion',
  loginFileUnreadable: (what: string, why: string) => `its ${what} cannot be read: ${why}`,
  loginBadKey: () => 'its private key is not valid: it must be in PEM form, without a passphrase',
  loginNeedsPerson: () => 'a person is needed to log in',
  loginAutomatic: (grant: string) => `it logs in automatically (${grant}): "coder mcp test" tries it`,
  loginRefused: (why: string) => `the login was refused: ${why}`,
  loginOther: () => 'the answer belongs to another login',
  loginNoAddress: () => 'that is not the address that the browser ended at',
  loginNobody: () => 'no one logged in',
  loginPortTaken: (port: string) => `port ${port} of an earlier login is in use; "coder mcp logout" forgets it`,

  // programs that could not be started; `said` is the whole sentence in English
  programMissing: (said: string, _program: string, _folder: string) => said,
  programDenied: (said: string, _program: string, _folder: string) => said,
  programNul: (said: string, _program: string) => said,
  programTooLong: (said: string) => said,
  programTooMany: (said: string, _program: string) => said,
  programNoSandbox: (said: string) => said,
  programClosing: (said: string) => said,

  // what a message mentions with @
  mentionNoSelection: () => 'Nothing is selected in the editor.',

  // language servers
  languageServerOff: (why: string) => `${why}. It stays off in this session.`,
  languageServerEnded: (id: string, code: string) => `${id} ended with exit code ${code}`,
  languageServerNotStarted: (id: string, why: string) => `${id} did not start: ${why}`,
  languageServerMemory: (id: string, mb: string, most: string) =>
    `${id} used ${mb} MB, more than lsp.max_mb (${most}), and was stopped`,

  // undo
  undoTooManyFiles: (root: string) => `${root} has too many files: /undo does not cover what commands change there.`,
  undoIncomplete: (why: string) => `Undo does not cover all of this session: ${why}`,
});

export const extensionFaults = late(words);

export type ExtensionFaultWords = ReturnType<typeof extensionFaults>;
