/** Form for a new API token: name of the program, scope, allowed addresses and lifetime. */
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "../../../core/organizations/api-tokens.schema.ts";
import { useDraft } from "../../store/use-draft.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import styles from "./Integrations.module.css";
import { SCOPE_KEYS } from "./scope-keys.ts";
import type { TokensSlice } from "./tokens.slice.ts";
import { useIntegrations } from "./use-integrations.ts";

/** Lifetimes that can be chosen, days. The form also offers an unlimited lifetime. */
const LIVES = ["30", "90", "365"] as const;
const DAY_MS = 86_400_000;
const LONGEST_NAME = 100;
const BLANK = { name: "", scope: "", life: "", addresses: "" };

const CHOICES = [
  { value: "read", key: SCOPE_KEYS.read },
  { value: "print", key: SCOPE_KEYS.print },
  { value: "print:raw", key: SCOPE_KEYS["print:raw"] },
] as const satisfies readonly { value: Scope; key: string }[];

/**
 * Shows the form. Addresses and ranges are split at commas, semicolons and whitespace; the core
 * validates them.
 *
 * @param focusNow Whether the name takes the focus.
 */
export function NewToken({ focusNow }: { readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const make = useIntegrations((store) => store.makeToken);
  const isMaking = useIntegrations((store) => store.issuing.step === "making");
  const { typed, change, forget } = useDraft("token", BLANK);
  const { name, addresses } = typed;
  const [wrong, setWrong] = useState<string | null>(null);
  const send = (): void => {
    const found = wrongOf(t, name.trim());
    setWrong(found);
    if (found !== null) return;
    void make(tokenOf(typed)).then((isMade) => {
      if (isMade) forget();
    });
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
      aria-label={t("integrations.make")}
    >
      <h4>{t("integrations.newToken")}</h4>
      <Field
        focusNow={focusNow}
        label={t("integrations.tokenName")}
        placeholder={t("integrations.tokenPlaceholder")}
        value={name}
        wrong={wrong}
        onChange={(text) => {
          change({ name: text });
          setWrong(null);
        }}
      />
      <Limits typed={typed} onChange={change} />
      <Field
        label={t("integrations.addresses")}
        placeholder="10.0.0.0/8"
        hint={t("integrations.addressesHint")}
        value={addresses}
        onChange={(text) => change({ addresses: text })}
      />
      <div>
        <Button submits rank="primary" disabled={isMaking}>
          {t("integrations.make")}
        </Button>
      </div>
    </form>
  );
}

type LimitsProps = {
  readonly typed: typeof BLANK;
  readonly onChange: (change: Partial<typeof BLANK>) => void;
};

/** Scope and lifetime of the token. */
function Limits({ typed: { scope, life }, onChange }: LimitsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("integrations.scope")}
        value={scope}
        none={t("integrations.scopes.all")}
        options={CHOICES.map(({ value, key }) => ({
          value,
          words: t(`integrations.scopes.${key}`),
        }))}
        onChange={(value) => onChange({ scope: value })}
      />
      <Select
        label={t("integrations.life")}
        value={life}
        none={t("integrations.forever")}
        options={LIVES.map((days) => ({
          value: days,
          words: t("integrations.days", { count: Number(days) }),
        }))}
        onChange={(value) => onChange({ life: value })}
      />
    </>
  );
}

function wrongOf(t: TFunction, name: string): string | null {
  if (name === "") return t("integrations.nameWrong");
  return name.length > LONGEST_NAME ? t("form.tooLong") : null;
}

function tokenOf({
  name,
  scope,
  life,
  addresses,
}: typeof BLANK): Parameters<TokensSlice["makeToken"]>[0] {
  const scopes = CHOICES.filter(({ value }) => value === scope).map(({ value }) => value);
  return {
    name: name.trim(),
    scopes: scopes.length === 0 ? ["*"] : scopes,
    allowedIPs: addresses.split(/[\s,;]+/).filter((one) => one !== ""),
    expiresAt: life === "" ? "" : new Date(Date.now() + Number(life) * DAY_MS).toISOString(),
  };
}
