/**
 * Results of imports, with the refused rows. Each result stays until it is dismissed; opening an
 * order only covers it.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DEFAULT_SOURCE } from "../../../core/shipping/sources/order-sources.schema.ts";
import type { ImportResult } from "../../../core/shipping/imports/imports.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FailureWay } from "../../ui/FailureWay.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { ChooseColumns } from "./ChooseColumns.tsx";
import { ChangeCounts, ChangeList } from "./ChangeList.tsx";
import { importFiles } from "./import-files.ts";
import styles from "./ImportPanel.module.css";
import type { Outcome } from "./imports.slice.ts";
import { RefusedRows } from "./RefusedRows.tsx";
import { useImports } from "./use-imports.ts";
import { WayToRead } from "./WayToRead.tsx";

/** The most names of ignored columns to show: files of some shops have a hundred columns. */
const MOST_UNREAD = 8;
/** Repaired cells that are shown as examples. */
const MOST_REPAIRED = 5;

/** Shows the outcomes until Esc dismisses them, and the file that is being read. */
export function ImportPanel() {
  const { t } = useTranslation();
  const reading = useImports((store) => store.reading);
  const outcomes = useImports((store) => store.outcomes);
  const dismiss = useImports((store) => store.dismissImports);

  return (
    <div className={styles["imports"]}>
      {outcomes.map((outcome) => (
        <OutcomePanel key={outcome.id} outcome={outcome} />
      ))}
      {reading === null ? null : (
        <Panel
          tone="info"
          title={t("import.reading", { file: reading })}
          alert
          testID="import-reading"
          commands={<StopButton />}
        >
          <Progress file={reading} />
        </Panel>
      )}
      {outcomes.length === 0 ? null : (
        <div className={styles["commands"]}>
          <Button rank="primary" keyName="Esc" onPress={dismiss}>
            {t("import.dismiss")}
          </Button>
          <Button keyName="F7" onPress={() => importFiles()}>
            {t("import.another")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Progress({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  const progress = useImports((store) => store.importProgress);
  const { rows = null, done = 0 } = progress ?? {};
  const share = rows === null || rows === 0 ? {} : { value: done / rows };
  return (
    <>
      <progress aria-label={t("import.reading", { file })} {...share} />
      {rows === null ? null : (
        <p data-testid="import-progress">
          {t("import.progress", {
            percentage: Math.floor((100 * done) / Math.max(1, rows)),
            done,
            rows,
          })}
        </p>
      )}
    </>
  );
}

/**
 * Button that stops the import. When it disappears with the focus, the element that had the focus
 * before gets it back.
 */
function StopButton() {
  const { t } = useTranslation();
  useFocusBack();
  const isStopping = useImports((store) => store.importProgress?.isStopping === true);
  const stop = useImports((store) => store.stopReading);
  return (
    <Button onPress={() => void stop()}>{t(isStopping ? "import.stopping" : "import.stop")}</Button>
  );
}

function FailedFile({
  outcome,
}: {
  readonly outcome: Extract<Outcome, { readonly kind: "failed" }>;
}) {
  const { t } = useTranslation();
  const [isChoosing, setIsChoosing] = useState(false);
  const { id, fileName, failure, file } = outcome;
  if (isChoosing && file !== undefined)
    return <ChooseColumns id={id} file={file} onClose={() => setIsChoosing(false)} />;
  return (
    <Panel
      tone="stop"
      title={fileName === "" ? t("import.failedUnnamed") : t("import.failed", { file: fileName })}
      alert
      testID="import-result"
      commands={failure.code === "E1068" ? <FailureWay code="E1068" /> : undefined}
    >
      <FailureText failure={failure} />
      <p>{t("import.nothing")}</p>
      <WayToRead outcome={outcome} onChoose={() => setIsChoosing(true)} />
    </Panel>
  );
}

function OutcomePanel({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  if (outcome.kind === "failed") return <FailedFile outcome={outcome} />;
  const { result } = outcome;
  const { reopened, unread, isStopped, rejected, changed } = result;
  return (
    <Panel
      tone={result.rejected.length + result.changed.length === 0 && !isStopped ? "ok" : "attention"}
      title={t(isStopped ? "import.stopped" : "import.title", { file: result.fileName })}
      testID="import-result"
    >
      <div className={styles["counts"]} role="status">
        <p data-testid="import-added">{t("import.added", { count: result.added })}</p>
        {reopened === 0 ? null : (
          <p data-testid="import-reopened">{t("import.reopened", { count: reopened })}</p>
        )}
        {result.known === 0 ? null : (
          <p data-testid="import-known">{t("import.known", { count: result.known })}</p>
        )}
        <ChangeCounts result={result} />
        {isStopped && result.rejectedCount === 0 ? null : (
          <p data-testid="import-rejected">
            {result.rejectedCount === 0
              ? t("import.allGood")
              : t("import.rejected", { count: result.rejectedCount })}
          </p>
        )}
      </div>
      {isStopped ? <p>{t("import.rest")}</p> : null}
      {result.source === DEFAULT_SOURCE ? null : (
        <p data-testid="import-source">{t("sources.readAs", { source: result.source })}</p>
      )}
      {unread.length === 0 ? null : (
        <p className={styles["unread"]} data-testid="import-unread">
          {t("import.unread", {
            count: unread.length,
            columns:
              unread.slice(0, MOST_UNREAD).join(" · ") + (unread.length > MOST_UNREAD ? " …" : ""),
          })}
        </p>
      )}
      <Repaired result={result} />
      <ChangeList changes={changed} />
      {rejected.length === 0 ? null : <RefusedRows outcome={outcome} />}
    </Panel>
  );
}

/** Cells that were repaired; nothing when a spreadsheet has changed none. */
function Repaired({ result: { repaired, repairedCount } }: { readonly result: ImportResult }) {
  const { t } = useTranslation();
  if (repairedCount === 0) return null;
  return (
    <div className={styles["unread"]} data-testid="import-repaired">
      <p>{t("import.repaired", { count: repairedCount })}</p>
      <ul>
        {repaired.slice(0, MOST_REPAIRED).map((cell) => (
          <li key={`${cell.line} ${cell.column}`}>{t("import.repairedCell", cell)}</li>
        ))}
      </ul>
    </div>
  );
}
