/** The next step of the chosen parcel, by its reason. Loaded with the board. */
import type { Reason } from "../../../core/shipping/board/board.schema.ts";
import { i18n } from "../../i18n/i18n.ts";
import { copyText } from "../../lib/copy-text.ts";
import { instantWords } from "../../lib/format.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { runShared } from "../../store/commands.ts";
import { trackWords } from "../../ui/track-words.ts";
import { useTracking } from "./use-tracking.ts";

const ACTS: Readonly<Record<Reason, () => void>> = {
  LOST: copyClaim,
  DAMAGED: copyClaim,
  UNDELIVERABLE: () => void sendAgain(),
  RETURNED: takeIn,
  LATE: copyNumber,
  STUCK: copyNumber,
  UNREPORTED: copyNumber,
};

/** Runs the next step of the chosen parcel; does nothing if the parcel needs no attention. */
export function actOnChosen(): void {
  const reason = useTracking.getState().chosenParcel?.reason ?? null;
  if (reason !== null) ACTS[reason]();
}

function copyNumber(): void {
  const { chosenParcel, noteCopied } = useTracking.getState();
  if (chosenParcel !== null)
    noteCopied(
      copyText(
        chosenParcel.trackingNumber === "" ? chosenParcel.barcode : chosenParcel.trackingNumber,
      ),
    );
}

function copyClaim(): void {
  const { chosenParcel: parcel, noteCopied } = useTracking.getState();
  if (parcel === null) return;
  const { number, barcode, place } = parcel;
  const words = {
    order: parcel.orderNumber === "" ? "–" : parcel.orderNumber,
    number,
    barcode,
    tracking: parcel.trackingNumber === "" ? "–" : parcel.trackingNumber,
    service: parcel.serviceName,
    event: i18n.t(trackWords(parcel.event)),
    at: instantWords(parcel.lastAt, i18n.language === "tr" ? "tr" : "en"),
    place,
  };
  noteCopied(copyText(i18n.t("tracking.claim", words).trim()));
}

async function sendAgain(): Promise<void> {
  const number = await useTracking
    .getState()
    .sendChosenAgain((made) => i18n.t("tracking.sentAgain", { number: made }));
  if (number === null) return;
  useTracking.getState().showView(HOME_VIEW);
  runShared("takeCode", String(number));
}

function takeIn(): void {
  void useTracking.getState().handleChosen(i18n.t("tracking.takenIn"));
}
