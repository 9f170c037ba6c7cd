/** What a printer prints on and how: its paper and density, and what is set for it alone. In the form of a new printer and of one that is set up. */
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { NAMED_MEDIA, type Media } from "../../../core/documents/media.schema.ts";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import { PRINTER_GRAPHICS } from "../../../core/printing/printing.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FormField, FormSelect } from "../../ui/FormField.tsx";
import styles from "./Printers.module.css";
import { mediaValue, type TypedPaper } from "./typed-printer.ts";

const DENSITIES = [203, 300, 600] as const satisfies readonly Dpi[];

const SETTINGS = ["darkness", "speed", "offsetXMm", "offsetYMm"] as const satisfies readonly (keyof TypedPaper)[];

/** @param own The printer's paper now, which another program may have set to one that the list lacks. */
export function PaperFields({ own }: { readonly own?: Media }) {
  const { t } = useTranslation();
  const form = useFormContext<TypedPaper>();
  const { field: dpi } = useController({ control: form.control, name: "dpi" });
  const { field: graphics } = useController({ control: form.control, name: "graphics" });
  const named = NAMED_MEDIA.map((media) => ({ value: mediaValue(media), words: media.name }));
  const other = own === undefined || named.some(({ value }) => value === mediaValue(own)) ? [] : [{ value: mediaValue(own), words: `${own.widthMm} × ${own.heightMm} mm` }];
  const [isOpen, setOpen] = useState(false);
  const { errors } = form.formState;
  // What is wrong must be seen.
  const isWrong = SETTINGS.some((setting) => errors[setting] !== undefined);
  const wrongWords = (): string => t("printers.settingWrong");

  return (
    <>
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
