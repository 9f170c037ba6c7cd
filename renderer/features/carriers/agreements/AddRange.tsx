/** Form that adds a further barcode range to an agreement. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addBarcodeRange } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { RangeFields } from "./RangeFields.tsx";
import { splitRange } from "./split-barcode.ts";
import type { OpenPage } from "./use-agreement-page.ts";

type AddRangeProps = {
  readonly agreement: AgreementView;
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
};

/** Shows the form. The new range is used after the ranges before it. */
export function AddRange({ agreement, open, onChanged }: AddRangeProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const { typed, change, forget } = useDraft(`range ${agreement.id}`, { first: "", last: "" });
  const save = (): void => {
    const split = splitRange(typed);
    setTried(true);
    if (!("range" in split)) return;
    void act.run(async () => {
      await call(addBarcodeRange, { params: { agreementID: agreement.id }, body: split.range });
      forget();
      await onChanged();
      open.go("list", agreement.id);
    });
  };
  return (
    <ActForm
      title={t("agreements.range.addTo", { name: agreement.name })}
      lead={t("agreements.range.addLead")}
      command={t("agreements.range.addNow")}
      act={act}
      onSubmit={save}
    >
      <RangeFields
        typed={typed}
        checkDigit={agreement.checkDigit}
        onChange={change}
        isTried={isTried}
        focusNow
      />
    </ActForm>
  );
}
