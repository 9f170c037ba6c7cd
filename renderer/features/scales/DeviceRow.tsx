/** A scale or a scanner: its present state, and its commands. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteScale, updateScale } from "../../../core/station/scales/scales.api.ts";
import type { LiveDevice, UpdateDevice } from "../../../core/station/scales/scales.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import { scaleTone } from "../../ui/scale-tone.ts";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { DeviceForm } from "./DeviceForm.tsx";
import { changeOf, typedFrom } from "./typed-device.ts";

/** States in which a person has nothing to do. */
const FINE: ReadonlySet<string> = new Set(["ready", "empty", "moving", "starting"]);

/** Shows one device; its form opens below it. */
export function DeviceRow({ one }: { readonly one: LiveDevice }) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useShared((store) => store.loadScales);
  const [isOpen, setOpen] = useState(false);
  const { device } = one;
  const params = { id: device.id };
  const reload = (work: Promise<unknown>): Promise<void> => work.then(load);
  const change = (body: UpdateDevice): void =>
    void act.run(async () => {
      await reload(call(updateScale, { params, body }));
      setOpen(false);
    });
  const command = (words: string, press: () => void) => (
    <Button
      small
      label={`${words}: ${device.name}`}
      disabled={act.state.step === "running"}
      onPress={press}
    >
      {words}
    </Button>
  );
  return (
    <li data-testid="scale-row" data-state={one.now.state}>
      <Now one={one} />
      {command(t(isOpen ? "scales.close" : "scales.change"), () => setOpen(!isOpen))}
      {command(t(device.isActive ? "scales.switchOff" : "scales.switchOn"), () =>
        change({ isActive: !device.isActive }),
      )}
      <AskTwice
        subject={device.name}
        words={t("scales.remove")}
        confirm={t("scales.removeNow")}
        onConfirm={() => void act.run(() => reload(call(deleteScale, { params })))}
      />
      <Advice one={one} />
      {isOpen ? (
        <div className={rows["below"]}>
          <DeviceForm
            title={t("scales.changeOf", { name: device.name })}
            command={t("scales.save")}
            act={act}
            start={typedFrom(device)}
            isChange
            onSubmit={(typed) => change(changeOf(typed))}
          />
        </div>
      ) : (
        <ActFailure act={act} />
      )}
    </li>
  );
}

/** Name, connection, weight and state of a device. */
function Now({ one: { device, now } }: { readonly one: LiveDevice }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <span className={rows["what"]}>
        <b>{device.name}</b>
        <span className={rows["soft"]}>
          {t(`scales.kinds.${device.kind}`)} · {connectionOf(device)}
        </span>
      </span>
      {now.grams === null ? null : <b>{format.measure(String(now.grams / 1_000), 3)} kg</b>}
      <Mark tone={scaleTone(now.state)}>{t(`scales.state.${now.state}`)}</Mark>
    </>
  );
}

/** Says what to do when something is wrong. */
function Advice({ one: { now } }: { readonly one: LiveDevice }) {
  const { t } = useTranslation();
  return (
    <div className={rows["below"]} role="status">
      {FINE.has(now.state) ? null : (
        <p className={rows["soft"]}>
          {t(`scales.advice.${now.state}`, { unit: now.unit ?? "", sample: now.sample ?? "" })}
        </p>
      )}
    </div>
  );
}

function connectionOf(device: LiveDevice["device"]): string {
  if (device.driver === "serial") return device.serialPort;
  return device.driver === "tcp" ? `${device.host}:${device.port}` : "USB";
}
