/** The list of all shipments, or the detail of the one that is open. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Slot } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { View } from "../../ui/View.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { Detail } from "./Detail.tsx";
import { Filters } from "./Filters.tsx";
import styles from "./Shipments.module.css";
import { listenForSearch } from "./shipment-commands.ts";
import { ShipmentTable } from "./ShipmentTable.tsx";
import { useShipments } from "./use-shipments.ts";

/** Reads the list when it opens; it keeps its place, its selection and its filter. */
export function Shipments() {
  const { t } = useTranslation();
  const open = useShipments((store) => store.openedShipment);
  const failure = useShipments((store) => store.shipmentsFailure);
  const isAsked = useShipments((store) => store.asked !== null && store.asksCancel);
  const refresh = useShipments((store) => store.refreshShipments);
  useEffect(() => void refresh(), [refresh]);
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
      {isAsked ? <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} /> : <BulkBar />}
      <div className={styles["list"]}>
        <ShipmentTable />
      </div>
    </View>
  );
}
