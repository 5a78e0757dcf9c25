/** What a look at a project's files says about it; nothing of the project is run for it. */

export interface ProjectFiles {
  /** Names in the working directory. */
  names: readonly string[];
  /** The `test` script of package.json. */
  testScript?: string;
  /** The `packageManager` of package.json. */
  packageManager?: string;
  /** The Makefile has a target `test`. */
  hasMakeTest?: true;
  /** What AGENTS.md says, or what it begins with. */
  agentNotes?: string;
  /** pyproject.toml, setup.cfg or tox.ini set pytest up. */
  configuresPytest: boolean;
}
