/** State of a printer as colour, icon and word; the one table of printer states. */
import { useTranslation } from "react-i18next";
import type { PrinterState } from "../../core/printing/printers.schema.ts";
import { Mark, type Tone } from "./Mark.tsx";
import styles from "./Mark.module.css";

/** `unknown`: not asked yet. `printer off`: a person switched it off under Printers. */
type State = PrinterState["state"] | "unknown" | "printer off";

const TONES: Record<State, Tone> = {
  ready: "ok",
  busy: "info",
  unknown: "info",
  paused: "attention",
  "paper out": "attention",
  "ribbon out": "attention",
  "head open": "attention",
  "queue stopped": "attention",
  "no answer": "stop",
  unreachable: "stop",
  fault: "stop",
  "printer off": "attention",
};

/** Maps a state of a newer core that this screen does not know to `unknown`. */
export function readPrinterState(state: string): State {
  return state in TONES ? (state as State) : "unknown";
}

/** Returns whether a label sent now will not print until a person helps. */
export function needsHelp(state: string): boolean {
  const tone = TONES[readPrinterState(state)];
  return tone === "attention" || tone === "stop";
}

/**
 * Shows the state of a printer.
 *
 * @param state State from the core; a state that this screen does not know is shown as unknown.
 * @param name Shown before the words.
 */
export function PrinterMark({ state, name }: { readonly state: string; readonly name?: string }) {
  const { t } = useTranslation();
  const known = readPrinterState(state);
  const words = t(`printer.${known}`);
  return (
    <Mark tone={TONES[known]}>
      {name === undefined ? (
        <span className={styles["words"]}>{words}</span>
      ) : (
        <span className={styles["named"]}>
          <span className={styles["words"]}>{name}:</span>
          <span> {words}</span>
        </span>
      )}
    </Mark>
  );
}
