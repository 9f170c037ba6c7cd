/**
 * The window: notices, rail, the open view and the status bar. Starts the listeners and loads the
 * station's facts once.
 */
import { useEffect, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { isDeskCovered } from "../store/sign-in.slice.ts";
import { useShared } from "../store/shared.ts";
import { watchShown } from "../store/shown.ts";
import { SlotProvider } from "../store/slots.tsx";
import { loadSoonParts, soonPart } from "../ui/lazy-screen.ts";
import styles from "./App.module.css";
import { followBadge } from "./behind-badge.ts";
import { followCover, listenToKeyboard } from "./keyboard.ts";
import { LinkBar } from "./LinkBar.tsx";
import { followOrganization } from "./other-organization.ts";
import { followSync } from "./follow-sync.ts";
import { reportPacking } from "./report-packing.ts";
import { followLinks } from "./links.ts";
import { reportWork } from "./at-work.ts";
import { followMenu } from "./menu.ts";
import { Notices } from "./Notices.tsx";
import { OpenPalette } from "./palette/OpenPalette.tsx";
import { OpenView, useShownView } from "./OpenView.tsx";
import { findView, isAskedIn, PARTS } from "./parts.ts";
import { RefusedBar } from "./RefusedBar.tsx";
import { Rail } from "./Rail.tsx";
import { followCore } from "./refresh.ts";
import { SECTIONS, SLOTS } from "./slots.ts";
import { playResults } from "./sounds.ts";
import { StatusBar } from "./StatusBar.tsx";
import { useStore } from "./store.ts";
import { screenContent } from "./screen-content.ts";
import { readSerialScans } from "./serial-scans.ts";
import { takeCode } from "./window-commands.ts";

const BadgeScreen = soonPart(async () => (await import("./BadgeScreen.tsx")).BadgeScreen);
const BadgeRefused = soonPart(async () => (await import("./BadgeScreen.tsx")).BadgeRefused);

/** The whole window. Sets `data-ready` on the document once the station's facts are shown. */
export function App() {
  const { t } = useTranslation();
  const isRead = useShared((store) => store.desk.step === "ready");
  const isLocked = useShared((store) => store.signIn?.state === "locked");
  const ready = useSoonParts() && (isRead || isLocked);
  useStation();
  // Tests and the cold start benchmark wait for `data-ready`: the facts are shown and the code for
  // the first key is loaded.
  useEffect(() => {
    if (ready) document.documentElement.dataset["ready"] = "true";
  }, [ready]);
  const { over, handlers } = useFileDrop();
  const view = useShownView();
  const isCovered = useShared(isDeskCovered);
  const isAlone = isRead && findView(view)?.isAlone === true;

  return (
    <SlotProvider parts={SLOTS} sections={SECTIONS}>
      <BadgeScreen />
      <div className={styles["app"]} inert={isCovered} {...handlers}>
        <Notices />
        <LinkBar />
        <RefusedBar />
        <BadgeRefused />
        <div className={styles["middle"]}>
          {isAlone ? null : <Rail />}
          <main className={styles["main"]}>
            <OpenView view={view} />
          </main>
        </div>
        {isAlone ? null : <StatusBar />}
        <OpenPalette />
        {over ? <div className={styles["drop"]}>{t("empty.dropHere")}</div> : null}
      </div>
    </SlotProvider>
  );
}

/**
 * Loads the code that the first screen does not need, while the core opens. @returns Whether the
 * code is loaded.
 */
function useSoonParts(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => void loadSoonParts().then(() => setLoaded(true)), []);
  return isLoaded;
}

function useStation(): void {
  useEffect(() => {
    const store = useShared.getState();
    void store.loadDesk();
    void store.loadInfo();
    void store.loadPrintJobs();
    // Opens codes that were scanned while the page was loading, for example behind a badge.
    void readSerialScans();
    for (const { onStart } of PARTS) onStart?.();
    const stops = [
      watchShown(
        () => screenContent(useStore.getState()),
        () => isAskedIn(useStore.getState()),
        useStore.subscribe,
      ),
      listenToKeyboard(),
      followCover(),
      followBadge((code) => takeCode(code, true)),
      followMenu(),
      followLinks(),
      reportWork(),
      reportPacking(),
      followCore(),
      followOrganization(),
      followSync(),
      playResults(),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Imports files that are dropped anywhere on the window as order files. */
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
