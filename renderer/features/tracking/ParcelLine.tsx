/** A parcel on the board: recipient, last event with its place, and why it needs attention. */
import { useTranslation } from "react-i18next";
import type { BoardParcel } from "../../../core/shipping/board/board.schema.ts";
import { AnnouncementSign } from "../../ui/AnnouncementSign.tsx";
import { FactChip, ReasonChip } from "../../ui/StateChip.tsx";
import { trackWords } from "../../ui/track-words.ts";
import { useFormat } from "../../ui/use-format.ts";
import openingRow from "../../ui/OpeningRow.module.css";
import styles from "./Tracking.module.css";

type ParcelLineProps = {
  readonly parcel: BoardParcel;
  readonly isChosen: boolean;
  /** Whether Tab stops at this line; true for one line of each column. */
  readonly canTab: boolean;
  readonly onChoose: () => void;
  /** Goes into the panel of the parcel. */
  readonly onEnter: () => void;
  readonly onOpen: () => void;
};

/**
 * Shows a parcel. Focusing the line chooses the parcel; Enter goes into its panel, Shift+Enter and a
 * double click open its shipment.
 */
export function ParcelLine({
  parcel,
  isChosen,
  canTab,
  onChoose,
  onEnter,
  onOpen,
}: ParcelLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { reason, orderNumber, number } = parcel;
  const event = parcel.event === "" ? "" : t(trackWords(parcel.event));
  // The chip says it already.
  const isSaid = reason !== null && event === t(`tracking.reason.${reason}`);
  return (
    <li>
      <button
        type="button"
        className={`${openingRow["row"]} ${styles["line"]}`}
        aria-current={isChosen ? "true" : undefined}
        tabIndex={canTab ? 0 : -1}
        onFocus={onChoose}
        onDoubleClick={onOpen}
        onClick={(event) => (event.detail === 0 ? onEnter() : onChoose())}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
        data-shipment={parcel.shipmentID}
      >
        <span className={styles["who"]}>
          <b>{parcel.recipientName}</b>
          {parcel.isReturn ? <FactChip fact="return">{t("tracking.return")}</FactChip> : null}
          {reason === null ? null : <ReasonChip reason={reason} />}
          <AnnouncementSign state={parcel.announcement} />
        </span>
        <span className={styles["what"]}>
          {[
            orderNumber === "" ? t("tracking.number", { number }) : orderNumber,
            `${parcel.districtName} / ${parcel.cityName}`,
            isSaid ? "" : event,
            parcel.place,
          ]
            .filter(Boolean)
            .join(" · ")}{" "}
          <time dateTime={parcel.lastAt}>{format.instant(parcel.lastAt)}</time>
        </span>
      </button>
    </li>
  );
}
