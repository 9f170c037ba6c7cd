/** The button that opens the form for a scan by hand, and the form. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { EnterScan } from "./EnterScan.tsx";
import styles from "./Tracking.module.css";
import { mayEnterScans } from "./tracking-commands.ts";
import { useTracking } from "./use-tracking.ts";

type ScanByHandProps = {
  readonly shipmentID: string;
  readonly onEntered: (way: ParcelWay) => void;
};

/** Shows nothing to members who may not enter scans. */
export function ScanByHand({ shipmentID, onEntered }: ScanByHandProps) {
  const { t } = useTranslation();
  const isAsked = useTracking((store) => store.enteringScan === shipmentID);
  const mayEnter = useTracking(mayEnterScans);
  const ask = useTracking((store) => store.askScan);
  const [isEntered, setEntered] = useState(false);
  if (!mayEnter) return null;
  const enter = (way: ParcelWay): void => {
    setEntered(true);
    onEntered(way);
  };
  return isAsked ? (
    <EnterScan shipmentID={shipmentID} onEntered={enter} />
  ) : (
    <div className={styles["commands"]}>
      <Button keyName="F7" onPress={() => ask(shipmentID)}>
        {t("tracking.hand.title")}
      </Button>
      <span role="status">{isEntered ? <Mark tone="ok">{t("tracking.byHand")}</Mark> : null}</span>
    </div>
  );
}
