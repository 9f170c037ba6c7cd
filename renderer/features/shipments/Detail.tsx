/**
 * One shipment in full. The commands are at the top; Esc returns to where the detail was opened
 * from.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { isJoined } from "../../store/sync.slice.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Slot } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { ReprintReasons } from "../../ui/ReprintReasons.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { isLost } from "../../ui/state-words.ts";
import { View } from "../../ui/View.tsx";
import { getPackingSlip } from "../../../core/fulfilment/papers/papers.api.ts";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { Money, Prints, RawData, Webhooks } from "./DetailLists.tsx";
import { Addresses, Contents } from "./DetailParts.tsx";
import styles from "./Detail.module.css";
import { PrintElsewhere } from "./PrintElsewhere.tsx";
import { PrintRequests } from "./PrintRequests.tsx";
import { ReturnStep } from "./ReturnStep.tsx";
import {
  askCancelSelected,
  askReturn,
  canReturn,
  hasLabelOut,
  isCancelable,
  printSelected,
} from "./shipment-commands.ts";
import { StatusMark } from "./StatusMark.tsx";
import { Timeline } from "./Timeline.tsx";
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
  return (
    <View
      title={
        shown === null
          ? t("shipments.title")
          : t(
              shown.detail.shipment.isReturn ? "shipments.return.title" : "shipments.detail.title",
              { number: shown.detail.shipment.organizationShipmentID },
            )
      }
      wide
    >
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {shown === null ? (
        failure === null ? (
          <p role="status">{t("shipments.reading")}</p>
        ) : (
          <div>
            <Button keyName="Esc" onPress={() => runShared("back")}>
              {t("shipments.detail.back")}
            </Button>
          </div>
        )
      ) : null}
      {shown === null ? null : (
        <div className={styles["detail"]} data-testid="shipment-detail">
          <Commands detail={shown.detail} jobs={shown.jobs} />
          {isAsked ? <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} /> : null}
          <ReprintQuestion
            number={
              shown.detail.shipment.order?.orderNumber ||
              String(shown.detail.shipment.organizationShipmentID)
            }
          />
          <PrintElsewhere />
          <Acted id={id} />
          {isAsked ? null : <ReturnStep detail={shown.detail} />}
          <Columns {...shown} />
        </div>
      )}
    </View>
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
        <Contents shipment={shipment} original={detail.original} returns={detail.returns} />
        <section className={styles["part"]}>
          <h2>{t("shipments.detail.label")}</h2>
          {label ? (
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
        <Timeline detail={detail} jobs={jobs} />
        {label ? <Slot name="parcelWay" props={{ shipmentID: shipment.id }} /> : null}
        <Money detail={detail} />
        <Prints jobs={jobs} />
        <PrintRequests shipmentID={shipment.id} />
        <Webhooks deliveries={detail.deliveries} />
        <RawData shipment={shipment} />
      </div>
    </div>
  );
}

function Commands({
  detail,
  jobs,
}: {
  readonly detail: ShipmentDetail;
  readonly jobs: readonly PrintJob[];
}) {
  const { t } = useTranslation();
  const { shipment } = detail;
  const copy = useShipments((store) => store.copyOpen);
  const joined = useShipments(isJoined);
  const elsewhere = useShipments((store) => store.askElsewhere);
  const print = useSettledPress(printSelected);
  const isBought = hasLabel(shipment);
  const isPrinted = hasLabelOut({ detail, jobs });
  return (
    <div className={styles["head"]}>
      <span className={styles["state"]}>
        <StatusMark
          status={shipment.statusCode}
          isReturn={shipment.isReturn}
          isHeld={detail.holdReason !== ""}
          isLost={isLost(shipment)}
        />
      </span>
      <div className={styles["commands"]}>
        <Button keyName="Esc" onPress={() => runShared("back")}>
          {t("shipments.detail.back")}
        </Button>
        {shipment.isReturn ? null : (
          <Button onPress={() => openOnPack(shipment.organizationShipmentID)}>
            {t("shipments.detail.pack")}
          </Button>
        )}
        {isBought ? (
          <Button keyName="F6" {...print}>
            {t(isPrinted ? "shipments.detail.reprint" : "shipments.detail.printFirst")}
          </Button>
        ) : null}
        {isBought && joined ? (
          <Button onPress={() => void elsewhere()}>{t("shipments.elsewhere.ask")}</Button>
        ) : null}
        {shipment.isReturn ? null : (
          <SaveFileButton
            words={t("done.slip")}
            save={() => saveFile(getPackingSlip, { params: { shipmentID: shipment.id } })}
          />
        )}
        {canReturn(shipment) ? (
          <Button onPress={askReturn}>{t("shipments.detail.return")}</Button>
        ) : null}
        <Button onPress={() => void copy(false)}>{t("shipments.detail.copy")}</Button>
        <Cancel shipment={shipment} />
      </div>
    </div>
  );
}

function hasLabel({ barcode, statusCode }: Shipment): boolean {
  return barcode !== "" && statusCode !== "CANCELED";
}

function Cancel({ shipment }: { readonly shipment: Shipment }) {
  const { t } = useTranslation();
  if (!isCancelable(shipment.statusCode)) return null;
  const words = hasLabel(shipment)
    ? "shipments.detail.cancel"
    : shipment.isReturn
      ? "shipments.return.cancel"
      : "shipments.detail.cancelOrder";
  return (
    <Button keyName="F8" onPress={askCancelSelected}>
      {t(words)}
    </Button>
  );
}

/** Opens the shipment in Pack, as if its number were typed there. */
function openOnPack(number: number): void {
  useShipments.getState().showView("pack");
  runShared("takeCode", String(number));
}

/** Asks why a label that was printed before is printed again. */
function ReprintQuestion({ number }: { readonly number: string }) {
  const isAsked = useShipments((store) => store.asksReprintOpen);
  const reprint = useShipments((store) => store.reprintOpen);
  return isAsked ? (
    <ReprintReasons order={number} onChoose={(reason) => void reprint(reason)} />
  ) : null;
}

/** Result of the last command for this shipment, or of the command that created it. */
function Acted({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const acting = useShipments((store) => store.detailActing);
  if (acting.step === "none" || acting.step === "asked" || acting.id !== id) return null;
  return acting.step === "failed" ? (
    <div role="alert">
      <Mark tone="stop">{t("shipments.detail.failed")}</Mark>
      <FailureText failure={acting.failure} />
    </div>
  ) : (
    <p role="status">
      <Mark tone="ok">{t(`shipments.detail.done.${acting.act}`)}</Mark>
    </p>
  );
}
