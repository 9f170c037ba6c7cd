/** The truck that is being loaded: the last scan and the counts, and the parcels on it and not on it. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { HandOverCarrier } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { CodeField } from "./CodeField.tsx";
import { EndResult } from "./EndResult.tsx";
import { goOn, toggleTakeOff } from "./hand-over-commands.ts";
import styles from "./HandOver.module.css";
import { ParcelLists } from "./ParcelLists.tsx";
import { ScanResult } from "./ScanResult.tsx";
import { useHandOver } from "./use-hand-over.ts";

type LoadingProps = {
  /** Provider code of the truck's carrier. */
  readonly code: string;
  /** undefined while the carrier has no parcel. */
  readonly carrier: HandOverCarrier | undefined;
};

/** Shows the truck. */
export function Loading({ code, carrier }: LoadingProps) {
  const { t } = useTranslation();
  const ending = useHandOver((store) => store.ending);
  const lastStep = useHandOver((store) => store.lastScan.step);
  const takesOff = useHandOver((store) => store.takesOff);
  const isAsked = useHandOver((store) => store.asked !== null);
  // The control that chose the truck has disappeared.
  useEffect(() => focusHeadingIfLost(null), []);
  return (
    <div className={styles["loading"]} data-testid="loading">
      <div className={styles["main"]} data-density="desk">
        <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} />
        {takesOff ? (
          <Panel
            tone="attention"
            title={t("handOver.takingOff")}
            urgent
            testID="taking-off"
            commands={
              <Button keyName="F9" onPress={toggleTakeOff}>
                {t("handOver.takeNoneOff")}
              </Button>
            }
          >
            <p>{t("handOver.takingOffLead")}</p>
          </Panel>
        ) : null}
        {ending.step === "none" && !takesOff ? <ScanResult /> : null}
        <EndResult />
        {lastStep === "none" && ending.step === "none" && !takesOff && !isAsked ? (
          <p className={styles["hint"]}>
            {t(
              carrier === undefined || carrier.loaded === 0
                ? "handOver.scanFirst"
                : "handOver.scanNext",
            )}
          </p>
        ) : null}
        <Counts carrier={carrier} />
        <Commands loaded={carrier?.loaded ?? 0} />
        <CodeField />
      </div>
      <ParcelLists key={code} carrier={carrier} />
    </div>
  );
}

function Counts({ carrier }: { readonly carrier: HandOverCarrier | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles["figures"]}>
      <p data-testid="on-the-truck" aria-live="polite">
        <b>{format.count(carrier?.loaded ?? 0)}</b>
        <span>{t("handOver.counts.loaded")}</span>
      </p>
      <p data-testid="still-here">
        <b>{format.count(carrier?.here ?? 0)}</b>
        <span>{t("handOver.counts.here")}</span>
      </p>
      <div className={styles["marks"]}>
        {(carrier?.canceled ?? 0) > 0 ? (
          <Mark tone="stop">{t("handOver.canceled", { count: carrier?.canceled ?? 0 })}</Mark>
        ) : null}
        {(carrier?.unannounced ?? 0) > 0 ? (
          <Mark tone="attention">
            {t("handOver.unannounced", { count: carrier?.unannounced ?? 0 })}
          </Mark>
        ) : null}
      </div>
    </div>
  );
}

function Commands({ loaded }: { readonly loaded: number }) {
  const { t } = useTranslation();
  const isSending = useHandOver((store) => store.ending.step === "sending");
  const takesOff = useHandOver((store) => store.takesOff);
  const isAsked = useHandOver((store) => store.asked !== null);
  const press = useSettledPress(goOn);
  return (
    <div className={styles["commands"]}>
      <Button
        rank={isAsked ? "secondary" : "primary"}
        keyName="Enter"
        disabled={loaded === 0 || isSending || isAsked}
        {...press}
      >
        {t("handOver.endNow", { count: loaded })}
      </Button>
      {takesOff ? null : (
        <Button keyName="F9" onPress={toggleTakeOff}>
          {t("handOver.takeOff")}
        </Button>
      )}
      <Button rank="quiet" keyName="Esc" onPress={() => runShared("back")}>
        {t("handOver.allCarriers")}
      </Button>
    </div>
  );
}
