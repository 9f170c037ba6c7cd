/** A shipment's status as shape, colour and word. */
import { useTranslation } from "react-i18next";
import type { ShipmentStatus } from "../../../core/shipments/shipment-rows.schema.ts";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import styles from "./Shipments.module.css";

const TONES: Readonly<Partial<Record<ShipmentStatus, Tone>>> = { DELIVERED: "ok", LABEL_PRINTED: "ok", SHIPPED: "info", RETURN_SHIPPED: "info", OFFER_ACCEPTED: "info", FAILED: "stop", RETURNED: "attention" };

/** Colour only where there is something to know: what waits and what was canceled is plain. */
export function StatusMark({ status }: { readonly status: ShipmentStatus }) {
  const { t } = useTranslation();
  const words = t(`shipments.status.${status}`);
  const tone = TONES[status];
  if (tone === undefined) return status === "CANCELED" ? <span className={styles["gone"]}>{words}</span> : words;
  return (
    <Mark tone={tone} size={16}>
      {words}
    </Mark>
  );
}
