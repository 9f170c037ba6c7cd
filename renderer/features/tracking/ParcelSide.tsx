/** Details of the chosen parcel: what to do, the recipient, its route and its events. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { BoardParcel, ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { SidePanel, useIsNarrow } from "../../ui/list/SidePanel.tsx";
import { FactChip } from "../../ui/StateChip.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { keepFlag, readFlag } from "../../store/kept-flag.ts";
import { useSettledPress } from "../../store/shown.ts";
import { trackWords } from "../../ui/track-words.ts";
import { dayOf } from "./day-of.ts";
import { NextStep } from "./NextStep.tsx";
import { openChosen } from "./tracking-commands.ts";
import { ScanByHand } from "./ScanByHand.tsx";
import styles from "./Tracking.module.css";
import { useTracking } from "./use-tracking.ts";
import { Way } from "./Way.tsx";

/** Name under which this computer keeps whether the panel is shown. */
const KEPT = "tracking-panel";

/**
 * Shows the details of the chosen parcel.
 *
 * @param stuckDays Days without an event after which a parcel counts as stuck.
 */
export function ParcelSide({ stuckDays }: { readonly stuckDays: number }) {
  const { t } = useTranslation();
  const parcel = useTracking((store) => store.chosenParcel);
  const read = useTracking((store) => store.parcelWay);
  const failure = useTracking((store) => store.parcelWayFailure);
  const load = useTracking((store) => store.loadBoard);
  const isNarrow = useIsNarrow();
  const isIn = useTracking((store) => store.isInParcel);
  const goIn = useTracking((store) => store.goIntoParcel);
  const [isOn, setOn] = useState(() => readFlag(KEPT, true));
  const isShown = isNarrow ? isIn : isOn || isIn;
  if (parcel === null || !isShown) return null;
  const way = read?.shipmentID === parcel.shipmentID ? read : null;
  return (
    <SidePanel
      label={t("tracking.number", { number: parcel.number })}
      rowID={parcel.shipmentID}
      onClose={() => {
        keepFlag(KEPT, false);
        setOn(false);
        leavePanel();
        goIn(false);
      }}
      testID="parcel-side"
    >
      <Head parcel={parcel} />
      <NextStep key={parcel.shipmentID} parcel={parcel} stuckDays={stuckDays} />
      <Facts parcel={parcel} />
      <ScanByHand
        key={`scan ${parcel.shipmentID}`}
        shipmentID={parcel.shipmentID}
        onEntered={() => void load()}
      />
      {way === null && failure === null ? <p role="status">{t("tracking.wayReading")}</p> : null}
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {way === null ? null : (
        <>
          <section className={styles["part"]}>
            <h3>{t("tracking.way")}</h3>
            <Way way={way} />
          </section>
          <Events way={way} />
        </>
      )}
    </SidePanel>
  );
}

function Head({ parcel }: { readonly parcel: BoardParcel }) {
  const { t } = useTranslation();
  return (
    <header className={styles["sideHead"]}>
      <h2>{parcel.recipientName}</h2>
      {parcel.isReturn ? <FactChip fact="return">{t("tracking.return")}</FactChip> : null}
      <Button keyName="Shift+Enter" {...useSettledPress(openChosen)}>
        {t("tracking.open")}
      </Button>
    </header>
  );
}

/** Facts for a call to the carrier or the recipient. */
function Facts({ parcel }: { readonly parcel: BoardParcel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = [
    [t("tracking.recipient"), `${parcel.districtName} / ${parcel.cityName}`],
    [t("tracking.phone"), phoneText(parcel.recipientPhone)],
    [t("tracking.carrier"), parcel.serviceName],
    [
      t("tracking.trackingNumber"),
      parcel.trackingNumber === "" ? parcel.barcode : parcel.trackingNumber,
    ],
    [
      t("tracking.promised"),
      parcel.promisedUntil === null ? "" : dayOf(parcel.promisedUntil, format),
    ],
  ] as const;
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, text]) => text !== "")
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

function Events({ way }: { readonly way: ParcelWay }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={styles["part"]}>
      <h3>{t("tracking.events")}</h3>
      {way.events.length === 0 ? <p className={styles["soft"]}>{t("tracking.noEvents")}</p> : null}
      <ol className={styles["events"]} data-testid="events">
        {way.events.toReversed().map((event) => (
          <li key={event.id}>
            <time dateTime={event.statusDate}>{format.instant(event.statusDate)}</time>
            <span>
              <b>{t(trackWords(event.trackingSubStatusCode))}</b>
              {[
                event.locationName,
                event.statusDetails,
                event.source === "person" ? t("tracking.byHand") : "",
              ]
                .filter(Boolean)
                .map((text) => (
                  <span key={text} className={styles["soft"]}>
                    {" "}
                    {text}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
