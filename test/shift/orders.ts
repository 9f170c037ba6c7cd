/** The orders of a shift: a mix that repeats for the same number of parcels. */

/** One order of the shift, as the order file has it, and what happens to it at the desk. */
export type ShiftOrder = {
  readonly number: string;
  readonly items: readonly { readonly ean: string; readonly pieces: number }[];
  readonly grams: number;
  /** Cash on delivery, "149.90"; "" for none. */
  readonly cash: string;
  readonly event: ShiftEvent;
};

/**
 * `changed`: another program changes the order while it is open. `hold`: the order is put on hold and
 * released. `jam`: the printer stops during the label. `twoBoxes`: the order goes in two boxes.
 * `wrongItem`: an item of another order is scanned.
 */
type ShiftEvent = "none" | "changed" | "hold" | "jam" | "twoBoxes" | "wrongItem";

/** Sizes of an order, items; most orders are small. */
const SIZES = [1, 1, 2, 1, 3, 2, 1, 5, 1, 2, 8, 1, 3, 1, 2, 40] as const;
/** Events by the order's place in each twenty orders. */
const EVENTS: Readonly<Record<number, ShiftEvent>> = {
  3: "wrongItem",
  5: "twoBoxes",
  8: "hold",
  11: "changed",
};
/** The printer jams at these orders. */
const JAMS: ReadonlySet<number> = new Set([10, 310]);
const EANS = 200;
const ODD_EAN = "8699999999990";

/** EAN that no order has. */
export const WRONG_EAN = ODD_EAN;

/** Makes the orders. @param parcels Number of orders; orders in two boxes make two parcels. */
export function shiftOrders(parcels: number): ShiftOrder[] {
  return Array.from({ length: parcels }, (_, i): ShiftOrder => {
    const size = SIZES[i % SIZES.length] ?? 1;
    const event = JAMS.has(i) ? "jam" : (EVENTS[i % 20] ?? "none");
    const count = event === "twoBoxes" ? Math.max(2, size) : size;
    return {
      number: `V${String(i + 1).padStart(5, "0")}`,
      items: Array.from({ length: count }, (__, n) => ({ ean: eanOf(i * 7 + n * 3), pieces: 1 })),
      grams: 300 + ((i * 137) % 4_000),
      cash: i % 7 === 0 ? "149.90" : "",
      event,
    };
  });
}

function eanOf(i: number): string {
  return `8690000${String(i % EANS).padStart(6, "0")}`;
}

/** Writes the orders as an order file. */
export function orderFileOf(orders: readonly ShiftOrder[]): string {
  const head =
    "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Boy;En;Yükseklik;Ürün;EAN;Adet;Kapıda ödeme tutarı";
  const lines = orders.flatMap(({ number, items, grams, cash }, i) =>
    items.map(({ ean, pieces }) =>
      [
        number,
        `Alıcı ${i + 1}`,
        `0532${String(1_000_000 + i)}`,
        `Sakız Sk. ${i + 1}`,
        "Kadıköy",
        "İstanbul",
        (grams / 1_000).toFixed(2),
        30,
        20,
        15,
        `Ürün ${ean.slice(-4)}`,
        ean,
        pieces,
        cash,
      ].join(";"),
    ),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
