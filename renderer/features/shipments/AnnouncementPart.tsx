/** The announcement of a shipment's label to its carrier. */
import { useTranslation } from "react-i18next";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import { spokenSentence } from "../../ui/core-sentence.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Detail.module.css";
import { Fact } from "./DetailParts.tsx";

const TONES = {
  WAITING: "info",
  ANNOUNCED: "ok",
  REFUSED: "stop",
  UNCERTAIN: "ask",
  WITHDRAWN: "info",
  CANCELED: "info",
} as const;

/**
 * Shows its state, its account, its time and the carrier's words or the technical cause; for a
 * return, also the code with which its sender hands it in. Nothing without an announcement.
 */
export function AnnouncementPart({
  announcement,
  shipment,
}: Pick<ShipmentDetail, "announcement" | "shipment">) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  if (announcement === null) return null;
  const { state, accountName, code, words, announcedAt, updatedAt, nextAttemptAt } = announcement;
  // Without a code the words of an uncertain announcement are a technical cause, not the carrier's.
  const isCause = state === "UNCERTAIN" && code === "";
  const said = spokenSentence(i18n, words) ?? words;
  const carrierWords = [said, code === "" ? "" : t("announcements.code", { code })].filter(Boolean);
  return (
    <section className={styles["part"]} data-testid="detail-announcement">
      <h2>{t("announcements.detail.title")}</h2>
      <dl className={styles["facts"]}>
        <Fact name={t("announcements.detail.state")}>
          <Mark tone={TONES[state]}>{t(`announcements.state.${state}`)}</Mark>
        </Fact>
        <Fact name={t("announcements.detail.account")}>{accountName}</Fact>
        <Fact name={t("announcements.detail.at")}>
          {format.instant(state === "ANNOUNCED" ? (announcedAt ?? updatedAt) : updatedAt)}
        </Fact>
        {shipment.isReturn && state === "ANNOUNCED" ? (
          <Fact name={t("announcements.detail.returnCode")}>
            <b data-testid="return-code">{shipment.barcode}</b>{" "}
            {t("announcements.detail.returnLead", {
              name: shipment.senderAddress?.name ?? "",
              account: accountName,
            })}
          </Fact>
        ) : null}
        {carrierWords.length === 0 ? null : (
          <Fact name={t(`announcements.detail.${isCause ? "cause" : "words"}`)}>
            {carrierWords.join(" · ")}
          </Fact>
        )}
        {nextAttemptAt === null ? null : (
          <Fact name={t("announcements.detail.next")}>{format.instant(nextAttemptAt)}</Fact>
        )}
      </dl>
    </section>
  );
}
