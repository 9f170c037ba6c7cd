/**
 * The port for persistent knowledge about the printer at an address. It outlives the process: a
 * printer that has ever answered a status query never gets a label without an answer, however long
 * it is silent; a printer that has never answered delays no label.
 */
import type { PrinterIdentity } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";

export type KnownPrinter = {
  /** Whether the printer has ever answered a status query. */
  readonly hasAnswered: boolean;
  /** When the last status query went unanswered, ms since 1970; null for never. */
  readonly unansweredAt: number | null;
  /** When the printer was last asked for its identity, ms since 1970; null for never. */
  readonly identifiedAt: number | null;
  /** Name of the printer's odometer; "none" for none, "" when it was not looked for yet. */
  readonly odometer: string;
  readonly identity: Omit<PrinterIdentity, "hasSettings"> | undefined;
};

export const UNKNOWN_PRINTER: KnownPrinter = {
  hasAnswered: false,
  unansweredAt: null,
  identifiedAt: null,
  odometer: "",
  identity: undefined,
};

export type PrinterKnowledge = {
  find(printer: TcpPrinter): KnownPrinter;
  /** Records a change. Does not throw: what cannot be stored is queried again later. */
  note(printer: TcpPrinter, change: Partial<KnownPrinter>): void;
};

/** Returns knowledge that ends with the process. */
export function createMemoryKnowledge(): PrinterKnowledge {
  const known = new Map<string, KnownPrinter>();
  const find = (printer: TcpPrinter): KnownPrinter =>
    known.get(knowledgeKey(printer)) ?? UNKNOWN_PRINTER;
  return {
    find,
    note: (printer, change) =>
      void known.set(knowledgeKey(printer), { ...find(printer), ...change }),
  };
}

/** Returns the address, as stored in the knowledge. */
export function addressOf({ host, port }: Pick<TcpPrinter, "host" | "port">): string {
  return `${host}:${port}`;
}

/** Returns the key of one printer at one address. */
export function knowledgeKey(printer: TcpPrinter): string {
  return `${printer.id} ${addressOf(printer)}`;
}
