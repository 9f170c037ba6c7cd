/**
 * Changes an existing printer: name, address, language, paper, density and settings, with a preview
 * of its test label.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { KeyboardEvent } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FormField } from "../../ui/FormField.tsx";
import { AddressFields } from "./AddressFields.tsx";
import { PaperFields } from "./PaperFields.tsx";
import type { PrintersSlice } from "./printers.slice.ts";
import styles from "./Printers.module.css";
import { TestPicture } from "./TestPicture.tsx";
import {
  typedChange,
  typedChangeSchema,
  type PrinterChange as Change,
  type TypedChange,
} from "./typed-printer.ts";
import { usePrinters } from "./use-printers.ts";

/**
 * Shows the form that changes a printer.
 *
 * @param close Called when the change was saved without a test label, or cancelled.
 */
export function PrinterChange({
  printer,
  close,
}: {
  readonly printer: PrinterRecord;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const changing = usePrinters((store) => store.changing);
  const save = usePrinters((store) => store.changePrinter);
  const form = useForm<TypedChange, unknown, Change>({
    resolver: zodResolver(typedChangeSchema),
    defaultValues: typedChange(printer),
    reValidateMode: "onSubmit",
  });
  const print = usePrinters((store) => store.printTest);
  const send = form.handleSubmit(async (change) => {
    if (await save(printer.id, change)) close();
  });
  /** Saves the change and prints a test label; the form stays open for further corrections. */
  const sendAndPrint = form.handleSubmit(async (change) => {
    if (await save(printer.id, change)) await print(printer.id);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !event.ctrlKey || event.repeat) return;
    event.preventDefault();
    void sendAndPrint();
  };

  return (
    <form
      className={styles["change"]}
      onKeyDown={onKeyDown}
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={`${t("printers.change")}: ${printer.name}`}
    >
      <FormProvider {...form}>
        <div className={styles["fields"]}>
          <FormField
            form={form}
            name="name"
            label={t("printers.name")}
            wrongWords={(message) => t(message === "name" ? "printers.nameWrong" : "form.tooLong")}
            focusNow
          />
          <AddressFields driver={printer.driver} />
          <PaperFields driver={printer.driver} own={printer} />
          <Commands changing={changing} onTest={() => void sendAndPrint()} close={close} />
        </div>
        <TestPicture printer={printer} />
      </FormProvider>
    </form>
  );
}

type CommandsProps = {
  readonly changing: PrintersSlice["changing"];
  readonly onTest: () => void;
  readonly close: () => void;
};

function Commands({ changing, onTest, close }: CommandsProps) {
  const { t } = useTranslation();
  const isSaving = changing.step === "saving";
  return (
    <>
      {changing.step === "failed" ? (
        <div role="alert">
          <FailureText failure={changing.failure} />
        </div>
      ) : null}
      <div className={styles["buttons"]}>
        <Button submits rank="primary" disabled={isSaving} keyName="Enter">
          {t("printers.save")}
        </Button>
        <Button disabled={isSaving} keyName="Ctrl+Enter" onPress={onTest}>
          {t("printers.saveAndTest")}
        </Button>
        <Button onPress={close}>{t("printers.keep")}</Button>
      </div>
    </>
  );
}
