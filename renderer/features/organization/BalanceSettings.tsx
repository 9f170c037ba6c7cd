/** Section of Settings for the balance: payments are entered here. */
import { TopUpForm } from "./TopUpForm.tsx";
import { useOrganization } from "./use-organization.ts";

/** Shows the form for payments. @returns null until the station's facts are loaded. */
export function BalanceSettings() {
  const facts = useOrganization((store) => (store.desk.step === "ready" ? store.desk.facts : null));
  const isWanted = useOrganization(
    (store) => store.settingsPart === "balance" && !store.settingsChosen,
  );
  return facts === null ? null : <TopUpForm facts={facts} focusNow={isWanted} />;
}
