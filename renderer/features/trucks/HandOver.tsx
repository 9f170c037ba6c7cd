/** The view Hand-over: the carriers with today's manifests, or the truck that is being loaded. */
import { useEffect } from "react";
import { Truck as TruckIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Slot } from "../../store/slots.tsx";
import { Blank } from "../../ui/Blank.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { View } from "../../ui/View.tsx";
import { Carriers } from "./Carriers.tsx";
import { CodeField } from "./CodeField.tsx";
import { Ended } from "./Ended.tsx";
import styles from "./HandOver.module.css";
import { truckCarrierOf } from "./truck-state.ts";
import { Loading } from "./Loading.tsx";
import { ScanResult } from "./ScanResult.tsx";
import { useHandOver } from "./use-hand-over.ts";

/** Reads the trucks on mount. */
export function HandOver() {
  const { t } = useTranslation();
  const read = useHandOver((store) => store.handOver);
  const failure = useHandOver((store) => store.handOverFailure);
  const load = useHandOver((store) => store.loadHandOver);
  const code = useHandOver((store) => store.truckCarrier);
  const carrier = useHandOver(truckCarrierOf);
  const setTakesOff = useHandOver((store) => store.setTakesOff);
  useEffect(() => {
    // A person who comes back loads parcels, and may not remember the other mode.
    setTakesOff(false);
    void load();
  }, [load, setTakesOff]);
  useEffect(() => {
    if (code === "") focusHeadingIfLost(null);
  }, [code]);
  const isEmpty = read !== null && read.carriers.length === 0 && code === "";
  return (
    <View
      title={t("handOver.title")}
      lead={code === "" ? t("handOver.lead") : (carrier?.carrierName ?? code)}
      wide
    >
      {failure === null ? null : (
        <div role="alert">
          <b>{t("handOver.failed")}</b> <FailureText failure={failure} />
        </div>
      )}
      {read === null ? (
        <p role="status">{failure === null ? t("handOver.reading") : ""}</p>
      ) : code === "" ? (
        <div className={styles["parts"]}>
          <Slot name="overlay" props={{ coversOffers: false, isBrief: true }} />
          <ScanResult />
          {isEmpty ? (
            <Blank Icon={TruckIcon} text={t("handOver.empty")} testID="no-trucks" />
          ) : (
            <Carriers carriers={read.carriers} />
          )}
          <CodeField />
          <Ended ended={read.ended} />
        </div>
      ) : (
        <Loading code={code} carrier={carrier} />
      )}
    </View>
  );
}
