/**
 * The section Labels of Settings: the settings of new labels, and a picture of each label layout on
 * a chosen paper, with the fields that the layout leaves out there.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { NAMED_MEDIA, type Media } from "../../../core/db/documents/media.schema.ts";
import type { LabelSample } from "../../../core/labels/preview.schema.ts";
import { DENSITIES } from "../../../core/labels/labels.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import section from "../../ui/Section.module.css";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Labels.module.css";
import { LabelSettingsForm } from "./LabelSettingsForm.tsx";
import { LayoutCard } from "./LayoutCard.tsx";
import { useLabels } from "./use-labels.ts";

/** Sample texts to choose from. All layouts are drawn with the chosen one. */
const TEXTS = [
  "short",
  "long",
  "arabic",
  "hebrew",
  "han",
  "hangul",
] as const satisfies readonly LabelSample[];

/** Reads layouts, settings and printers on mount. */
export function Labels() {
  const { t } = useTranslation();
  const organizationID = useLabels((store) =>
    store.desk.step === "ready" ? store.desk.facts.organization.id : null,
  );
  const layouts = useLabels((store) => store.layouts);
  const failure = useLabels((store) => store.labelsFailure);
  const load = useLabels((store) => store.loadLabels);
  useEffect(
    () => void (organizationID === null ? undefined : load(organizationID)),
    [load, organizationID],
  );

  return (
    <div className={styles["page"]}>
      <header className={section["section"]}>
        <h2>{t("labels.title")}</h2>
        <p>{t("labels.lead")}</p>
      </header>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      <div className={styles["own"]}>
        {organizationID === null ? null : <LabelSettingsForm organizationID={organizationID} />}
        <Printers />
      </div>
      <section className={styles["pictures"]} aria-label={t("labels.layouts")}>
        <h3>{t("labels.layouts")}</h3>
        <Shown />
        <ul className={styles["layouts"]}>
          {layouts.map((layout) => (
            <LayoutCard key={layout.name} layout={layout} />
          ))}
        </ul>
        <p className={styles["note"]}>{t("labels.placeholder")}</p>
      </section>
    </div>
  );
}

/** Leads to the view of printers, where each paper gets its printer. */
function Printers() {
  const { t } = useTranslation();
  const show = useLabels((store) => store.showView);
  return (
    <section className={styles["printers"]} aria-label={t("labels.openPrinters")}>
      <p className={styles["note"]}>{t("labels.printersLead")}</p>
      <div>
        <Button small onPress={() => show("printers")}>
          {t("labels.openPrinters")}
        </Button>
      </div>
    </section>
  );
}

/** Choice of paper, density and sample for the pictures. */
function Shown() {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = useLabels((store) => store.shown);
  const show = useLabels((store) => store.showLabels);
  const printers = useLabels((store) => store.labelPrinters);
  const paperWords = ({ widthMm, heightMm }: Media): string =>
    NAMED_MEDIA.find((media) => paperValue(media) === paperValue({ widthMm, heightMm }))?.name ??
    `${format.measure(String(widthMm))} × ${format.measure(String(heightMm))} mm`;
  const own = printers.map((printer) => ({
    value: `${printer.id} ${paperValue(printer)}`,
    words: t("labels.printerPaper", { printer: printer.name, paper: paperWords(printer) }),
    media: printer,
    dpi: printer.dpi,
  }));
  const named = NAMED_MEDIA.map((media) => ({
    value: paperValue(media),
    words: media.name,
    media,
    dpi: undefined,
  }));
  const papers = [...own, ...named];
  const chosen = papers.find(({ media }) => paperValue(media) === paperValue(shown));

  return (
    <div className={styles["shown"]}>
      <Select
        label={t("labels.paper")}
        value={chosen?.value ?? ""}
        none=""
        options={papers}
        onChange={(value) => {
          const paper = papers.find((one) => one.value === value);
          if (paper !== undefined)
            show({
              widthMm: paper.media.widthMm,
              heightMm: paper.media.heightMm,
              ...(paper.dpi === undefined ? {} : { dpi: paper.dpi }),
            });
        }}
      />
      <Select
        label={t("labels.sample")}
        value={shown.sample}
        none=""
        options={TEXTS.map((sample) => ({ value: sample, words: t(`labels.samples.${sample}`) }))}
        onChange={(value) => {
          const sample = TEXTS.find((one) => one === value);
          if (sample !== undefined) show({ sample });
        }}
      />
      <Choice
        label={t("labels.dpi")}
        value={String(shown.dpi)}
        options={DENSITIES.map((dpi) => ({ value: String(dpi), words: String(dpi) }))}
        onChange={(value) => show({ dpi: DENSITIES.find((dpi) => String(dpi) === value) ?? 203 })}
      />
    </div>
  );
}

function paperValue({ widthMm, heightMm }: Media): string {
  return `${widthMm}x${heightMm}`;
}
