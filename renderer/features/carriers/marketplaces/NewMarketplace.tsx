/** Form that connects a marketplace; it needs no agreement with a carrier. */
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { createProviderAccount } from "../../../../core/shipping/accounts/accounts.api.ts";
import type { ConnectionKindSchema } from "../../../../core/shipping/carriers/connection.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import {
  findRefused,
  findWrong,
  parametersOf,
  secretNames,
  startTexts,
  type ConnectionTexts,
  type WrongText,
} from "../connections/connection-texts.ts";
import { KindFields } from "../connections/ConnectionFields.tsx";

type NewMarketplaceProps = {
  readonly kind: ConnectionKindSchema;
  /** Called with the new account. */
  readonly onAdded: (accountID: string) => Promise<void>;
};

/** Shows the form; a refused field is marked. */
export function NewMarketplace({ kind, onAdded }: NewMarketplaceProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [wrong, setWrong] = useState<WrongText>();
  const start: ConnectionTexts = { ...startTexts(), kind: kind.kind, name: "" };
  const { typed, change, forget } = useDraft("marketplace", start, secretNames([kind]));
  const failure = act.state.step === "failed" ? act.state.failure : null;
  const refused = useMemo(() => (failure === null ? undefined : findRefused(failure)), [failure]);
  const send = (): void => {
    const found = findWrong(kind, typed, false);
    setWrong(found);
    if (found !== undefined) return;
    void act.run(async () => {
      const { id } = await call(createProviderAccount, {
        body: {
          providerCode: kind.providerCode,
          name: (typed["name"] ?? "").trim(),
          parameters: parametersOf(kind, typed),
        },
      });
      forget();
      await onAdded(id);
    });
  };
  return (
    <ActForm
      title={t("marketplaces.connect")}
      lead={t("marketplaces.connectLead")}
      command={t("marketplaces.connectNow")}
      act={act}
      done={t("marketplaces.connected")}
      onSubmit={send}
    >
      <Field
        label={t("marketplaces.name")}
        value={typed["name"] ?? ""}
        onChange={(name) => change({ name })}
        hint={t("marketplaces.nameHint")}
      />
      <KindFields
        kind={kind}
        typed={typed}
        onChange={change}
        wrong={wrong ?? refused}
        hasSecrets={false}
      />
    </ActForm>
  );
}
