/** A copy of the station's data in a folder of the person's choice: made, watched, stopped. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { getBackup, stopBackup } from "../../../core/station/backup.api.ts";
import type { Backup } from "../../../core/station/backup.schema.ts";
import { call, startBackup } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

const LOOK_EVERY_MS = 500;

/** Reads how far the backup is while one runs. */
export function BackupBox() {
  const { t } = useTranslation();
  const format = useFormat();
  const { value: backup, reload } = useLoaded(() => call(getBackup));
  const act = useAct();
  const isRunning = backup?.step === "running";
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const run = (work: () => Promise<unknown>): void => void act.run(work).finally(() => void reload());
  return (
    <section className={section["section"]} aria-label={t("backup.title")} data-testid="backup">
      <h2>{t("backup.title")}</h2>
      <p>{t("backup.lead")}</p>
      {backup?.last === undefined || backup.last === null ? <p>{t("backup.never")}</p> : <CopyText label={t("backup.last", { when: format.instant(backup.last.at) })} text={backup.last.file} />}
      <div role="status">{backup === null ? null : <Course backup={backup} />}</div>
      <ActFailure act={act} />
      <div>
        {isRunning ? (
          <Button onPress={() => run(() => call(stopBackup))}>{t("backup.stop")}</Button>
        ) : (
          <Button disabled={act.state.step === "running"} onPress={() => run(startBackup)}>
            {t("backup.start")}
          </Button>
        )}
      </div>
      <p>{t("backup.restore")}</p>
    </section>
  );
}

/** How far it is, or how it ended. @returns null while there was none. */
function Course({ backup }: { readonly backup: Backup }) {
  const { t } = useTranslation();
  switch (backup.step) {
    case "none":
      return null;
    case "done":
      return <Mark tone="ok">{t("backup.done")}</Mark>;
    case "stopped":
      return <Mark tone="info">{t("backup.stopped")}</Mark>;
    case "failed":
      return (
        <>
          <Mark tone="stop">{t("backup.failed")}</Mark>
          <p>{t("backup.cause")}</p>
        </>
      );
    case "running": {
      const percent = backup.of === 0 ? 0 : Math.min(99, Math.floor((100 * backup.written) / backup.of));
      return (
        <>
          <p>{t("backup.running", { percent })}</p>
          <progress aria-label={t("backup.running", { percent })} value={percent} max={100} />
        </>
      );
    }
  }
}
