/** Builds a tariff's extras and fuel surcharge from typed texts. Pure. */
import type {
  TariffExtra,
  TariffInput,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import { readDay } from "../../../lib/read-day.ts";
import { minorOf, ppmOf, type Texts, type TypedValues } from "./typed-values.ts";

type Group = {
  readonly fields: readonly string[];
  readonly has: (extra: TariffExtra) => boolean;
  readonly read: (values: TypedValues) => readonly TariffExtra[];
};

/** Extras that are typed together, with their fields. */
const GROUPS: readonly Group[] = [
  {
    fields: ["oversizeOver", "oversize"],
    has: ({ kind }) => kind === "oversize",
    read: ({ amount, number, faults }) => {
      const overSideCm = number("oversizeOver");
      const fee = amount("oversize");
      if (fee > 0 && overSideCm === null && !faults.has("oversizeOver"))
        faults.set("oversizeOver", "missing");
      return fee === 0 || overSideCm === null
        ? []
        : [{ kind: "oversize", overSideCm, amount: fee }];
    },
  },
  {
    fields: ["heavyMeasure", "heavyOver", "heavyPer", "heavy"],
    has: ({ kind }) => kind === "heavy",
    read: ({ amount, number, text, faults }) => {
      const over = number("heavyOver");
      const per = number("heavyPer");
      const fee = amount("heavy");
      if (fee > 0 && over === null && !faults.has("heavyOver")) faults.set("heavyOver", "missing");
      const measure = text("heavyMeasure") === "desi" ? "desi" : "kg";
      return fee === 0 || over === null ? [] : [{ kind: "heavy", measure, over, per, amount: fee }];
    },
  },
  {
    fields: ["remote", "remotePlaces"],
    has: ({ kind }) => kind === "remote",
    read: ({ amount, text, faults }) => {
      const places = placesIn(text("remotePlaces"));
      const fee = amount("remote");
      const isEmpty = places.provinces.length + places.districtIDs.length === 0;
      if (fee > 0 && isEmpty) faults.set("remotePlaces", "missing");
      return fee === 0 || isEmpty ? [] : [{ kind: "remote", places, amount: fee }];
    },
  },
  {
    fields: ["collection"],
    has: ({ kind }) => kind === "collection",
    read: ({ amount }) =>
      single(amount("collection"), (fee) => ({ kind: "collection", amount: fee })),
  },
  notice("phone"),
  notice("sms"),
  {
    fields: ["declaredMin", "declaredPercent"],
    has: ({ kind }) => kind === "declaredValue",
    read: ({ amount, ppm }) => {
      const fee = { min: amount("declaredMin"), ppm: ppm("declaredPercent") };
      return fee.min + fee.ppm === 0 ? [] : [{ kind: "declaredValue", ...fee }];
    },
  },
  {
    fields: ["cash", "card"].flatMap((by) => [`${by}Min`, `${by}Percent`, `${by}Bands`]),
    has: ({ kind }) => kind === "cashOnDelivery",
    read: (values) => [...cashFee(values, "cash"), ...cashFee(values, "card")],
  },
];

function notice(by: "phone" | "sms"): Group {
  return {
    fields: [by],
    has: (extra) => extra.kind === "notice" && extra.by === by,
    read: ({ amount }) => single(amount(by), (fee) => ({ kind: "notice", by, amount: fee })),
  };
}

function single(fee: number, extra: (fee: number) => TariffExtra): readonly TariffExtra[] {
  return fee === 0 ? [] : [extra(fee)];
}

function cashFee(values: TypedValues, by: "cash" | "card"): readonly TariffExtra[] {
  const min = values.amount(`${by}Min`);
  const ppm = values.ppm(`${by}Percent`);
  const bands = rowsIn(values.text(`${by}Bands`)).map(([upTo = "", fee = ""], i) => {
    const [upToMinor, amount] = [minorOf(upTo), minorOf(fee)];
    if (upToMinor === undefined || upToMinor === 0 || amount === undefined)
      values.faults.set(`${by}Bands.${i}`, "amount");
    return { upToMinor: upToMinor ?? 0, amount: amount ?? 0 };
  });
  return min + ppm + bands.length === 0
    ? []
    : [
        {
          kind: "cashOnDelivery",
          by,
          min,
          ppm,
          bands: bands.toSorted((a, b) => a.upToMinor - b.upToMinor),
        },
      ];
}

/** Reads the rows of a list field. */
export function rowsIn(json: string): readonly (readonly string[])[] {
  const rows: unknown = json === "" ? [] : JSON.parse(json);
  return Array.isArray(rows) ? (rows as readonly (readonly string[])[]) : [];
}

/** Reads places: "06 0" is a province, "0 123" a district. */
function placesIn(text: string): { provinces: string[]; districtIDs: number[] } {
  const pairs = text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => part.split(" "));
  return {
    provinces: pairs.flatMap(([code = "", id]) => (id === "0" ? [code] : [])),
    districtIDs: pairs.flatMap(([, id]) => (id === "0" ? [] : [Number(id)])),
  };
}

/** Builds the extras. Extras whose texts are unchanged stay, also those of single services. */
export function buildExtras(
  before: readonly TariffExtra[],
  start: Texts,
  typed: Texts,
  values: TypedValues,
): TariffExtra[] {
  const changed = GROUPS.filter(({ fields }) =>
    fields.some((field) => typed[field] !== start[field]),
  );
  const kept = before.filter((extra) => !changed.some(({ has }) => has(extra)));
  return [...kept, ...changed.flatMap(({ read }) => read(values))];
}

/** Builds the fuel surcharge: rows of a first day and a percentage, by rising day. */
export function buildFuel(values: TypedValues): TariffInput["fuel"] {
  const rows = rowsIn(values.text("fuel")).map(([day = "", percent = ""], i) => {
    const [from, ppm] = [readDay(day), ppmOf(percent)];
    if (from === undefined) values.faults.set(`fuel.${i}`, "day");
    else if (ppm === undefined) values.faults.set(`fuel.${i}`, "percent");
    return { from: from ?? "", ppm: ppm ?? 0 };
  });
  rows.forEach(({ from }, i) => {
    if (from !== "" && rows.findIndex((row) => row.from === from) !== i)
      values.faults.set(`fuel.${i}`, "days");
  });
  return rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
