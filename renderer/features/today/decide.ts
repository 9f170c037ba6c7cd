/** Acts of open decisions; loaded when the first of them is needed. */
import { ANNOUNCEMENTS_VIEW } from "../../store/announcing.slice.ts";
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import type { DecisionName } from "./decisions.ts";
import { useToday } from "./use-today.ts";

/** Opens the place where the decision is made. */
export function decide(name: DecisionName): void {
  const state = useToday.getState();
  switch (name) {
    case "prints":
      state.showView(HOME_VIEW);
      return state.recallQuestions();
    case "purchases":
      return state.openSettings("unanswered");
    case "announcements":
      return state.followLink(ANNOUNCEMENTS_VIEW);
    case "parcels":
      return runShared("showBoard", "ATTENTION");
    case "balance":
      return state.openSettings("balance");
    case "barcodes":
      return state.openSettings("agreements");
    case "printer":
      return state.followLink("printers");
    case "folder":
      return state.openSettings("orderFolder");
    case "changes":
      return runShared("showChanges");
    case "held":
      return runShared("showOrders", "HELD");
  }
}
