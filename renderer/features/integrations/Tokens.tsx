/** API tokens: list, make, revoke. The secret of a new one is shown once, large enough to be copied by eye. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { newTokenSchema, type ApiToken } from "../../../core/organizations/api-tokens.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FormField } from "../../ui/FormField.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Integrations.module.css";
import { useIntegrations } from "./use-integrations.ts";

/** Reads the list when it opens and drops a shown secret when it closes. */
export function Tokens() {
  const { t } = useTranslation();
  const tokens = useIntegrations((store) => store.tokens);
  const issuing = useIntegrations((store) => store.issuing);
  const load = useIntegrations((store) => store.loadTokens);
  const putAway = useIntegrations((store) => store.putTokenAway);
  useEffect(() => {
    void load();
    // A secret does not stay on the screen of a desk that others pass by.
    return putAway;
  }, [load, putAway]);

  return (
    <section className={styles["part"]} aria-label={t("integrations.tokens")}>
      <h3>{t("integrations.tokens")}</h3>
      {tokens?.length === 0 ? <p>{t("integrations.noTokens")}</p> : null}
      <ul className={styles["rows"]} data-testid="tokens">
        {(tokens ?? []).map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      {issuing.step === "made" ? (
        <Panel tone="attention" title={t("integrations.once")} alert testID="token-once" commands={<Button onPress={putAway}>{t("integrations.putAway")}</Button>}>
          <CopyText label={issuing.name} text={issuing.token} />
        </Panel>
      ) : (
        <NewToken />
      )}
      {issuing.step === "failed" ? (
        <Panel tone="stop" title={t("integrations.notDone")} alert>
          <FailureText failure={issuing.failure} />
        </Panel>
      ) : null}
    </section>
  );
}

/** Asks a second time in place: programs that use the token stop working at once. */
function TokenRow({ token }: { readonly token: ApiToken }) {
  const { t } = useTranslation();
  const format = useFormat();
  const revoke = useIntegrations((store) => store.revokeToken);
  const [asked, setAsked] = useState(false);
  return (
    <li>
      <span className={styles["name"]}>{token.name}</span>
      <span className={styles["when"]}>{t("integrations.made", { when: format.instant(token.createdAt) })}</span>
      {asked ? (
        <>
          <Button small danger label={`${t("integrations.revokeNow")}: ${token.name}`} onPress={() => void revoke(token.id)}>
            {t("integrations.revokeNow")}
          </Button>
          <Button small onPress={() => setAsked(false)}>
            {t("integrations.keep")}
          </Button>
        </>
      ) : (
        <Button small label={`${t("integrations.revoke")}: ${token.name}`} onPress={() => setAsked(true)}>
          {t("integrations.revoke")}
        </Button>
      )}
    </li>
  );
}

/** A name that the core takes and that is not empty. What the core refuses beside that is a name that is too long. */
const typedTokenSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, "name")
    .transform((name): z.input<typeof newTokenSchema.shape.name> => name)
    .pipe(newTokenSchema.shape.name),
});
type TypedToken = { name: string };

function NewToken() {
  const { t } = useTranslation();
  const make = useIntegrations((store) => store.makeToken);
  const making = useIntegrations((store) => store.issuing.step === "making");
  const form = useForm<TypedToken, unknown, TypedToken>({ resolver: zodResolver(typedTokenSchema), defaultValues: { name: "" }, reValidateMode: "onSubmit" });
  const send = form.handleSubmit(({ name }) => void make(name));
  return (
    <form className={styles["form"]} onSubmit={(event) => void send(event)} noValidate aria-label={t("integrations.make")}>
      <FormField form={form} name="name" label={t("integrations.tokenName")} placeholder={t("integrations.tokenPlaceholder")} wrongWords={(message) => t(message === "name" ? "integrations.nameWrong" : "form.tooLong")}>
        <Button submits disabled={making}>
          {t("integrations.make")}
        </Button>
      </FormField>
    </form>
  );
}
