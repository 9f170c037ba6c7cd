/** The steps of loading prices, of which one is open. */
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { createVersion } from "../../../../core/shipping/agreements/agreements.api.ts";
import type {
  AgreementView,
  NewVersionInput,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { buildVersion, type PriceForm as Form } from "./build-tariff.ts";
import { DayFields, DesiFields } from "./DayFields.tsx";
import { ExtrasStep } from "./ExtrasStep.tsx";
import { FileStep } from "./FileStep.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { PriceForm } from "./price-form.ts";
import styles from "./Prices.module.css";
import type { ReadFile } from "./read-price-file.ts";
import { StepFrame } from "./StepFrame.tsx";
import type { Faults, Texts } from "./typed-values.ts";
import { ZonesStep } from "./ZonesStep.tsx";

type Step = "file" | "zones" | "extras" | "preview";

type PriceStepsProps = {
  readonly agreement: AgreementView;
  readonly isByHand: boolean;
  readonly form: Form & { readonly read: ReadFile | null };
  readonly change: (part: Texts) => void;
  readonly onSaved: () => Promise<void>;
};

/** Shows the open step. A step is left only when its fields are right. */
export function PriceSteps({ agreement, isByHand, form, change, onSaved }: PriceStepsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const built = useMemo(() => buildVersion(form), [form]);
  const steps = stepsOf(isByHand, form.read);
  const at = Math.min(Number(form.typed["at"]), steps.length - 1);
  const step = steps[at] ?? "preview";
  const faults = faultsOf(step, built.faults, isByHand);
  const goTo = (next: number): void => {
    setTried(false);
    change({ at: String(next) });
  };
  const save = (): void =>
    void act.run(async () => {
      await call(createVersion, { params: { agreementID: agreement.id }, body: built.version });
      await onSaved();
    });
  const next = (): void => {
    if (step === "preview") return save();
    setTried(true);
    if (faults.size === 0) goTo(at + 1);
    else requestAnimationFrame(focusWrong);
  };
  const nextWords =
    step === "preview"
      ? t("prices.takeOver", { day: format.day(built.version.validFrom) })
      : t("prices.next");
  const canGoOn = step !== "file" || form.read?.step === "loaded";
  return (
    <PriceForm
      value={{
        typed: form.typed,
        change,
        faults: isTried ? faults : NO_FAULTS,
        cities: form.cities,
      }}
    >
      <StepFrame
        title={t(isByHand ? "prices.titleByHand" : "prices.title", { name: agreement.name })}
        steps={steps.map((one) => t(`prices.steps.${one}`))}
        at={at}
        next={canGoOn ? nextWords : undefined}
        isBusy={act.state.step === "running"}
        onNext={next}
        onBack={() => goTo(at - 1)}
      >
        <OpenStep
          step={step}
          agreementID={agreement.id}
          isByHand={isByHand}
          form={form}
          version={built.version}
        />
        <ActFailure act={act} />
      </StepFrame>
    </PriceForm>
  );
}

type OpenStepProps = Pick<PriceStepsProps, "isByHand" | "form"> & {
  readonly step: Step;
  readonly agreementID: string;
  readonly version: NewVersionInput;
};

function OpenStep({ step, agreementID, isByHand, form, version }: OpenStepProps) {
  switch (step) {
    case "file":
      return <FileStep agreementID={agreementID} read={form.read} />;
    case "zones":
      return <ZonesStep zones={form.read?.zones ?? []} />;
    case "extras":
      return (
        <>
          {isByHand ? (
            <div className={styles["fields"]}>
              <DayFields />
              <DesiFields />
            </div>
          ) : null}
          <ExtrasStep zones={zonesIn(form)} />
        </>
      );
    case "preview":
      return <PreviewStep agreementID={agreementID} version={version} />;
  }
}

/** Focuses the first wrong field of the open step. */
function focusWrong(): void {
  document.querySelector<HTMLElement>('[data-testid="price-step"] [aria-invalid="true"]')?.focus();
}

const NO_FAULTS: Faults = new Map();

/** Returns the steps. Prices that are the same everywhere have no zones. */
function stepsOf(isByHand: boolean, read: ReadFile | null): readonly Step[] {
  if (isByHand) return ["extras", "preview"];
  return (read?.zones.length ?? 0) > 1
    ? ["file", "zones", "extras", "preview"]
    : ["file", "extras", "preview"];
}

/** Returns the names of the zones: those of the file, else those of the earlier prices. */
function zonesIn({ read, base }: Form): readonly string[] {
  if (read !== null) return read.zones;
  return base.zones.by === "none" ? [] : base.zones.zones.map(({ name }) => name);
}

const FILE_FIELDS = /^(?:code|name)\.|^(?:validFrom|validUntil|divisor|direction|step)$/;

/** Returns the wrong fields that the step shows. */
function faultsOf(step: Step, faults: Faults, isByHand: boolean): Faults {
  const stepOf = (field: string): Step =>
    field.startsWith("zone.") ? "zones" : FILE_FIELDS.test(field) && !isByHand ? "file" : "extras";
  return new Map([...faults].filter(([field]) => stepOf(field) === step));
}
