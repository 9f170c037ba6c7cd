/**
 * Adds a printer: a printer found on this computer or its network fills the form; any other printer
 * is added by its address.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { draftedValues, useFormDraft } from "../../store/use-form-draft.ts";
import section from "../../ui/Section.module.css";
import { FindPrinters } from "./FindPrinters.tsx";
import { PrinterForm } from "./PrinterForm.tsx";
import styles from "./Printers.module.css";
import { BLANK, typedPrinterSchema, type NewPrinter, type TypedPrinter } from "./typed-printer.ts";
import { usePrinters } from "./use-printers.ts";

/** Name of the form's draft. */
const DRAFT = "new printer";

/**
 * Shows the found printers, and the form of a new printer.
 *
 * @param first Whether the station has no printer yet; the name field then takes the focus.
 * @param isStep Whether the form is a step of the first start; the found printers are then next to
 *   the form, so that both are in view.
 */
export function AddPrinter({
  first,
  isStep = false,
}: {
  readonly first: boolean;
  readonly isStep?: boolean;
}) {
  const { t } = useTranslation();
  const form = useForm<TypedPrinter, unknown, NewPrinter>({
    resolver: zodResolver(typedPrinterSchema),
    defaultValues: draftedValues(DRAFT, BLANK),
    reValidateMode: "onSubmit",
  });
  useFormDraft(form, DRAFT, BLANK);
  /** Name of the found printer that fills the form; null: none. */
  const [found, setFound] = useState<string | null>(null);
  const fill = (fields: Partial<TypedPrinter>): void => {
    // Without its references to the fields, the form could not focus one.
    form.reset({ ...BLANK, ...fields }, { keepFieldsRef: true });
    setFound(fields.name ?? null);
    form.setFocus("name", { shouldSelect: true });
  };
  const frame = useRef<HTMLElement>(null);
  const queues = usePrinters((store) => store.queues);
  // Found print queues appear above the form and push it down; the focused field stays in view.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && frame.current?.contains(focused) === true)
      focused.scrollIntoView({ block: "nearest" });
  }, [queues]);
  return (
    <section
      ref={frame}
      className={`${section["section"]} ${styles["wide"]}`}
      aria-label={t("printers.add")}
    >
      <h2>{t("printers.add")}</h2>
      {first ? <p>{t("printers.none")}</p> : null}
      <div className={styles[isStep ? "halves" : "parts"]}>
        <FindPrinters choose={fill} />
        <PrinterForm
          form={form}
          first={first}
          found={found}
          clear={() => fill({})}
          onAdded={() => setFound(null)}
        />
      </div>
    </section>
  );
}
