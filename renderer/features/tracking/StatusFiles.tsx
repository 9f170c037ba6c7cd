/**
 * Carriers' status files, in place of the board: the carrier, its file, the result of the check, and
 * the files that were applied.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listAppliedFiles } from "../../../core/fulfilment/scans/status-files.api.ts";
import { listUsedServices } from "../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import section from "../../ui/Section.module.css";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { StatusFileCheck } from "./StatusFileCheck.tsx";
import styles from "./Tracking.module.css";
import { useStatusFile } from "./use-status-file.ts";
import { useTracking } from "./use-tracking.ts";

const ROOM = { flex: 1, minHeight: 0, padding: 16, overflow: "auto" } as const;

/** Reads the carriers of bought labels and the applied files on mount. */
export function StatusFiles() {
  const { t } = useTranslation();
  const format = useFormat();
  const close = useTracking((store) => store.showFiles);
  const services = useLoaded(() => call(listUsedServices)).value?.list ?? [];
  const applied = useLoaded(() => call(listAppliedFiles));
  const [carrier, setCarrier] = useState("");
  const state = useStatusFile(() => void applied.reload());
  const names = new Map(services.map(({ carrierCode, carrierName }) => [carrierCode, carrierName]));
  const isBusy = state.act.state.step === "running";
  return (
    <section
      className={section["section"]}
      style={ROOM}
      aria-label={t("tracking.files.title")}
      data-testid="status-files"
    >
      <h2>{t("tracking.files.title")}</h2>
      <p>{t("tracking.files.lead")}</p>
      <Select
        label={t("tracking.files.carrier")}
        none="–"
        value={carrier}
        options={[...names].map(([value, words]) => ({ value, words }))}
        onChange={setCarrier}
      />
      <div className={styles["commands"]}>
        <Button disabled={carrier === "" || isBusy} onPress={() => void state.choose(carrier)}>
          {t("tracking.files.choose")}
        </Button>
        <Button keyName="F2" onPress={() => close(false)}>
          {t("keys.close")}
        </Button>
      </div>
      <ActFailure act={state.act} />
      {isBusy && state.progress === null ? <p role="status">{t("tracking.reading")}</p> : null}
      {state.file === null ? null : <StatusFileCheck state={state} file={state.file} />}
      {(applied.value?.list ?? []).map(({ id, createdAt, providerCode, name, ...counts }) => (
        <p key={id}>
          {format.instant(createdAt)} {names.get(providerCode) ?? providerCode}, {name}:{" "}
          {t("tracking.files.appliedRow", counts)}
        </p>
      ))}
    </section>
  );
}
