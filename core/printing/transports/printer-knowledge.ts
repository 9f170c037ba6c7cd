/**
 * The port for what is known of the printer at an address. It outlives the process: a printer that
 * has ever answered a question about its state is never given a label without an answer, however
 * long it is silent, and one that never has costs no label a wait.
 */
import type { PrinterIdentity } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";

export type KnownPrinter = {
  /** Whether it has ever answered a question about its state. */
  readonly hasAnswered: boolean;
  /** When it was last asked in vain, ms since 1970; null: never. */
  readonly askedInVainAt: number | null;
  /** When it was last asked what it is, ms since 1970; null: never. */
  readonly identifiedAt: number | null;
  /** The odometer it has, by its name; "none", or "" while it has not been looked for. */
  readonly odometer: string;
  readonly identity: Omit<PrinterIdentity, "hasSettings"> | undefined;
};

export const UNKNOWN_PRINTER: KnownPrinter = {
  hasAnswered: false,
  askedInVainAt: null,
  identifiedAt: null,
  odometer: "",
  identity: undefined,
};

export type PrinterKnowledge = {
  find(printer: TcpPrinter): KnownPrinter;
  /** Does not throw: what cannot be kept is asked again. */
  note(printer: TcpPrinter, change: Partial<KnownPrinter>): void;
};

/** @returns Knowledge that ends with the process. */
export function createBriefKnowledge(): PrinterKnowledge {
  const known = new Map<string, KnownPrinter>();
  const find = (printer: TcpPrinter): KnownPrinter =>
    known.get(knowledgeKey(printer)) ?? UNKNOWN_PRINTER;
  return {
    find,
    note: (printer, change) =>
      void known.set(knowledgeKey(printer), { ...find(printer), ...change }),
  };
}

/** @returns The address, as knowledge keeps it. */
export function addressOf({ host, port }: Pick<TcpPrinter, "host" | "port">): string {
  return `${host}:${port}`;
}

/** @returns What one printer at one address is known by. */
export function knowledgeKey(printer: TcpPrinter): string {
  return `${printer.id} ${addressOf(printer)}`;
}
