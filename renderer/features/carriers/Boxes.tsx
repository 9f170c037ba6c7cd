/** The boxes of the packing desk: name, measures and empty weight, in the order of their digits on Pack. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createParcelTemplate, deleteParcelTemplate, listParcelTemplates } from "../../../core/parcels/parcels.api.ts";
import type { ParcelTemplate } from "../../../core/parcels/parcels.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

/** Boxes that a digit chooses. */
const DIGITS = 9;

/** Reads the boxes when it opens. */
export function Boxes() {
  const { t } = useTranslation();
  const format = useFormat();
  const boxes = useLoaded(() => call(listParcelTemplates));
  const act = useAct();
  const remove = (id: string): void => void act.run(() => call(deleteParcelTemplate, { params: { parcelTemplateID: id } })).finally(() => void boxes.reload());
  const measures = ({ length, width, height, distanceUnit, weight, massUnit }: ParcelTemplate): string =>
    `${[length, width, height].map((side) => format.measure(side)).join(" × ")} ${distanceUnit} · ${format.measure(weight, 0, 3)} ${massUnit}`;
  return (
    <div data-testid="boxes">
      <section className={section["section"]} aria-label={t("boxes.title")}>
        <h2>{t("boxes.title")}</h2>
        <p>{t("boxes.lead")}</p>
        {boxes.failure === null ? null : <FailureText failure={boxes.failure} />}
        {boxes.value?.length === 0 ? <p>{t("boxes.none")}</p> : null}
        <ol className={rows["rows"]}>
          {boxes.value?.map((box, at) => (
            <li key={box.id}>
              {at < DIGITS ? <Kbd>{String(at + 1)}</Kbd> : null}
              <span className={rows["what"]}>
                <b>{box.name}</b>
                <span className={rows["soft"]}>{measures(box)}</span>
              </span>
              <AskTwice subject={box.name} words={t("boxes.remove")} confirm={t("boxes.removeNow")} onConfirm={() => remove(box.id)} />
            </li>
          ))}
        </ol>
        <ActFailure act={act} />
      </section>
      <NewBox onAdded={boxes.reload} />
    </div>
  );
}

const SIDES = ["length", "width", "height", "weight"] as const;
const BLANK = { name: "", length: "", width: "", height: "", weight: "" };
type Typed = typeof BLANK;

/** @returns undefined for a text that is no measure above 0 and up to 100,000. */
function measureOf(text: string): number | undefined {
  const value = /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : 0;
  return value > 0 && value <= 100_000 ? value : undefined;
}

function NewBox({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { t } = useTranslation();
  const act = useAct();
  const [typed, setTyped] = useState<Typed>(BLANK);
  const [wrong, setWrong] = useState<ReadonlySet<keyof Typed>>(new Set());
  const send = (): void => {
    const [length, width, height, weight] = SIDES.map((side) => measureOf(typed[side]));
    // An empty weight is none: the scale decides.
    const isWeightWrong = weight === undefined && typed.weight.trim() !== "";
    const found = new Set<keyof Typed>([
      ...(typed.name.trim() === "" ? (["name"] as const) : []),
      ...(length === undefined ? (["length"] as const) : []),
      ...(width === undefined ? (["width"] as const) : []),
      ...(height === undefined ? (["height"] as const) : []),
      ...(isWeightWrong ? (["weight"] as const) : []),
    ]);
    setWrong(found);
    if (found.size > 0) return;
    void act.run(async () => {
      await call(createParcelTemplate, { body: { name: typed.name.trim(), length, width, height, weight: weight ?? 0, distanceUnit: "cm", massUnit: "kg" } });
      setTyped(BLANK);
      await onAdded();
    });
  };
  return (
    <ActForm title={t("boxes.add")} command={t("boxes.addNow")} act={act} done={t("boxes.added")} onSubmit={send}>
      <Field label={t("boxes.name")} value={typed.name} onChange={(name) => setTyped({ ...typed, name })} wrong={wrong.has("name") ? t("boxes.nameWrong") : null} />
      {SIDES.map((side) => (
        <Field key={side} label={t(`boxes.${side}`)} value={typed[side]} numeric onChange={(text) => setTyped({ ...typed, [side]: text })} wrong={wrong.has(side) ? t("boxes.measureWrong") : null} />
      ))}
    </ActForm>
  );
}
