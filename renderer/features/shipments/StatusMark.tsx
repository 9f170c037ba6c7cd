/** A shipment's state as an icon, a colour and a word. */
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ShipmentStatus } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { isWithoutLabel, stateKey, type Stated } from "../../ui/state-words.ts";
import styles from "./Shipments.module.css";

const TONES: Readonly<Partial<Record<ShipmentStatus, Tone>>> = {
  DELIVERED: "ok",
  LABEL_PRINTED: "ok",
  SHIPPED: "info",
  RETURN_SHIPPED: "info",
  OFFER_ACCEPTED: "info",
  FAILED: "stop",
  RETURNED: "attention",
};

/**
 * Colours only the states that matter to the packer: waiting shipments are plain unless held, and
 * cancelled ones are struck through. A return has its own icon and colour in every state.
 */
export function StatusMark(stated: Stated) {
  const { t } = useTranslation();
  const { status, isReturn, isHeld } = stated;
  const words = t(stateKey(stated));
  const tone = isHeld === true && isWithoutLabel(status) ? "attention" : TONES[status];
  if (isReturn) {
    return (
      <span className={styles["return"]} data-gone={status === "CANCELED"}>
        <Undo2 size={16} aria-hidden="true" />
        {words}
      </span>
    );
  }
  if (tone === undefined)
    return status === "CANCELED" ? <span className={styles["gone"]}>{words}</span> : words;
  return (
    <Mark tone={tone} size={16}>
      {words}
    </Mark>
  );
}
