/** Fields of a barcode range, and how its first and last barcode will look on labels. */
import { useTranslation } from "react-i18next";
import type { CheckDigit } from "../../../../core/shipping/carriers/barcode.schema.ts";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Agreements.module.css";
import { barcodesOf, countOf, splitRange, type TypedRange } from "./split-barcode.ts";

type RangeFieldsProps = {
  readonly typed: TypedRange;
  readonly checkDigit: CheckDigit;
  readonly onChange: (part: Partial<TypedRange>) => void;
  /** Whether the person has tried to save, so that what is wrong is shown. */
  readonly isTried: boolean;
  readonly focusNow?: boolean;
};

/** Shows the fields and the barcodes. */
export function RangeFields({ typed, checkDigit, onChange, isTried, focusNow }: RangeFieldsProps) {
  const { t } = useTranslation();
  const split = splitRange(typed);
  const wrongAt = (field: keyof TypedRange): string | null =>
    isTried && "wrong" in split && split.wrong === field
      ? t(`agreements.range.fault.${split.fault}`)
      : null;
  const [first, last] = "range" in split ? barcodesOf(split.range, checkDigit) : ["", ""];
  return (
    <div className={styles["range"]}>
      <Field
        label={t("agreements.range.first")}
        value={typed.first}
        onChange={(value) => onChange({ first: value })}
        hint={t(checkDigit === "none" ? "agreements.range.hint" : "agreements.range.hintCheck")}
        wrong={wrongAt("first")}
        focusNow={focusNow === true}
      />
      <Field
        label={t("agreements.range.last")}
        value={typed.last}
        onChange={(value) => onChange({ last: value })}
        wrong={wrongAt("last")}
      />
      <p className={styles["shown"]} role="status" data-testid="range-shown">
        {"range" in split ? (
          <>
            {t("agreements.range.shown", { count: countOf(split.range) })}{" "}
            <b>
              {first} – {last}
            </b>
          </>
        ) : null}
      </p>
    </div>
  );
}
