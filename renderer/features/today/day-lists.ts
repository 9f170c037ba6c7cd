/** Lists of shipments that the figures of the day lead to. */
import type { SharedCommands } from "../../store/commands.ts";

/** Name of a list, as the shared command takes it. */
export type Orders = Parameters<SharedCommands["showOrders"]>[0];

/** Figures that each carrier has, in the order of the columns. */
export const COUNTS = ["bought", "printed", "toHandOver", "returns"] as const;
export type Count = (typeof COUNTS)[number];

/** The list that has exactly the shipments of a figure. */
export const LISTS: Readonly<Record<Count, Orders>> = {
  bought: "BOUGHT_TODAY",
  printed: "PRINTED_TODAY",
  toHandOver: "HANDOVER",
  returns: "RETURN_UNDER_WAY",
};
