/**
 * A printer's language, paper, density and individual settings, in the forms of a new and of an
 * existing printer.
 */
import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  DOCUMENT_LANGUAGES,
  type DocumentLanguage,
} from "../../../core/db/documents/documents.schema.ts";
import { NAMED_MEDIA, type Media } from "../../../core/db/documents/media.schema.ts";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import { ASKS_STATE, PRINTER_GRAPHICS } from "../../../core/printing/printers.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FormField, FormSelect } from "../../ui/FormField.tsx";
import styles from "./Printers.module.css";
import { mediaValue, type TypedChange, type TypedFields } from "./typed-printer.ts";

const DENSITIES = [203, 300, 600] as const satisfies readonly Dpi[];

/** Paper of page printers. */
const A4 = { name: "A4", widthMm: 210, heightMm: 297 };

/** Languages whose labels state the gap between labels. */
const WITH_GAP: ReadonlySet<string> = new Set<DocumentLanguage>(["TSPL", "EPL"]);
/** Languages in which a printer can report its state. */
const WITH_STATE: ReadonlySet<string> = new Set<DocumentLanguage>(["ZPL", "TSPL"]);

const SETTINGS = [
  "darkness",
  "speed",
  "offsetXMm",
  "offsetYMm",
  "gapMm",
] as const satisfies readonly (keyof TypedFields)[];

type PaperFieldsProps = {
  /** How the printer is connected: only a network printer can be asked for its state. */
  readonly driver: TypedChange["driver"];
  /**
   * The printer's current paper; another program may have set a paper that is not in the list.
   */
  readonly own?: Media;
};

/** Fields for language, paper and density, then the rarely needed settings. */
export function PaperFields({ driver, own }: PaperFieldsProps) {
  const { t } = useTranslation();
  const form = useFormContext<TypedFields>();
  const { field: dpi } = useController({ control: form.control, name: "dpi" });
  const kinds = DOCUMENT_LANGUAGES.map((value) => ({
    value,
    words: t(`printers.languages.${value}`),
  }));

  return (
    <>
      <div className={styles["two"]}>
        <FormSelect
          form={form}
          name="language"
          label={t("printers.language")}
          none=""
          options={kinds}
          wrongWords={() => t("printers.languageWrong")}
        />
        <FormSelect
          form={form}
          name="media"
          label={t("printers.media")}
          none=""
          options={papersWith(own)}
          wrongWords={() => t("printers.settingWrong")}
        />
      </div>
      <p className={styles["hint"]}>{t("printers.languageHint")}</p>
      <Choice
        label={t("printers.dpi")}
        hint={t("printers.dpiHint")}
        value={dpi.value}
        options={DENSITIES.map((one) => ({ value: String(one), words: String(one) }))}
        onChange={dpi.onChange}
      />
      <Settings driver={driver} />
    </>
  );
}

/** Returns the named papers, and the printer's own paper if it has no name. */
function papersWith(own: Media | undefined): { value: string; words: string }[] {
  const named = [...NAMED_MEDIA, A4].map((media) => ({
    value: mediaValue(media),
    words: media.name,
  }));
  return own === undefined || named.some(({ value }) => value === mediaValue(own))
    ? named
    : [...named, { value: mediaValue(own), words: `${own.widthMm} × ${own.heightMm} mm` }];
}

/**
 * Shows the rarely needed settings: folded at first, unfolded while a field is wrong, so that the
 * error is visible.
 */
function Settings({ driver }: Pick<PaperFieldsProps, "driver">) {
  const { t } = useTranslation();
  const form = useFormContext<TypedFields>();
  const { field: graphics } = useController({ control: form.control, name: "graphics" });
  const { field: asksState } = useController({ control: form.control, name: "asksState" });
  const language = useWatch({ control: form.control, name: "language" });
  const [isOpen, setOpen] = useState(false);
  const { errors } = form.formState;
  const isWrong = SETTINGS.some((setting) => errors[setting] !== undefined);
  return (
    <details
      className={styles["settings"]}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("printers.settings")}</summary>
      <p>{t("printers.settingsHint")}</p>
      <HeadSettings />
      {WITH_GAP.has(language) ? (
        <>
          <FormField
            form={form}
            name="gapMm"
            label={t("printers.gap")}
            wrongWords={() => t("printers.gapWrong")}
          />
          <p className={styles["below"]}>{t("printers.gapHint")}</p>
        </>
      ) : null}
      <Choice
        label={t("printers.graphics")}
        hint={t("printers.graphicsHint")}
        value={graphics.value}
        options={PRINTER_GRAPHICS.map((one) => ({
          value: one,
          words: t(`printers.graphicsOf.${one}`),
        }))}
        onChange={graphics.onChange}
      />
      {driver === "tcp" && WITH_STATE.has(language) ? (
        <div className={styles["next"]}>
          <Choice
            label={t("printers.asksState")}
            hint={t("printers.asksStateHint")}
            value={asksState.value}
            options={ASKS_STATE.map((one) => ({
              value: one,
              words: t(`printers.asksStateOf.${one}`),
            }))}
            onChange={asksState.onChange}
          />
        </div>
      ) : null}
    </details>
  );
}

/** Fields for darkness, speed and position on the paper. */
function HeadSettings() {
  const { t } = useTranslation();
  const form = useFormContext<TypedFields>();
  return (
    <div className={styles["pair"]}>
      <FormField
        form={form}
        name="darkness"
        label={t("printers.darkness")}
        wrongWords={() => t("printers.darknessWrong")}
      />
      <FormField
        form={form}
        name="speed"
        label={t("printers.speed")}
        wrongWords={() => t("printers.speedWrong")}
        numeric
      />
      <FormField
        form={form}
        name="offsetXMm"
        label={t("printers.offsetX")}
        wrongWords={() => t("printers.offsetWrong")}
      />
      <FormField
        form={form}
        name="offsetYMm"
        label={t("printers.offsetY")}
        wrongWords={() => t("printers.offsetWrong")}
      />
    </div>
  );
}
