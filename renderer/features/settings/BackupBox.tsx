/**
 * Backs up the station's data into a folder that the person chooses: starts and stops a backup,
 * shows its progress, and sets up nightly backups.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import {
  changeNightlyBackup,
  getBackup,
  stopBackup,
} from "../../../core/station/backups/backups.api.ts";
import type {
  Backup,
  BackupKeep,
  NewNightly,
} from "../../../core/station/backups/backups.schema.ts";
import { call, chooseFolder, startBackup } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { coreSentence } from "../../ui/core-sentence.ts";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./SettingsView.module.css";

const LOOK_EVERY_MS = 500;

/** Polls the progress while a backup runs. */
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
  const run = (work: () => Promise<unknown>): void =>
    void act.run(work).finally(() => void reload());
  const change = async (wanted: NewNightly | null): Promise<void> =>
    void (wanted !== null && (await call(changeNightlyBackup, { body: wanted })));
  return (
    <section className={section["section"]} aria-label={t("backup.title")} data-testid="backup">
      <h2>{t("backup.title")}</h2>
      <p>{t("backup.lead")}</p>
      {backup === null ? null : (
        <Nightly
          nightly={backup.nightly}
          change={(find) => run(async () => change(await find()))}
        />
      )}
      {backup?.last === undefined || backup.last === null ? (
        <p>{t("backup.never")}</p>
      ) : (
        <CopyText
          label={t("backup.last", { when: format.instant(backup.last.at) })}
          text={backup.last.file}
        />
      )}
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
    </section>
  );
}

const KEEPS = {
  few: { daily: 3, weekly: 2, monthly: 3 },
  usual: { daily: 7, weekly: 4, monthly: 12 },
  many: { daily: 30, weekly: 12, monthly: 36 },
} as const satisfies Record<string, BackupKeep>;
type KeepName = keyof typeof KEEPS;
const KEEP_NAMES: readonly KeepName[] = ["few", "usual", "many"];

/** Returns the name of a retention; "other" for a retention that the window does not offer. */
function keepNameOf({ daily, weekly, monthly }: BackupKeep): KeepName | "other" {
  const isSame = (keep: BackupKeep): boolean =>
    keep.daily === daily && keep.weekly === weekly && keep.monthly === monthly;
  return KEEP_NAMES.find((name) => isSame(KEEPS[name])) ?? "other";
}

/**
 * Folder and retention of nightly backups, and why the last nightly backup failed.
 *
 * @param props.change Finds the wanted change and sends it, unless it is null; shows a failure.
 */
export function Nightly({
  nightly,
  change,
}: {
  readonly nightly: Backup["nightly"];
  readonly change: (find: () => Promise<NewNightly | null>) => void;
}) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { folder, keep, failure, keepDays } = nightly;
  const keepName = keepNameOf(keep);
  const choose = async (): Promise<NewNightly | null> => {
    const chosen = await chooseFolder();
    return chosen === null ? null : { folder: chosen };
  };
  return (
    <>
      <h3>{t("backup.nightly")}</h3>
      {folder === null ? (
        <p>{t("backup.nightlyOff")}</p>
      ) : (
        <CopyText label={t("backup.nightlyTo")} text={folder} />
      )}
      {failure === null ? null : (
        <div role="status">
          <Mark tone="stop">{t("backup.nightlyFailed", { when: format.instant(failure.at) })}</Mark>
          <p>{coreSentence(i18n, failure.reason) || t("errors.E2062")}</p>
        </div>
      )}
      {keepDays === null ? null : (
        <Mark tone="info">
          {t("computer.byPolicy", { what: t("backup.keptDays", { count: keepDays }) })}
        </Mark>
      )}
      {folder === null || keepDays !== null ? null : (
        <Choice
          label={t("backup.keep")}
          value={keepName}
          options={[...KEEP_NAMES, ...(keepName === "other" ? [keepName] : [])].map((value) => ({
            value,
            words: t(`backup.keeps.${value}`, keep),
          }))}
          onChange={(name) => change(async () => (name === "other" ? null : { keep: KEEPS[name] }))}
        />
      )}
      {keepDays !== null ? null : (
        <div className={styles["buttons"]}>
          <Button onPress={() => change(choose)}>
            {t(folder === null ? "backup.choose" : "backup.chooseOther")}
          </Button>
          {folder === null ? null : (
            <Button onPress={() => change(async () => ({ folder: null }))}>
              {t("backup.off")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Progress of the backup, or its result. @returns null if there was no backup. */
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
      const percent =
        backup.of === 0 ? 0 : Math.min(99, Math.floor((100 * backup.written) / backup.of));
      return (
        <>
          <p>{t("backup.running", { percent })}</p>
          <progress aria-label={t("backup.running", { percent })} value={percent} max={100} />
        </>
      );
    }
  }
}
