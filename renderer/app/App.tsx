/** The window: notices, rail, the open view, status bar. Starts what listens and reads the desk once. */
import { useEffect, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { Integrations } from "../features/integrations/Integrations.tsx";
import { OrganizationSettings } from "../features/organization/OrganizationSettings.tsx";
import { Printers } from "../features/printers/Printers.tsx";
import { SettingsView } from "../features/settings/SettingsView.tsx";
import { Button } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Panel } from "../ui/Panel.tsx";
import { importFiles } from "./acts.ts";
import styles from "./App.module.css";
import { listenToKeyboard } from "./keyboard.ts";
import { Notices } from "./Notices.tsx";
import { PackView } from "./PackView.tsx";
import { Rail } from "./Rail.tsx";
import { followCore } from "./refresh.ts";
import { watchShown } from "./shown.ts";
import { playResults } from "./sounds.ts";
import { StatusBar } from "./StatusBar.tsx";
import { useDesk } from "./store.ts";

export function App() {
  const { t } = useTranslation();
  const ready = useDesk((store) => store.desk.step === "ready");
  useStation();
  // Told once the desk's facts are on the screen: tests and the cold start bench wait for it.
  useEffect(() => {
    if (ready) document.documentElement.dataset["ready"] = "true";
  }, [ready]);
  const listed = useDesk((store) => store.waiting !== null);
  // Told once the waiting list was read: a picture of the start shows it.
  useEffect(() => {
    if (listed) document.documentElement.dataset["list"] = "true";
  }, [listed]);
  const { over, handlers } = useFileDrop();

  return (
    <div className={styles["app"]} {...handlers}>
      <Notices />
      <div className={styles["middle"]}>
        <Rail />
        <main className={styles["main"]}>
          <OpenView />
        </main>
      </div>
      <StatusBar />
      {over ? <div className={styles["drop"]}>{t("empty.dropHere")}</div> : null}
    </div>
  );
}

function OpenView() {
  const { t } = useTranslation();
  const desk = useDesk((store) => store.desk);
  const view = useDesk((store) => store.view);
  const load = useDesk((store) => store.loadDesk);
  if (desk.step === "loading") return <p className={styles["loading"]}>{t("app.loading")}</p>;
  if (desk.step === "failed") {
    return (
      <div className={styles["loading"]}>
        <h1 className="hidden">{t("app.view.pack")}</h1>
        <Panel tone="stop" title={t("app.failed")} alert acts={<Button onPress={() => void load()}>{t("app.again")}</Button>}>
          <FailureText failure={desk.failure} />
        </Panel>
      </div>
    );
  }
  if (view === "printers") return <Printers />;
  if (view === "pack") return <PackView />;
  return (
    <SettingsView>
      <OrganizationSettings />
      <Integrations />
    </SettingsView>
  );
}

function useStation(): void {
  useEffect(() => {
    const store = useDesk.getState();
    void store.loadDesk();
    void store.loadInfo();
    void store.loadWaiting();
    void store.loadPrintJobs();
    void store.loadTemplates();
    void store.loadPairings();
    const stops = [watchShown(), listenToKeyboard(), followCore(), playResults()];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Files let go anywhere on the window are order files. */
function useFileDrop() {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = Array.from(event.dataTransfer.files);
      if (files.length > 0) importFiles(files);
    },
  };
  return { over, handlers };
}
