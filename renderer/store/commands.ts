/**
 * Commands by name, so that a feature can call another feature or the window. app/ provides the
 * commands.
 */

type Inputs = {
  /** Handles a code as if it came from the scanner. */
  readonly takeCode: readonly [code: string];
  /** Opens the shipment of this number in the home view, without a scan. */
  readonly openNumber: readonly [number: number];
  /** Shows the home view, and opens its first waiting order if no order is open. */
  readonly openFirstWaiting: readonly [];
  /**
   * Closes the home view's message about an unknown code, because an import may bring the order.
   */
  readonly clearFailure: readonly [];
  /** Goes one step back, as Esc does. */
  readonly back: readonly [];
  /** Answers the open question with yes or no. */
  readonly answer: readonly [yes: boolean];
  /**
   * Shows the list of shipments with these alone, of one carrier if its code is given, and bought in
   * one hour of today if the hour is given.
   */
  readonly showOrders: readonly [
    of:
      | "WAITING"
      | "HELD"
      | "NEEDS_PERSON"
      | "TO_ANNOUNCE"
      | "HANDOVER"
      | "HANDED_OVER_TODAY"
      | "RETURN_UNDER_WAY"
      | "BOUGHT_TODAY",
    carrier?: string,
    hour?: number,
  ];
  /** Shows the list of shipments with those that have exactly this order number. */
  readonly showOrder: readonly [orderNumber: string];
  /** Shows the orders that a file has changed, in the home view, once no order is open there. */
  readonly showChanges: readonly [];
  /** Opens the form for a scan of this shipment, in the parcel's way that is shown. */
  readonly enterScan: readonly [shipmentID: string];
  /** Shows the items of these orders by shelf. */
  readonly showPicks: readonly [shipmentIDs: readonly string[]];
  /** Shows the tracking board at this column. */
  readonly showBoard: readonly [column: "ATTENTION" | "BOUGHT"];
};
type CommandName = keyof Inputs;
export type SharedCommands = { readonly [Name in CommandName]: (...input: Inputs[Name]) => void };

let provided: SharedCommands | null = null;

/** Registers the implementations. Called once, by app/. */
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
