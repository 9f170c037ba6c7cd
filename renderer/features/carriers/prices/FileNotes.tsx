/** Problems of a price file, named by row and column, and notices about it. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { findingSentence } from "../../../../core/shipping/agreements/load/finding-sentences.schema.ts";
import type { Notice, Problem } from "../../../../core/shipping/agreements/load/findings.schema.ts";
import styles from "./Prices.module.css";
import type { ReadFile } from "./read-price-file.ts";

/** Shows the problems and notices, if there are any. */
export function FileNotes({ read }: { readonly read: ReadFile }) {
  const { t } = useTranslation();
  return (
    <>
      <Notes notes={read.problems} title={t("prices.problems")} testID="price-problems">
        {t("prices.problemsLead")}
      </Notes>
      <Notes notes={read.notices} title={t("prices.notices")} testID="price-notices" />
    </>
  );
}

type NotesProps = {
  readonly notes: readonly (Problem | Notice)[];
  readonly title: string;
  readonly testID: string;
  /** Sentence above the list. */
  readonly children?: string;
};

function Notes({ notes, title, testID, children }: NotesProps) {
  const { t, i18n } = useTranslation();
  if (notes.length === 0) return null;
  const language = i18n.language === "tr" ? "tr" : "en";
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children === undefined ? null : <p>{children}</p>}
      <ul className={styles["problems"]} tabIndex={0} aria-label={title} data-testid={testID}>
        {notes.map((note) => (
          <li key={`${note.code} ${note.row} ${note.column}`}>
            <b>{placeOf(note, t)}</b> <span>{findingSentence(language, note)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function placeOf({ row, column }: Problem | Notice, t: TFunction): string {
  return column === null ? t("prices.row", { row }) : t("prices.rowColumn", { row, column });
}
