/** An open purchase of another station, which this station can ask about if that one is lost. */
import { useTranslation } from "react-i18next";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import { takeOverPurchase } from "../../../core/fulfilment/transactions/transactions.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { useAct } from "../../ui/use-act.ts";
import styles from "./Detail.module.css";
import { useShipments } from "./use-shipments.ts";

type OpenPurchasePartProps = Pick<ShipmentDetail, "shipment" | "openPurchase">;

/** Shows the purchase. @returns null unless another station asks about it. */
export function OpenPurchasePart({ shipment, openPurchase }: OpenPurchasePartProps) {
  const { t } = useTranslation();
  const act = useAct();
  if (openPurchase === null || openPurchase.isHere) return null;
  const { id: shipmentID, organizationShipmentID: number, order } = shipment;
  const take = (): void =>
    void act.run(async () => {
      await call(takeOverPurchase, { params: { shipmentID } });
      await useShipments.getState().loadShipmentDetail();
    });
  return (
    <section className={styles["part"]} data-testid="open-purchase">
      <h2>{t("shipments.elsewhereOpen.title")}</h2>
      <p>
        {t(
          openPurchase.canTakeOver
            ? "shipments.elsewhereOpen.lead"
            : "shipments.elsewhereOpen.held",
        )}
      </p>
      {openPurchase.canTakeOver ? (
        <AskTwice
          subject={order?.orderNumber || String(number)}
          isSafe
          words={t("shipments.elsewhereOpen.take")}
          confirm={t("shipments.elsewhereOpen.takeNow")}
          onConfirm={take}
        />
      ) : null}
      <ActFailure act={act} />
    </section>
  );
}
