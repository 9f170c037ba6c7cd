/** Form for a new printer. The first printer becomes the label printer without further settings. */
import { FormProvider, useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { DOCUMENT_LANGUAGES } from "../../../core/db/documents/documents.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FormField } from "../../ui/FormField.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { AddressFields } from "./AddressFields.tsx";
import { PaperFields } from "./PaperFields.tsx";
import styles from "./Printers.module.css";
import { BLANK, type NewPrinter, type TypedPrinter } from "./typed-printer.ts";
import { usePrinters } from "./use-printers.ts";

type PrinterFormProps = {
  readonly form: UseFormReturn<TypedPrinter, unknown, NewPrinter>;
  /** Whether the name field takes the focus. */
  readonly first: boolean;
  /**
   * Name of the found printer that fills the form; the button then names the form's language. null:
   * none.
   */
  readonly found: string | null;
  /** Empties the form so that an address can be typed. */
  readonly clear: () => void;
  readonly onAdded: () => void;
};

/** Shows the form, and empties it once the printer was added. */
export function PrinterForm({ form, first, found, clear, onAdded }: PrinterFormProps) {
  const { t } = useTranslation();
  const adding = usePrinters((store) => store.adding);
  const add = usePrinters((store) => store.addPrinter);
  const [driver, typedLanguage] = useWatch({ control: form.control, name: ["driver", "language"] });
  const language = DOCUMENT_LANGUAGES.find((one) => one === typedLanguage);
  const send = form.handleSubmit(async (printer) => {
    if (!(await add(printer))) return;
    form.reset(BLANK);
    onAdded();
  });

  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={t("printers.add")}
    >
      <h3>{t("printers.byAddress")}</h3>
      <div role="status">
        {found === null ? null : (
          <Mark tone="info">{t("printers.filled", { printer: found })}</Mark>
        )}
      </div>
      <FormProvider {...form}>
        <div className={styles["two"]}>
          <FormField
            form={form}
            name="name"
            label={t("printers.name")}
            placeholder={t("printers.namePlaceholder")}
            wrongWords={(message) => t(message === "name" ? "printers.nameWrong" : "form.tooLong")}
            focusNow={first}
          />
          <AddressFields driver={driver} />
        </div>
        <PaperFields driver={driver} />
      </FormProvider>
      {adding.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("printers.notAdded")}</Mark>
          <FailureText failure={adding.failure} />
        </div>
      ) : null}
      <div className={styles["buttons"]}>
        <Button submits rank="primary" disabled={adding.step === "saving"} keyName="Enter">
          {adding.step === "saving"
            ? t("printers.saving")
            : found === null || language === undefined
              ? t("printers.add")
              : t("printers.addAs", { kind: t(`printers.languages.${language}`) })}
        </Button>
        {found === null ? null : <Button onPress={clear}>{t("printers.byAddress")}</Button>}
      </div>
    </form>
  );
}
