/** Writes a line for the person or the program at the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
