/**
 * Calls of a marketplace when a parcel moves: enters this station's address there, or shows what a
 * person enters there by hand.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getMarketplaceHook,
  setMarketplaceHook,
} from "../../../../core/fulfilment/following/hooks.api.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";
import styles from "./Marketplaces.module.css";

type HookSectionProps = { readonly accountID: string; readonly name: string };

const ADDRESS = /^https:\/\/[^/?#]+\/?$/;

/** Shows the form. The marketplace is not asked which address it has. */
export function HookSection({ accountID, name }: HookSectionProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { typed, change } = useDraft(`hook ${accountID}`, { address: "" });
  const [isWrong, setWrong] = useState(false);
  const [done, setDone] = useState<"set" | "ended">("set");
  const address = typed.address.trim();
  const send = (wanted: string): void => {
    setWrong(wanted !== "" && !ADDRESS.test(wanted));
    if (wanted !== "" && !ADDRESS.test(wanted)) return;
    setDone(wanted === "" ? "ended" : "set");
    void act.run(() =>
      call(setMarketplaceHook, { params: { accountID }, body: { address: wanted } }),
    );
  };
  const set = (): void => (address === "" ? setWrong(true) : send(address));
  return (
    <div data-testid="marketplace-hook">
      <ActForm
        title={t("marketplaces.hook.title")}
        lead={t("marketplaces.hook.lead", { name })}
        command={t("marketplaces.hook.command", { name })}
        act={act}
        done={t(`marketplaces.hook.${done}`, { name })}
        onSubmit={set}
      >
        <Field
          label={t("marketplaces.hook.address")}
          hint={t("marketplaces.hook.addressHint")}
          value={typed.address}
          wrong={isWrong ? t("marketplaces.hook.addressHint") : null}
          onChange={(text) => change({ address: text })}
        />
      </ActForm>
      <Button small disabled={act.state.step === "running"} onPress={() => send("")}>
        {t("marketplaces.hook.end")}
      </Button>
      <ByHand accountID={accountID} address={ADDRESS.test(address) ? address : ""} />
    </div>
  );
}

/** Shows the address and the key for a marketplace that lets no program enter them. */
function ByHand({ accountID, address }: { readonly accountID: string; readonly address: string }) {
  const { t } = useTranslation();
  const { value: key } = useLoaded(() => call(getMarketplaceHook, { params: { accountID } }));
  if (key === null) return null;
  const url = `${address === "" ? "https://…" : address.replace(/\/$/, "")}${key.path}`;
  return (
    <details>
      <summary>{t("marketplaces.hook.byHand")}</summary>
      <div className={styles["byHand"]}>
        <p>{t("marketplaces.hook.byHandLead")}</p>
        <CopyText label={t("webhooks.url")} text={url} />
        <CopyText label={t("webhooks.headerName")} text={key.headerName} />
        <CopyText label={t("webhooks.headerValue")} text={key.headerValue} />
      </div>
    </details>
  );
}
