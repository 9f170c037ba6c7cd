/** Folder of this computer into which the files of an account are saved at its set times. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getAnnouncementFolder,
  setAnnouncementFolder,
} from "../../../core/fulfilment/announcements/announcements.api.ts";
import { call, chooseFolder } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { useAct } from "../../ui/use-act.ts";
import styles from "./Announcements.module.css";

/** Shows the folder, and lets the desk choose another one or none. */
export function Folder({ accountID }: { readonly accountID: string }) {
  const { t } = useTranslation();
  const [folder, setFolder] = useState("");
  const act = useAct();
  useEffect(() => {
    let isShown = true;
    void call(getAnnouncementFolder, { query: { accountID } }).then(
      (found) => isShown && setFolder(found.folder),
      () => undefined, // an older desk shows no folder
    );
    return () => void (isShown = false);
  }, [accountID]);
  const save = (chosen: string | null): void => {
    if (chosen === null) return;
    void act.run(async () => {
      const saved = await call(setAnnouncementFolder, { body: { accountID, folder: chosen } });
      setFolder(saved.folder);
    });
  };
  return (
    <div className={styles["acts"]}>
      <span>
        {t("announcements.files.folder")}{" "}
        {folder === "" ? t("announcements.files.noFolder") : <b>{folder}</b>}
      </span>
      <Button small onPress={() => void chooseFolder().then(save)}>
        {t("announcements.files.chooseFolder")}
      </Button>
      {folder === "" ? null : (
        <Button small onPress={() => save("")}>
          {t("announcements.files.dropFolder")}
        </Button>
      )}
      <ActFailure act={act} />
    </div>
  );
}
