/** The watched folder: chooses it, switches it on and off, and shows its state and last files. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import {
  getOrderFolder,
  setOrderFolder,
} from "../../../core/station/order-folder/order-folder.api.ts";
import type {
  OrderFolder,
  OrderFolderInput,
} from "../../../core/station/order-folder/order-folder.schema.ts";
import { FOLDER_WORDS } from "../../../core/station/order-folder/folder-words.schema.ts";
import { call, chooseFolder } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useEvery } from "../../ui/use-every.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { FolderFiles } from "./FolderFiles.tsx";
import styles from "./OrderFolder.module.css";
import { useFolderLanguage } from "./use-folder-language.ts";

/** How often the state is read while the section is open, ms; the folder is looked at as often. */
const READ_EVERY_MS = 2_000;

/** Reads the state while the section is open. */
export function OrderFolderSettings() {
  const { t } = useTranslation();
  const { value: folder, reload } = useLoaded(() => call(getOrderFolder));
  useEvery(READ_EVERY_MS, reload);
  return (
    <div className={section["sections"]} data-testid="order-folder">
      <section className={section["section"]} aria-label={t("orderFolder.title")}>
        <h2>{t("orderFolder.title")}</h2>
        <p>{t("orderFolder.lead")}</p>
        {folder === null ? null : <Setting folder={folder} reload={reload} />}
      </section>
      {folder === null || folder.folder === "" ? null : (
        <FolderFiles folder={folder} reload={reload} />
      )}
    </div>
  );
}

function Setting({
  folder,
  reload,
}: {
  readonly folder: OrderFolder;
  readonly reload: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const act = useAct();
  const language = useFolderLanguage();
  const loadDesk = useShared((store) => store.loadDesk);
  const change = useCallback(
    (find: () => Promise<OrderFolderInput | null>): void =>
      void act
        .run(async () => {
          const body = await find();
          if (body !== null) await call(setOrderFolder, { body });
        })
        .finally(() => void Promise.all([reload(), loadDesk()])),
    [act, reload, loadDesk],
  );
  const choose = async (): Promise<OrderFolderInput | null> => {
    const chosen = await chooseFolder();
    return chosen === null ? null : { folder: chosen, isOn: true, language };
  };
  const isRunning = act.state.step === "running";
  return (
    <>
      {folder.folder === "" ? (
        <p>{t("orderFolder.none")}</p>
      ) : (
        <CopyText label={t("orderFolder.folder")} text={folder.folder} />
      )}
      <div role="status">{folder.folder === "" ? null : <State folder={folder} />}</div>
      {folder.folder === "" ? null : (
        <Choice
          label={t("orderFolder.language")}
          value={folder.language}
          options={(["tr", "en"] as const).map((value) => ({
            value,
            words: t(`orderFolder.languages.${value}`),
          }))}
          onChange={(value) => change(async () => ({ language: value }))}
        />
      )}
      <ActFailure act={act} />
      <div className={styles["buttons"]}>
        <Button disabled={isRunning} onPress={() => change(choose)}>
          {t(folder.folder === "" ? "orderFolder.choose" : "orderFolder.chooseOther")}
        </Button>
        {folder.folder === "" ? null : (
          <Button disabled={isRunning} onPress={() => change(async () => ({ isOn: !folder.isOn }))}>
            {t(folder.isOn ? "orderFolder.switchOff" : "orderFolder.switchOn")}
          </Button>
        )}
      </div>
    </>
  );
}

function State({ folder }: { readonly folder: OrderFolder }) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useFolderLanguage();
  const { fault, state } = folder;
  if (fault !== null)
    return (
      <>
        <Mark tone="stop">{t("orderFolder.fault", { when: format.instant(fault.since) })}</Mark>
        <p>
          {FOLDER_WORDS[language].faults[fault.reason]}
          {fault.reason === "FAILED" && fault.detail !== "" ? ` (${fault.detail})` : null}
        </p>
      </>
    );
  const tone = state === "watching" ? "ok" : "info";
  return (
    <Mark tone={tone}>{t(`orderFolder.states.${state === "fault" ? "starting" : state}`)}</Mark>
  );
}
