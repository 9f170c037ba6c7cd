/** Words for the choices of the filter by state; loaded with the list, not with the first screen. */
import type { StateChoice } from "./filter.ts";

/** Returns the key of the words for a choice. */
export function choiceKey(choice: StateChoice) {
  if (choice === "WAITING") return "state.GOT_OFFERS" as const;
  if (choice === "NEEDS_PERSON") return "shipments.filter.needsPerson" as const;
  if (choice === "TO_ANNOUNCE") return "shipments.filter.announcing" as const;
  if (choice === "HANDOVER") return "shipments.filter.handover" as const;
  if (choice === "HANDED_OVER_TODAY") return "shipments.filter.handedOverToday" as const;
  if (choice === "HANDED_OVER") return "shipments.filter.handedOver" as const;
  if (choice === "RETURN_UNDER_WAY") return "shipments.filter.returnsUnderWay" as const;
  if (choice === "RETURN") return "shipments.filter.returns" as const;
  return choice === "FAILED" ? ("shipments.filter.failed" as const) : (`state.${choice}` as const);
}
