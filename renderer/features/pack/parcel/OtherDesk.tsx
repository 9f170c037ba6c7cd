/**
 * Warning above the offers of an order that is open at another station too. The warning does not
 * block the packer, because the other station may be unattended.
 */
import { useTranslation } from "react-i18next";
import { otherDeskOf } from "../../../store/sync.slice.ts";
import { Mark } from "../../../ui/Mark.tsx";
import tones from "../../../ui/Tone.module.css";
import styles from "./OtherDesk.module.css";
import { usePack } from "../use-pack.ts";

/** The warning. It is always in the page, so that screen readers announce changes of its words. */
export function OtherDesk({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const name = usePack((store) => otherDeskOf(store, shipmentID)?.name ?? null);
  const member = usePack((store) => otherDeskOf(store, shipmentID)?.member ?? "");
  // Without the hub, a purchase of another station's order is refused.
  const isCutOff = usePack((store) => store.sync?.state === "cut off");
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
          {isCutOff ? null : <p className={styles["goOn"]}>{t("desk.elsewhere.goOn")}</p>}
        </>
      )}
    </div>
  );
}
