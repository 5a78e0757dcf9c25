/** git: the sub-commands that only look, and those that destroy, run or send. */

import { late } from '../../base/late.ts';
import type { Effect } from '../../words/en/effects.ts';
import type { Kind, Programs, Reads } from './program.ts';

/** Flags of every command that shows a diff. */
const DIFF_SHORT = 'pusRWabwztc';
const DIFF_LONG =
  'patch no-patch unified raw patch-with-raw minimal patience histogram stat shortstat numstat summary compact-summary name-only name-status patch-with-stat no-renames find-renames find-copies find-copies-harder check full-index binary abbrev text ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines ignore-cr-at-eol function-context exit-code quiet no-ext-diff no-textconv cumulative no-color color color-words word-diff no-prefix reverse relative pickaxe-all pickaxe-regex ita-invisible-in-index cached staged merge-base cc combined-all-paths dirstat no-indent-heuristic indent-heuristic';
const DIFF_VALUE: Readonly<Record<string, Kind>> = {
  unified: 'number',
  'diff-filter': 'text',
  'diff-algorithm': 'text',
  'inter-hunk-context': 'number',
  'word-diff-regex': 'text',
  'src-prefix': 'text',
  'dst-prefix': 'text',
  anchored: 'text',
  'skip-to': 'text',
};
const DIFF_MAYBE: Readonly<Record<string, Kind>> = {
  stat: 'text',
  abbrev: 'number',
  color: 'text',
  'word-diff': 'text',
  'color-words': 'text',
  'color-moved': 'text',
  'find-renames': 'text',
  'find-copies': 'text',
  'ignore-submodules': 'text',
  relative: 'text',
  dirstat: 'text',
};

/** Flags of `branch` and `tag`. */
const REF_MAYBE: Readonly<Record<string, Kind>> = {
  contains: 'text',
  'no-contains': 'text',
  merged: 'text',
  'no-merged': 'text',
  'points-at': 'text',
  color: 'text',
  column: 'text',
};

const LOG_LONG = `${DIFF_LONG} oneline graph all branches tags remotes decorate no-decorate abbrev-commit no-abbrev-commit merges no-merges first-parent follow reverse topo-order date-order author-date-order left-right cherry-pick cherry-mark cherry no-notes notes parents children boundary simplify-by-decoration full-history dense sparse walk-reflogs source full-diff log-size root name-only invert-grep all-match regexp-ignore-case extended-regexp fixed-strings perl-regexp left-only right-only not relative-date show-pulls no-walk clear-decorations count objects no-expand-tabs mailmap use-mailmap`;
const LOG_VALUE: Readonly<Record<string, Kind>> = {
  ...DIFF_VALUE,
  'max-count': 'number',
  skip: 'number',
  since: 'text',
  after: 'text',
  until: 'text',
  before: 'text',
  author: 'text',
  committer: 'text',
  grep: 'text',
  format: 'gitFormat',
  date: 'text',
  'min-parents': 'number',
  'max-parents': 'number',
  glob: 'text',
  exclude: 'text',
  encoding: 'text',
};
const LOG_MAYBE: Readonly<Record<string, Kind>> = {
  ...DIFF_MAYBE,
  pretty: 'gitFormat',
  decorate: 'text',
  'decorate-refs': 'text',
  'decorate-refs-exclude': 'text',
  branches: 'text',
  tags: 'text',
  remotes: 'text',
  'no-walk': 'text',
  graph: 'text',
};

const LOG = {
  short: `${DIFF_SHORT}giEFPmlq`,
  shortValue: { n: 'number', S: 'text', G: 'text', L: 'revision', U: 'number' },
  shortMaybe: 'MCBD',
  long: LOG_LONG,
  longValue: LOG_VALUE,
  longMaybe: LOG_MAYBE,
  numeric: true,
  operands: ['revision*'],
} as const;

const DIFF = {
  short: `${DIFF_SHORT}rm0123q`,
  descends: 'no-index',
  shortValue: { U: 'number', S: 'text', G: 'text' },
  shortMaybe: 'MCBD',
  long: `${DIFF_LONG} root no-commit-id always base ours theirs no-index`,
  longValue: DIFF_VALUE,
  longMaybe: DIFF_MAYBE,
  operands: ['revision*'],
} as const;

const BLAME = {
  short: 'bceflnpstwM',
  shortValue: { L: 'text', S: 'path' },
  shortMaybe: 'MC',
  long: 'root show-stats porcelain line-porcelain incremental show-name show-number show-email reverse first-parent no-progress',
  longValue: { since: 'text', date: 'text', 'ignore-rev': 'text' },
  longMaybe: { abbrev: 'number' },
  operands: ['revision*'],
} as const;

/** By sub-command; a second word may be part of the name (`stash list`). */
const reads = (): Readonly<Record<string, Reads>> => ({
  status: {
    short: 'sbvz',
    shortMaybe: 'uM',
    long: 'short branch show-stash porcelain long verbose no-ahead-behind ahead-behind renames no-renames',
    longMaybe: {
      porcelain: 'text',
      'untracked-files': 'text',
      ignored: 'text',
      'ignore-submodules': 'text',
      column: 'text',
      'find-renames': 'text',
    },
    operands: ['revision*'],
  },
  log: LOG,
  show: LOG,
  diff: DIFF,
  'diff-tree': { ...DIFF, short: `${DIFF_SHORT}rmvt` },
  'diff-index': DIFF,
  'diff-files': DIFF,
  'range-diff': DIFF,
  'rev-list': { ...LOG, long: `${LOG_LONG} header timestamp disk-usage max-age bisect` },
  shortlog: {
    short: 'snec',
    long: 'summary numbered email committer no-merges all',
    longValue: { group: 'text', format: 'gitFormat', since: 'text', until: 'text', author: 'text' },
    operands: ['revision*'],
  },
  blame: BLAME,
  annotate: BLAME,
  branch: {
    short: 'alrviq',
    long: 'list all remotes show-current verbose ignore-case no-color',
    shortValue: {},
    longValue: { sort: 'text', format: 'gitFormat' },
    longMaybe: { ...REF_MAYBE, abbrev: 'number' },
    operands: ['revision*'],
    operandsNeed: 'list contains no-contains merged no-merged points-at',
  },
  tag: {
    short: 'li',
    shortMaybe: 'n',
    long: 'list ignore-case',
    longValue: { sort: 'text', format: 'gitFormat' },
    longMaybe: REF_MAYBE,
    operands: ['text*'],
    operandsNeed: 'l list contains no-contains merged no-merged points-at',
  },
  remote: { short: 'v', long: 'verbose' },
  'remote get-url': { long: 'all push', operands: ['text'] },
  'remote show': {},
  'stash list': LOG,
  'stash show': { ...DIFF, long: `${DIFF_LONG} include-untracked only-untracked` },
  'worktree list': { short: 'vz', long: 'porcelain verbose' },
  'reflog show': LOG,
  reflog: { ...LOG, operands: [] },
  notes: {},
  'notes list': { operands: ['text?'] },
  'notes show': { operands: ['text?'] },
  'rev-parse': {
    short: 'q',
    long: 'verify quiet short abbrev-ref show-toplevel show-prefix show-cdup git-dir git-common-dir absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository all branches tags remotes symbolic symbolic-full-name revs-only no-revs flags no-flags show-object-format local-env-vars show-superproject-working-tree is-shallow-repository',
    longValue: {},
    longMaybe: { short: 'number', 'abbrev-ref': 'text', since: 'text', until: 'text' },
    operands: ['revision*'],
  },
  describe: {
    long: 'all tags contains always long first-parent exact-match',
    longValue: { match: 'text', exclude: 'text', candidates: 'number' },
    longMaybe: { abbrev: 'number' },
    operands: ['revision*'],
  },
  'ls-files': {
    short: 'cdiksomtvuzf',
    shortValue: { x: 'text' },
    long: 'cached deleted ignored others stage modified unmerged killed directory no-empty-directory exclude-standard full-name error-unmatch eol recurse-submodules deduplicate',
    longValue: { exclude: 'text', format: 'text' },
    longMaybe: { abbrev: 'number' },
    operands: ['revision*'],
  },
  'ls-tree': {
    short: 'drtlz',
    long: 'long name-only name-status object-only full-name full-tree',
    longValue: { format: 'text' },
    longMaybe: { abbrev: 'number' },
    operands: ['revision*'],
  },
  'cat-file': { short: 'petsS', operands: ['revision*'] },
  'show-ref': {
    short: 'qhds',
    long: 'head tags heads branches verify dereference quiet exists',
    longMaybe: { hash: 'number', abbrev: 'number' },
    operands: ['revision*'],
  },
  'for-each-ref': {
    longValue: { format: 'gitFormat', sort: 'text', count: 'number', 'points-at': 'text' },
    longMaybe: { merged: 'text', 'no-merged': 'text', contains: 'text', 'no-contains': 'text' },
    operands: ['text*'],
  },
  'merge-base': { short: 'a', long: 'all octopus independent is-ancestor fork-point', operands: ['revision*'] },
  'name-rev': { long: 'tags all name-only always no-undefined', longValue: { refs: 'text' }, operands: ['revision*'] },
  'show-branch': { short: 'ar', long: 'all remotes list sha1-name no-color topo-order', operands: ['revision*'] },
  cherry: { short: 'v', longMaybe: { abbrev: 'number' }, operands: ['revision*'] },
  'count-objects': { short: 'vH', long: 'verbose human-readable' },
  'check-ignore': { short: 'qvn', long: 'quiet verbose non-matching no-index', operands: ['path*'] },
  'check-attr': { short: 'a', long: 'all cached', operands: ['text*'] },
  grep: {
    descends: 'untracked no-index',
    tracked: true,
    short: 'aiIwvhHFEGPlLcnpWqorz',
    shortValue: { e: 'text', A: 'number', B: 'number', C: 'number', m: 'number' },
    long: 'cached untracked no-index text ignore-case word-regexp invert-match full-name extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null only-matching count break heading show-function function-context and or not all-match quiet recurse-submodules recursive no-recursive no-color',
    longValue: {
      'max-depth': 'number',
      'after-context': 'number',
      'before-context': 'number',
      context: 'number',
      threads: 'number',
      'max-count': 'number',
    },
    longMaybe: { color: 'text' },
    numeric: true,
    operands: ['text', 'revision*'],
    replaces: 'e expression',
  },
  config: {
    short: 'lz',
    long: 'list get get-all get-regexp local global system worktree show-origin show-scope name-only null includes no-includes',
    operands: ['text?'],
  },
  'config get': {
    long: 'all show-origin show-scope null local global system',
    operands: ['text'],
  },
  'config list': { short: 'z', long: 'local global system show-origin show-scope name-only null' },
  var: { short: 'l', operands: ['text?'] },
  help: { short: 'ag', long: 'all guides' },
  'submodule status': { short: 'q', long: 'cached recursive quiet', operands: ['path*'] },
  'bisect log': {},
  'check-mailmap': { operands: ['text*'] },
  'check-ref-format': { long: 'branch allow-onelevel normalize', operands: ['text'] },
  fsck: { long: 'full strict no-dangling unreachable connectivity-only no-progress no-full' },
  'symbolic-ref': { short: 'q', long: 'short quiet', operands: ['text'] },
  version: { long: 'build-options' },
  'verify-pack': { short: 'vs', operands: ['path*'] },
});

export const gitReads = late(reads);

const rows = (): Programs => ({
  git: {
    probes: ['--version', 'version'],
    grammar: 'git',
    writes: { to: /^--output=?(.*)$/ },
    pagesUnless: /^(?:--no-pager|-P)$/,
    modes: true,
    handsOn: /^(?:run|foreach|-x|--exec(?:=|$)|--[a-z]+-filter$|alias\.[\w-]+=!)/,
    tooWide: 'alone',
  },
});

export const git = late(rows);

/** Sub-commands that are always dangerous; the effect completes "git NAME …". */
export const GIT_DANGERS: Readonly<Record<string, Effect>> = {
  clean: 'deletes-untracked-files',
  rm: 'deletes-files',
  config: 'changes-what-git-runs',
  'filter-branch': 'rewrites-history-with-a-shell',
  'filter-repo': 'rewrites-history',
  'fast-import': 'rewrites-the-repository',
  difftool: 'runs-a-program',
  mergetool: 'runs-a-program',
  gc: 'deletes-unreachable-objects',
  prune: 'deletes-unreachable-objects',
  'update-ref': 'moves-references',
  'update-index': 'changes-what-git-tracks',
  credential: 'gives-out-passwords',
  'credential-store': 'gives-out-passwords',
  'credential-cache': 'gives-out-passwords',
  'send-email': 'sends-mail',
  daemon: 'opens-a-server',
  instaweb: 'opens-a-server',
  'http-backend': 'opens-a-server',
  'upload-pack': 'opens-a-server',
  'receive-pack': 'opens-a-server',
  shell: 'runs-commands',
  hook: 'runs-hooks',
  maintenance: 'schedules-commands',
  replace: 'changes-objects',
  'sparse-checkout': 'removes-files-from-the-tree',
  'checkout-index': 'overwrites-files',
  'read-tree': 'changes-the-index',
  'remote-ext': 'runs-a-program',
  'symbolic-ref': 'moves-references',
};

/** Words that make a sub-command dangerous. */
export const GIT_RISKY_WORDS: Readonly<Record<string, RegExp>> = {
  commit: /^(?:-[a-zA-Z]*n|--no-verify|--no-v\w*|--amend|-[a-zA-Z]*t|--template)/,
  push: /^(?:-[a-zA-Z]*[fd]|--force|--delete|--mirror|--prune|--no-verify|--receive-pack|--exec|\+|:)|^[a-z+]+:(?:\/\/|:)|^[^/\s]+@[^/\s]+:|^\.{0,2}\/|^~/,
  pull: /^(?:--upload-pack|-[a-z]*f$|--force)|^ext::|^[a-z+]+:\/\//,
  fetch: /^(?:--upload-pack|-[a-z]*f$|--force)|^ext::/,
  init: /^--template/,
  clone: /^(?:--upload-pack|-u|-c|--config|--template)|^ext::/,
  'ls-remote': /^(?:--upload-pack|--exec)|^ext::/,
  reset: /^--(?:hard|merge|keep)/,
  restore: /^(?!)/,
  checkout: /^(?:-[a-zA-Z]*[fB]|--force|--|--ours|--theirs|-p|--patch|--merge|-m|\.)$|^--pathspec/,
  switch: /^(?:-[a-zA-Z]*[fC]|--force|--discard-changes|--force-create|-m|--merge)/,
  branch: /^(?:-[a-zA-Z]*[dDMCf]|--delete|--force)/,
  tag: /^(?:-[a-zA-Z]*[df]|--delete|--force)/,
  stash: /^(?:drop|clear)$/,
  reflog: /^(?:delete|expire)$/,
  worktree: /^(?:remove|move|-f|--force)$/,
  rebase: /^(?:-[a-zA-Z]*[xi]|--exec|--interactive|--no-verify|--root|-s|--strategy)/,
  bisect: /^(?:run|visualize|view)$/,
  submodule: /^(?:foreach|deinit|--recursive-exec)$/,
  grep: /^(?:-[a-zA-Z]*O|--open-files-in-pager)/,
  diff: /^--(?:ext-diff|extcmd)/,
  log: /^--ext-diff/,
  show: /^--ext-diff/,
  archive: /^(?:--remote|--exec|-o|--output)/,
  merge: /^(?:-s|--strategy(?:=|$)|--no-verify)/,
  am: /^(?:--no-verify|-i|--interactive)/,
  'cherry-pick': /^--strategy/,
  remote: /^(?:remove|rm|set-url)$/,
  notes: /^(?:remove|prune)$/,
  apply: /^(?:--unsafe-paths|--directory)/,
  lfs: /^(?:prune|uninstall)$/,
  subtree: /^push$/,
  svn: /^(?:dcommit|reset)$/,
};

/** Settings for identity and appearance: git runs nothing and sends nothing because of them. */
export const GIT_PLAIN_KEYS =
  /^(?:user\.(?:name|email)|author\.(?:name|email)|committer\.(?:name|email)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|fetch\.prune|rebase\.(?:autostash|autosquash)|rerere\.enabled|merge\.(?:ff|conflictstyle|renames)|diff\.(?:algorithm|renames|colormoved)|color\.\w+|advice\.\w+|core\.(?:autocrlf|eol|safecrlf|filemode|ignorecase|quotepath|longpaths|abbrev)|commit\.(?:verbose|cleanup)|branch\.[\w./-]+\.(?:description|rebase))$/i;

/** Sub-commands that only look, whatever their flags: they may read elsewhere but never write there. */
export const GIT_READERS =
  /^(?:log|status|diff|show|blame|branch|rev-parse|ls-files|ls-tree|cat-file|rev-list|describe|shortlog|grep|for-each-ref|show-ref|reflog|stash|tag|remote|count-objects|merge-base|name-rev)$/;
