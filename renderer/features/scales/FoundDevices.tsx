/** USB scales and serial ports of this computer, each of which fills the form of a new device. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { findScales } from "../../../core/station/scales/scales.api.ts";
import type { FoundDevice } from "../../../core/station/scales/scales.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useLoaded } from "../../ui/use-loaded.ts";
import { BLANK, type TypedDevice } from "./typed-device.ts";

/** Searches on mount, and again when a device was added or removed. */
export function FoundDevices({ choose }: { readonly choose: (typed: TypedDevice) => void }) {
  const { t } = useTranslation();
  const count = useShared((store) => store.scales.length);
  const found = useLoaded(() => call(findScales));
  const { reload } = found;
  // A found device may have been set up or removed.
  useEffect(() => void reload(), [count, reload]);
  return (
    <section
      className={section["section"]}
      aria-label={t("scales.found")}
      data-testid="found-scales"
    >
      <h2>{t("scales.found")}</h2>
      <div role="status">
        {found.value === null && found.failure === null ? <p>{t("scales.searching")}</p> : null}
        {found.value?.isSearched === false ? (
          <Mark tone="attention">{t("scales.notSearched")}</Mark>
        ) : null}
        {found.value?.isSearched === true && found.value.list.length === 0 ? (
          <p>{t("scales.foundNone")}</p>
        ) : null}
        {found.failure === null ? null : <FailureText failure={found.failure} />}
      </div>
      <ul className={rows["rows"]}>
        {found.value?.list.map((one) => (
          <li key={`${one.serialPort} ${one.vendorID} ${one.productID} ${one.serialNumber}`}>
            <span className={rows["what"]}>
              <b>{one.name}</b>
              <span className={rows["soft"]}>{t(`scales.drivers.${one.driver}`)}</span>
            </span>
            {one.scaleID === null ? (
              <Button
                small
                label={`${t("scales.take")}: ${one.name}`}
                onPress={() => choose(filledBy(one))}
              >
                {t("scales.take")}
              </Button>
            ) : (
              <Mark tone="ok">{t("scales.taken")}</Mark>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button small onPress={() => void reload()}>
          {t("scales.search")}
        </Button>
      </div>
    </section>
  );
}

function filledBy(one: FoundDevice): TypedDevice {
  const { vendorID, productID, serialNumber } = one;
  return {
    ...BLANK,
    driver: one.driver,
    name: one.name.slice(0, 80),
    serialPort: one.serialPort,
    usb: vendorID === null || productID === null ? null : { vendorID, productID, serialNumber },
  };
}
