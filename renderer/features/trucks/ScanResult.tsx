/** The result of the last scan, readable at arm's length. */
import { useTranslation } from "react-i18next";
import type { HandOverScanned } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { askToPass, undoScan } from "./hand-over-commands.ts";
import styles from "./HandOver.module.css";
import type { LastScan } from "./hand-over.slice.ts";
import { useRefusalWords } from "./refusal-words.ts";
import { mayPass } from "./truck-state.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Shows nothing before the first scan. */
export function ScanResult() {
  const last = useHandOver((store) => store.lastScan);
  if (last.step === "none") return null;
  return last.step === "counted" ? (
    <Counted key={last.no} scanned={last.scanned} />
  ) : (
    <Refused key={last.no} last={last} />
  );
}

const TONES = {
  loaded: "ok",
  passed: "attention",
  repeated: "attention",
  takenBack: "info",
} as const;

function Counted({
  scanned: { step, parcel, carrierName },
}: {
  readonly scanned: HandOverScanned;
}) {
  const { t } = useTranslation();
  return (
    <Panel
      tone={TONES[step]}
      title={t(`handOver.scanned.${step}`, { carrier: carrierName })}
      alert
      testID="hand-over-scan"
      {...(step === "loaded" || step === "passed"
        ? {
            commands: (
              <Button keyName="F8" onPress={undoScan}>
                {t("handOver.undo")}
              </Button>
            ),
          }
        : {})}
    >
      <p className={styles["parcel"]}>
        <b>{parcel.recipientName}</b>
        <span>
          {[parcel.districtName, parcel.cityName].filter((part) => part !== "").join(" / ")}
        </span>
        <small>
          {[parcel.orderNumber, parcel.barcode].filter((part) => part !== "").join(" · ")}
        </small>
      </p>
    </Panel>
  );
}

function Refused({ last }: { readonly last: Extract<LastScan, { step: "refused" }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = useRefusalWords(format);
  const isPassable = useHandOver(mayPass);
  const words = wordsOf(last.failure);
  return (
    <Panel
      tone="stop"
      title={words?.title ?? t("handOver.notCounted")}
      alert
      testID="hand-over-scan"
      {...(isPassable
        ? {
            commands: (
              <Button keyName="F4" onPress={askToPass}>
                {t("handOver.pass")}
              </Button>
            ),
          }
        : {})}
    >
      {words === null ? <FailureText failure={last.failure} /> : <p>{words.next}</p>}
      <p className={styles["scanned"]}>
        <small>
          {last.code} · {t("handOver.nothingCounted")}
        </small>
      </p>
    </Panel>
  );
}
