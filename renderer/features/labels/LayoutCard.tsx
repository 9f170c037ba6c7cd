/** One layout: its picture, and which fields it leaves out or prints in other letters. */
import { useTranslation } from "react-i18next";
import type { LabelLayoutFact, LabelPreview } from "../../../core/labels/preview.schema.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useLabelFields } from "../../ui/use-label-fields.ts";
import styles from "./Labels.module.css";
import { useLabels } from "./use-labels.ts";

/** Shows the layout; the last picture stays until the next one is drawn. */
export function LayoutCard({ layout }: { readonly layout: LabelLayoutFact }) {
  const { t, i18n } = useTranslation();
  const picture = useLabels((store) => store.pictures[layout.name]);
  const shown = useLabels((store) => store.shown);
  const title = layout.title[i18n.language === "tr" ? "tr" : "en"];
  const dataURL = picture?.step === "drawn" ? picture.preview.dataURL : null;

  return (
    <li className={styles["layout"]} data-testid={`layout-${layout.name}`}>
      <div className={styles["picture"]}>
        {dataURL === null ? (
          <div
            className={styles["blank"]}
            style={{ aspectRatio: `${shown.widthMm} / ${shown.heightMm}` }}
          />
        ) : (
          <img src={dataURL} alt={t("labels.picture", { layout: title })} />
        )}
      </div>
      <div className={styles["words"]}>
        <h4>{title}</h4>
        {picture === undefined || picture.step === "drawing" ? (
          <p role="status">{t("labels.drawing")}</p>
        ) : null}
        {picture?.step === "failed" ? (
          <div role="alert">
            <Mark tone="stop">{t("labels.notDrawn")}</Mark>
            <FailureText failure={picture.failure} />
          </div>
        ) : null}
        {picture?.step === "drawn" ? <Findings preview={picture.preview} /> : null}
      </div>
    </li>
  );
}

function Findings({
  preview: { fits, omitted, transliterated },
}: {
  readonly preview: LabelPreview;
}) {
  const { t } = useTranslation();
  const words = useLabelFields();
  return (
    <div className={styles["findings"]}>
      {fits === true ? null : (
        <div>
          <Mark tone="stop">{t("labels.refused")}</Mark>
          <FailureText failure={fits} />
        </div>
      )}
      {fits === true && omitted.length === 0 && transliterated.length === 0 ? (
        <Mark tone="ok">{t("labels.whole")}</Mark>
      ) : null}
      {omitted.length === 0 ? null : (
        <div>
          <Mark tone="attention">{t("labels.omitted")}</Mark>
          <p>{[...new Set(omitted.map(words))].join(", ")}</p>
        </div>
      )}
      {transliterated.length === 0 ? null : (
        <div>
          <Mark tone="attention">{t("labels.transliterated")}</Mark>
          {transliterated.map(({ field, from, to }) => (
            <p key={field}>{t("labels.becomes", { field: words(field), from, to })}</p>
          ))}
        </div>
      )}
    </div>
  );
}
