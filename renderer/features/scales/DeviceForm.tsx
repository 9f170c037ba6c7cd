/** Form of a scale or a scanner, for a new one and for a change. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FORMATS } from "../../../core/station/scales/scales.schema.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Act } from "../../ui/use-act.ts";
import {
  BAUD_RATES,
  FRAMES,
  hasPattern,
  missingIn,
  type MissingField,
  type TypedDevice,
} from "./typed-device.ts";

type DeviceFormProps = {
  readonly title: string;
  readonly lead?: string;
  readonly command: string;
  readonly act: Act;
  /** Values of the fields at first. */
  readonly start: TypedDevice;
  /** Whether a device is changed: its connection's kind then stays. */
  readonly isChange?: boolean;
  readonly onSubmit: (typed: TypedDevice) => void;
};

/** Shows the form; `onSubmit` is called when no field is missing. */
export function DeviceForm({
  title,
  lead,
  command,
  act,
  start,
  isChange = false,
  onSubmit,
}: DeviceFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(start);
  const [missing, setMissing] = useState<readonly MissingField[]>([]);
  const change = (part: Partial<TypedDevice>): void => {
    setTyped({ ...typed, ...part });
    setMissing([]);
  };
  const send = (): void => {
    const found = missingIn(typed);
    setMissing(found);
    if (found.length === 0) onSubmit(typed);
  };
  const drivers = typed.usb === null ? (["serial", "tcp"] as const) : (["hid"] as const);
  const parts: Parts = { typed, change, missing };
  return (
    <ActForm
      title={title}
      {...(lead === undefined ? {} : { lead })}
      command={command}
      act={act}
      onSubmit={send}
    >
      {isChange ? null : (
        <Choice
          label={t("scales.driver")}
          value={typed.driver}
          options={drivers.map((value) => ({ value, words: t(`scales.drivers.${value}`) }))}
          onChange={(driver) => change({ driver })}
        />
      )}
      {typed.driver === "hid" ? null : (
        <Choice
          label={t("scales.kind")}
          value={typed.kind}
          options={KINDS.map((value) => ({ value, words: t(`scales.kinds.${value}`) }))}
          onChange={(kind) => change({ kind })}
        />
      )}
      <TypedField {...parts} field="name" example={t("scales.nameExample")} />
      <Connection {...parts} />
      <Format {...parts} />
    </ActForm>
  );
}

const KINDS = ["scale", "scanner"] as const;

type Parts = {
  readonly typed: TypedDevice;
  readonly change: (part: Partial<TypedDevice>) => void;
  readonly missing: readonly MissingField[];
};

type TypedFieldProps = Parts & {
  readonly field: MissingField | "ask";
  readonly hint?: string;
  readonly example?: string;
};

function TypedField({ typed, change, missing, field, hint, example }: TypedFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t(`scales.${field}`)}
      value={typed[field]}
      onChange={(value) => change({ [field]: value })}
      wrong={missing.some((one) => one === field) ? t("scales.wrong") : null}
      {...(hint === undefined ? {} : { hint })}
      {...(example === undefined ? {} : { placeholder: example })}
    />
  );
}

/** The serial port with its settings, or the address in the network. */
function Connection(parts: Parts) {
  const { t } = useTranslation();
  const { typed, change } = parts;
  if (typed.driver === "hid") return null;
  if (typed.driver === "tcp")
    return (
      <>
        <TypedField {...parts} field="host" />
        <TypedField {...parts} field="port" />
      </>
    );
  return (
    <>
      <TypedField {...parts} field="serialPort" example="COM3, /dev/ttyUSB0" />
      <Select
        label={t("scales.baudRate")}
        value={typed.baudRate}
        none={t("scales.choose")}
        options={BAUD_RATES.map((rate) => ({ value: String(rate), words: String(rate) }))}
        onChange={(baudRate) => change({ baudRate })}
      />
      <Select
        label={t("scales.frame")}
        value={typed.frame}
        none={t("scales.choose")}
        options={FRAMES.map((value) => ({ value, words: value }))}
        onChange={(frame) => change({ frame })}
      />
    </>
  );
}

/** The format of a scale that sends lines. */
function Format(parts: Parts) {
  const { t } = useTranslation();
  const { typed, change } = parts;
  if (typed.kind !== "scale" || typed.driver === "hid") return null;
  return (
    <>
      <Select
        label={t("scales.format")}
        value={typed.format}
        none={t("scales.choose")}
        options={FORMATS.map((value) => ({ value, words: t(`scales.formats.${value}`) }))}
        onChange={(value) => change({ format: FORMATS.find((one) => one === value) ?? "st" })}
      />
      {hasPattern(typed) ? (
        <>
          <TypedField {...parts} field="pattern" hint={t("scales.patternHint")} />
          <TypedField {...parts} field="ask" hint={t("scales.askHint")} example="W\\r" />
        </>
      ) : null}
    </>
  );
}
