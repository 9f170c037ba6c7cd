/** Preview of a printer's test label with the form's settings, shifted by the typed offset. */
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { showTestLabel } from "../../../core/printing/printers.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./Printers.module.css";
import { typedChangeSchema, type PrinterChange, type TypedChange } from "./typed-printer.ts";

/** Pause after typing before the picture is drawn, ms. */
const PAUSE_MS = 300;

type Drawn = {
  readonly dataURL: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly offsetXMm: number;
  readonly offsetYMm: number;
};
type Picture =
  | { readonly step: "wrong" | "drawing" }
  | { readonly step: "failed"; readonly failure: Failure };

/** Keeps the last picture while the next one is drawn, and while a field is wrong. */
export function TestPicture({ printer }: { readonly printer: PrinterRecord }) {
  const { t } = useTranslation();
  const { control } = useFormContext<TypedChange>();
  const read = typedChangeSchema.safeParse({ ...useWatch({ control }), driver: printer.driver });
  const { drawn, picture } = usePicture(printer.id, read.success ? read.data : null);

  return (
    <figure className={styles["picture"]} data-testid="test-picture" data-step={picture.step}>
      <figcaption>{t("printers.preview")}</figcaption>
      <div
        className={styles["paper"]}
        style={{
          aspectRatio:
            drawn === null
              ? `${printer.widthMm} / ${printer.heightMm}`
              : `${drawn.widthMm} / ${drawn.heightMm}`,
        }}
      >
        {drawn === null ? null : (
          <img
            src={drawn.dataURL}
            alt={t("printers.preview")}
            style={{
              transform: `translate(${(drawn.offsetXMm / drawn.widthMm) * 100}%, ${(drawn.offsetYMm / drawn.heightMm) * 100}%)`,
            }}
          />
        )}
      </div>
      <div role="status">
        {picture.step === "wrong" ? <Mark tone="attention">{t("printers.previewOff")}</Mark> : null}
        {picture.step === "failed" ? (
          <>
            <Mark tone="stop">{t("printers.previewFailed")}</Mark>
            <FailureText failure={picture.failure} />
          </>
        ) : null}
      </div>
    </figure>
  );
}

/**
 * Draws the test label for a change.
 *
 * @param change The change that saving would send; null while a field is wrong.
 */
function usePicture(
  id: string,
  change: PrinterChange | null,
): { readonly drawn: Drawn | null; readonly picture: Picture } {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const body = useStableChange(change);
  useEffect(() => {
    if (body === null) return;
    let isOld = false;
    const draw = async (): Promise<void> => {
      try {
        const { dataURL, offsetXMm, offsetYMm } = await call(showTestLabel, {
          params: { id },
          body,
        });
        if (isOld) return;
        setDrawn({ dataURL, offsetXMm, offsetYMm, widthMm: body.widthMm, heightMm: body.heightMm });
        setFailure(null);
      } catch (error) {
        if (!isOld) setFailure(failureOf(error));
      }
    };
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [id, body]);
  return {
    drawn,
    picture:
      body === null
        ? { step: "wrong" }
        : failure === null
          ? { step: "drawing" }
          : { step: "failed", failure },
  };
}

/** Returns the same object while the change is equal, however often the form renders. */
function useStableChange(change: PrinterChange | null): PrinterChange | null {
  const [kept, setKept] = useState(change);
  if (JSON.stringify(kept) === JSON.stringify(change)) return kept;
  setKept(change);
  return change;
}
