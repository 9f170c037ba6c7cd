/** Form for a new box or an existing one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DISTANCE_UNITS, MASS_UNITS, toCm, toKg } from "../../../core/base/units.ts";
import {
  createParcelTemplate,
  updateParcelTemplate,
} from "../../../core/shipping/parcels/parcels.api.ts";
import type { ParcelTemplate } from "../../../core/shipping/parcels/parcels.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useDraft } from "../../store/use-draft.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";

const SIDES = ["length", "width", "height", "weight"] as const;
/** Units in which measures are typed. */
const UNITS = { distanceUnit: "cm", massUnit: "kg" } as const;
const BLANK = { name: "", length: "", width: "", height: "", weight: "", barcode: "" };
type Typed = typeof BLANK;

/** Converts a box to typed text in cm and kg; a zero becomes an empty field. */
function typedOf(box: ParcelTemplate, language: string): Typed {
  const distance = DISTANCE_UNITS.find((unit) => unit === box.distanceUnit) ?? "cm";
  const mass = MASS_UNITS.find((unit) => unit === box.massUnit) ?? "kg";
  const text = (value: number): string =>
    value === 0
      ? ""
      : String(Math.round(value * 1_000) / 1_000).replace(".", language === "tr" ? "," : ".");
  const side = (value: string): string => text(toCm(Number(value), distance));
  return {
    name: box.name,
    length: side(box.length),
    width: side(box.width),
    height: side(box.height),
    weight: text(toKg(Number(box.weight), mass)),
    barcode: box.barcode,
  };
}

/** Parses a typed measure; undefined unless the text is a measure above 0 and up to 100,000. */
function measureOf(text: string): number | undefined {
  const value = /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : 0;
  return value > 0 && value <= 100_000 ? value : undefined;
}

type Measures = Readonly<Record<(typeof SIDES)[number], number | undefined>>;

function measuresOf(typed: Typed): Measures {
  return {
    length: measureOf(typed.length),
    width: measureOf(typed.width),
    height: measureOf(typed.height),
    weight: measureOf(typed.weight),
  };
}

/** Returns the wrong fields. The weight may be empty, because the scale weighs the parcel. */
function wrongOf(typed: Typed, measures: Measures): ReadonlySet<keyof Typed> {
  const isEmpty = (field: keyof Typed): boolean => typed[field].trim() === "";
  return new Set<keyof Typed>([
    ...(isEmpty("name") ? (["name"] as const) : []),
    ...(/\s/.test(typed.barcode.trim()) ? (["barcode"] as const) : []),
    ...SIDES.filter(
      (side) => measures[side] === undefined && !(side === "weight" && isEmpty(side)),
    ),
  ]);
}

type Body = typeof UNITS & Measures & Pick<Typed, "name" | "barcode">;

function bodyOf(typed: Typed, measures: Measures): Body {
  const [name, barcode] = [typed.name.trim(), typed.barcode.trim()];
  return { name, barcode, ...measures, weight: measures.weight ?? 0, ...UNITS };
}

/** Returns the name of a box's draft. */
export function boxDraft(id: string): string {
  return `box ${id}`;
}

/**
 * Shows the form, and saves the box.
 *
 * @param box The box to change; null for a new box.
 * @param onSaved Called once the core has saved the box.
 */
export function BoxForm({
  box,
  onSaved,
}: {
  readonly box: ParcelTemplate | null;
  readonly onSaved: () => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const { typed, change, forget } = useDraft<Typed>(
    boxDraft(box?.id ?? "new"),
    box === null ? BLANK : typedOf(box, i18n.language),
  );
  const [wrong, setWrong] = useState<ReadonlySet<keyof Typed>>(new Set());
  const send = (): void => {
    const measures = measuresOf(typed);
    const found = wrongOf(typed, measures);
    setWrong(found);
    if (found.size > 0) return;
    void act.run(async () => {
      const body = bodyOf(typed, measures);
      await (box === null
        ? call(createParcelTemplate, { body })
        : call(updateParcelTemplate, { params: { parcelTemplateID: box.id }, body }));
      forget();
      await onSaved();
    });
  };
  return (
    <ActForm
      title={box === null ? t("boxes.add") : t("boxes.changeOf", { name: box.name })}
      command={t(box === null ? "boxes.addNow" : "boxes.save")}
      act={act}
      done={t("boxes.added")}
      onSubmit={send}
    >
      <BoxFields typed={typed} wrong={wrong} change={change} focusNow={box !== null} />
    </ActForm>
  );
}

type FieldsProps = {
  readonly typed: Typed;
  readonly wrong: ReadonlySet<keyof Typed>;
  readonly change: (fields: Partial<Typed>) => void;
  readonly focusNow: boolean;
};

function BoxFields({ typed, wrong, change, focusNow }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        focusNow={focusNow}
        label={t("boxes.name")}
        value={typed.name}
        onChange={(name) => change({ name })}
        wrong={wrong.has("name") ? t("boxes.nameWrong") : null}
      />
      {SIDES.map((side) => (
        <Field
          key={side}
          label={t(`boxes.${side}`)}
          value={typed[side]}
          numeric
          onChange={(text) => change({ [side]: text })}
          wrong={wrong.has(side) ? t("boxes.measureWrong") : null}
        />
      ))}
      <Field
        label={t("boxes.barcode")}
        value={typed.barcode}
        onChange={(barcode) => change({ barcode })}
        wrong={wrong.has("barcode") ? t("boxes.barcodeWrong") : null}
      />
    </>
  );
}
