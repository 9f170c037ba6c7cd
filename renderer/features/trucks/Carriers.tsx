/** The carriers with parcels of today, each with its digit. */
import { useTranslation } from "react-i18next";
import type { HandOverCarrier } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./HandOver.module.css";
import { useHandOver } from "./use-hand-over.ts";

const LAST_DIGIT = 9;
const COUNTS = ["here", "loaded", "handedOver"] as const;

/** Shows a button for each carrier's truck. */
export function Carriers({ carriers }: { readonly carriers: readonly HandOverCarrier[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles["section"]} aria-labelledby="hand-over-carriers" data-density="desk">
      <h2 id="hand-over-carriers">{t("handOver.choose")}</h2>
      <ul className={styles["carriers"]} data-testid="trucks">
        {carriers.map((carrier, i) => (
          <li key={carrier.providerCode}>
            <Carrier carrier={carrier} digit={i + 1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Carrier({
  carrier,
  digit,
}: {
  readonly carrier: HandOverCarrier;
  readonly digit: number;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const choose = useHandOver((store) => store.chooseTruck);
  return (
    <button
      type="button"
      className={styles["carrier"]}
      onClick={() => choose(carrier.providerCode)}
    >
      {digit <= LAST_DIGIT ? <Kbd>{String(digit)}</Kbd> : null}
      <CarrierMark name={carrier.carrierName} isLarge />
      <b className={styles["name"]}>
        {carrier.carrierName}
        {carrier.unannounced > 0 ? (
          <Mark tone="attention">{t("handOver.unannounced", { count: carrier.unannounced })}</Mark>
        ) : null}
        {carrier.canceled > 0 ? (
          <Mark tone="stop">{t("handOver.canceled", { count: carrier.canceled })}</Mark>
        ) : null}
      </b>
      {COUNTS.map((name) => (
        <span key={name} className={styles["count"]} data-none={carrier[name] === 0 || undefined}>
          <b>{format.count(carrier[name])}</b>
          <small>{t(`handOver.counts.${name}`)}</small>
        </span>
      ))}
    </button>
  );
}
