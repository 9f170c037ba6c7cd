/** Form of a new agreement with its first barcode range; loading its prices is next. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createAgreement } from "../../../../core/shipping/agreements/agreements.api.ts";
import {
  checkDigitSchema,
  type CheckDigit,
} from "../../../../core/shipping/carriers/barcode.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { KNOWN_CARRIERS, OTHER_CARRIER } from "./carrier-list.ts";
import { PaymentFields } from "./PaymentFields.tsx";
import { paymentOf } from "./payment-texts.ts";
import { RangeFields } from "./RangeFields.tsx";
import { splitRange } from "./split-barcode.ts";
import type { OpenPage } from "./use-agreement-page.ts";

const BLANK = {
  carrier: "",
  code: "",
  name: "",
  contractNumber: "",
  checkDigit: "none",
  first: "",
  last: "",
  payment: "balance",
  creditLimit: "",
  offers: "all",
};
type Typed = typeof BLANK;

type NewAgreementProps = {
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
};

/** Shows the form. A range may be left out, and added later. */
export function NewAgreement({ open, onChanged }: NewAgreementProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const { typed, change, forget } = useDraft<Typed>("agreement new", BLANK);
  const save = (): void => {
    setTried(true);
    const body = bodyOf(typed);
    if (body === undefined) return;
    void act.run(async () => {
      const { id } = await call(createAgreement, { body });
      forget();
      await onChanged();
      open.go("load", id);
    });
  };
  const hasRange = typed.first.trim() + typed.last.trim() !== "";
  return (
    <ActForm
      title={t("agreements.newTitle")}
      lead={t("agreements.newLead")}
      command={t("agreements.addNow")}
      act={act}
      onSubmit={save}
    >
      <CarrierFields typed={typed} onChange={change} isTried={isTried} />
      <Field
        label={t("agreements.column.number")}
        value={typed.contractNumber}
        onChange={(contractNumber) => change({ contractNumber })}
        hint={t("agreements.numberHint")}
      />
      <Select
        label={t("agreements.checkDigit.label")}
        value={typed.checkDigit}
        options={checkDigitSchema.options
          .filter((value) => value !== "none")
          .map((value) => ({ value, words: t(`agreements.checkDigit.${value}`) }))}
        none={t("agreements.checkDigit.none")}
        onChange={(value) => change({ checkDigit: value === "" ? "none" : value })}
      />
      <RangeFields
        typed={typed}
        checkDigit={checkDigitOf(typed)}
        onChange={change}
        isTried={isTried && hasRange}
      />
      <PaymentFields
        typed={typed}
        onChange={change}
        isLimitWrong={isTried && paymentOf(typed) === undefined}
      />
    </ActForm>
  );
}

function checkDigitOf({ checkDigit }: Typed): CheckDigit {
  return checkDigitSchema.options.find((one) => one === checkDigit) ?? "none";
}

function codeOf({ carrier, code }: Typed): string {
  return carrier === OTHER_CARRIER ? code.trim().toUpperCase() : carrier;
}

function nameOf({ carrier, name }: Typed): string {
  return name.trim() === ""
    ? (KNOWN_CARRIERS.find(({ code }) => code === carrier)?.name ?? "")
    : name.trim();
}

const CODE = /^[A-Z0-9]{2,40}$/;

/** Returns the body of the request; undefined when a field is wrong. */
function bodyOf(typed: Typed) {
  const payment = paymentOf(typed);
  const hasRange = typed.first.trim() + typed.last.trim() !== "";
  const split = splitRange(typed);
  const [providerCode, name] = [codeOf(typed), nameOf(typed)];
  if (payment === undefined || !CODE.test(providerCode) || name === "") return undefined;
  if (hasRange && !("range" in split)) return undefined;
  return {
    providerCode,
    name,
    contractNumber: typed.contractNumber,
    checkDigit: checkDigitOf(typed),
    ...payment,
    ranges: hasRange && "range" in split ? [split.range] : [],
  };
}

type CarrierFieldsProps = {
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
  readonly isTried: boolean;
};

/** The carrier; another carrier than the known ones needs a code and a name. */
function CarrierFields({ typed, onChange, isTried }: CarrierFieldsProps) {
  const { t } = useTranslation();
  const isOther = typed.carrier === OTHER_CARRIER;
  return (
    <>
      <Select
        label={t("carriers.carrier")}
        value={typed.carrier}
        none={t("members.choose")}
        options={[
          ...KNOWN_CARRIERS.map(({ code, name }) => ({ value: code, words: name })),
          { value: OTHER_CARRIER, words: t("agreements.otherCarrier") },
        ]}
        onChange={(carrier) => onChange({ carrier })}
        wrong={isTried && typed.carrier === "" ? t("carriers.carrierWrong") : null}
        {...(typed.carrier === "" ? { inputRef: focusFirst } : {})}
      />
      {isOther ? (
        <>
          <Field
            label={t("agreements.code")}
            value={typed.code}
            onChange={(code) => onChange({ code })}
            hint={t("agreements.codeHint")}
            wrong={isTried && !CODE.test(codeOf(typed)) ? t("agreements.wrong.carrierCode") : null}
          />
          <Field
            label={t("agreements.name")}
            value={typed.name}
            onChange={(name) => onChange({ name })}
            wrong={isTried && nameOf(typed) === "" ? t("agreements.wrong.missing") : null}
          />
        </>
      ) : null}
    </>
  );
}

/** Focuses the first field when the empty form opens. */
function focusFirst(field: HTMLSelectElement | null): void {
  if (document.activeElement === document.body) field?.focus();
}
