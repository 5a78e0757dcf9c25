/** Commands that run another command: how to find it behind their own flags. Data only. */

export interface WrapperRow {
  /** Short flags without and with a value. */
  flags?: string;
  values?: string;
  long?: readonly string[];
  longValues?: readonly string[];
  /** Words of its own before the command: `timeout 5 ls`. */
  operands?: number;
  /** `NAME=value` words may come before the command. */
  assignments?: true;
  /** `-10` is a flag. */
  numeric?: true;
  /** A short flag whose value is a script for a shell. */
  script?: string;
  /** The rest of the words is joined and given to a shell. */
  joins?: true;
  /** A folder to change to first. */
  chdir?: string;
  /** A variable to take away first. */
  unset?: string;
  /** It adds nothing of its own: a read-only command behind it stays one. */
  transparent?: true;
  /** What it runs gets other rights, or runs on another machine. */
  risk?: 'privilege' | 'remote';
  /** Words from elsewhere are added. */
  appends?: true;
}

export const WRAPPERS: Readonly<Record<string, WrapperRow>> = {
  builtin: { transparent: true },
  command: { flags: 'p', transparent: true },
  exec: { flags: 'cl', values: 'a', transparent: true },
  env: {
    flags: 'i0v',
    values: 'uC',
    long: ['ignore-environment', 'null', 'debug'],
    longValues: ['unset', 'chdir'],
    assignments: true,
    chdir: 'C',
    unset: 'u',
    transparent: true,
  },
  nice: { values: 'n', longValues: ['adjustment'], numeric: true, transparent: true },
  timeout: {
    flags: 'fpv',
    values: 'ks',
    long: ['foreground', 'preserve-status', 'verbose'],
    longValues: ['kill-after', 'signal'],
    operands: 1,
    transparent: true,
  },
  stdbuf: { values: 'ioe', longValues: ['input', 'output', 'error'], transparent: true },
  time: { flags: 'pv', transparent: true },
  nohup: {},
  setsid: { flags: 'cfw', long: ['ctty', 'fork', 'wait'] },
  ionice: { flags: 't', values: 'cnpPu', longValues: ['class', 'classdata'], long: ['ignore'] },
  chrt: { flags: 'abdfiorRv', values: 'TPD', operands: 1 },
  taskset: { flags: 'ac', long: ['cpu-list', 'all-tasks'], operands: 1 },
  setarch: { flags: 'BFILRSTXZ3v', operands: 1 },
  linux32: { flags: 'BFILRSTXZ3v' },
  linux64: { flags: 'BFILRSTXZ3v' },
  busybox: {},
  toybox: {},
  flock: { flags: 'sxeunoFv', values: 'wE', script: 'c', operands: 1 },
  script: { flags: 'aefqV', values: 'EIOBTmo', script: 'c', long: ['quiet', 'append', 'flush', 'return'] },
  unbuffer: { flags: 'p' },
  chronic: { flags: 've' },
  fakeroot: {},
  catchsegv: {},
  caffeinate: { flags: 'disum', values: 'tw' },
  faketime: { flags: 'f', operands: 1 },
  watch: {
    flags: 'bcdegptwx',
    values: 'n',
    long: ['beep', 'color', 'differences', 'errexit', 'chgexit', 'precise', 'no-title', 'no-wrap', 'exec'],
    longValues: ['interval'],
    joins: true,
  },
  eval: { joins: true },
  xargs: {
    flags: '0oprtx',
    values: 'adEILnPs',
    long: ['null', 'no-run-if-empty', 'verbose', 'interactive', 'open-tty', 'exit'],
    longValues: ['arg-file', 'delimiter', 'max-args', 'max-lines', 'max-procs', 'max-chars', 'replace'],
    appends: true,
  },
  parallel: {
    flags: '0kqtuvX',
    values: 'adjnIN',
    long: ['bar', 'dry-run', 'keep-order', 'null', 'verbose', 'progress'],
    longValues: ['jobs', 'arg-file', 'max-args', 'colsep'],
    joins: true,
    appends: true,
  },
  sudo: {
    flags: 'AbBEHiknPSsvVKe',
    values: 'ughpCrtTUDR',
    long: ['non-interactive', 'stdin', 'login', 'shell', 'preserve-env', 'set-home', 'background', 'edit'],
    longValues: ['user', 'group', 'host', 'prompt', 'chdir', 'chroot'],
    assignments: true,
    risk: 'privilege',
  },
  doas: { flags: 'nsL', values: 'uC', risk: 'privilege' },
  pkexec: { longValues: ['user'], long: ['disable-internal-agent', 'keep-cwd'], risk: 'privilege' },
  run0: { longValues: ['user', 'group', 'chdir', 'unit', 'property'], risk: 'privilege' },
  gosu: { operands: 1, risk: 'privilege' },
  'su-exec': { operands: 1, risk: 'privilege' },
  su: { flags: 'lmpfP-', values: 'gGsw', script: 'c', risk: 'privilege' },
  runuser: { flags: 'lmpfP', values: 'ugGsw', script: 'c', risk: 'privilege' },
  sg: { flags: '-', operands: 1, script: 'c', risk: 'privilege' },
  chroot: { operands: 1, longValues: ['userspec', 'groups'], long: ['skip-chdir'], risk: 'privilege' },
  ssh: {
    flags: '46AaCfGgKkMNnqsTtVvXxYy',
    values: 'BbcDEeFIiJLlmOopQRSWw',
    operands: 1,
    joins: true,
    risk: 'remote',
  },
};

/** Shells: `-c` takes a script, no operand means that the script comes on standard input. */
export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'ash',
  'zsh',
  'ksh',
  'ksh93',
  'mksh',
  'rbash',
  'fish',
  'csh',
  'tcsh',
  'pwsh',
  'powershell',
  'elvish',
  'nu',
  'xonsh',
]);

/** Run another command too, behind flags too many to list: every later word may be its name. */
export const LOOSE_WRAPPERS: ReadonlySet<string> = new Set([
  'unshare',
  'nsenter',
  'strace',
  'ltrace',
  'valgrind',
  'perf',
  'gdb',
  'lldb',
  'systemd-run',
  'systemd-inhibit',
  'setpriv',
  'capsh',
  'proot',
  'firejail',
  'bwrap',
  'xvfb-run',
  'rlwrap',
  'dbus-run-session',
  'dbus-launch',
  'torsocks',
  'torify',
  'tsocks',
  'proxychains',
  'proxychains4',
  'entr',
  'numactl',
  'cgexec',
  'prlimit',
  'softlimit',
  'setuidgid',
  'envdir',
  'chpst',
  'daemonize',
  'start-stop-daemon',
  'hyperfine',
  'expect',
  'tmux',
  'screen',
  'xterm',
  'at',
  'batch',
  'ld.so',
  'ld-linux-x86-64.so.2',
  'choom',
  'i386',
  'x86_64',
  'uname26',
  'ifne',
  'pexec',
  'dtach',
  'abduco',
  'tsp',
  'direnv',
  'mise',
  'pipexec',
]);
