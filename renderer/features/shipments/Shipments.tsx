/** The list of all shipments with the panel of its active row, or the page of the open one. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Slot } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { useIsNarrow } from "../../ui/list/SidePanel.tsx";
import { ReprintReasons } from "../../ui/ReprintReasons.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { SavedFile, useSaveFile } from "../../ui/use-save-file.tsx";
import { ReprintQuestion } from "./Acted.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { HIDDEN_AT_FIRST, useColumns } from "./columns.tsx";
import { Detail } from "./Detail.tsx";
import { ListMenu, ListTools } from "./Filters.tsx";
import { PrintElsewhere } from "./PrintElsewhere.tsx";
import { fitting } from "./run-bulk.ts";
import { foundWords } from "./selected-words.ts";
import { answerReprint } from "./shipment-commands.ts";
import { ShipmentPanel } from "./ShipmentPanel.tsx";
import { ShipmentTable, useRows } from "./ShipmentTable.tsx";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";
import { isSearched } from "./shown-list.ts";
import { ViewName } from "./ViewName.tsx";

/** Shows the list, or the page of the open shipment. */
export function Shipments() {
  const open = useShipments((store) => store.openedShipment);
  return open === null ? <List /> : <Detail key={open.id} id={open.id} />;
}

/**
 * Reads the list on mount and after a page closes, so that it includes the page's changes; keeps
 * position, selection and filter.
 */
function List() {
  const { t } = useTranslation();
  const refresh = useShipments((store) => store.refreshShipments);
  const saving = useSaveFile();
  const columns = useColumns();
  const kept = useKeptColumns("shipments", HIDDEN_AT_FIRST);
  const [isNaming, setNaming] = useState(false);
  const loadServices = useShipments((store) => store.loadUsedServices);
  useEffect(() => void refresh(), [refresh]);
  useEffect(() => void loadServices(), [loadServices]);
  return (
    <ListView
      title={t("shipments.title")}
      count={<Count />}
      tools={<ListTools />}
      menu={
        <ListMenu saving={saving} columns={columns} kept={kept} onName={() => setNaming(true)} />
      }
      notices={
        <>
          {isNaming ? <ViewName onEnd={() => setNaming(false)} /> : null}
          <SavedFile saving={saving} />
          <Notices />
        </>
      }
      panel={<PanelOfRow />}
    >
      <ShipmentTable columns={columns} kept={kept} />
    </ListView>
  );
}

/** The failure of the list, the open question, and the bar of the selected shipments. */
function Notices() {
  const failure = useShipments((store) => store.shipmentsFailure);
  const isAsked = useShipments((store) => store.asked !== null && store.shipmentsQuestion !== null);
  const printedAgain = useShipments(({ asksReprint, selectedShipments }) =>
    fitting("print", selectedShipments.values()).length > 0 ? asksReprint : 0,
  );
  return (
    <>
      {failure === null ? null : (
        <div role="alert" className={styles["notice"]}>
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
      <ReprintQuestion />
      <PrintElsewhere />
    </>
  );
}

/** The panel of the active row, where it is shown. Keeps the row in hand for F6 and F8. */
function PanelOfRow() {
  const at = useShipments((store) => store.shipmentAt);
  const { count, rowAt } = useRows();
  const row = count === null || count === 0 ? undefined : rowAt(Math.min(at, count - 1));
  const take = useShipments((store) => store.takeInHand);
  const isOn = useShipments((store) => store.isPanelOn);
  const isIn = useShipments((store) => store.isInPanel);
  const isNarrow = useIsNarrow();
  useEffect(() => take(row ?? null), [take, row]);
  useEffect(() => () => take(null), [take]);
  const isShown = isNarrow ? isIn : isOn;
  return isShown && row !== undefined ? <ShipmentPanel row={row} /> : null;
}

/** The number of shipments that the list has. */
function Count() {
  const { t } = useTranslation();
  const { count } = useRows();
  const found = useShipments((store) => store.foundCount);
  const isCounted = useShipments((store) => store.areShipmentsCounted);
  const isTooShort = useShipments(
    ({ shipmentText: text }) => text.trim() !== "" && !isSearched(text),
  );
  return (
    <p role="status" className={styles["count"]} data-testid="shipment-count">
      {count === null
        ? t("shipments.reading")
        : found !== null
          ? foundWords(t, count, found)
          : isTooShort
            ? t("shipments.searchShort")
            : t(isCounted ? "shipments.count" : "shipments.counting", { count })}
    </p>
  );
}
