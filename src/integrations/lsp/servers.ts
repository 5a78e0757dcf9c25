/** The language servers coder knows, the first fit wins: which files they serve, how to start them, how to install them. */

export interface ServerRow {
  id: string;
  /** The protocol's language id by file extension. */
  languages: Readonly<Record<string, string>>;
  /** The program, searched for on PATH, and its arguments. */
  argv: readonly [string, ...string[]];
  /** For a program installed in the project: its package, and the first version that is used. */
  own?: { package: string; bin: string; from: number };
  /** How to install the server if it is missing. */
  install: string;
  /** Files at the top of a project, any of which marks a project of this kind. */
  markers: readonly string[];
  initializationOptions?: unknown;
  settings?: unknown;
  env?: Readonly<Record<string, string>>;
}

const TYPESCRIPT = {
  '.ts': 'typescript',
  '.tsx': 'typescriptreact',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.js': 'javascript',
  '.jsx': 'javascriptreact',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
};
/** Renames the definition too, instead of only adding an alias to an import. */
const WHOLE_RENAMES = { preferences: { useAliasesForRenames: false } };
const C = { '.c': 'c', '.h': 'c', '.cc': 'cpp', '.cpp': 'cpp', '.cxx': 'cpp', '.hh': 'cpp', '.hpp': 'cpp' };

export const SERVERS: readonly ServerRow[] = [
  {
    id: 'typescript',
    languages: TYPESCRIPT,
    argv: ['tsc', '--lsp', '--stdio'],
    own: { package: 'typescript', bin: 'tsc', from: 7 },
    settings: { typescript: WHOLE_RENAMES, javascript: WHOLE_RENAMES, 'js/ts': WHOLE_RENAMES },
    install: 'npm install --save-dev typescript@7, or npm install --global typescript-language-server typescript',
    markers: ['tsconfig.json', 'jsconfig.json'],
  },
  {
    id: 'typescript-language-server',
    languages: TYPESCRIPT,
    argv: ['typescript-language-server', '--stdio'],
    initializationOptions: { preferences: { providePrefixAndSuffixTextForRename: false } },
    install: 'npm install --global typescript-language-server typescript',
    markers: ['tsconfig.json', 'jsconfig.json'],
  },
  {
    id: 'pyright',
    languages: { '.py': 'python', '.pyi': 'python' },
    argv: ['pyright-langserver', '--stdio'],
    install: 'npm install --global pyright',
    markers: ['pyproject.toml', 'setup.py', 'requirements.txt', 'pyrightconfig.json'],
  },
  {
    id: 'gopls',
    languages: { '.go': 'go' },
    argv: ['gopls'],
    install: 'go install golang.org/x/tools/gopls@latest',
    markers: ['go.mod'],
  },
  {
    id: 'rust-analyzer',
    languages: { '.rs': 'rust' },
    argv: ['rust-analyzer'],
    install: 'rustup component add rust-analyzer',
    markers: ['Cargo.toml'],
  },
  {
    id: 'clangd',
    languages: C,
    argv: ['clangd', '--background-index=false'],
    install: 'install clangd with the packages of your system',
    markers: ['compile_commands.json', 'CMakeLists.txt', '.clangd'],
  },
  {
    id: 'bash-language-server',
    languages: { '.sh': 'shellscript', '.bash': 'shellscript' },
    argv: ['bash-language-server', 'start'],
    install: 'npm install --global bash-language-server',
    markers: [],
  },
  {
    id: 'yaml-language-server',
    languages: { '.yaml': 'yaml', '.yml': 'yaml' },
    argv: ['yaml-language-server', '--stdio'],
    install: 'npm install --global yaml-language-server',
    markers: [],
  },
  {
    id: 'json-language-server',
    languages: { '.json': 'json', '.jsonc': 'jsonc' },
    argv: ['vscode-json-language-server', '--stdio'],
    install: 'npm install --global vscode-langservers-extracted',
    markers: [],
  },
];

/** The file extension, from the last dot on. */
export function endOf(path: string): string {
  return /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? '';
}

export function rowsFor(path: string, rows: readonly ServerRow[]): ServerRow[] {
  return rows.filter(({ languages }) => Object.hasOwn(languages, endOf(path)));
}
