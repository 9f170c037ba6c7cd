/** The scales and scanners of this desk, what was found on this computer, and a form for a new one. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { createScale } from "../../../core/station/scales/scales.api.ts";
import type { CreateDevice } from "../../../core/station/scales/scales.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { DeviceForm } from "./DeviceForm.tsx";
import { DeviceRow } from "./DeviceRow.tsx";
import { FoundDevices } from "./FoundDevices.tsx";
import { BLANK, deviceOf, type TypedDevice } from "./typed-device.ts";

/** Reads the devices on mount; their states follow the core's events. */
export function Scales() {
  const { t } = useTranslation();
  const scales = useShared((store) => store.scales);
  const load = useShared((store) => store.loadScales);
  const [filled, setFilled] = useState<TypedDevice>(BLANK);
  useEffect(() => void load(), [load]);
  return (
    <div className={section["sections"]} data-testid="scales">
      <section className={section["section"]} aria-label={t("scales.title")}>
        <h2>{t("scales.title")}</h2>
        <p>{t("scales.lead")}</p>
        {scales.length === 0 ? <p>{t("scales.none")}</p> : null}
        <ul className={rows["rows"]}>
          {scales.map((one) => (
            <DeviceRow key={one.device.id} one={one} />
          ))}
        </ul>
      </section>
      <FoundDevices choose={setFilled} />
      <NewDevice key={JSON.stringify(filled)} filled={filled} />
    </div>
  );
}

function NewDevice({ filled }: { readonly filled: TypedDevice }) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useShared((store) => store.loadScales);
  const [made, setMade] = useState(0);
  const add = (device: CreateDevice): void =>
    void act.run(async () => {
      await call(createScale, { body: device });
      await load();
      setMade(made + 1);
    });
  return (
    <DeviceForm
      // A new form is empty.
      key={made}
      title={t("scales.add")}
      lead={t("scales.addLead")}
      command={t("scales.add")}
      act={act}
      start={made === 0 ? filled : BLANK}
      onSubmit={(typed) => add(deviceOf(typed))}
    />
  );
}
