/** Figures of the day and their lists; loaded with the board, not with the first screen. */
import type { Today } from "../../../core/fulfilment/today/today.schema.ts";
import type { SharedCommands } from "../../store/commands.ts";
import type { Count, FigureName } from "./day-lists.ts";

/** The list that has exactly the shipments of a carrier's figure. */
export const LISTS: Readonly<Record<Count, Parameters<SharedCommands["showOrders"]>[0]>> = {
  toHandOver: "HANDOVER",
  handedOver: "HANDED_OVER_TODAY",
  toAnnounce: "TO_ANNOUNCE",
  bought: "BOUGHT_TODAY",
  returns: "RETURN_UNDER_WAY",
};

/** Returns a figure of the board: a sum over the carriers, or a count of the organization. */
export function figureOf(day: Today, name: FigureName): number {
  if (name === "waiting" || name === "held" || name === "failed") return day[name];
  return day.carriers.reduce((sum, carrier) => sum + carrier[name], 0);
}
