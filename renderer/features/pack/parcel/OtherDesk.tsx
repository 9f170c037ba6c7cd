/**
 * Above the offers of an order that another desk has open too. It stops nobody: that desk may have
 * been left with the order on it.
 */
import { useTranslation } from "react-i18next";
import { otherDeskOf } from "../../../store/sync.slice.ts";
import { Mark } from "../../../ui/Mark.tsx";
import tones from "../../../ui/Tone.module.css";
import styles from "./OtherDesk.module.css";
import { usePack } from "../use-pack.ts";

/** Always there for screen readers, which read out its words when it gets some. */
export function OtherDesk({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const name = usePack((store) => otherDeskOf(store, shipmentID)?.name ?? null);
  const member = usePack((store) => otherDeskOf(store, shipmentID)?.member ?? "");
  return (
    <div
      role="status"
      data-testid="other-desk"
      className={name === null ? "hidden" : `${styles["other"]} ${tones["attention"]}`}
    >
      {name === null ? null : (
        <>
          <Mark tone="attention">
            {member === ""
              ? t("desk.elsewhere.packed", { name })
              : t("desk.elsewhere.packedBy", { name, member })}
          </Mark>
          <p className={styles["goOn"]}>{t("desk.elsewhere.goOn")}</p>
        </>
      )}
    </div>
  );
}
