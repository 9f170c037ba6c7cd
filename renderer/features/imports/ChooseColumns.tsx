/**
 * Form that says which heading of a file gives which column of orders. The choice is kept as a
 * source of orders, and the file is imported at once.
 */
import { useEffect, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { FileHeadings } from "../../../core/shipping/imports/file-headings.schema.ts";
import { readFileHeadings } from "../../../core/shipping/imports/file-headings.api.ts";
import {
  ORDER_COLUMNS,
  type OrderColumn,
} from "../../../core/shipping/sources/order-columns.schema.ts";
import { saveOrderSource } from "../../../core/shipping/sources/order-sources.api.ts";
import { call, type ChosenFile } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./OrderSources.module.css";
import {
  chosenFrom,
  columnsToKeep,
  isNeeded,
  wrongColumns,
  type ChosenColumns,
} from "./typed-columns.ts";
import { useImports } from "./use-imports.ts";

type ChooseColumnsProps = {
  /** Id of the failed outcome. */
  readonly id: number;
  readonly file: ChosenFile;
  readonly onClose: () => void;
};

/** Reads the headings, and shows the form. Esc closes it. */
export function ChooseColumns({ id, file, onClose }: ChooseColumnsProps) {
  const { t } = useTranslation();
  useEscCloses(onClose);
  useFocusBack();
  const { value, failure } = useLoaded(() =>
    call(readFileHeadings, { body: { fileName: file.name, content: file.base64 } }),
  );
  if (failure !== null) return <FailureText failure={failure} />;
  if (value === null) return <p role="status">{t("import.reading", { file: file.name })}</p>;
  return <ColumnsForm id={id} headings={value} onClose={onClose} />;
}

type ColumnsFormProps = Pick<ChooseColumnsProps, "id" | "onClose"> & {
  readonly headings: FileHeadings;
};

function ColumnsForm({ id, headings, onClose }: ColumnsFormProps) {
  const { t } = useTranslation();
  const { act, name, setName, chosen, setChosen, wrong, isNameWrong, send } = useColumnsForm(
    id,
    headings,
  );
  return (
    <form
      noValidate
      data-columns=""
      data-testid="choose-columns"
      onKeyDown={submitByEnter}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Panel
        tone="info"
        title={t("sources.columnsOf", { file: headings.fileName })}
        commands={
          <>
            <Button submits rank="primary" keyName="Enter" disabled={act.state.step === "running"}>
              {t("sources.saveAndImport")}
            </Button>
            <Button keyName="Esc" onPress={onClose}>
              {t("sources.cancel")}
            </Button>
          </>
        }
      >
        <p>{t("sources.columnsLead")}</p>
        <Field
          focusNow
          label={t("sources.name")}
          hint={t("sources.nameHint")}
          placeholder={t("sources.nameExample")}
          value={name}
          onChange={setName}
          wrong={isNameWrong ? t("sources.wrong.name") : null}
        />
        <Columns headings={headings} chosen={chosen} wrong={wrong} onChange={setChosen} />
        <ActFailure act={act} />
      </Panel>
    </form>
  );
}

const NOTHING_WRONG: ReturnType<typeof wrongColumns> = new Map();

/** The typed name and the chosen headings; they are marked as wrong only after an attempt. */
function useColumnsForm(id: number, headings: FileHeadings) {
  const act = useAct();
  const importAgain = useImports((store) => store.importAgain);
  const [name, setName] = useState(headings.nearest);
  const [chosen, setChosen] = useState(() => chosenFrom(headings.guess));
  const [isTried, setIsTried] = useState(false);
  const wrong = wrongColumns(chosen);
  const hasName = name.trim() !== "";
  useFocusOnWrong(isTried);
  const send = (): void => {
    setIsTried(false);
    queueMicrotask(() => setIsTried(true));
    if (wrong.size > 0 || !hasName) return;
    void act.run(async () => {
      const columns = columnsToKeep(chosen, headings.guess);
      const saved = await call(saveOrderSource, { body: { name: name.trim(), columns } });
      void importAgain(id, saved.id);
    });
  };
  return {
    act,
    name,
    setName,
    chosen,
    setChosen,
    wrong: isTried ? wrong : NOTHING_WRONG,
    isNameWrong: isTried && !hasName,
    send,
  };
}

/** Sends the form by Enter in a list too; there the browser would open the list. */
function submitByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.repeat || !(event.target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  event.target.form?.requestSubmit();
}

/** Focuses the first wrong field after an attempt, so that the keyboard goes on from there. */
function useFocusOnWrong(isTried: boolean): void {
  useEffect(() => {
    if (isTried) document.querySelector<HTMLElement>("[data-columns] [data-invalid]")?.focus();
  }, [isTried]);
}

type ColumnsProps = Pick<ColumnsFormProps, "headings"> & {
  readonly chosen: ChosenColumns;
  readonly wrong: ReturnType<typeof wrongColumns>;
  readonly onChange: (chosen: ChosenColumns) => void;
};

function Columns({ headings, chosen, wrong, onChange }: ColumnsProps) {
  return (
    <div className={styles["columns"]}>
      {ORDER_COLUMNS.map((column) => (
        <ColumnLine
          key={column}
          column={column}
          headings={headings}
          value={chosen[column] ?? ""}
          wrong={wrong.get(column)}
          onChange={(heading) => onChange({ ...chosen, [column]: heading })}
        />
      ))}
    </div>
  );
}

type ColumnLineProps = {
  readonly column: OrderColumn;
  readonly headings: FileHeadings;
  readonly value: string;
  readonly wrong: { readonly other: OrderColumn | null } | undefined;
  readonly onChange: (heading: string) => void;
};

/** One column: the headings of the file, and what is below the chosen one. */
function ColumnLine({ column, headings, value, wrong, onChange }: ColumnLineProps) {
  const { t } = useTranslation();
  const needed = isNeeded(column);
  const name = t(`sources.column.${column}`);
  const samples = headings.headings.find(({ heading }) => heading === value)?.samples ?? [];
  return (
    <div className={styles["column"]}>
      <Select
        label={needed ? t("sources.needed", { column: name }) : name}
        value={value}
        none={needed ? t("sources.chooseOne") : t("sources.notRead")}
        options={headings.headings.map(({ heading }) => ({ value: heading, words: heading }))}
        wrong={
          wrong === undefined
            ? null
            : wrong.other === null
              ? t("sources.wrong.needed")
              : t("sources.wrong.twice", { column: t(`sources.column.${wrong.other}`) })
        }
        onChange={onChange}
      />
      <p className={styles["samples"]}>{samples.join(" · ")}</p>
    </div>
  );
}
