/** Commands of keys and buttons in the view Hand-over. */
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { setFieldText } from "../../lib/scanner.ts";
import { refuse } from "../../store/sounds.ts";
import { CODE_FIELD_ID } from "./hand-over.slice.ts";
import { mayPass, truckCarrierOf } from "./truck-state.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Opens the truck of the carrier with this digit, from 1. */
export function chooseAt(digit: number): void {
  const carrier = useHandOver.getState().handOver?.carriers[digit - 1];
  if (carrier !== undefined) useHandOver.getState().chooseTruck(carrier.providerCode);
}

/** Asks whether to end the loading of the truck, or to pass a label that its carrier does not know. */
export function goOn(): void {
  const store = useHandOver.getState();
  const carrier = truckCarrierOf(store);
  if (carrier === undefined || carrier.loaded === 0 || store.ending.step === "sending")
    return refuse();
  store.askEnd(carrier.providerCode);
}

/** Takes the parcel of the last scan off the truck again. */
export function undoScan(): void {
  const { lastScan, scanParcel } = useHandOver.getState();
  const isLoaded =
    lastScan.step === "counted" &&
    (lastScan.scanned.step === "loaded" || lastScan.scanned.step === "passed");
  if (!isLoaded) return refuse();
  void scanParcel(lastScan.scanned.parcel.barcode, { act: "takeBack" });
}

/** Makes the next scan take its parcel off the truck, or ends that mode. */
export function toggleTakeOff(): void {
  const { truckCarrier, takesOff, setTakesOff } = useHandOver.getState();
  if (truckCarrier === "") return refuse();
  setTakesOff(!takesOff);
}

/** Asks a lead whether to hand over a label that its carrier does not know. */
export function askToPass(): void {
  const store = useHandOver.getState();
  const { lastScan } = store;
  if (!mayPass(store) || lastScan.step !== "refused") return refuse();
  store.askPass(lastScan.code);
}

/**
 * Prints or saves a manifest again: that of the loading that has just ended, or the newest one that
 * this desk made for the truck's carrier; for any carrier while no truck is chosen.
 */
export function makeAgain(): void {
  const { ending, handOver, truckCarrier, hasPaperPrinter, takeManifestOf } =
    useHandOver.getState();
  const of =
    ending.step === "ended"
      ? ending.handOver
      : handOver?.ended.find(
          ({ providerCode, isHere }) =>
            isHere && (truckCarrier === "" || providerCode === truckCarrier),
        );
  if (of === undefined) return refuse();
  void takeManifestOf(of.id, hasPaperPrinter ? "paper" : "pdf");
}

/** Goes to the field for typed codes. */
export function goToCode(): void {
  document.getElementById(CODE_FIELD_ID)?.focus();
}

/** Handles Esc: leaves the typed code, ends taking off, then leaves the truck. */
export function stepBack(): void {
  const { takesOff, setTakesOff, ending, leaveTruck } = useHandOver.getState();
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.id === CODE_FIELD_ID) {
    setFieldText(field, "");
    field.blur();
    focusHeadingIfLost(null);
  } else if (takesOff) setTakesOff(false);
  // Until the answer it is not known whether the parcels are handed over.
  else if (ending.step === "sending") refuse();
  else leaveTruck();
}
