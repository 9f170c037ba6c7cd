/**
 * Commands by name: how a feature asks for what another one, or the window around it, does. app/
 * provides them.
 */

type Inputs = {
  /** Takes a code as if it came from the scanner. */
  readonly takeCode: readonly [code: string];
  /** A failure that shows no order leaves the home view, for what comes now may bring the order. */
  readonly clearFailure: readonly [];
  /** One step back: what covers goes first, then the order. */
  readonly back: readonly [];
  /** Yes or no to the question that is open. */
  readonly answer: readonly [yes: boolean];
};
type CommandName = keyof Inputs;
export type SharedCommands = { readonly [Name in CommandName]: (...input: Inputs[Name]) => void };

let provided: SharedCommands | null = null;

/** Connects the names to what they do. Called once, by app/. */
export function provideCommands(commands: SharedCommands): void {
  provided = commands;
}

/**
 * Runs a command by its name.
 *
 * @throws Error when app/ has not provided the commands yet.
 */
export function runShared<Name extends CommandName>(name: Name, ...input: Inputs[Name]): void {
  if (provided === null) throw new Error(`The command ${name} was run before app/ provided it.`);
  provided[name](...input);
}
