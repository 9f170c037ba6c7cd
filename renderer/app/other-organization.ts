/**
 * A station that has joined a hub or restored another backup may open with another organization.
 * Everything on the page then belongs to the previous organization, so the page reloads and reopens
 * the same section.
 */
import { useShared } from "../store/shared.ts";
import { SETTINGS_VIEW, type SettingsPart } from "../store/navigation.slice.ts";
import { useStore } from "./store.ts";

const PLACE = "packbench.section";

/**
 * Reloads the page when the organization has changed.
 *
 * @returns Function that unsubscribes.
 */
export function followOrganization(): () => void {
  const section = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (section !== null) useShared.getState().openSettings(section as SettingsPart);
  return useStore.subscribe(({ desk, view, lastSection }, before) => {
    if (desk === before.desk || desk.step !== "ready" || before.desk.step !== "ready") return;
    if (desk.facts.organization.id === before.desk.facts.organization.id) return;
    if (view === SETTINGS_VIEW && lastSection !== null) sessionStorage.setItem(PLACE, lastSection);
    location.reload();
  });
}
