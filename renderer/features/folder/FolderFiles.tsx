/** Files of the watched folder: those that wait, and the last ones with their outcomes. */
import { useTranslation } from "react-i18next";
import { setOrderFolder } from "../../../core/station/order-folder/order-folder.api.ts";
import type {
  FolderFile,
  OrderFolder,
} from "../../../core/station/order-folder/order-folder.schema.ts";
import { FOLDER_WORDS } from "../../../core/station/order-folder/folder-words.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./OrderFolder.module.css";
import { useFolderLanguage } from "./use-folder-language.ts";

type Props = { readonly folder: OrderFolder; readonly reload: () => Promise<void> };

/** Shows the files. The refused ones are marked until a person has seen them. */
export function FolderFiles({ folder, reload }: Props) {
  const { t } = useTranslation();
  const { papersWaiting, resultsWaiting, notTaken, files } = folder;
  return (
    <section className={section["section"]} aria-label={t("orderFolder.files.title")}>
      <h2>{t("orderFolder.files.title")}</h2>
      {papersWaiting > 0 ? <p>{t("orderFolder.files.papers", { count: papersWaiting })}</p> : null}
      {resultsWaiting > 0 ? (
        <p>{t("orderFolder.files.results", { count: resultsWaiting })}</p>
      ) : null}
      <Seen folder={folder} reload={reload} />
      {notTaken.length + files.length === 0 ? <p>{t("orderFolder.files.none")}</p> : null}
      <ul className={rows["rows"]} data-testid="folder-files">
        {notTaken.map(({ name, reason, code, detail: message }) => (
          <li key={name}>
            <div className={rows["what"]}>
              <b>{name}</b>
              <span className={rows["soft"]}>{t(`orderFolder.waiting.${reason}`)}</span>
              {code === "" ? null : <FailureText failure={{ code, message }} />}
            </div>
            <Mark tone={reason === "GROWING" ? "info" : "attention"}>
              {t("orderFolder.states.waiting")}
            </Mark>
          </li>
        ))}
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

/** Says how many files were refused lately, and lets a person say that they are seen. */
function Seen({ folder: { refusedLately }, reload }: Props) {
  const { t } = useTranslation();
  const act = useAct();
  const loadDesk = useShared((store) => store.loadDesk);
  if (refusedLately === 0) return null;
  const seen = (): void =>
    void act.run(async () => {
      await call(setOrderFolder, { body: { areSeen: true } });
      await Promise.all([reload(), loadDesk()]);
    });
  return (
    <div className={styles["buttons"]}>
      <Mark tone="attention">{t("orderFolder.files.refused", { count: refusedLately })}</Mark>
      <Button small onPress={seen}>
        {t("orderFolder.files.seen")}
      </Button>
      <ActFailure act={act} />
    </div>
  );
}

const TONES: Readonly<Record<FolderFile["state"], Tone>> = {
  WAITING: "info",
  ATTACHED: "info",
  DONE: "ok",
  PARTLY: "attention",
  REFUSED: "stop",
};

function FileRow({ file }: { readonly file: FolderFile }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const language = useFolderLanguage();
  const { name, kind, state, reason, detail, added, known, rejected, at } = file;
  const counts =
    kind === "ORDERS" && state !== "REFUSED"
      ? [
          t("orderFolder.counts.added", { count: added }),
          known > 0 ? t("orderFolder.counts.known", { count: known }) : "",
          rejected > 0 ? t("orderFolder.counts.rejected", { count: rejected }) : "",
        ]
      : [];
  const why = reason === "" ? "" : FOLDER_WORDS[language].files[reason];
  // The detail of an unreadable file is a sentence in English; others name headings or sources.
  const words = reason === "UNREADABLE" ? coreSentence(i18n, detail) : detail;
  return (
    <li>
      <div className={rows["what"]}>
        <b>{name === "" ? t("orderFolder.erased") : name}</b>
        <span className={rows["soft"]}>
          {[format.instant(at), ...counts].filter((text) => text !== "").join(" · ")}
        </span>
        {why === "" ? null : <span>{[why, words].filter((text) => text !== "").join(" ")}</span>}
      </div>
      <Mark tone={TONES[state]}>{t(`orderFolder.outcomes.${kind}.${state}`)}</Mark>
    </li>
  );
}
