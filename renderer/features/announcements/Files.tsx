/** Files of an account: save one, then say whether the carrier took it. */
import { useTranslation } from "react-i18next";
import {
  decideAnnouncementFile,
  downloadAnnouncementFile,
} from "../../../core/fulfilment/announcements/announcements.api.ts";
import type { AnnouncementFile } from "../../../core/fulfilment/announcements/announcement-files.schema.ts";
import type { AnnouncingAccount } from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Announcements.module.css";
import { Folder } from "./Folder.tsx";
import { useAnnouncements } from "./use-announcements.ts";

const TONES: Readonly<Record<AnnouncementFile["state"], Tone>> = {
  WRITTEN: "attention",
  SAVING: "attention",
  SAVED: "attention",
  TAKEN: "ok",
  DROPPED: "info",
};

/** Shows the newest files of the account. */
export function Files({ account }: { readonly account: AnnouncingAccount }) {
  const { t } = useTranslation();
  const files = useAnnouncements((store) => store.accountFiles);
  return (
    <section
      className={styles["section"]}
      aria-labelledby="announcement-files"
      data-testid="announcement-files"
    >
      <h2 id="announcement-files">
        {t("announcements.files.title")}: {account.accountName}
      </h2>
      <p>{t("announcements.files.lead")}</p>
      <Folder accountID={account.accountID} />
      {files.length === 0 ? <p>{t("announcements.files.none")}</p> : null}
      <ul className={rows["rows"]}>
        {files.map((file) => (
          <Row key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

function Row({ file }: { readonly file: AnnouncementFile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = useAct();
  const load = useAnnouncements((store) => store.loadAnnouncements);
  const { id, name, state, parcels: count, open } = file;
  const isDecided = state === "TAKEN" || state === "DROPPED";
  const decide = (outcome: "taken" | "dropped") => (): void =>
    void act
      .run(() => call(decideAnnouncementFile, { params: { fileID: id }, body: { outcome } }))
      .finally(() => void load());
  return (
    <li>
      <span className={rows["what"]}>
        <b>{name}</b>
        <span className={rows["soft"]}>
          {format.instant(file.createdAt)} · {t("announcements.files.parcels", { count, open })}
        </span>
      </span>
      <Mark tone={TONES[state]}>{t(`announcements.files.state.${state}`)}</Mark>
      <div className={styles["acts"]}>
        <SaveFileButton
          small
          words={t("announcements.files.save")}
          label={`${t("announcements.files.save")}: ${name}`}
          save={() => saveFile(downloadAnnouncementFile, { params: { fileID: id } })}
        />
        {isDecided ? null : (
          <>
            <AskTwice
              subject={name}
              isSafe
              words={t("announcements.files.taken")}
              confirm={t("announcements.files.takenNow")}
              onConfirm={decide("taken")}
            />
            <AskTwice
              subject={name}
              words={t("announcements.files.dropped")}
              confirm={t("announcements.files.droppedNow")}
              onConfirm={decide("dropped")}
            />
          </>
        )}
      </div>
      <ActFailure act={act} />
    </li>
  );
}
