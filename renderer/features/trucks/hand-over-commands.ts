/** Commands of keys, scans and buttons in the view Hand-over. */
import { refuse } from "../../store/sounds.ts";
import { mayPass, truckCarrierOf } from "./hand-over.slice.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Field for codes that a person types, because a label cannot be scanned. */
export const CODE_FIELD_ID = "hand-over-code";

/** Opens the truck of the carrier with this digit, from 1. */
export function chooseAt(digit: number): void {
  const carrier = useHandOver.getState().handOver?.carriers[digit - 1];
  if (carrier !== undefined) useHandOver.getState().chooseTruck(carrier.providerCode);
}

/** Returns whether a digit chooses a carrier. */
export function hasCarrierAt(digit: number): boolean {
  const { truckCarrier, handOver } = useHandOver.getState();
  return truckCarrier === "" && handOver?.carriers[digit - 1] !== undefined;
}

/** Takes a scan. */
export function takeParcel(code: string): boolean {
  void useHandOver.getState().scanParcel(code);
  return true;
}

/** Asks whether to end the loading of the truck, or to pass a label that its carrier does not know. */
export function goOn(): void {
  const store = useHandOver.getState();
  const carrier = truckCarrierOf(store);
  if (carrier === undefined || carrier.loaded === 0 || store.ending.step === "sending")
    return refuse();
  store.askEnd(carrier.providerCode);
}

/** Returns whether Enter ends the loading: a truck is chosen, and no typed code waits. */
export function hasEnter(): boolean {
  return useHandOver.getState().truckCarrier !== "";
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

/** Goes to the field for typed codes. */
export function goToCode(): void {
  document.getElementById(CODE_FIELD_ID)?.focus();
}

/** Handles Esc: ends taking off, then leaves the truck. @returns false when no truck is chosen. */
export function stepBack(): boolean {
  const { takesOff, setTakesOff, truckCarrier, leaveTruck } = useHandOver.getState();
  if (takesOff) setTakesOff(false);
  else if (truckCarrier !== "") leaveTruck();
  else return false;
  return true;
}

/** Handles the answer whether to end the loading. */
export function answerEnd(_carrier: string, yes: boolean): void {
  const store = useHandOver.getState();
  store.askEnd(null);
  if (yes) void store.endLoading();
}

/** Handles the answer whether to hand over a label that its carrier does not know. */
export function answerPass(code: string, yes: boolean): void {
  const store = useHandOver.getState();
  store.askPass(null);
  if (yes) void store.scanParcel(code, { act: "load", pass: true });
}
