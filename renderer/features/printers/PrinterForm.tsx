/** Adding a printer by its address. The first one prints labels at once: nothing else has to be set. */
import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { LABEL_MEDIA } from "../../../core/documents/media.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FormField } from "../../ui/FormField.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PaperFields } from "./PaperFields.tsx";
import styles from "./Printers.module.css";
import { mediaValue, RAW_PORT, typedPrinterSchema, type NewPrinter, type TypedPrinter } from "./typed-printer.ts";
import { usePrinters } from "./use-printers.ts";

const BLANK: TypedPrinter = { name: "", host: "", port: String(RAW_PORT), dpi: "203", media: mediaValue(LABEL_MEDIA), darkness: "", speed: "", offsetXMm: "0", offsetYMm: "0", graphics: "z64" };

/** Clears itself once the printer was added. @param first Whether the desk has no printer yet: then the name takes the focus. */
export function PrinterForm({ first }: { readonly first: boolean }) {
  const { t } = useTranslation();
  const adding = usePrinters((store) => store.adding);
  const add = usePrinters((store) => store.addPrinter);
  const form = useForm<TypedPrinter, unknown, NewPrinter>({ resolver: zodResolver(typedPrinterSchema), defaultValues: BLANK, reValidateMode: "onSubmit" });
  const send = form.handleSubmit(async (printer) => {
    if (await add(printer)) form.reset();
  });

  return (
    <form className={styles["form"]} onSubmit={(event) => void send(event)} noValidate aria-label={t("printers.add")}>
      <h2>{t("printers.add")}</h2>
      {first ? <p>{t("printers.none")}</p> : null}
      <FormField
        form={form}
        name="name"
        label={t("printers.name")}
        placeholder={t("printers.namePlaceholder")}
        wrongWords={(message) => t(message === "name" ? "printers.nameWrong" : "form.tooLong")}
        focusNow={first}
      />
      <div className={styles["row"]}>
        <FormField
          form={form}
          name="host"
          label={t("printers.host")}
          placeholder={t("printers.hostPlaceholder")}
          wrongWords={() => t("printers.hostWrong")}
        />
        <FormField
          form={form}
          name="port"
          label={t("printers.port")}
          wrongWords={() => t("printers.portWrong")}
          numeric
        />
      </div>
      <FormProvider {...form}>
        <PaperFields />
      </FormProvider>
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
