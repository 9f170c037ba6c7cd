/**
 * Form for the weight or the size, in place of the measures. Enter saves the measure and asks for
 * new offers; Esc closes the form and changes nothing.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { readSize, readWeight } from "../../../lib/measures.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import foot from "../Foot.module.css";
import styles from "./MeasureForm.module.css";
import { chooseTemplate } from "../order-commands.ts";
import type { Measure } from "../pack-step.ts";
import { proposalOf, usualBox, type Proposal } from "./proposal.ts";
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
  const { text, typed, setTyped, proposed } = useMeasureText(measure);
  const [wrong, setWrong] = useState<string | null>(null);

  // The scale replaces a proposal, but not what a person has typed.
  useScaleWeight(measure !== "weight" || (typed ?? "") !== "");

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
      if (measure === "weight" && pack.step === "measuring") noteWeighed(pack.parcel.shipment);
      dispatch({ type: "measured", measures: { ...proposed?.sides, ...measures } });
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
          setTyped(value);
          setWrong(null);
        }}
        wrong={wrong}
        numeric
        large
        focusNow
      />
      {proposed === null ? null : <Proposed proposed={proposed} />}
      {measure === "size" ? <Templates /> : null}
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

/** The text in the field: what a person typed, before that the proposal. */
function useMeasureText(measure: Measure) {
  const { i18n } = useTranslation();
  const pack = usePack((store) => store.pack);
  const [typed, setTyped] = useState<string | null>(null);
  const proposed = proposalOf(pack, measure);
  const point = i18n.language === "tr" ? "," : ".";
  const text = typed ?? proposed?.text.replaceAll(".", point) ?? "";
  return { text, typed, setTyped, proposed };
}

/** Says that the values are proposed, from how many earlier parcels, and whose box the size is. */
function Proposed({ proposed: { parcels, sides } }: { readonly proposed: Proposal }) {
  const { t } = useTranslation();
  const format = useFormat();
  const box = usePack(({ pack, templates }) =>
    pack.step === "measuring" && pack.parcel.usual !== null
      ? usualBox(templates, pack.parcel.usual)
      : undefined,
  );
  const size =
    sides === undefined
      ? ""
      : [sides.length, sides.width, sides.height].map((side) => format.measure(side)).join(" × ");
  return (
    <p data-testid="proposed">
      <Mark tone="info">
        {t("desk.usual.proposed", { count: parcels })}
        {size === "" ? "" : ` ${t("desk.usual.withSize", { size })}`}
        {box === undefined ? "" : ` ${t("desk.usual.box", { box: box.name })}`}
      </Mark>
    </p>
  );
}

/** The boxes that Alt and a digit, or a press, choose instead of a typed size. */
function Templates() {
  const { t } = useTranslation();
  const templates = usePack((store) => store.templates);
  if (templates.length === 0) return null;
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
