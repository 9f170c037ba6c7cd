/** The open page of the section Agreements; stays open while another view is shown. */
import { useDraft } from "../../../store/use-draft.ts";

const PAGES = ["list", "new", "edit", "range", "load", "change", "version", "payment"] as const;

/** `load`: prices from a file. `change`: the prices in force, changed by hand. */
type AgreementPage = (typeof PAGES)[number];

export type OpenPage = {
  readonly page: AgreementPage;
  /** The agreement, and its version; "" where the page has none. */
  readonly id: string;
  readonly version: string;
  readonly go: (page: AgreementPage, id?: string, version?: string) => void;
};

/** Returns the open page; at first the list. */
export function useAgreementPage(): OpenPage {
  const { typed, change } = useDraft("agreements", { page: "list", id: "", version: "" });
  return {
    page: PAGES.find((page) => page === typed.page) ?? "list",
    id: typed.id,
    version: typed.version,
    go: (page, id = "", version = "") => change({ page, id, version }),
  };
}
