/** Result of a status file's check: counts, columns to choose, codes to map, refused rows. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StatusFile } from "../../../core/fulfilment/scans/status-files.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Select, type SelectProps } from "../../ui/Select.tsx";
import { TRACK_CODES, trackWords } from "../../ui/track-words.ts";
import styles from "./Tracking.module.css";
import type { StatusFileState } from "./use-status-file.ts";

type CheckProps = { readonly state: StatusFileState; readonly file: StatusFile };

/** Shows the result, and the command that applies the file. */
export function StatusFileCheck({ state, file }: CheckProps) {
  const { t } = useTranslation();
  if (file.missing.length > 0) return <Columns state={state} file={file} />;
  const { progress } = state;
  const isOver = progress?.step === "applied";
  const { fileName: name, rows, matched, known, refusedCount } = file;
  return (
    <>
      <p role="status" data-testid="status-check">
        <Mark tone={matched > 0 ? "ok" : "attention"}>
          {t("tracking.files.checked", {
            name,
            rows,
            recorded: matched,
            known,
            refused: refusedCount,
          })}
        </Mark>
      </p>
      {file.unknownCodes.length === 0 || progress !== null ? null : (
        <Codes key={file.id} state={state} file={file} />
      )}
      {progress === null ? null : (
        <>
          <progress
            value={progress.done}
            max={progress.total}
            aria-label={t("tracking.files.title")}
          />
          <p role="status">{isOver ? t("tracking.files.done", progress) : null}</p>
        </>
      )}
      {matched + known === 0 || progress !== null ? null : (
        <div className={styles["commands"]}>
          <Button rank="primary" onPress={() => void state.apply()}>
            {t("tracking.files.apply")}
          </Button>
        </div>
      )}
      <Refused file={file} />
    </>
  );
}

/** Lists for the columns whose headings are not known. */
function Columns({ state, file }: CheckProps) {
  const { t } = useTranslation();
  const options = file.headings.map((heading, i) => ({
    value: String(i),
    words: heading === "" ? String(i + 1) : heading,
  }));
  return (
    <Choices
      title={t("tracking.files.missing")}
      none="–"
      options={options}
      command={t("app.again")}
      rows={file.missing.map((key) => ({ key, label: t(`tracking.files.column.${key}`) }))}
      onKeep={(chosen) =>
        void state.checkWith(
          chosen
            .map(([column, at]) => `${column === "number" ? "trackingNumber" : column}:${at}`)
            .join(","),
        )
      }
    />
  );
}

/** Lists for the statuses of unknown codes, filled with what their words suggest. */
function Codes({ state, file }: CheckProps) {
  const { t } = useTranslation();
  return (
    <Choices
      title={t("tracking.files.codes")}
      none={t("tracking.files.noCode")}
      options={TRACK_CODES.map((value) => ({ value, words: t(trackWords(value)) }))}
      command={t("tracking.files.keepCodes")}
      rows={file.unknownCodes.map(({ code, rows, suggestion }) => ({
        key: code,
        label: t("tracking.files.code", { code, count: rows }),
        suggestion,
      }))}
      onKeep={(chosen) =>
        void state.map(
          chosen.flatMap(([code, text]) => {
            const subCode = TRACK_CODES.find((known) => known === text);
            return subCode === undefined ? [] : [{ code, subCode }];
          }),
        )
      }
    />
  );
}

type ChoicesProps = {
  readonly title: string;
  /** Words of an empty choice. */
  readonly none: string;
  readonly options: SelectProps["options"];
  readonly command: string;
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly suggestion?: string | null;
  }[];
  readonly onKeep: (chosen: readonly (readonly [key: string, value: string])[]) => void;
};

/** Several lists with the same options, and the command that keeps the choices. */
function Choices({ title, none, options, command, rows, onKeep }: ChoicesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const valueOf = ({ key, suggestion }: ChoicesProps["rows"][number]): string =>
    typed[key] ?? suggestion ?? "";
  const chosen = rows
    .map((row) => [row.key, valueOf(row)] as const)
    .filter(([, value]) => value !== "");
  return (
    <div className={styles["part"]}>
      <p role="status">
        <Mark tone="attention">{title}</Mark>
      </p>
      {rows.map((row) => (
        <Select
          key={row.key}
          label={row.label}
          none={none}
          value={valueOf(row)}
          options={options}
          onChange={(value) => setTyped({ ...typed, [row.key]: value })}
        />
      ))}
      <div className={styles["commands"]}>
        <Button disabled={chosen.length === 0} onPress={() => onKeep(chosen)}>
          {command}
        </Button>
      </div>
    </div>
  );
}

function Refused({ file }: { readonly file: StatusFile }) {
  const { t } = useTranslation();
  if (file.refusedCount === 0) return null;
  const title = t("tracking.files.refused", { count: file.refusedCount });
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles["events"]} tabIndex={0} aria-label={title}>
        {file.refused.map(({ line, value, reason }) => (
          <li key={line}>
            <b>{t("addresses.import.line", { line })}</b>
            <span>
              {t(`tracking.files.reason.${reason}`)} <span className={styles["soft"]}>{value}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
