/** The open page of the section Rules; stays open while another view is shown. */
import { useDraft } from "../../../store/use-draft.ts";

export type OpenRulePage = {
  /** `list`, `new`, or the id of the rule that is edited. */
  readonly page: string;
  readonly go: (page: string) => void;
};

/** Returns the open page; at first the list. */
export function useRulePage(): OpenRulePage {
  const { typed, change } = useDraft("rules", { page: "list" });
  return { page: typed.page, go: (page) => change({ page }) };
}
