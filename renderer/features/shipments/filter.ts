/**
 * Filter of the shipment list, as the chips show it and as the core takes it, and the filters and
 * orders saved as views.
 */
import { turkishDay } from "../../../core/base/turkish-day.ts";
import {
  SHIPMENT_STATUSES,
  SORT_COLUMNS,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { isSameSort } from "../../ui/table/sort-by.ts";
import type { ShipmentSort } from "./sort.ts";

/** Number of days up to and including today; 0: all. */
export const DAY_CHOICES = [1, 7, 30, 90, 0] as const;
const DAY_MS = 86_400_000;

export const FLAGS = ["boughtToday", "printed", "unprinted", "cash", "returned", "test"] as const;
export type Flag = (typeof FLAGS)[number];

/**
 * Statuses that can be chosen directly. Shipments without a label are chosen by what they wait for.
 */
const OTHER_STATUSES = SHIPMENT_STATUSES.filter((status) => !isWithoutLabel(status));
/** Choices of the filter, in the order in which a parcel goes through them. */
export const STATE_CHOICES = [
  "WAITING",
  "HELD",
  "RETURN",
  "NEEDS_PERSON",
  "TO_ANNOUNCE",
  "HANDOVER",
  "HANDED_OVER",
  "HANDED_OVER_TODAY",
  ...OTHER_STATUSES,
  "RETURN_UNDER_WAY",
] as const;
export type StateChoice = (typeof STATE_CHOICES)[number];
const WAITS = {
  WAITING: "packing",
  HELD: "held",
  RETURN: "return",
  NEEDS_PERSON: "failed",
  TO_ANNOUNCE: "announcing",
  HANDOVER: "handover",
  HANDED_OVER: "handedOver",
  HANDED_OVER_TODAY: "handedOverToday",
  RETURN_UNDER_WAY: "returnUnderWay",
} as const;

export type ShipmentFilter = {
  /** "": all. */
  readonly status: StateChoice | "";
  readonly days: number;
  /** A carrier's code; "": all. */
  readonly carrier: string;
  /** A service's code; "": all. */
  readonly service: string;
  readonly flags: readonly Flag[];
  /** Hour of today in which the label was bought, Turkish time; null: any time. */
  readonly hour: number | null;
  /** An order's number, exactly; "": all. */
  readonly order: string;
};

/** Hours of a day. */
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

export const NO_FILTER: ShipmentFilter = {
  status: "",
  days: 0,
  carrier: "",
  service: "",
  flags: [],
  hour: null,
  order: "",
};

/** Returns whether the filter leaves nothing out. */
export function isOpen({ days, flags, hour, ...texts }: ShipmentFilter): boolean {
  return (
    Object.values(texts).every((text) => text === "") &&
    days === 0 &&
    flags.length === 0 &&
    hour === null
  );
}

type RowQuery = {
  statusFilter?: string;
  waits?: (typeof WAITS)[keyof typeof WAITS];
  startDate?: string;
  providerCode?: string;
  providerServiceCode?: string;
  boughtDay?: string;
  boughtHour?: string;
  orderNumber?: string;
  isPrinted?: boolean;
  isCashOnDelivery?: boolean;
  isReturned?: boolean;
  isTest?: boolean;
};

/** Returns the query of the core's lists. @param now Milliseconds. */
export function queryOf(
  { status, days, carrier, service, flags, hour, order }: ShipmentFilter,
  now: number,
): RowQuery {
  return {
    ...(status === "" ? {} : isWaits(status) ? { waits: WAITS[status] } : { statusFilter: status }),
    // A day in Turkey starts at 21:00 UTC of the previous day.
    ...(days === 0
      ? {}
      : {
          startDate: new Date(
            Date.parse(
              `${turkishDay(new Date(now - (days - 1) * DAY_MS).toISOString())}T00:00:00+03:00`,
            ),
          ).toISOString(),
        }),
    ...(carrier === "" ? {} : { providerCode: carrier }),
    ...(service === "" ? {} : { providerServiceCode: service }),
    ...(flags.includes("boughtToday") || hour !== null
      ? { boughtDay: turkishDay(new Date(now).toISOString()) }
      : {}),
    ...(hour === null ? {} : { boughtHour: String(hour) }),
    ...(order === "" ? {} : { orderNumber: order }),
    ...(flags.includes("printed")
      ? { isPrinted: true }
      : flags.includes("unprinted")
        ? { isPrinted: false }
        : {}),
    ...(flags.includes("cash") ? { isCashOnDelivery: true } : {}),
    ...(flags.includes("returned") ? { isReturned: true } : {}),
    ...(flags.includes("test") ? { isTest: true } : {}),
  };
}

function isWaits(status: StateChoice): status is keyof typeof WAITS {
  return Object.hasOwn(WAITS, status);
}

/** Sets the flags; printed and not printed exclude each other, and the newly set one wins. */
export function withFlags(
  { flags: before, ...rest }: ShipmentFilter,
  flags: readonly Flag[],
): ShipmentFilter {
  const isBoth = flags.includes("printed") && flags.includes("unprinted");
  const older = before.includes("printed") ? "printed" : "unprinted";
  return { ...rest, flags: isBoth ? flags.filter((flag) => flag !== older) : flags };
}

export type SavedView = {
  readonly name: string;
  readonly filter: ShipmentFilter;
  readonly sort: ShipmentSort | null;
};

/** Returns whether a saved view shows a list with this filter and order. */
export function isSameView(
  view: Pick<SavedView, "filter" | "sort">,
  { filter, sort }: Pick<SavedView, "filter" | "sort">,
): boolean {
  return JSON.stringify(view.filter) === JSON.stringify(filter) && isSameSort(view.sort, sort);
}

const PLACE = "packbench.shipmentViews";

/**
 * Reads the views saved on this computer, field by field: values that this version does not know
 * are dropped.
 */
export function readViews(): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(viewOf) : [];
  } catch {
    return [];
  }
}

/** Saves the views on this computer. */
export function keepViews(views: readonly SavedView[]): void {
  localStorage.setItem(PLACE, JSON.stringify(views));
}

function viewOf(kept: unknown): SavedView[] {
  if (
    typeof kept !== "object" ||
    kept === null ||
    !("name" in kept) ||
    typeof kept.name !== "string" ||
    !("filter" in kept)
  )
    return [];
  const { filter } = kept;
  if (typeof filter !== "object" || filter === null) return [];
  const of = (name: string): unknown => Object.entries(filter).find(([key]) => key === name)?.[1];
  const textOf = (name: string): string => {
    const text = of(name);
    return typeof text === "string" ? text : "";
  };
  const flags = of("flags");
  return [
    {
      name: kept.name,
      sort: "sort" in kept ? sortOf(kept.sort) : null,
      filter: {
        status: choiceOf(of("status")),
        days: DAY_CHOICES.find((days) => days === of("days")) ?? 0,
        carrier: textOf("carrier"),
        service: textOf("service"),
        order: textOf("order"),
        flags: FLAGS.filter((flag) => Array.isArray(flags) && flags.includes(flag)),
        hour: HOURS.find((hour) => hour === of("hour")) ?? null,
      },
    },
  ];
}

function sortOf(kept: unknown): ShipmentSort | null {
  if (typeof kept !== "object" || kept === null || !("column" in kept)) return null;
  const column = SORT_COLUMNS.find((one) => one === kept.column);
  return column === undefined
    ? null
    : { column, isAscending: "isAscending" in kept && kept.isAscending === true };
}

/** Reads a stored status; an earlier version stored the two statuses of waiting shipments. */
function choiceOf(kept: unknown): ShipmentFilter["status"] {
  return kept === "CREATED" || kept === "GOT_OFFERS"
    ? "WAITING"
    : (STATE_CHOICES.find((choice) => choice === kept) ?? "");
}
