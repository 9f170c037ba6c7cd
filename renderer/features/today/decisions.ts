/** Open decisions of the station, each with its key. */
import { parseMoney } from "../../../core/base/money.ts";
import type { SharedState } from "../../store/shared.ts";
import type { TodaySlices } from "./use-today.ts";

type State = Pick<SharedState & TodaySlices, "announcing" | "desk" | "dayNow">;

/** Decisions by name, most urgent first. */
export const DECISIONS = [
  { name: "prints", key: "F2" },
  { name: "purchases", key: "F3" },
  { name: "announcements", key: "F7" },
  { name: "parcels", key: "F4" },
  { name: "balance", key: "F5" },
  { name: "barcodes", key: "F8" },
  { name: "printer", key: "F6" },
  { name: "changes", key: "Alt+D" },
  { name: "held", key: "F9" },
  { name: "folder", key: "0" },
] as const;
export type DecisionName = (typeof DECISIONS)[number]["name"];

/** Returns how many things wait for this decision. */
export function countOf(name: DecisionName, { announcing, desk, dayNow }: State): number {
  if (name === "held") return dayNow?.held ?? 0;
  if (name === "changes") return dayNow?.changedOrders ?? 0;
  if (name === "announcements")
    return (announcing ?? []).reduce((n, { refused, uncertain }) => n + refused + uncertain, 0);
  if (name === "parcels") return (dayNow?.attention ?? []).reduce((n, { count }) => n + count, 0);
  if (name === "barcodes") return dayNow?.fewBarcodes.length ?? 0;
  if (desk.step !== "ready") return 0;
  const { unknown, givenUp, labelPrinter, folderProblems } = desk.facts;
  if (name === "folder") return folderProblems;
  if (name === "prints") return unknown;
  if (name === "purchases") return givenUp;
  return Number(
    name === "printer" ? labelPrinter === null : balanceState(desk, dayNow) !== "enough",
  );
}

/**
 * Returns whether the balance is used up, or would not pay for another day like this one. The costs
 * are unknown to a member with limited access.
 */
export function balanceState(
  desk: State["desk"],
  dayNow: State["dayNow"],
): "enough" | "low" | "usedUp" {
  if (desk.step !== "ready") return "enough";
  const available = parseMoney(desk.facts.available) ?? 0;
  if (available <= 0) return "usedUp";
  const cost = (dayNow?.carriers ?? []).reduce(
    (sum, { total }) => sum + (parseMoney(total ?? "") ?? 0),
    0,
  );
  return available < cost ? "low" : "enough";
}
