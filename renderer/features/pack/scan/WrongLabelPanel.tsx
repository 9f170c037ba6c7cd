/**
 * Shown when another order's label is scanned while the last result's label should go onto its
 * parcel. Names both orders and opens nothing.
 */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import type { PackStep, Parcel } from "../pack-step.ts";
import { orderName } from "../pack.slice.ts";
import styles from "./WrongLabelPanel.module.css";
import { usePack } from "../use-pack.ts";

type WrongLabelPanelProps = { readonly pack: Extract<PackStep, { step: "wrongLabel" }> };

/**
 * Shows both orders. Enter returns to the last result; a second scan of the label opens its order.
 */
export function WrongLabelPanel({ pack }: WrongLabelPanelProps) {
  const { t } = useTranslation();
  const dispatch = usePack((store) => store.dispatchPack);
  const order = orderName(pack.parcel);
  return (
    <Panel
      tone="stop"
      title={t("desk.wrongLabel.title")}
      alert
      testID="wrong-label"
      commands={
        <Button rank="primary" keyName="Enter" onPress={() => dispatch({ type: "goOn" })}>
          {t("failure.do.stay", { order })}
        </Button>
      }
    >
      <dl className={styles["both"]}>
        <Named words={t("desk.wrongLabel.scanned")} parcel={pack.other} />
        <Named words={t("desk.wrongLabel.expected")} parcel={pack.parcel} />
      </dl>
      <p>{t("desk.wrongLabel.lead", { order, other: orderName(pack.other) })}</p>
    </Panel>
  );
}

function Named({ words, parcel }: { readonly words: string; readonly parcel: Parcel }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>
        <b>{orderName(parcel)}</b> {parcel.shipment.recipientAddress?.name ?? ""}
      </dd>
    </div>
  );
}
