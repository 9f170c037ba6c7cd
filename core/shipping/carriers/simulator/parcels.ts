/** Parcels of a simulated carrier, in memory, and the steps of their ways. */

/**
 * Steps of a parcel. `returning`: the recipient refuses it. `kept`: the return is given up, and the
 * parcel goes on. `returned`: it is back at the sender.
 */
export const STEPS = [
  "scanned",
  "transfer",
  "arrived",
  "out",
  "delivered",
  "returning",
  "kept",
  "returned",
  "lost",
] as const;
export type Step = (typeof STEPS)[number];

/** Ways of a day; parcels get them in turn. */
const WAYS: readonly (readonly Step[])[] = [
  ["scanned", "transfer", "arrived", "out", "delivered"],
  ["scanned", "transfer", "arrived", "out", "returning", "returned"],
  ["scanned", "transfer", "lost"],
  ["scanned", "transfer", "arrived", "out", "returning", "kept", "out", "delivered"],
];
const HOUR_MS = 3_600_000;

export type SimulatedParcel = {
  /** Text of the barcode. */
  readonly code: string;
  /** Fields of its announcement. */
  readonly fields: Readonly<Record<string, string>>;
  /** The carrier's number, assigned at the first scan; "" before. */
  number: string;
  isCancelled: boolean;
  readonly steps: { readonly step: Step; readonly at: string }[];
};

export type SimulatedParcels = {
  list(): readonly SimulatedParcel[];
  find(code: string): SimulatedParcel | undefined;
  add(code: string, fields: Readonly<Record<string, string>>): SimulatedParcel;
  /** Moves a parcel by one step; false when there is no such parcel, or it is cancelled. */
  move(code: string, step: Step, at?: string): boolean;
  /** Sends each announced parcel that was not scanned through a whole day. */
  playDay(): void;
};

/**
 * @param now    Clock, ms since 1970.
 * @param number Number before the first number of the carrier; "barcode": the barcode is the number.
 */
export function createParcels(
  now: () => number,
  number: number | "barcode" = 116_000_000_000,
): SimulatedParcels {
  const parcels = new Map<string, SimulatedParcel>();
  let given = 0;
  const nextNumber = (code: string): string =>
    number === "barcode" ? code : String(number + (given += 1));
  const move = (code: string, step: Step, at = new Date(now()).toISOString()): boolean => {
    const parcel = parcels.get(code);
    if (parcel === undefined || parcel.isCancelled) return false;
    if (parcel.number === "") parcel.number = nextNumber(code);
    parcel.steps.push({ step, at });
    return true;
  };
  return {
    list: () => [...parcels.values()],
    find: (code) => parcels.get(code),
    add(code, fields) {
      const parcel = { code, fields, number: "", isCancelled: false, steps: [] };
      parcels.set(code, parcel);
      return parcel;
    },
    move,
    playDay() {
      const waiting = [...parcels.values()].filter(
        ({ steps, isCancelled }) => steps.length === 0 && !isCancelled,
      );
      for (const [n, { code }] of waiting.entries()) {
        const way = WAYS[n % WAYS.length] ?? [];
        const startMs = now() - way.length * HOUR_MS;
        for (const [k, step] of way.entries())
          move(code, step, new Date(startMs + k * HOUR_MS).toISOString());
      }
    },
  };
}
