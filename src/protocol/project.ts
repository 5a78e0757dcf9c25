/** Facts about a project, found by looking at its files; nothing of the project is run. */

export interface ProjectFiles {
  /** Names in the working folder. */
  names: readonly string[];
  /** The `test` script of package.json. */
  testScript?: string;
  /** The `packageManager` of package.json. */
  packageManager?: string;
  /** The Makefile has a target `test`. */
  hasMakeTest?: true;
  /** The text of AGENTS.md, or its beginning. */
  agentNotes?: string;
  /** True if pyproject.toml, setup.cfg or tox.ini configures pytest. */
  configuresPytest: boolean;
}
