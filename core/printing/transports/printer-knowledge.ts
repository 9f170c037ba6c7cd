/**
 * The port for persistent knowledge about the printer at an address. The knowledge outlives the
 * process. A printer that has ever answered a status query gets no label while it is silent,
 * however long that is. A printer that has never answered gets labels anyway.
 */
import type { PrinterIdentity } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";

export type KnownPrinter = {
  /** Whether the printer has ever answered a status query. */
  readonly hasAnswered: boolean;
  /**
   * When a status query last went unanswered, before the printer ever answered one, ms since 1970;
   * null for never.
   */
  readonly unansweredAt: number | null;
  /** When the printer was last queried for its identity, ms since 1970; null for never. */
  readonly identifiedAt: number | null;
  /**
   * Name of the printer's odometer; "none" when no odometer of the printer changes with every
   * single label, "" before the search for an odometer.
   */
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
  /**
   * Records a change. Does not throw, because a fact that cannot be stored is queried again later.
   */
  note(printer: TcpPrinter, change: Partial<KnownPrinter>): void;
};

/** Creates knowledge that is lost when the process ends. */
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

/** Returns the address of a printer, as stored in the knowledge. */
export function addressOf({ host, port }: Pick<TcpPrinter, "host" | "port">): string {
  return `${host}:${port}`;
}

/** Returns the key of one printer at one address. */
export function knowledgeKey(printer: TcpPrinter): string {
  return `${printer.id} ${addressOf(printer)}`;
}
