/** SHA-256 of each native part, by package. Made by `scripts/native-hashes.ts`. */

export const NATIVE_HASHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@lydell/node-pty-darwin-arm64': {
    'pty.node': '12859327f1340ef35d04839a3670059e1964c0af2387da4f95a401ad7a410811',
    'spawn-helper': '863b9d9f2cddcae00141a5d81b452cbf1235ee57000d77fb4611bde864469316',
  },
  '@lydell/node-pty-darwin-x64': {
    'pty.node': '40eaedf8f8ad00daa614b28d154b78789d63f44615c58a0edc71a057bc2b79ea',
    'spawn-helper': '56a63c5e9fed5fb50529eb3aa0cbe6406348761f02b206c5e3f1b5ba7a26d26b',
  },
  '@lydell/node-pty-linux-arm64': {
    'pty.node': 'c192e560428e778842fdbbe72f14032824b03373ed49ad3efcdbcf9eb249b75b',
  },
  '@lydell/node-pty-linux-x64': {
    'pty.node': 'ff8c140f142c13030d84193e5ba2ac556d320cf29d8efecc391174bfb8861cb0',
  },
  '@lydell/node-pty-win32-arm64': {
    'conpty.node': '1118301411a465ec6bc0c93d70f8b5e509f3aeb7549a3d7257e8fd7223a68968',
    'conpty_console_list.node': '2a886d79e2895582ba018f9d3c88d5ed5b15ef603b25267dfb32206a42c67597',
  },
  '@lydell/node-pty-win32-x64': {
    'conpty.node': '4a18d193930faea33f5bf9b737754dca6a987f8fd09fdcfe43b9767fcaa54834',
    'conpty_console_list.node': '6f780d0a0dc023dcf9bf51a203c2f4955b1e2cf1b43efba36395559f82ffe372',
  },
  '@vscode/ripgrep-darwin-arm64': {
    'bin/rg': '6ef40346bf31fcce79d9614c7745c198542925a0c7d4911e1ffe794c53392ac1',
  },
  '@vscode/ripgrep-darwin-x64': {
    'bin/rg': 'f999495980a5e6f1e7d26461ef5768b4013a62df610ed7d77a8b2de247a5b228',
  },
  '@vscode/ripgrep-linux-arm': {
    'bin/rg': '0d8353810445d0606cc3c714601fd6ed0465b03746107ce2bb173499ffc34a67',
  },
  '@vscode/ripgrep-linux-arm64': {
    'bin/rg': 'e152ea689d6e8420357e592f0d8253b96476c164118ca3e6e13074fa1705ddda',
  },
  '@vscode/ripgrep-linux-ia32': {
    'bin/rg': '47763deda9f135d94176258090162bc2b2faece1bb8b806c5d02be4e9ac43f18',
  },
  '@vscode/ripgrep-linux-ppc64': {
    'bin/rg': '921b000ad16eda974d9dffc1780771c917b540429b7afc4f72d1742d742abbf2',
  },
  '@vscode/ripgrep-linux-riscv64': {
    'bin/rg': 'c0a0ed0c04224325ea9b9929ef8a7daf5fa2a3a6713d6f466ac0df820c079808',
  },
  '@vscode/ripgrep-linux-s390x': {
    'bin/rg': '3932fc118f402eb72cc180d6238ed4d805a375c513613e3ce61320433cc6d760',
  },
  '@vscode/ripgrep-linux-x64': {
    'bin/rg': '193906679498de4d939345b937fa24e0e69a03c244bd70c859f5e41232713f21',
  },
  '@vscode/ripgrep-win32-arm64': {
    'bin/rg.exe': '0015ba7dfb2d8b62c39332d64e50c6e85f75230125e10c50a950ed14995c79bf',
  },
  '@vscode/ripgrep-win32-ia32': {
    'bin/rg.exe': '72ca0c53d04d8c13cd245af0aedcd1e12dd20aa24439cb0d1fc5951547f3cceb',
  },
  '@vscode/ripgrep-win32-x64': {
    'bin/rg.exe': 'f9dde63498b3193f098355dbec97af99dc4f6b8fa0df5ed04114a03012c042cb',
  },
};
