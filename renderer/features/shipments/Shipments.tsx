/** The list of all shipments, or the detail of the open one. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Slot } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { View } from "../../ui/View.tsx";
import { ReprintReasons } from "../../ui/ReprintReasons.tsx";
import { printedBefore } from "./run-bulk.ts";
import { BulkBar } from "./BulkBar.tsx";
import { Detail } from "./Detail.tsx";
import { Filters } from "./Filters.tsx";
import styles from "./Shipments.module.css";
import { answerReprint, listenForSearch } from "./shipment-commands.ts";
import { ShipmentTable } from "./ShipmentTable.tsx";
import { useShipments } from "./use-shipments.ts";

/**
 * Reads the list on mount and after a detail closes, so that it includes the detail's changes;
 * keeps position, selection and filter.
 */
export function Shipments() {
  const { t } = useTranslation();
  const open = useShipments((store) => store.openedShipment);
  const failure = useShipments((store) => store.shipmentsFailure);
  const isAsked = useShipments((store) => store.asked !== null && store.shipmentsQuestion !== null);
  const printedAgain = useShipments((store) =>
    store.asksReprint ? printedBefore(store.selectedShipments.values()).length : 0,
  );
  const refresh = useShipments((store) => store.refreshShipments);
  const isList = open === null;
  useEffect(() => {
    if (isList) void refresh();
  }, [isList, refresh]);
  useEffect(listenForSearch, []);
  if (open !== null) return <Detail key={open.id} id={open.id} />;
  return (
    <View title={t("shipments.title")} wide>
      <Filters />
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {isAsked ? (
        <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} />
      ) : printedAgain > 0 ? (
        <ReprintReasons count={printedAgain} onChoose={answerReprint} />
      ) : (
        <BulkBar />
      )}
      <div className={styles["list"]}>
        <ShipmentTable />
      </div>
    </View>
  );
}
