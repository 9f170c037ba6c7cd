/**
 * Settings of how this station packs: what must be scanned, whose orders are joined, the sound
 * volume, the card of control barcodes.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { getControlCard } from "../../../core/fulfilment/papers/papers.api.ts";
import {
  getProductSettings,
  updateProductSettings,
} from "../../../core/shipping/products/products.api.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import type { Failure } from "../../lib/failure.ts";
import { LOUDNESS, play } from "../../lib/sound.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { usePack } from "./use-pack.ts";

const SWITCHES = [
  "requireScannedLabel",
  "requireInvoice",
  "joinApiOrders",
  "takeWeightAtOnce",
] as const;

/** Saves each choice at once. If a change is refused, shows why. */
export function PackingSettings() {
  const { t, i18n } = useTranslation();
  const packing = usePack((store) => store.packing);
  const load = usePack((store) => store.loadPacking);
  const change = usePack((store) => store.changePacking);
  const settings = usePack((store) => store.settings);
  const changeSettings = usePack((store) => store.changeSettings);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => void load(), [load]);
  return (
    <section
      className={section["section"]}
      aria-label={t("desk.settings.title")}
      data-testid="packing-settings"
    >
      <h2>{t("desk.settings.title")}</h2>
      <p>{t("desk.settings.lead")}</p>
      {packing === null ? null : (
        <Choice
          label={t("desk.settings.scanned")}
          hint={t(
            packing.requireScannedItems
              ? "desk.settings.scannedHint"
              : "desk.settings.notScannedHint",
          )}
          value={packing.requireScannedItems ? "on" : "off"}
          options={[
            { value: "off", words: t("desk.settings.scannedOff") },
            { value: "on", words: t("desk.settings.scannedOn") },
          ]}
          onChange={(chosen) =>
            void change({ requireScannedItems: chosen === "on" }).then(setFailure)
          }
        />
      )}
      <Switches onFailure={setFailure} />
      {failure === null ? null : <FailureText failure={failure} />}
      <UnusualWeight />
      {settings.sound ? (
        <Choice
          label={t("desk.settings.loudness")}
          value={settings.loudness}
          options={LOUDNESS.map((value) => ({ value, words: t(`desk.settings.loud.${value}`) }))}
          onChange={(loudness) => {
            changeSettings({ loudness });
            play("done", loudness);
          }}
        />
      ) : null}
      <h3>{t("desk.settings.card")}</h3>
      <p>{t("desk.settings.cardLead")}</p>
      <SaveFileButton
        words={t("desk.settings.cardSave")}
        save={() =>
          saveFile(getControlCard, { query: { language: i18n.language === "tr" ? "tr" : "en" } })
        }
      />
    </section>
  );
}

/** Settings that are on or off. */
function Switches({ onFailure }: { readonly onFailure: (failure: Failure | null) => void }) {
  const { t } = useTranslation();
  const packing = usePack((store) => store.packing);
  const change = usePack((store) => store.changePacking);
  return packing === null
    ? null
    : SWITCHES.map((name) => (
        <Choice
          key={name}
          label={t(`packingSettings.${name}.label`)}
          hint={t(`packingSettings.${name}.hint`)}
          value={packing[name] ? "on" : "off"}
          options={[
            { value: "off", words: t(`packingSettings.${name}.off`) },
            { value: "on", words: t(`packingSettings.${name}.on`) },
          ]}
          onChange={(chosen) => void change({ [name]: chosen === "on" }).then(onFailure)}
        />
      ));
}

/** Whether an unusual weight stops the purchase, for the whole organization. */
function UnusualWeight() {
  const { t } = useTranslation();
  const settings = useLoaded(() => call(getProductSettings));
  const act = useAct();
  const failure = act.state.step === "failed" ? act.state.failure : settings.failure;
  const change = async (stopsUnusualWeight: boolean): Promise<void> => {
    await act.run(() => call(updateProductSettings, { body: { stopsUnusualWeight } }));
    await settings.reload();
  };
  return (
    <>
      {settings.value === null ? null : (
        <Choice
          label={t("desk.usual.setting")}
          hint={t("desk.usual.settingHint")}
          value={settings.value.stopsUnusualWeight ? "stop" : "warn"}
          options={[
            { value: "warn", words: t("desk.usual.warns") },
            { value: "stop", words: t("desk.usual.stops") },
          ]}
          onChange={(chosen) => void change(chosen === "stop")}
        />
      )}
      {failure === null ? null : <FailureText failure={failure} />}
    </>
  );
}
