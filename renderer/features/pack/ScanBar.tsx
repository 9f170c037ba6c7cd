/** Where a typed order number goes in. Scans do not need it: they are heard wherever the focus is. */
import { ScanLine, Search } from "lucide-react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { openTyped } from "../../app/acts.ts";
import { SCAN_FIELD_ID } from "../../app/focus.ts";
import { useDesk } from "../../app/store.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./ScanBar.module.css";

export function ScanBar() {
  const { t } = useTranslation();
  const text = useDesk((store) => store.typed);
  const setText = useDesk((store) => store.setTyped);
  const pack = useDesk((store) => store.pack);
  const queue = useDesk((store) => store.queue);
  // The order that is open stays on the screen while a file is read.
  const reading = useDesk((store) => (store.pack.step === "empty" ? null : store.reading));
  const total = useDesk((store) => (store.desk.step === "ready" ? store.desk.facts.waiting : 0));

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
        <span className={styles["told"]} role="status">
          {reading === null ? null : t("import.reading", { file: reading })} {queue.length === 0 ? null : t("scan.next", { codes: queue.join(", ") })}
        </span>
      </label>
      {text === "" ? null : (
        <Button submits>
          <Search size={18} aria-hidden="true" />
          {t("scan.open")}
        </Button>
      )}
      <p className={styles["waiting"]}>{t("scan.waiting", { count: total })}</p>
    </form>
  );
}
