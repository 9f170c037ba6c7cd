/**
 * Shows whether this station is in sync with the other stations; a press opens Stations in
 * Settings.
 */
import { useTranslation } from "react-i18next";
import { useShared } from "../store/shared.ts";
import { isRevoked } from "../store/sync.slice.ts";
import { Mark, type Tone } from "../ui/Mark.tsx";
import styles from "./StatusBar.module.css";

const TONES = {
  "in step": "ok",
  behind: "info",
  joining: "info",
  "cut off": "attention",
} as const satisfies Record<string, Tone>;

/**
 * Shows the sync state.
 *
 * @returns null for a station that works alone.
 */
export function SyncSign() {
  const { t } = useTranslation();
  const state = useShared(({ sync }) => sync?.state ?? "alone");
  const waiting = useShared(({ sync }) => sync?.waiting ?? 0);
  const isShutOut = useShared(({ sync }) => sync !== null && isRevoked(sync));
  const open = useShared((store) => store.openSettings);
  if (state === "alone") return null;
  const words = isShutOut
    ? t("bar.sync.shutOut")
    : (state === "behind" || state === "cut off") && waiting > 0
      ? t(`bar.sync.waiting.${state}`, { count: waiting })
      : t(`bar.sync.${state}`);
  return (
    <li className={styles["sync"]}>
      <button
        type="button"
        className={styles["sign"]}
        data-testid="sync-sign"
        data-state={state}
        title={t("bar.sync.title")}
        onClick={() => open("stations")}
      >
        <Mark tone={isShutOut ? "stop" : TONES[state]}>
          <span className={styles["words"]}>{words}</span>
        </Mark>
      </button>
    </li>
  );
}
