/** The flags of git before its sub-command. */

import { own } from '../../base/own.ts';

/** A flag before the sub-command. */
interface GitGlobal {
  /** The next word, unless a value is attached: the folder that git works in, or any other value. */
  takes?: 'folder' | 'value';
  /** A call with this flag may still only read. */
  reads?: true;
  /** The flag changes which configuration or programs git uses: always, or only with an attached value. */
  risky?: true | 'attached';
  /** Without a sub-command, git prints something about itself: always, or only with an attached value. */
  tells?: true | 'attached';
}

const GIT_GLOBALS: Readonly<Record<string, GitGlobal>> = {
  '-C': { takes: 'folder', reads: true },
  '-c': { takes: 'value', risky: true },
  '--config-env': { takes: 'value', risky: true },
  '--git-dir': { takes: 'value', risky: true },
  '--work-tree': { takes: 'value', risky: true },
  '--namespace': { takes: 'value', risky: true },
  '--super-prefix': { takes: 'value', risky: true },
  '--attr-source': { takes: 'value', risky: true },
  '--exec-path': { takes: 'value', risky: 'attached', tells: true },
  '--bare': { risky: true },
  '--no-pager': { reads: true },
  '-P': { reads: true },
  '--no-optional-locks': { reads: true },
  '--literal-pathspecs': { reads: true },
  '--version': { tells: true },
  '--help': { tells: true },
  '--html-path': { tells: true },
  '--man-path': { tells: true },
  '--info-path': { tells: true },
  '--list-cmds': { tells: 'attached' },
};

/** What a flag before the sub-command means, as it is written: `--git-dir=x`, `-c`. */
export function gitGlobal(flag: string): {
  takes: 'folder' | 'value' | undefined;
  reads: boolean;
  risky: boolean;
  tells: boolean;
} {
  const at = flag.startsWith('--') ? flag.indexOf('=') : flag.length > 2 ? 2 : -1;
  const { takes, reads, risky, tells } = own(GIT_GLOBALS, at < 0 ? flag : flag.slice(0, at)) ?? {};
  const given = at < 0 ? undefined : 'attached';
  return {
    takes: at < 0 ? takes : undefined,
    reads: at < 0 && reads === true,
    risky: flag !== '--git-dir=.git' && (risky === true || (risky !== undefined && risky === given)),
    tells: at < 0 ? tells === true : tells === given,
  };
}
