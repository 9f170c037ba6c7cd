/**
 * Diagnostics of the station: versions, database, printers, open work and the last faults; can be
 * copied as text.
 */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getDiagnostics } from "../../../core/station/diagnostics/diagnostics.api.ts";
import type { Diagnostics as Found } from "../../../core/station/diagnostics/diagnostics.schema.ts";
import { call } from "../../lib/bridge.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PrinterMark } from "../../ui/PrinterMark.tsx";
import section from "../../ui/Section.module.css";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./SettingsView.module.css";

/** Reads the diagnostics on mount, and on request. */
export function Diagnostics() {
  const { t } = useTranslation();
  const found = useLoaded(() => call(getDiagnostics));
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = (): void => {
    field.current?.select();
    // The asynchronous clipboard needs a permission, and this window has none.
    setCopied(document.execCommand("copy"));
  };
  return (
    <section
      className={`${section["section"]} ${styles["about"]}`}
      aria-label={t("diagnostics.title")}
      data-testid="diagnostics"
    >
      <h2>{t("diagnostics.title")}</h2>
      <p>{t("diagnostics.lead")}</p>
      {found.failure === null ? null : <FailureText failure={found.failure} />}
      {found.value === null ? null : (
        <>
          <Lines found={found.value} />
          <Faults faults={found.value.faults} />
          <textarea
            ref={field}
            className={styles["text"]}
            aria-label={t("diagnostics.copy")}
            value={found.value.text}
            rows={6}
            readOnly
          />
          <div className={styles["erase"]}>
            <Button onPress={copy}>
              {copied ? t("diagnostics.copied") : t("diagnostics.copy")}
            </Button>
            <Button onPress={() => void found.reload()}>{t("diagnostics.again")}</Button>
          </div>
        </>
      )}
    </section>
  );
}

function Lines({ found: { lines, printers } }: { readonly found: Found }) {
  const { t } = useTranslation();
  const format = useFormat();
  const valueOf = ({ name, value }: Found["lines"][number]): string => {
    if (value === "") return t("diagnostics.none");
    if (name === "keys") return t(value === "os" ? "diagnostics.keys.os" : "diagnostics.keys.file");
    if (name === "crashes")
      return value.replace(/\([^()]+\)/, (at) => `(${format.instant(at.slice(1, -1))})`);
    if (name === "size" || name === "wal" || name === "free")
      return value.replace(/^[\d.]+/, (number) => format.measure(number, 0, 1));
    if (name === "holidays") return format.day(value);
    return name === "check" || name === "backup" ? format.instant(value) : value;
  };
  return (
    <dl>
      {lines.map((line) => (
        <div key={line.name} className={styles["line"]}>
          <dt>{t(`diagnostics.lines.${line.name}`)}</dt>
          <dd>
            {line.tone === null ? valueOf(line) : <Mark tone={line.tone}>{valueOf(line)}</Mark>}
          </dd>
        </div>
      ))}
      {printers.map(({ name, state }) => (
        <div key={name} className={styles["line"]}>
          <dt>{t("diagnostics.printer", { name })}</dt>
          <dd>
            <PrinterMark state={state} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The latest faults. */
function Faults({ faults }: Pick<Found, "faults">) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <h3>{t("diagnostics.faults")}</h3>
      {faults.length === 0 ? <p>{t("diagnostics.noFaults")}</p> : null}
      <ul>
        {faults.slice(0, 10).map((fault, i) => (
          <li
            key={`${fault.at} ${i}`}
          >{`${format.instant(fault.at)}  ${fault.message} ${fault.error}`}</li>
        ))}
      </ul>
    </>
  );
}
