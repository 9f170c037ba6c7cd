/** Adding a printer by its address. The first one prints labels at once: nothing else has to be set. */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./Printers.module.css";
import { readPrinter, RAW_PORT, type PrinterFields, type WrongField } from "./read-printer.ts";
import { usePrinters } from "./use-printers.ts";

const DENSITIES = [203, 300, 600] as const satisfies readonly Dpi[];
const BLANK: PrinterFields = { name: "", host: "", port: String(RAW_PORT), dpi: "203" };

export function PrinterForm({ first }: { readonly first: boolean }) {
  const { t } = useTranslation();
  const adding = usePrinters((store) => store.adding);
  const add = usePrinters((store) => store.addPrinter);
  const [fields, setFields] = useState(BLANK);
  const [wrong, setWrong] = useState<WrongField | null>(null);

  const change = (part: Partial<PrinterFields>): void => {
    setFields({ ...fields, ...part });
    setWrong(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const read = readPrinter(fields);
    if ("wrong" in read) setWrong(read.wrong);
    else if (await add(read.printer)) setFields(BLANK);
  };

  return (
    <form className={styles["form"]} onSubmit={(event) => void submit(event)} noValidate aria-label={t("printers.add")}>
      <h2>{t("printers.add")}</h2>
      {first ? <p>{t("printers.none")}</p> : null}
      <Field
        label={t("printers.name")}
        placeholder={t("printers.namePlaceholder")}
        value={fields.name}
        onChange={(name) => change({ name })}
        wrong={wrong === "name" ? t("printers.nameWrong") : null}
        focusNow={first}
      />
      <div className={styles["row"]}>
        <Field
          label={t("printers.host")}
          placeholder={t("printers.hostPlaceholder")}
          value={fields.host}
          onChange={(host) => change({ host })}
          wrong={wrong === "host" ? t("printers.hostWrong") : null}
        />
        <Field
          label={t("printers.port")}
          value={fields.port}
          onChange={(port) => change({ port })}
          wrong={wrong === "port" ? t("printers.portWrong") : null}
          numeric
        />
      </div>
      <Choice
        label={t("printers.dpi")}
        hint={t("printers.dpiHint")}
        value={fields.dpi}
        options={DENSITIES.map((dpi) => ({ value: String(dpi), words: String(dpi) }))}
        onChange={(dpi) => change({ dpi })}
      />
      {adding.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("printers.notAdded")}</Mark>
          <FailureText failure={adding.failure} />
        </div>
      ) : null}
      <div>
        <Button submits main disabled={adding.step === "saving"} keyName="Enter">
          {adding.step === "saving" ? t("printers.saving") : t("printers.add")}
        </Button>
      </div>
    </form>
  );
}
