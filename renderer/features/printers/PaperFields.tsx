/** What a printer prints on and how: its paper and density, and what is set for it alone. In the form of a new printer and of one that is set up. */
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { DOCUMENT_LANGUAGES } from "../../../core/documents/documents.schema.ts";
import { NAMED_MEDIA, type Media } from "../../../core/documents/media.schema.ts";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import { PRINTER_GRAPHICS } from "../../../core/printing/printers.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FormField, FormSelect } from "../../ui/FormField.tsx";
import styles from "./Printers.module.css";
import { mediaValue, type TypedFields } from "./typed-printer.ts";

const DENSITIES = [203, 300, 600] as const satisfies readonly Dpi[];

/** Of page printers. */
const A4 = { name: "A4", widthMm: 210, heightMm: 297 };

const SETTINGS = ["darkness", "speed", "offsetXMm", "offsetYMm"] as const satisfies readonly (keyof TypedFields)[];

/** @param own The printer's paper now, which another program may have set to one that the list lacks. */
export function PaperFields({ own }: { readonly own?: Media }) {
  const { t } = useTranslation();
  const form = useFormContext<TypedFields>();
  const { field: dpi } = useController({ control: form.control, name: "dpi" });
  const { field: graphics } = useController({ control: form.control, name: "graphics" });
  const named = [...NAMED_MEDIA, A4].map((media) => ({ value: mediaValue(media), words: media.name }));
  const other = own === undefined || named.some(({ value }) => value === mediaValue(own)) ? [] : [{ value: mediaValue(own), words: `${own.widthMm} × ${own.heightMm} mm` }];
  const [isOpen, setOpen] = useState(false);
  const { errors } = form.formState;
  const kinds = DOCUMENT_LANGUAGES.map((value) => ({ value, words: t(`printers.languages.${value}`) }));
  // What is wrong must be seen.
  const isWrong = SETTINGS.some((setting) => errors[setting] !== undefined);
  const wrongWords = (): string => t("printers.settingWrong");

  return (
    <>
      <FormSelect form={form} name="language" label={t("printers.language")} none="" options={kinds} wrongWords={() => t("printers.languageWrong")} />
      <p className={styles["hint"]}>{t("printers.languageHint")}</p>
      <FormSelect form={form} name="media" label={t("printers.media")} none="" options={[...named, ...other]} wrongWords={wrongWords} />
      <Choice label={t("printers.dpi")} hint={t("printers.dpiHint")} value={dpi.value} options={DENSITIES.map((one) => ({ value: String(one), words: String(one) }))} onChange={dpi.onChange} />
      <details className={styles["settings"]} open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("printers.settings")}</summary>
        <p>{t("printers.settingsHint")}</p>
        <div className={styles["pair"]}>
          <FormField form={form} name="darkness" label={t("printers.darkness")} wrongWords={() => t("printers.darknessWrong")} />
          <FormField form={form} name="speed" label={t("printers.speed")} wrongWords={() => t("printers.speedWrong")} numeric />
          <FormField form={form} name="offsetXMm" label={t("printers.offsetX")} wrongWords={() => t("printers.offsetWrong")} />
          <FormField form={form} name="offsetYMm" label={t("printers.offsetY")} wrongWords={() => t("printers.offsetWrong")} />
        </div>
        <Choice
          label={t("printers.graphics")}
          hint={t("printers.graphicsHint")}
          value={graphics.value}
          options={PRINTER_GRAPHICS.map((one) => ({ value: one, words: t(`printers.graphicsOf.${one}`) }))}
          onChange={graphics.onChange}
        />
      </details>
    </>
  );
}
