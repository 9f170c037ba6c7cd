/** Lists of shipments that the figures of the day lead to, each with its key. */
import type { SharedCommands } from "../../store/commands.ts";

/** Name of a list, as the shared command takes it. */
type Orders = Parameters<SharedCommands["showOrders"]>[0];

/** Figures that each carrier has, in the order of the columns. */
export const COUNTS = ["toHandOver", "handedOver", "toAnnounce", "bought", "returns"] as const;
export type Count = (typeof COUNTS)[number];

/** Figures of the board, in their order, each with its digit and the list that has exactly these. */
export const FIGURES = [
  { name: "waiting", key: "1", orders: "WAITING" },
  { name: "held", key: "2", orders: "HELD" },
  { name: "bought", key: "3", orders: "BOUGHT_TODAY" },
  { name: "failed", key: "4", orders: "NEEDS_PERSON" },
  { name: "toAnnounce", key: "5", orders: "TO_ANNOUNCE" },
  { name: "toHandOver", key: "6", orders: "HANDOVER" },
  { name: "handedOver", key: "7", orders: "HANDED_OVER_TODAY" },
  { name: "returns", key: "8", orders: "RETURN_UNDER_WAY" },
] as const satisfies readonly {
  readonly name: "waiting" | "held" | "failed" | Count;
  readonly key: string;
  readonly orders: Orders;
}[];
export type FigureName = (typeof FIGURES)[number]["name"];
