/** A running or ended program in one line, as `/jobs` and `/terminals` list it. */

export function programLine(id: string, how: string, command: string): string {
  return `${id}  ${how}  ${command.replace(/\s*\n\s*/g, ' ⏎ ')}`;
}
