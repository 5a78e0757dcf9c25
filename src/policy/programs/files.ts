/** Programs that look at files and folders. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

const LS = {
  tells: true,
  follows: 'L dereference',
  short: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
  shortValue: { w: 'number', I: 'text', T: 'number' },
  long: 'all almost-all author escape ignore-backups directory dereference group-directories-first no-group human-readable si inode kibibytes numeric-uid-gid literal hide-control-chars show-control-chars quote-name reverse recursive size full-time dereference-command-line context zero file-type',
  longValue: {
    sort: 'text',
    time: 'text',
    format: 'text',
    ignore: 'text',
    hide: 'text',
    width: 'number',
    'time-style': 'text',
    'block-size': 'text',
    'indicator-style': 'text',
    'quoting-style': 'text',
    tabsize: 'number',
  },
  longMaybe: { color: 'text', classify: 'text', hyperlink: 'text' },
  operands: ['path*'],
  anyFlagIsSafe: true,
} as const;

/** Excludes --check, because the file itself names what is opened. */
const CHECKSUM = {
  short: 'btwz',
  long: 'binary text quiet status strict warn zero tag ignore-missing',
  operands: ['path*'],
} as const;

const rows = (): Programs => ({
  ls: { reads: LS, probes: ['--version'], lists: true },
  dir: { reads: LS },
  vdir: { reads: LS },
  cat: {
    reads: {
      short: 'AbeEnstTuv',
      long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
    probes: ['--version'],
  },
  tac: {
    reads: {
      short: 'br',
      shortValue: { s: 'text' },
      long: 'before regex',
      longValue: { separator: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  nl: {
    reads: {
      short: 'p',
      shortValue: {
        b: 'text',
        d: 'text',
        f: 'text',
        h: 'text',
        i: 'number',
        l: 'number',
        n: 'text',
        s: 'text',
        v: 'number',
        w: 'number',
      },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  head: {
    reads: {
      short: 'qvz',
      shortValue: { n: 'number', c: 'number' },
      long: 'quiet silent verbose zero-terminated',
      longValue: { lines: 'number', bytes: 'number' },
      numeric: true,
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
    probes: ['--version'],
  },
  tail: {
    reads: {
      short: 'fFqrvz',
      shortValue: { n: 'number', c: 'number', s: 'number' },
      long: 'quiet silent verbose zero-terminated retry',
      longValue: { lines: 'number', bytes: 'number', 'sleep-interval': 'number', pid: 'number' },
      longMaybe: { follow: 'text' },
      numeric: true,
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
    endless: /^-[a-z]*[fF]|^--follow/,
  },
  wc: {
    reads: {
      tells: true,
      short: 'clmLw',
      long: 'bytes chars lines max-line-length words',
      longValue: { total: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  stat: {
    reads: {
      tells: true,
      short: 'fLtx',
      shortValue: { c: 'text' },
      long: 'dereference file-system terse',
      longValue: { format: 'text', printf: 'text', cached: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  file: {
    reads: {
      tells: true,
      short: 'bhikLNrv0E',
      shortValue: { F: 'text' },
      long: 'brief mime mime-type mime-encoding dereference no-dereference keep-going raw print0 no-pad',
      operands: ['path*'],
    },
  },
  du: {
    reads: {
      tells: true,
      follows: 'L dereference',
      short: 'abcDhHklLmPsSx0',
      shortValue: { d: 'number', t: 'number', B: 'text' },
      long: 'all apparent-size bytes total dereference human-readable count-links null si summarize separate-dirs one-file-system inodes',
      longValue: {
        'max-depth': 'number',
        threshold: 'number',
        'block-size': 'text',
        exclude: 'text',
        'time-style': 'text',
      },
      longMaybe: { time: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  df: {
    reads: {
      tells: true,
      short: 'ahHiklmPTv',
      shortValue: { B: 'text', t: 'text', x: 'text' },
      long: 'all human-readable si inodes local portability print-type total no-sync',
      longValue: { 'block-size': 'text', type: 'text', 'exclude-type': 'text' },
      longMaybe: { output: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  tree: {
    reads: {
      tells: true,
      separate: true,
      follows: 'l',
      short: 'adfghilnpqrstuvxACDFJNQSUX',
      shortValue: { L: 'number', P: 'text', I: 'text' },
      long: 'dirsfirst filesfirst noreport du si inodes device gitignore prune matchdirs ignore-case',
      longValue: { filelimit: 'number', charset: 'text', sort: 'text', timefmt: 'text' },
      operands: ['path*'],
    },
    writes: { to: /^-o(.*)$/ },
  },
  readlink: {
    reads: {
      tells: true,
      short: 'efmnqsvz',
      long: 'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero',
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  realpath: {
    reads: {
      tells: true,
      short: 'eLmPqsz',
      long: 'canonicalize-existing canonicalize-missing logical physical quiet strip no-symlinks zero',
      longValue: { 'relative-to': 'path', 'relative-base': 'path' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  basename: {
    reads: {
      short: 'az',
      shortValue: { s: 'text' },
      long: 'multiple zero',
      longValue: { suffix: 'text' },
      operands: ['text*'],
      anyFlagIsSafe: true,
    },
  },
  dirname: { reads: { short: 'z', long: 'zero', operands: ['text*'], anyFlagIsSafe: true } },
  od: {
    reads: {
      short: 'abcdfhilosvx',
      shortValue: { A: 'text', j: 'number', N: 'number', S: 'number', t: 'text', w: 'number' },
      long: 'output-duplicates',
      longValue: { 'address-radix': 'text', 'skip-bytes': 'number', 'read-bytes': 'number', format: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  xxd: {
    reads: {
      separate: true,
      short: 'abCeEiupr',
      shortValue: { c: 'number', g: 'number', l: 'number', o: 'number', s: 'number', n: 'text' },
      operands: ['path?'],
    },
    writes: { operands: 'last', valued: /^-[a-zA-Z]*[cglosnR]$/ },
  },
  hexdump: {
    reads: {
      short: 'bcCdovx',
      shortValue: { n: 'number', s: 'number', e: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  hd: {
    reads: {
      short: 'bcCdovx',
      shortValue: { n: 'number', s: 'number', e: 'text' },
      operands: ['path*'],
      anyFlagIsSafe: true,
    },
  },
  strings: {
    reads: {
      short: 'afw',
      shortValue: { n: 'number', t: 'text', e: 'text' },
      long: 'all',
      longValue: { bytes: 'number', radix: 'text', encoding: 'text' },
      operands: ['path*'],
    },
  },
  cksum: { reads: { shortValue: { a: 'text' }, operands: ['path*'], anyFlagIsSafe: true } },
  sum: { reads: { short: 'rs', operands: ['path*'], anyFlagIsSafe: true } },
  md5sum: { reads: CHECKSUM },
  sha1sum: { reads: CHECKSUM },
  sha224sum: { reads: CHECKSUM },
  sha256sum: { reads: CHECKSUM },
  sha384sum: { reads: CHECKSUM },
  sha512sum: { reads: CHECKSUM },
  b2sum: { reads: CHECKSUM },
  cmp: {
    reads: {
      short: 'bls',
      shortValue: { n: 'number', i: 'number' },
      long: 'print-bytes verbose quiet silent',
      longValue: { bytes: 'number' },
      operands: ['path', 'path?', 'number?', 'number?'],
      anyFlagIsSafe: true,
    },
  },
  diff: {
    reads: {
      descends: true,
      follows: 'r recursive',
      short: 'abBcdeEiNnpqrstTuwyZ',
      shortValue: { U: 'number', C: 'number', W: 'number', x: 'text', I: 'text', F: 'text' },
      long: 'brief report-identical-files side-by-side left-column suppress-common-lines recursive new-file unidirectional-new-file ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines strip-trailing-cr text minimal speed-large-files show-c-function expand-tabs initial-tab no-dereference normal',
      longValue: { unified: 'number', context: 'number', width: 'number', exclude: 'text', label: 'text' },
      longMaybe: { color: 'text' },
      operands: ['path', 'path'],
      anyFlagIsSafe: true,
    },
    probes: ['--version'],
  },
  diff3: {
    reads: { short: 'aAeEiTxX3m', long: 'text show-all merge', operands: ['path', 'path', 'path'] },
    dangers: { flags: /^--diff-p/ },
  },
  sdiff: {
    dangers: { flags: /^--diff-p/ },
    reads: {
      short: 'abBdEilstWZ',
      shortValue: { w: 'number' },
      long: 'suppress-common-lines left-column ignore-case ignore-all-space expand-tabs',
      longValue: { width: 'number' },
      operands: ['path', 'path'],
    },
  },
  comm: {
    reads: {
      short: '123z',
      long: 'check-order nocheck-order total zero-terminated',
      longValue: { 'output-delimiter': 'text' },
      operands: ['path', 'path'],
      anyFlagIsSafe: true,
    },
  },
  zipinfo: { reads: { short: '12smlhtTvzM', operands: ['path', 'text*'] } },
  zcat: { reads: { operands: ['path*'] } },
  bzcat: { reads: { operands: ['path*'] } },
  xzcat: { reads: { operands: ['path*'] } },
  nm: { reads: { short: 'aAgnpruCDS', operands: ['path*'] } },
  objdump: { reads: { short: 'adDfhprstTxC', operands: ['path*'] } },
  readelf: { reads: { short: 'ahlSsnrdVW', operands: ['path*'] } },
  size: { reads: { short: 'ABdtx', operands: ['path*'] } },
});

export const files = late(rows);
