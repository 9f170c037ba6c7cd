/** A parcel on the board: recipient, last event with its place, and why it needs attention. */
import { useTranslation } from "react-i18next";
import type { BoardParcel, Reason } from "../../../core/shipping/board/board.schema.ts";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { trackWords } from "../../ui/track-words.ts";
import { useFormat } from "../../ui/use-format.ts";
import openingRow from "../../ui/OpeningRow.module.css";
import styles from "./Tracking.module.css";

export const TONES: Readonly<Record<Reason, Tone>> = {
  LOST: "stop",
  DAMAGED: "stop",
  UNDELIVERABLE: "attention",
  RETURNED: "info",
  LATE: "attention",
  STUCK: "attention",
};

type ParcelLineProps = {
  readonly parcel: BoardParcel;
  readonly isChosen: boolean;
  /** Whether Tab stops at this line; true for one line of each column. */
  readonly canTab: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
};

/**
 * Shows a parcel. Focusing the line chooses the parcel; Enter and a double click open its shipment.
 */
export function ParcelLine({ parcel, isChosen, canTab, onChoose, onOpen }: ParcelLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { reason, orderNumber, number } = parcel;
  return (
    <li>
      <button
        type="button"
        className={`${openingRow["row"]} ${styles["line"]}`}
        aria-current={isChosen ? "true" : undefined}
        tabIndex={canTab ? 0 : -1}
        onFocus={onChoose}
        onDoubleClick={onOpen}
        onClick={(event) => (event.detail === 0 ? onOpen() : onChoose())}
        data-shipment={parcel.shipmentID}
      >
        <span className={styles["who"]}>
          <b>{parcel.recipientName}</b>
          {parcel.isReturn ? <Mark tone="info">{t("tracking.return")}</Mark> : null}
          {reason === null ? null : (
            <Mark tone={TONES[reason]}>{t(`tracking.reason.${reason}`)}</Mark>
          )}
        </span>
        <span className={styles["soft"]}>
          {[
            orderNumber === "" ? t("tracking.number", { number }) : orderNumber,
            `${parcel.districtName} / ${parcel.cityName}`,
          ].join(" · ")}
        </span>
        <span className={styles["soft"]}>
          {parcel.event === "" ? t("tracking.columns.BOUGHT") : t(trackWords(parcel.event))}
          {parcel.place === "" ? "" : ` · ${parcel.place}`}{" "}
          <time dateTime={parcel.lastAt}>{format.instant(parcel.lastAt)}</time>
        </span>
      </button>
    </li>
  );
}
