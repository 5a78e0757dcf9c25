/** A terminal emulator that tests read the screen of. */

import xterm from '@xterm/headless';

export interface Emulator {
  write(data: string | Uint8Array): Promise<void>;
  /** Every line from the first of the scrollback to the last of the screen; what the terminal wrapped is one line. */
  lines(): string[];
  /** The rows of the screen alone. */
  screen(): string[];
  cursor(): { x: number; y: number };
  resize(columns: number, rows: number): void;
  readonly terminal: InstanceType<typeof xterm.Terminal>;
}

export function createEmulator(columns: number, rows: number): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 100_000, allowProposedApi: true });
  const buffer = () => terminal.buffer.active;
  return {
    terminal,
    write: (data) => new Promise((resolve) => terminal.write(data, resolve)),
    lines() {
      const lines: string[] = [];
      for (let y = 0; y < buffer().length; y += 1) {
        const line = buffer().getLine(y);
        if (!line) continue;
        const isWrapped = line.isWrapped && lines.length > 0;
        const next = buffer().getLine(y + 1);
        const text = line.translateToString(!next?.isWrapped);
        if (isWrapped) lines[lines.length - 1] += text;
        else lines.push(text);
      }
      while (lines.at(-1) === '') lines.pop();
      return lines;
    },
    screen() {
      const top = buffer().baseY;
      return Array.from(
        { length: terminal.rows },
        (_, y) =>
          buffer()
            .getLine(top + y)
            ?.translateToString(true) ?? '',
      );
    },
    cursor: () => ({ x: buffer().cursorX, y: buffer().cursorY }),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
  };
}
