/**
 * The last known state of each printer, from status queries every few seconds and from each label
 * that is sent. The desk shows this state at once instead of waiting for a printer that may not
 * answer. While the state prevents printing, no label is sent.
 */
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { PrintError } from "./print-error.ts";
import type { Printer } from "./printer.ts";
import type { PrinterState } from "./printers.schema.ts";
import type { PrintErrorCode } from "./printing.schema.ts";
import { printersChanged } from "./waiting-jobs.ts";

/** `at`: when the state was learned, ISO 8601; null while the state is "unknown". */
type KnownState = {
  readonly state: PrinterState["state"] | "unknown";
  readonly message: string;
  readonly at: string | null;
};
export type PrinterWatch = {
  /**
   * Returns the last known state; "unknown" before the first query, and while the known state is
   * outdated.
   */
  stateOf(printer: Printer): KnownState;
  /**
   * Returns why labels wait: the printer is switched off, or its last known state prevents
   * printing. Undefined otherwise.
   */
  holdOf(printer: Printer): PrintError | undefined;
  /** Returns how long ago the state was learned, in ms; infinite when the state is unknown. */
  ageOf(printer: Printer): number;
  /**
   * Records the state that sending a label revealed; undefined marks the known state as outdated.
   */
  note(printer: Printer, state: PrinterState | undefined): void;
  /** Queries the printer's state; takes no longer than its transport's timeout. */
  ask(printer: Printer): Promise<void>;
  /**
   * Returns the state, at most five seconds old, querying the printer for at most 0.3 s; undefined
   * when the state is not known by then.
   */
  currentState(printer: Printer): Promise<PrinterState | undefined>;
};

const NOT_KNOWN: KnownState = {
  state: "unknown",
  message: "The state of the printer is not known yet.",
  at: null,
};
const FRESH_MS = 5_000;
/** Longest query while a person waits, in ms. */
const PATIENCE_MS = 300;

/** States in which labels are held back, with the error code of these labels. */
const HOLDS: Partial<Record<PrinterState["state"], PrintErrorCode>> = {
  "paper out": "paper out",
  "ribbon out": "ribbon out",
  "head open": "head open",
  paused: "paused",
  fault: "fault",
  "queue stopped": "queue stopped",
  "no answer": "no answer",
  unreachable: "unreachable",
};

/**
 * `of`: the printer as it was queried. A printer whose settings have changed, except `isShared`,
 * counts as a different printer.
 */
type Learned = {
  readonly state: PrinterState;
  readonly at: number;
  readonly since: string;
  readonly of: string;
};

/** Watches printers. No printer is queried until `ask` or `currentState` is called. */
export function watchPrinter(deps: WriteDeps & Pick<PrintingDeps, "printers">): PrinterWatch {
  const states = rememberStates(deps);
  const asking = new Map<string, Promise<void>>();
  /**
   * The state for which waiting labels were last made due. Making them due may fail on a full disk;
   * the next query then does it.
   */
  const noted = new Map<string, string>();

  const askNow = async (printer: Printer): Promise<void> => {
    const state = await deps.printers.probe(printer);
    states.note(printer, state);
    // A printer that is ready again gets its waiting labels now, not at their next retry.
    if (noted.get(printer.id) === state.state) return;
    printersChanged(deps, printer.id);
    noted.set(printer.id, state.state);
  };
  const ask: PrinterWatch["ask"] = (printer) => {
    const asked =
      asking.get(printer.id) ?? askNow(printer).finally(() => asking.delete(printer.id));
    asking.set(printer.id, asked);
    return asked;
  };

  return {
    stateOf: states.stateOf,
    holdOf: (printer) => holdBy(printer, states.find(printer)),
    ageOf: states.ageOf,
    note: states.note,
    ask,
    async currentState(printer) {
      if (states.ageOf(printer) > FRESH_MS) {
        let timer: NodeJS.Timeout | undefined;
        await Promise.race([
          ask(printer).catch(() => undefined),
          new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS))),
        ]);
        clearTimeout(timer);
      }
      return states.ageOf(printer) > FRESH_MS ? undefined : states.find(printer);
    },
  };
}

type States = Pick<PrinterWatch, "stateOf" | "ageOf" | "note"> & {
  find(printer: Printer): PrinterState | undefined;
};

function rememberStates(deps: Pick<PrintingDeps, "now">): States {
  const learned = new Map<string, Learned>();
  const find = (printer: Printer): Learned | undefined => {
    const found = learned.get(printer.id);
    return found?.of === asAsked(printer) ? found : undefined;
  };
  return {
    find: (printer) => find(printer)?.state,
    stateOf(printer) {
      const known = find(printer);
      return known === undefined ? NOT_KNOWN : { ...known.state, at: known.since };
    },
    ageOf: (printer) => performance.now() - (find(printer)?.at ?? Number.NEGATIVE_INFINITY),
    note(printer, state) {
      if (state === undefined) learned.delete(printer.id);
      else
        learned.set(printer.id, {
          state,
          at: performance.now(),
          since: deps.now(),
          of: asAsked(printer),
        });
    },
  };
}

function holdBy(printer: Printer, state: PrinterState | undefined): PrintError | undefined {
  if (!printer.isActive)
    return {
      code: "printer off",
      message: `${printer.name} is switched off under Printers. The label waits until it is switched on there.`,
    };
  const code = state === undefined ? undefined : HOLDS[state.state];
  if (state === undefined || code === undefined) return undefined;
  return {
    code,
    message: state.message.endsWith("The label waits.")
      ? state.message
      : `${state.message} The label waits.`,
  };
}

/** Builds the key of everything that a printer's state depends on. `isShared` does not matter. */
function asAsked({ isShared: _isShared, ...printer }: Printer): string {
  return JSON.stringify(printer);
}
