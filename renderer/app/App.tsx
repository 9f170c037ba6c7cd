/** The window: notices, rail, the open view, status bar. Starts what listens and reads the desk once. */
import { Suspense, useEffect, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { useShared } from "../store/shared.ts";
import { watchShown } from "../store/shown.ts";
import { SlotProvider } from "../store/slots.tsx";
import { Button } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./App.module.css";
import { listenToKeyboard } from "./keyboard.ts";
import { Notices } from "./Notices.tsx";
import { findView, PARTS } from "./parts.ts";
import { Rail } from "./Rail.tsx";
import { followCore } from "./refresh.ts";
import { SLOTS } from "./slots.ts";
import { playResults } from "./sounds.ts";
import { StatusBar } from "./StatusBar.tsx";
import { useStore } from "./store.ts";
import { whatIsShown } from "./what-is-shown.ts";

export function App() {
  const { t } = useTranslation();
  const ready = useShared((store) => store.desk.step === "ready");
  useStation();
  // Set once the desk's facts are on the screen: tests and the cold start bench wait for it.
  useEffect(() => {
    if (ready) document.documentElement.dataset["ready"] = "true";
  }, [ready]);
  const { over, handlers } = useFileDrop();

  return (
    <SlotProvider parts={SLOTS}>
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
    </SlotProvider>
  );
}

function OpenView() {
  const { t } = useTranslation();
  const desk = useShared((store) => store.desk);
  const view = useShared((store) => store.view);
  const load = useShared((store) => store.loadDesk);
  if (desk.step === "loading") return <p className={styles["loading"]}>{t("app.loading")}</p>;
  if (desk.step === "failed") {
    return (
      <div className={styles["loading"]}>
        <h1 className="hidden">{t("app.view.pack")}</h1>
        <Panel tone="stop" title={t("app.failed")} alert commands={<Button onPress={() => void load()}>{t("app.again")}</Button>}>
          <FailureText failure={desk.failure} />
        </Panel>
      </div>
    );
  }
  const found = findView(view);
  if (found === undefined) return <UnknownView name={view} />;
  return (
    <Suspense fallback={<p className={styles["loading"]}>{t("app.loading")}</p>}>
      <found.Screen />
    </Suspense>
  );
}

/** A view that no feature has was asked for: a bug, which leaves a way back to work. */
function UnknownView({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const show = useShared((store) => store.showView);
  return (
    <div className={styles["loading"]}>
      <Panel tone="stop" title={t("app.unknownView")} alert testID="unknown-view" commands={<Button onPress={() => show(HOME_VIEW)}>{t("app.view.pack")}</Button>}>
        <p>{t("app.unknownViewLead", { name })}</p>
      </Panel>
    </div>
  );
}

function useStation(): void {
  useEffect(() => {
    const store = useShared.getState();
    void store.loadDesk();
    void store.loadInfo();
    void store.loadPrintJobs();
    for (const { onStart } of PARTS) onStart?.();
    const stops = [watchShown(() => whatIsShown(useStore.getState()), useStore.subscribe), listenToKeyboard(), followCore(), playResults()];
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
      if (files.length > 0) for (const { takeFiles } of PARTS) takeFiles?.(files);
    },
  };
  return { over, handlers };
}
