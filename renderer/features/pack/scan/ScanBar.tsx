/**
 * Field for a typed order number. Scans do not need the field: they are detected wherever the focus
 * is.
 */
import { ScanLine, Search } from "lucide-react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { SCAN_FIELD_ID } from "../../../lib/focus.ts";
import { Slot } from "../../../store/slots.tsx";
import { Button } from "../../../ui/Button.tsx";
import { openTyped } from "../pack-commands.ts";
import styles from "./ScanBar.module.css";
import { usePack } from "../use-pack.ts";

/** The field for a typed code, and how many orders wait. */
export function ScanBar() {
  const { t } = useTranslation();
  const text = usePack((store) => store.typed);
  const setText = usePack((store) => store.setTyped);
  const pack = usePack((store) => store.pack);
  const queue = usePack((store) => store.queue);
  const total = usePack((store) => (store.desk.step === "ready" ? store.desk.facts.waiting : 0));
  const held = usePack((store) => store.waiting?.held.length ?? 0);

  const open = (event: FormEvent): void => {
    event.preventDefault();
    openTyped();
  };

  return (
    <form className={styles["bar"]} onSubmit={open} role="search" aria-label={t("scan.label")}>
      <label className={styles["field"]} data-busy={pack.step === "opening"}>
        <ScanLine size={24} aria-hidden="true" />
        <span className="hidden">{t("scan.label")}</span>
        <input
          id={SCAN_FIELD_ID}
          data-testid="scan-field"
          className={styles["input"]}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setText("")}
          placeholder={`${t("scan.label")}: ${t("scan.hint")}`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <span className={styles["meanwhile"]} role="status">
          <Slot name="scanField" props={{}} />{" "}
          {queue.length === 0
            ? null
            : t("scan.next", { codes: queue.map(({ code }) => code).join(", ") })}
        </span>
      </label>
      {text === "" ? null : (
        <Button submits>
          <Search size={18} aria-hidden="true" />
          {t("scan.open")}
        </Button>
      )}
      <p className={styles["waiting"]}>
        {t("scan.waiting", { count: Math.max(0, total - held) })}
        {held === 0 ? null : ` · ${t("scan.held", { count: held })}`}
      </p>
    </form>
  );
}
