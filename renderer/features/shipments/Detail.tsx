/**
 * One shipment in full. The commands are at the top; Esc returns to where the detail was opened
 * from.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../lib/failure.ts";
import { Slot } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Acted, ReprintQuestion } from "./Acted.tsx";
import { AnnouncementPart } from "./AnnouncementPart.tsx";
import { Money, Prints, RawData, Webhooks } from "./DetailLists.tsx";
import { Addresses, Contents } from "./DetailParts.tsx";
import styles from "./Detail.module.css";
import { OpenPurchasePart } from "./OpenPurchasePart.tsx";
import { PrintElsewhere } from "./PrintElsewhere.tsx";
import { PrintRequests } from "./PrintRequests.tsx";
import { ReturnStep } from "./ReturnStep.tsx";
import { BackButton, ShipmentCommands } from "./ShipmentCommands.tsx";
import { Timeline } from "./Timeline.tsx";
import { isCancelable } from "./shipment-commands.ts";
import { useShipments } from "./use-shipments.ts";

/** Shows one shipment. @param id The shipment's id; read on mount. */
export function Detail({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const read = useShipments((store) => store.shipmentDetail);
  const failure = useShipments((store) => store.detailFailure);
  const isAsked = useShipments((store) => store.asked !== null && store.shipmentsQuestion !== null);
  const load = useShipments((store) => store.loadShipmentDetail);
  const printsElsewhere = useShipments((store) => store.openedShipment?.printsElsewhere === true);
  const askElsewhere = useShipments((store) => store.askElsewhere);
  useEffect(() => void load(), [load, id]);
  useEffect(() => {
    if (printsElsewhere) void askElsewhere();
  }, [askElsewhere, printsElsewhere, id]);
  const shown = read?.detail.shipment.id === id ? read : null;
  if (shown === null)
    return (
      <ListView
        title={t("shipments.title")}
        tools={<Back />}
        notices={failure === null ? null : <Failed failure={failure} />}
      >
        {failure === null ? (
          <p role="status" className={styles["detail"]}>
            {t("shipments.reading")}
          </p>
        ) : null}
      </ListView>
    );
  const { shipment, holdReason } = shown.detail;
  const number = shipment.organizationShipmentID;
  return (
    <ListView
      title={t(shipment.isReturn ? "shipments.return.title" : "shipments.detail.title", { number })}
      testID="shipment-detail"
      tools={
        <>
          <Back />
          <StateChip
            status={shipment.statusCode}
            isReturn={shipment.isReturn}
            isHeld={holdReason !== ""}
            isLost={shown.detail.isLost}
            event={shown.detail.event}
          />
          <span className={styles["room"]} />
          <ShipmentCommands read={shown} isPanel={false} />
        </>
      }
      notices={failure === null ? null : <Failed failure={failure} />}
    >
      <div className={styles["detail"]}>
        {isAsked ? <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} /> : null}
        <ReprintQuestion />
        <PrintElsewhere />
        <Acted id={id} />
        {isAsked ? null : <ReturnStep detail={shown.detail} />}
        <Columns {...shown} />
      </div>
    </ListView>
  );
}

/** The way back, at the start of the bar. */
function Back() {
  return (
    <span className={styles["back"]}>
      <BackButton />
    </span>
  );
}

function Failed({ failure }: { readonly failure: Failure }) {
  return (
    <div role="alert" className={styles["failed"]}>
      <FailureText failure={failure} />
    </div>
  );
}

function Columns({
  detail,
  jobs,
}: {
  readonly detail: ShipmentDetail;
  readonly jobs: readonly PrintJob[];
}) {
  const { t } = useTranslation();
  const { shipment } = detail;
  const hasScans = !isCancelable(shipment.statusCode) && shipment.statusCode !== "CANCELED";
  const label = [shipment.barcode, shipment.id].every((text) => text !== "");
  return (
    <div
      className={styles["columns"]}
      tabIndex={0}
      role="group"
      aria-label={t("shipments.detail.title", { number: shipment.organizationShipmentID })}
    >
      <div className={styles["column"]}>
        <Addresses shipment={shipment} />
        <Contents
          shipment={shipment}
          original={detail.original}
          returns={detail.returns}
          together={detail.together}
        />
        <section className={styles["part"]}>
          <h2>{t("shipments.detail.label")}</h2>
          {shipment.statusCode === "CANCELED" ? (
            <p className={styles["soft"]}>{t("because.E1072.cancelled")}</p>
          ) : label ? (
            <div className={styles["picture"]}>
              <Slot
                name="labelPicture"
                props={{ shipmentID: shipment.id, barcode: shipment.barcode }}
              />
            </div>
          ) : (
            <p className={styles["soft"]}>{t("shipments.detail.noLabel")}</p>
          )}
        </section>
      </div>
      <div className={styles["column"]}>
        <OpenPurchasePart {...detail} />
        <AnnouncementPart shipment={detail.shipment} announcement={detail.announcement} />
        <Timeline detail={detail} jobs={jobs} />
        {label ? (
          <Slot name="parcelWay" props={{ shipmentID: shipment.id, hasScans: hasScans }} />
        ) : null}
        <Money detail={detail} />
        <Prints jobs={jobs} />
        <PrintRequests shipmentID={shipment.id} />
        <Webhooks deliveries={detail.deliveries} />
        <RawData shipment={shipment} />
      </div>
    </div>
  );
}
