/**
 * Form for the weight or the size, in place of the measures. Enter saves the measure and asks for
 * new offers; Esc closes the form and changes nothing.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import { readSize, readWeight } from "../../../lib/measures.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import foot from "../Foot.module.css";
import styles from "./MeasureForm.module.css";
import { chooseTemplate } from "../order-commands.ts";
import type { Measure } from "../pack-step.ts";
import { ScaleLine } from "./ScaleLine.tsx";
import { useScaleWeight } from "./scale-weight.ts";
import { usePack } from "../use-pack.ts";

/**
 * Shows the form for one measure.
 *
 * @param measure The measure to type. Text that is not a measure is marked, and nothing is sent.
 */
export function MeasureForm({ measure }: { readonly measure: Exclude<Measure, "box"> }) {
  const { t } = useTranslation();
  const dispatch = usePack((store) => store.dispatchPack);
  const templates = usePack((store) => store.templates);
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);

  useScaleWeight(measure !== "weight" || text !== "");

  const form = useRef<HTMLFormElement>(null);
  // The field takes the focus without scrolling; in stacked halves the form may be out of view.
  // Scrolls to the form first and then to the field, which must be visible if not everything fits.
  useEffect(
    () =>
      [form.current, form.current?.querySelector("input")].forEach((part) =>
        part?.scrollIntoView({ block: "nearest" }),
      ),
    [],
  );

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const measures = measure === "weight" ? readWeight(text) : readSize(text);
    if (measures === undefined) setWrong(t(`parcel.${measure}Wrong`));
    else {
      const { pack, noteWeighed } = usePack.getState();
      if (measure === "weight" && pack.step === "measuring") noteWeighed(pack.parcel.shipment.id);
      dispatch({ type: "measured", measures });
    }
  };

  return (
    <form ref={form} className={`${foot["foot"]} ${styles["form"]}`} onSubmit={apply} noValidate>
      {measure === "weight" ? <ScaleLine /> : null}
      <Field
        label={t(`parcel.${measure}Field`)}
        placeholder={t(`parcel.${measure}Example`)}
        value={text}
        onChange={(value) => {
          setText(value);
          setWrong(null);
        }}
        wrong={wrong}
        numeric
        large
        focusNow
      />
      {measure === "size" && templates.length > 0 ? <Templates templates={templates} /> : null}
      <div className={styles["commands"]}>
        <Button submits rank="primary" keyName="Enter">
          {t("parcel.apply")}
        </Button>
        <Button keyName="Esc" onPress={() => dispatch({ type: "back" })}>
          {t("parcel.keep")}
        </Button>
      </div>
    </form>
  );
}

/** The boxes that Alt and a digit, or a press, choose instead of a typed size. */
function Templates({ templates }: { readonly templates: readonly ParcelTemplate[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles["templates"]} role="group" aria-label={t("parcel.templates")}>
      {templates.slice(0, 9).map((template, index) => (
        <Button
          key={template.id}
          small
          keyName={`Alt+${index + 1}`}
          onPress={() => chooseTemplate(index)}
        >
          {template.name}
        </Button>
      ))}
    </div>
  );
}
