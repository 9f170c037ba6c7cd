/**
 * Refused rows with their causes. A person corrects them here, or saves them as a file and corrects
 * them there.
 */
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { saveRefusedRows } from "../../../core/shipping/imports/imports.api.ts";
import type { RejectedRow } from "../../../core/shipping/imports/imports.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { focusHeadingIfLost, SCAN_FIELD_ID } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { useRowReason } from "../../ui/use-row-reason.ts";
import styles from "./ImportPanel.module.css";
import type { Outcome } from "./imports.slice.ts";
import { useImports } from "./use-imports.ts";

type Done = Extract<Outcome, { kind: "done" }>;

/** Lists the refused rows of one file. @param outcome An outcome with refused rows. */
export function RefusedRows({ outcome }: { readonly outcome: Done }) {
  const { t, i18n } = useTranslation();
  const importCorrected = useImports((store) => store.importCorrected);
  const { id, importID, result, drafts, correcting } = outcome;
  const draftedLines = Object.keys(drafts).map(Number);
  const list = useRef<HTMLDivElement>(null);
  // An imported row disappears with its focused button; with the last row, the whole list
  // disappears.
  useEffect(() => focusHeadingIfLost(list.current), [result.rejected, drafts]);
  useEffect(
    () => () => queueMicrotask(() => focusHeadingIfLost(document.getElementById(SCAN_FIELD_ID))),
    [],
  );
  return (
    <>
      <Rows outcome={outcome} list={list} />
      <p>{t("import.fix")}</p>
      {correcting.step === "failed" ? (
        <div role="alert">
          <FailureText failure={correcting.failure} />
        </div>
      ) : null}
      <div className={styles["commands"]}>
        {draftedLines.length < 2 ? null : (
          <Button onPress={() => void importCorrected(id, draftedLines)}>
            {t("import.importCorrected", { count: draftedLines.length })}
          </Button>
        )}
        <SaveFileButton
          words={t("import.saveRefused")}
          save={() =>
            saveFile(saveRefusedRows, {
              params: { importID },
              query: { language: i18n.language === "tr" ? "tr" : "en" },
            })
          }
        />
      </div>
    </>
  );
}

type RowsProps = { readonly outcome: Done; readonly list: RefObject<HTMLDivElement | null> };

/** Lists the rows; the list can take the focus, so that the keyboard can scroll it. */
function Rows({ outcome, list }: RowsProps) {
  const { t } = useTranslation();
  const { result } = outcome;
  return (
    <div
      ref={list}
      className={styles["rows"]}
      tabIndex={0}
      role="group"
      aria-label={t("import.rejected", { count: result.rejectedCount })}
    >
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
          {result.rejected.map((row, i) => (
            <Row
              key={`${row.line} ${row.column} ${row.code}`}
              outcome={outcome}
              row={row}
              isFirst={result.rejected[i - 1]?.line !== row.line}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One fault of a row; the row's buttons are at its first fault. */
function Row({
  outcome: { id, result, drafts },
  row,
  isFirst,
}: {
  readonly outcome: Done;
  readonly row: RejectedRow;
  readonly isFirst: boolean;
}) {
  const { t } = useTranslation();
  const reasonOf = useRowReason();
  const type = useImports((store) => store.typeRow);
  const importCorrected = useImports((store) => store.importCorrected);
  const { line, field, value } = row;
  const draft = drafts[line];
  const ofLine = (): readonly RejectedRow[] =>
    result.rejected.filter((other) => other.line === line);
  return (
    <tr>
      <td>{line}</td>
      <td>{row.column}</td>
      <td>
        {draft === undefined || field === undefined ? (
          value || "–"
        ) : (
          <Correction id={id} row={row} draft={draft} field={field} isFirst={isFirst} />
        )}
      </td>
      <td>
        <p>{reasonOf(row)}</p>
        {!isFirst ? null : ofLine().some((fault) => fault.field === undefined) ? (
          <p className={styles["hint"]}>{t("import.onlyInFile")}</p>
        ) : draft === undefined ? (
          <Button
            small
            label={t("import.correctLine", { line })}
            onPress={() => type(id, line, {})}
          >
            {t("import.correct")}
          </Button>
        ) : (
          <Button
            small
            label={t("import.importLine", { line })}
            onPress={() => void importCorrected(id, [line])}
          >
            {t("import.importRow")}
          </Button>
        )}
      </td>
    </tr>
  );
}

type CorrectionProps = {
  readonly id: number;
  readonly row: RejectedRow;
  readonly draft: Readonly<Record<string, string>>;
  readonly field: string;
  readonly isFirst: boolean;
};

/** Fields that correct one fault of a row; Enter imports the row. */
function Correction({ id, row, draft, field, isFirst }: CorrectionProps) {
  const { t } = useTranslation();
  const type = useImports((store) => store.typeRow);
  const importCorrected = useImports((store) => store.importCorrected);
  const { line, value } = row;
  return (
    <div onKeyDown={(event) => event.key === "Enter" && void importCorrected(id, [line])}>
      {row.code === "UNKNOWN_DISTRICT" ? (
        <Field
          label={t("import.city")}
          value={draft["city"] ?? row.detail ?? ""}
          onChange={(city) => type(id, line, { city })}
        />
      ) : null}
      <Field
        label={row.column}
        value={draft[field] ?? value}
        focusNow={isFirst}
        onChange={(text) => type(id, line, { [field]: text })}
      />
    </div>
  );
}
