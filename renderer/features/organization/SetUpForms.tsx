/** The organization's steps of the first start: its sender, and money to buy with. */
import { useEffect } from "react";
import type { SlotProps } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { SenderForm } from "./SenderForm.tsx";
import { TopUpForm } from "./TopUpForm.tsx";
import { useOrganization } from "./use-organization.ts";

/** Shows the organization's steps of the first start. @returns null in other steps. */
export function SetUpForms({ step }: SlotProps["setUpStep"]) {
  const facts = useOrganization((store) => (store.desk.step === "ready" ? store.desk.facts : null));
  if (step === "sender") return <Sender />;
  return step === "balance" && facts !== null ? <TopUpForm facts={facts} focusNow /> : null;
}

function Sender() {
  const sender = useOrganization((store) => store.sender);
  const saving = useOrganization((store) => store.savingSender);
  const load = useOrganization((store) => store.loadSender);
  useEffect(() => void load(), [load]);
  if (sender === undefined)
    return saving.step === "failed" ? <FailureText failure={saving.failure} /> : null;
  return <SenderForm key={sender?.id ?? "none"} sender={sender} focusNow />;
}
