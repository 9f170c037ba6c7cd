/**
 * Imports a file of addresses: shows the number of good rows, the rows to fix with their causes,
 * and the progress.
 */
import { useTranslation } from "react-i18next";
import type { AddressFile } from "../../../core/shipping/imports/address-imports.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FileFaults } from "../../ui/FileFaults.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useRowReason } from "../../ui/use-row-reason.ts";
import type { AddressImportSlice } from "./address-import.slice.ts";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Shows the result of the check; the import starts only when the user presses its button. */
export function ImportAddresses() {
  const { t } = useTranslation();
  const state = useAddresses((store) => store.addressImport);
  const file = "file" in state ? state.file : null;
  const progress = "progress" in state ? state.progress : null;

  return (
    <section
      aria-label={t("addresses.import.title")}
      className={styles["open"]}
      data-testid="address-import"
      data-step={state.step}
    >
      <h2>{t("addresses.import.title")}</h2>
      <p className={styles["soft"]}>{t("addresses.import.lead")}</p>
      {state.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("addresses.import.failed")}</Mark>
          <FailureText failure={state.failure} />
        </div>
      ) : null}
      {state.step === "checking" ? (
        <p role="status">{t("addresses.import.checking", { name: state.fileName })}</p>
      ) : null}
      {file === null ? null : (
        <p role="status">
          <Mark tone={file.rejectedCount === 0 ? "ok" : "attention"}>
            {t("addresses.import.checked", { name: file.fileName, count: file.good })}
          </Mark>
        </p>
      )}
      {progress === null ? null : <Progress step={state.step} progress={progress} />}
      <Commands state={state} />
      {file === null ? null : <Faults file={file} />}
    </section>
  );
}

type ImportState = AddressImportSlice["addressImport"];

function isRunning(step: ImportState["step"]): boolean {
  return step === "taking" || step === "stopping";
}

type ProgressProps = {
  readonly step: ImportState["step"];
  readonly progress: Extract<ImportState, { progress: unknown }>["progress"];
};

/** Shows the progress of a running import, or the result of an ended import. */
function Progress({ step, progress }: ProgressProps) {
  const { t } = useTranslation();
  return (
    <div className={styles["far"]}>
      <progress
        value={progress.done}
        max={Math.max(progress.total, 1)}
        aria-label={t("addresses.import.title")}
      />
      <p role="status" data-testid="address-import-progress">
        {t(
          isRunning(step)
            ? "addresses.import.progress"
            : step === "done"
              ? "addresses.import.done"
              : "addresses.import.stopped",
          {
            percent: Math.floor((100 * progress.done) / Math.max(progress.total, 1)),
            done: progress.done,
            total: progress.total,
            count: progress.added,
            known: progress.known,
          },
        )}
      </p>
    </div>
  );
}

function Commands({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation();
  const choose = useAddresses((store) => store.chooseAddressFile);
  const take = useAddresses((store) => store.takeAddressFile);
  const stop = useAddresses((store) => store.stopAddressImport);
  const file = "file" in state ? state.file : null;
  const progress = "progress" in state ? state.progress : null;
  return (
    <div className={styles["top"]}>
      {file !== null && file.good > 0 && (state.step === "checked" || state.step === "stopped") ? (
        <Button rank="primary" focusNow onPress={() => void take()}>
          {t(state.step === "stopped" ? "addresses.import.goOn" : "addresses.import.take", {
            count: file.good - (progress?.done ?? 0),
          })}
        </Button>
      ) : null}
      {isRunning(state.step) ? (
        <Button keyName="Esc" focusNow onPress={stop}>
          {t("addresses.import.stop")}
        </Button>
      ) : (
        <Button onPress={() => void choose()}>{t("addresses.import.choose")}</Button>
      )}
    </div>
  );
}

function Faults({ file }: { readonly file: AddressFile }) {
  const { t } = useTranslation();
  const reasonOf = useRowReason();
  return (
    <>
      {file.repaired === 0 ? null : (
        <p>{t("addresses.import.repaired", { count: file.repaired })}</p>
      )}
      <FileFaults
        testID="address-faults"
        unread={
          file.unread.length === 0
            ? null
            : t("addresses.import.unread", { names: file.unread.join(", ") })
        }
        title={
          file.rejectedCount === 0
            ? null
            : t("addresses.import.rejected", { count: file.rejectedCount })
        }
        rows={file.rejected.map((row) => ({
          key: `${row.line} ${row.column} ${row.code}`,
          line: t("addresses.import.line", { line: row.line }),
          reason: reasonOf(row),
          column: row.column,
          value: row.value,
        }))}
      />
    </>
  );
}
