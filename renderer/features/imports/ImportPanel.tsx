/** What an import did, with every row that was not taken in. Stays until it is dismissed; a scan only covers it. */
import { useTranslation } from "react-i18next";
import { importFile } from "../../app/acts.ts";
import { useDesk } from "../../app/store.ts";
import type { ImportResult } from "../../../core/imports/imports.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";
import styles from "./ImportPanel.module.css";

export function ImportPanel() {
  const { t } = useTranslation();
  const importing = useDesk((store) => store.importing);
  const dismiss = useDesk((store) => store.dismissImport);
  const acts = (
    <>
      <Button main keyName="Esc" onPress={dismiss}>
        {t("import.dismiss")}
      </Button>
      <Button keyName="F7" onPress={() => importFile()}>
        {t("import.another")}
      </Button>
    </>
  );

  if (importing.step === "reading") {
    return (
      <Panel tone="info" title={t("import.reading", { file: importing.fileName })} alert>
        <progress className={styles["progress"]} aria-label={t("import.reading", { file: importing.fileName })} />
      </Panel>
    );
  }
  if (importing.step === "failed") {
    return (
      <Panel tone="stop" title={t("import.failed", { file: importing.fileName })} alert testID="import-result" acts={acts}>
        <FailureText failure={importing.failure} />
        <p>{t("import.nothing")}</p>
      </Panel>
    );
  }
  if (importing.step !== "done") return null;
  const { result } = importing;
  return (
    <Panel tone={result.rejected.length === 0 ? "ok" : "attention"} title={t("import.title", { file: result.fileName })} testID="import-result" acts={acts}>
      <div className={styles["counts"]} role="status">
        <p data-testid="import-added">{t("import.added", { count: result.added })}</p>
        {result.known === 0 ? null : <p data-testid="import-known">{t("import.known", { count: result.known })}</p>}
        <p data-testid="import-rejected">{result.rejectedCount === 0 ? t("import.allGood") : t("import.rejected", { count: result.rejectedCount })}</p>
      </div>
      {result.rejected.length === 0 ? null : <Rejected rows={result.rejected} />}
    </Panel>
  );
}

function Rejected({ rows }: { readonly rows: ImportResult["rejected"] }) {
  const { t } = useTranslation();
  return (
    <>
      {/* Focusable, so that the keyboard can scroll a long list. */}
      <div className={styles["rows"]} tabIndex={0} role="group" aria-label={t("import.rejected", { count: rows.length })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("import.line")}</th>
              <th scope="col">{t("import.column")}</th>
              <th scope="col">{t("import.value")}</th>
              <th scope="col">{t("import.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.line} ${row.column} ${row.code}`}>
                <td>{row.line}</td>
                <td>{row.column}</td>
                <td>{row.value === "" ? "–" : row.value}</td>
                <td>{row.code === "OTHER" ? row.reason : t(`reasons.row.${row.code}`, { detail: row.detail ?? "", defaultValue: row.reason })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{t("import.fix")}</p>
    </>
  );
}
