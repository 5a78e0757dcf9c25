/** Editors and pagers. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

const rows = (): Programs => ({
  vim: {
    probes: ['--version'],
    dangers: { flags: /^(?:-[cSsW]|\+|--cmd|-[a-zA-Z]*e)/ },
    runsInput: 'always',
    tooWide: 'alone',
  },
  ag: { dangers: { flags: /^--pager/ } },
  ack: { dangers: { flags: /^--pager/ } },
  bat: { dangers: { flags: /^--pager/ } },
  batcat: { dangers: { flags: /^--pager/ } },
  less: { dangers: { flags: /^\+|^-[kKoO]|^--(?:lesskey|log-file)/i }, tooWide: 'alone' },
  more: { dangers: { flags: /^\+/ } },
  most: { dangers: { flags: /^\+/ } },
  man: { explains: true, dangers: { flags: /^(?:-[A-Za-z]*[PHX]|--(?:pager|html|gxditview))/ }, tooWide: 'alone' },
  vi: { dangers: { flags: /^(?:-[cSsW]|\+|--cmd|-[a-zA-Z]*e)/ }, runsInput: 'always', tooWide: 'alone' },
  nvim: { dangers: { flags: /^(?:-[cSslW]|\+|--cmd|--headless|-[a-zA-Z]*e)/ }, runsInput: 'always', tooWide: 'alone' },
  ex: { dangers: { flags: /^/ }, runsInput: 'always' },
  emacs: {
    runsCode: /^--?eval/,
    dangers: { flags: /^--?(?:eval|batch|script|load|l|f|funcall)/ },
    runsInput: 'always',
    tooWide: 'alone',
  },
  fzf: { dangers: { flags: /^--(?:preview|bind)/ } },
  vimdiff: { dangers: { flags: /^/ } },
  ed: { runsInput: 'always' },
  red: { runsInput: 'always' },
});

export const editors = late(rows);
