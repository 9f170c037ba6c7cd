/** Form of a new account of the organization with a carrier. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createProviderAccount } from "../../../core/shipping/accounts/accounts.api.ts";
import type { ConnectionKindSchema } from "../../../core/shipping/carriers/connection.schema.ts";
import type { StationCarrier } from "../../../core/station/station-facts.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useDraft } from "../../store/use-draft.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { useAct } from "../../ui/use-act.ts";
import {
  findWrong,
  kindsFor,
  parametersOf,
  secretNames,
  startTexts,
  type WrongText,
} from "./connections/connection-texts.ts";
import { ConnectionFields } from "./connections/ConnectionFields.tsx";

const BLANK = {
  providerCode: "",
  agreement: "",
  name: "",
  username: "",
  password: "",
  payment: "balance",
  payer: "sender",
  collection: "any",
};
type Typed = typeof BLANK;

type NewAccountProps = {
  readonly carriers: readonly StationCarrier[];
  /** Kinds of connections; empty for members who may not connect accounts. */
  readonly kinds: readonly ConnectionKindSchema[];
  readonly onAdded: () => Promise<void>;
};

/** Shows the form. A carrier with an API has no provider code, so it takes no account. */
export function NewAccount({ carriers, kinds, onAdded }: NewAccountProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { typed, change, forget } = useDraft<Typed>("account", BLANK, ["password"]);
  const link = useDraft("account connection", startTexts(), secretNames(kinds));
  const [isWrong, setWrong] = useState(false);
  const [wrong, setWrongLink] = useState<WrongText>();
  const kind = kindsFor(kinds, typed.providerCode).find((one) => one.kind === link.typed["kind"]);
  const send = (): void => {
    const wrongLink = kind === undefined ? undefined : findWrong(kind, link.typed, false);
    setWrong(typed.providerCode === "");
    setWrongLink(wrongLink);
    if (typed.providerCode === "" || wrongLink !== undefined) return;
    const parameters = kind === undefined ? {} : parametersOf(kind, link.typed);
    void act.run(async () => {
      await call(createProviderAccount, { body: bodyOf(typed, parameters) });
      forget();
      link.forget();
      await onAdded();
    });
  };
  return (
    <ActForm
      title={t("carriers.addAccount")}
      command={t("carriers.addAccountNow")}
      act={act}
      done={t("carriers.accountAdded")}
      onSubmit={send}
    >
      <CarrierSelects carriers={carriers} typed={typed} onChange={change} isWrong={isWrong} />
      <Field
        label={t("carriers.accountName")}
        value={typed.name}
        onChange={(name) => change({ name })}
      />
      <Field
        label={t("carriers.username")}
        value={typed.username}
        onChange={(username) => change({ username })}
      />
      <Field
        label={t("carriers.password")}
        value={typed.password}
        secret
        onChange={(password) => change({ password })}
      />
      <UseFields typed={typed} onChange={change} />
      {kindsFor(kinds, typed.providerCode).length === 0 || typed.providerCode === "" ? null : (
        <ConnectionFields
          kinds={kinds}
          providerCode={typed.providerCode}
          typed={link.typed}
          onChange={link.change}
          wrong={wrong}
          hasSecrets={false}
        />
      )}
    </ActForm>
  );
}

function bodyOf(
  { agreement, payment, payer, collection, ...account }: Typed,
  connection: Readonly<Record<string, string>>,
) {
  return {
    ...account,
    parameters: {
      ...connection,
      ...(agreement === "" ? {} : { rateCardID: agreement }),
      ...(payment === "account" ? { onAccount: true } : {}),
      ...(payer === "recipient" ? { payer } : {}),
      ...(collection === "any" ? {} : { collection }),
    },
  };
}

type PartProps = {
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
};

/** The carrier, and its agreement where it has several. */
function CarrierSelects({
  carriers,
  typed,
  onChange,
  isWrong,
}: PartProps & Pick<NewAccountProps, "carriers"> & { readonly isWrong: boolean }) {
  const { t } = useTranslation();
  const own = carriers.filter(({ providerCode }) => providerCode === typed.providerCode);
  const firsts = carriers.filter(
    ({ providerCode }, i) =>
      providerCode !== "" &&
      carriers.findIndex((carrier) => carrier.providerCode === providerCode) === i,
  );
  return (
    <>
      <Select
        label={t("carriers.carrier")}
        value={typed.providerCode}
        none={t("members.choose")}
        options={firsts.map(({ providerCode, name }) => ({ value: providerCode, words: name }))}
        onChange={(providerCode) => onChange({ providerCode, agreement: "" })}
        wrong={isWrong ? t("carriers.carrierWrong") : null}
      />
      {typed.providerCode === "" || own.length < 2 ? null : (
        <Select
          label={t("carriers.agreement")}
          value={typed.agreement}
          none={t("carriers.firstAgreement")}
          options={own.map(({ id, name }) => ({ value: id, words: name }))}
          onChange={(agreement) => onChange({ agreement })}
        />
      )}
    </>
  );
}

/** How labels of the account are paid, and for which orders it makes offers. */
function UseFields({ typed, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t("agreements.payment.label")}
        value={typed.payment}
        options={[
          { value: "balance", words: t("agreements.payment.balance") },
          { value: "account", words: t("agreements.payment.account") },
        ]}
        onChange={(payment) => onChange({ payment })}
      />
      <Choice
        label={t("carriers.payer")}
        value={typed.payer}
        options={(["sender", "recipient"] as const).map((value) => ({
          value,
          words: t(`carriers.payers.${value}`),
        }))}
        onChange={(payer) => onChange({ payer })}
      />
      <Select
        label={t("carriers.collection")}
        value={typed.collection === "any" ? "" : typed.collection}
        none={t("carriers.anyCollection")}
        options={(["none", "cash", "card"] as const).map((value) => ({
          value,
          words: t(`carriers.collections.${value}`),
        }))}
        onChange={(value) => onChange({ collection: value === "" ? "any" : value })}
      />
    </>
  );
}
