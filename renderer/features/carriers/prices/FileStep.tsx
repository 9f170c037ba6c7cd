/** First step of loading prices: the file, what its prices include, and the service that they are for. */
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { getPriceListTemplate } from "../../../../core/shipping/agreements/agreements.api.ts";
import { saveFile } from "../../../lib/bridge.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { SaveFileButton } from "../../../ui/SaveFileButton.tsx";
import type { Act } from "../../../ui/use-act.ts";
import { ColumnFields } from "./ColumnFields.tsx";
import { DayFields, DesiFields } from "./DayFields.tsx";
import { FileNotes } from "./FileNotes.tsx";
import { PriceChoice, PriceField } from "./PriceField.tsx";
import { usePriceForm } from "./price-form.ts";
import styles from "./Prices.module.css";
import type { ReadFile } from "./read-price-file.ts";
import { useReadFile, type ReadingFile } from "./use-read-file.ts";

type FileStepProps = {
  readonly agreementID: string;
  /** null before a file was read. */
  readonly read: ReadFile | null;
};

/** Shows the step. */
export function FileStep({ agreementID, read }: FileStepProps) {
  const { t, i18n } = useTranslation();
  const reading = useReadFile(agreementID);
  const fields = useFieldsAfterFile(reading.act);
  const language = i18n.language === "tr" ? "tr" : "en";
  return (
    <>
      <p>{t("prices.fileLead")}</p>
      <Included reading={reading} />
      <div className={styles["choose"]} data-chooses-file="">
        <Button
          rank={read === null ? "primary" : "secondary"}
          disabled={reading.act.state.step === "running"}
          focusNow={read === null}
          onPress={reading.choose}
        >
          {t(read === null ? "prices.choose" : "prices.chooseAgain")}
        </Button>
        {read === null ? (
          <SaveFileButton
            words={t("prices.template")}
            save={() => saveFile(getPriceListTemplate, { query: { shape: "zones", language } })}
          />
        ) : (
          <Outcome read={read} />
        )}
      </div>
      <ActFailure act={reading.act} />
      {read === null ? null : <FileNotes read={read} />}
      {read?.problems.some(({ code }) => code === "ambiguousNumber") === true ? (
        <PriceChoice
          name="decimalSign"
          label={t("prices.decimalSign")}
          options={[
            { value: ",", words: "1.250,50" },
            { value: ".", words: "1,250.50" },
          ]}
          onChange={(decimalSign) => reading.again({ decimalSign })}
        />
      ) : null}
      {read?.step === "unknown" ? (
        <ColumnFields
          key={read.headings.row}
          read={read}
          onMap={(mapping) => reading.again({ mapping: JSON.stringify(mapping) })}
        />
      ) : null}
      {read?.step === "loaded" ? <Services read={read} fieldsRef={fields} /> : null}
    </>
  );
}

/** Asks which taxes the file's prices include. */
function Included({ reading }: { readonly reading: ReadingFile }) {
  const { t } = useTranslation();
  const ways = [
    { value: "out", words: t("prices.without") },
    { value: "in", words: t("prices.with") },
  ];
  return (
    <div className={styles["fields"]}>
      <PriceChoice
        name="fileVat"
        label={t("prices.vat")}
        options={ways}
        onChange={(fileVat) => reading.again({ fileVat })}
      />
      <PriceChoice
        name="fileFee"
        label={t("prices.fee")}
        options={ways}
        onChange={(fileFee) => reading.again({ fileFee })}
        hint={t("prices.feeHint")}
      />
    </div>
  );
}

/** The name of the file, and how it was read. */
function Outcome({ read }: { readonly read: ReadFile }) {
  const { t } = useTranslation();
  const { typed } = usePriceForm();
  const name = typed["fileName"] ?? "";
  const rows = read.services.reduce((sum, { steps }) => sum + steps.length, 0);
  return (
    <span role="status" data-testid="price-file">
      {read.step === "loaded" ? (
        <Mark tone="ok">{t("prices.readWell", { name, count: rows })}</Mark>
      ) : read.step === "refused" ? (
        <Mark tone="stop">{t("prices.readBadly", { name, count: read.problemCount })}</Mark>
      ) : (
        <Mark tone="ask">{t("prices.readUnknown", { name })}</Mark>
      )}
    </span>
  );
}

/**
 * Moves the focus to the first field when a file was read: on the command that chose the file, Enter
 * would choose a file again instead of going on.
 */
function useFieldsAfterFile({ state }: Act): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isOnCommand = document.activeElement?.matches("[data-chooses-file] *") === true;
    if (state.step === "done" && isOnCommand) fields.current?.querySelector("input")?.focus();
  }, [state]);
  return fields;
}

type ServicesProps = {
  readonly read: ReadFile;
  readonly fieldsRef: RefObject<HTMLDivElement | null>;
};

/** The services that the prices are for, the days on which they are valid, and how desi count. */
function Services({ read, fieldsRef }: ServicesProps) {
  const { t } = useTranslation();
  return (
    <div ref={fieldsRef} className={styles["fields"]}>
      {read.services.map((service, i) => (
        <div key={`${i} ${service.name}`} className={styles["pairOf"]}>
          <PriceField
            name={`name.${i}`}
            label={
              read.services.length === 1
                ? t("prices.serviceName")
                : t("prices.serviceNameOf", { name: service.name })
            }
            isText
          />
          <PriceField
            name={`code.${i}`}
            label={t("prices.serviceCode")}
            hint={t("prices.serviceCodeHint")}
            isText
          />
        </div>
      ))}
      <DayFields />
      <DesiFields />
    </div>
  );
}
