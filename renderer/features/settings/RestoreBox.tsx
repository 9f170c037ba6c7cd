/** Restores a backup: lists a folder's backups, previews one, and restores it on a second press. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getBackup,
  listBackups,
  previewBackup,
  restoreBackup,
} from "../../../core/station/backups/backups.api.ts";
import type {
  BackupEntry,
  BackupPreview,
  NewRestore,
} from "../../../core/station/backups/backups.schema.ts";
import { call, chooseFolder } from "../../lib/bridge.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { useShared } from "../../store/shared.ts";
import { unlessStarting } from "../../store/unless-starting.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useSizeWords } from "./size-words.ts";
import styles from "./SettingsView.module.css";

type Became = NonNullable<NewRestore["became"]>;
type Shown = {
  readonly folder: string;
  readonly list: readonly BackupEntry[];
  readonly open: BackupPreview | null;
};

/** Reads a folder on request: that of the nightly backups, else one that the person chooses. */
export function RestoreBox() {
  const { t } = useTranslation();
  const act = useAct();
  const { shown, setShown, read, look } = useBackups(act);
  const [isPutting, setPutting] = useState(false);
  const putBack = (name: string, became: Became | undefined): void => {
    if (shown === null) return;
    setPutting(true);
    // The station may stop before it answers; its restart then shows that the restore has started.
    void act
      .run(() =>
        call(restoreBackup, {
          body: { folder: shown.folder, name, ...(became === undefined ? {} : { became }) },
        }).catch(unlessStarting),
      )
      .then((isDone) => !isDone && setPutting(false));
  };
  useRestart(isPutting, () => {
    setPutting(false);
    setShown(null);
  });
  const isBusy = act.state.step === "running";
  return (
    <section
      className={section["section"]}
      aria-label={t("backup.restoreTitle")}
      data-testid="restore"
    >
      <h2>{t("backup.restoreTitle")}</h2>
      <p>{t("backup.restoreLead")}</p>
      <div className={styles["buttons"]}>
        <Button
          onPress={() => void act.run(async () => read((await call(getBackup)).nightly.folder))}
        >
          {t("backup.show")}
        </Button>
        {/* Also shown when the folder of the nightly backups cannot be read. */}
        {shown === null && act.state.step !== "failed" ? null : (
          <Button onPress={() => void act.run(() => read(null))}>{t("backup.chooseOther")}</Button>
        )}
      </div>
      <div role="status">
        {isPutting ? (
          <Mark tone="info">{t("backup.putting")}</Mark>
        ) : isBusy ? (
          <p>{t("backup.reading")}</p>
        ) : null}
      </div>
      <ActFailure act={act} />
      {shown === null ? null : (
        <Backups shown={shown} onLook={look} onClose={setShown} onPutBack={putBack} />
      )}
    </section>
  );
}

type BackupsProps = {
  readonly shown: Shown;
  readonly onLook: (name: string) => void;
  readonly onClose: (shown: Shown) => void;
  readonly onPutBack: (name: string, became: Became | undefined) => void;
};

/** The backups of a folder; the preview is below the selected backup. */
function Backups({ shown, onLook, onClose, onPutBack }: BackupsProps) {
  const { t } = useTranslation();
  if (shown.list.length === 0) return <p>{t("backup.none")}</p>;
  return (
    <ul className={rows["rows"]}>
      {shown.list.map((entry) => (
        <li key={entry.name}>
          <Backup entry={entry} onLook={() => onLook(entry.name)} />
          {shown.open?.name === entry.name ? (
            <Preview
              preview={shown.open}
              putBack={(became) => onPutBack(entry.name, became)}
              close={() => onClose({ ...shown, open: null })}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Returns the backups of the folder read last, and the preview of the selected backup. */
function useBackups(act: ReturnType<typeof useAct>): {
  readonly shown: Shown | null;
  readonly setShown: (shown: Shown | null) => void;
  /** Lists the backups of a folder. @param folder null: asks the person for a folder. */
  readonly read: (folder: string | null) => Promise<void>;
  readonly look: (name: string) => void;
} {
  const [shown, setShown] = useState<Shown | null>(null);
  const read = async (folder: string | null): Promise<void> => {
    const from = folder ?? (await chooseFolder());
    if (from !== null)
      setShown({
        folder: from,
        list: await call(listBackups, { query: { folder: from } }),
        open: null,
      });
  };
  const look = (name: string): void =>
    void act.run(
      async () =>
        shown !== null &&
        setShown({
          ...shown,
          open: await call(previewBackup, { params: { name }, query: { folder: shown.folder } }),
        }),
    );
  return { shown, setShown, read, look };
}

/** Calls `onBack` once the station has restarted after the request to restore a backup. */
function useRestart(isPutting: boolean, onBack: () => void): void {
  const coreState = useShared((store) => store.coreState);
  const [isStarting, setStarting] = useState(false);
  if (isPutting && coreState !== "running" && !isStarting) setStarting(true);
  if (isStarting && coreState === "running") {
    setStarting(false);
    onBack();
  }
  const wasPutting = useRef(false);
  // The list with the pressed button disappears once the backup is restored.
  useEffect(() => {
    if (wasPutting.current && !isPutting) focusHeadingIfLost(null);
    wasPutting.current = isPutting;
  }, [isPutting]);
}

type BackupProps = { readonly entry: BackupEntry; readonly onLook: () => void };

function Backup({ entry, onLook }: BackupProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <div className={rows["what"]}>
        <b>{entry.madeAt === "" ? entry.name : format.instant(entry.madeAt)}</b>
        <Facts entry={entry} />
      </div>
      {entry.state !== "whole" ? (
        <Mark tone="stop">{t(`backup.${entry.state}`)}</Mark>
      ) : (
        <Button
          small
          label={`${t("backup.look")}: ${format.instant(entry.madeAt)}`}
          onPress={onLook}
        >
          {t("backup.look")}
        </Button>
      )}
    </>
  );
}

function Facts({ entry }: { readonly entry: BackupEntry }) {
  const { t } = useTranslation();
  const sizeWords = useSizeWords();
  if (entry.madeAt === "") return null;
  return (
    <span className={rows["soft"]}>
      {t("backup.holds", {
        organizations: entry.organizations.join(", "),
        shipments: t("backup.shipments", { count: entry.shipments }),
        labels: t("backup.labels", { count: entry.purchases }),
        size: sizeWords(entry.bytes),
      })}
    </span>
  );
}

const show = (box: HTMLElement | null): void => box?.scrollIntoView({ block: "nearest" });

type PreviewProps = {
  readonly preview: BackupPreview;
  readonly putBack: (became: Became | undefined) => void;
  readonly close: () => void;
};

/**
 * Preview of what would be restored and lost. For a backup from another computer, asks what
 * became of that computer; the safe answer is preselected.
 */
function Preview({ preview, putBack, close }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [became, setBecame] = useState<Became>("copied");
  const { lost, newestPurchaseAt, madeBy, madeAt, isFromHere, keepsSecrets } = preview;
  return (
    <div ref={show} className={`${rows["below"]} ${styles["preview"]}`} data-testid="preview">
      <p>
        {t("backup.newest")}:{" "}
        {newestPurchaseAt === null ? t("backup.noLabel") : format.instant(newestPurchaseAt)} ·{" "}
        {t("backup.madeBy")}: Packbench {madeBy}
      </p>
      <p>
        {lost.purchases + lost.printJobs === 0 ? (
          t("backup.lostNothing")
        ) : (
          <Mark tone="attention">
            {t("backup.lost", {
              labels: t("backup.labels", { count: lost.purchases }),
              prints: t("backup.prints", { count: lost.printJobs }),
            })}
          </Mark>
        )}
      </p>
      <p>{t("backup.ownSettings")}</p>
      {keepsSecrets ? null : <p>{t("backup.secretsLost")}</p>}
      {isFromHere ? null : (
        <>
          <p>{t("backup.elsewhere")}</p>
          <Choice
            label={t("backup.become")}
            value={became}
            options={(["copied", "moved"] as const).map((value) => ({
              value,
              words: t(`backup.becomes.${value}`),
            }))}
            onChange={setBecame}
          />
        </>
      )}
      <div className={styles["buttons"]}>
        <AskTwice
          subject={format.instant(madeAt)}
          words={t("backup.putBack")}
          confirm={t("backup.putBackNow")}
          onConfirm={() => putBack(isFromHere ? undefined : became)}
        />
        <Button small onPress={close}>
          {t("backup.close")}
        </Button>
      </div>
    </div>
  );
}
