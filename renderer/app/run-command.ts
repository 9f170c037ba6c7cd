/** What each command of the key map does. */
import { offersOf } from "../features/pack/chosen-offer.ts";
import { codeOf, markedOf } from "../features/pack/waiting.slice.ts";
import { answer, askUndo, back, buy, choose, chooseTemplate, importFiles, openTyped, refuse, reprint, takeCode } from "./acts.ts";
import { focusOffers, OFFER_LIST_ID } from "./focus.ts";
import type { Command } from "./keys.ts";
import { useDesk } from "./store.ts";

export function runCommand(command: Command): void {
  const store = useDesk.getState();
  switch (command.do) {
    case "keys":
      store.showView("pack");
      return store.showKeys(!store.keysShown);
    case "weigh":
      return store.packHappened({ type: "measure", measure: "weight" });
    case "size":
      return store.packHappened({ type: "measure", measure: "size" });
    case "offers":
      if (store.pack.step === "failed") store.packHappened({ type: "goOn" });
      if (store.pack.step === "measuring") store.packHappened({ type: "back" });
      return focusOffers();
    case "reprint":
      return void reprint();
    case "import":
      return importFiles();
    case "undo":
      return askUndo();
    case "back":
      return back();
    case "buy":
      return buy();
    case "again":
    case "goOn":
      return store.packHappened({ type: command.do });
    case "openWaiting": {
      const marked = markedOf(store);
      return marked === null ? undefined : takeCode(codeOf(marked));
    }
    case "markWaiting":
      return store.markWaiting(command.by);
    case "choose":
      return chooseByDigit(command.index);
    case "template":
      return chooseTemplate(command.index);
    case "answer":
      return answer(command.yes);
    case "refuse":
      return refuse();
    case "openTyped":
      return openTyped();
    case "nothing":
      return;
    case "type":
      // The scan field's own: see keyboard.ts.
      return;
  }
}

function chooseByDigit(index: number): void {
  const { pack } = useDesk.getState();
  const offer = pack.step === "offers" ? offersOf(pack.parcel)[index] : undefined;
  if (offer === undefined) return;
  choose(offer.id);
  document.getElementById(OFFER_LIST_ID)?.querySelectorAll("input")[index]?.focus();
}
