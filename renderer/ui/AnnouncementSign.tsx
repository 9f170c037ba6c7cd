/** A small sign next to a shipment's state while its carrier does not know the label. */
import { useTranslation } from "react-i18next";
import styles from "./AnnouncementSign.module.css";
import { Mark } from "./Mark.tsx";

const TONES = { WAITING: "info", REFUSED: "stop", UNCERTAIN: "ask" } as const;
export type ShownAnnouncement = keyof typeof TONES;

/** Returns the state if it is shown; undefined for labels that their carriers know, and for others. */
export function shownAnnouncement(state: string): ShownAnnouncement | undefined {
  return state === "WAITING" || state === "REFUSED" || state === "UNCERTAIN" ? state : undefined;
}

/** Shows the sign; its words are for screen readers and for the mouse. */
export function AnnouncementSign({ state }: { readonly state: string }) {
  const { t } = useTranslation();
  const shown = shownAnnouncement(state);
  if (shown === undefined) return null;
  const words = t(`announcements.state.${shown}`);
  return (
    <span title={words} className={styles["sign"]}>
      <Mark tone={TONES[shown]} size={16}>
        <span className="hidden">{words}</span>
      </Mark>
    </span>
  );
}
