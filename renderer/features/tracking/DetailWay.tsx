/**
 * Route of a parcel in the detail of its shipment. The detail keeps its own copy of the route, so
 * that the board's chosen parcel stays chosen.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { readParcelWay } from "../../../core/shipping/board/board.api.ts";
import type { ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import type { SlotProps } from "../../store/slots.tsx";
import { call } from "../../lib/bridge.ts";
import { ScanByHand } from "./ScanByHand.tsx";
import styles from "./Tracking.module.css";
import { Way } from "./Way.tsx";

/**
 * Reads the route on mount. Shows nothing if reading fails, because the rest of the detail needs no
 * route.
 */
export function DetailWay({ shipmentID, hasScans }: SlotProps["parcelWay"]) {
  const { t } = useTranslation();
  const [way, setWay] = useState<ParcelWay | "failed" | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (read: ParcelWay | "failed"): void => (isShown ? setWay(read) : undefined);
    call(readParcelWay, { params: { shipmentID } }).then(show, () => show("failed"));
    return () => {
      isShown = false;
    };
  }, [shipmentID]);
  if (way === "failed") return null;
  // Holds the place of the route, so that what is below it does not move under the pointer.
  if (way?.shipmentID !== shipmentID)
    return hasScans ? <div className={styles["wayToCome"]} /> : null;
  return (
    <section className={styles["part"]} data-testid="detail-way">
      <h2>{t("tracking.way")}</h2>
      <ScanByHand shipmentID={shipmentID} onEntered={setWay} />
      <Way way={way} />
    </section>
  );
}
