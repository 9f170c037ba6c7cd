/**
 * A station that has joined a hub, or got another backup, may come back with another organization:
 * nothing on the page is of it. The page is opened anew, where it was left.
 */
import { useShared } from "../store/shared.ts";
import { SETTINGS_VIEW, type SettingsPart } from "../store/navigation.slice.ts";
import { useStore } from "./store.ts";

const PLACE = "packbench.section";

/** @returns How to stop. */
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
