/**
 * What was typed into forms and not saved: it stays while another view is open, and goes when the
 * window closes. Secrets are never in it.
 */
import type { StateCreator } from "zustand";

type Draft = Readonly<Record<string, string>>;

export type DraftsSlice = {
  /** By the form's name: the fields that differ from what the form begins with. */
  readonly drafts: Readonly<Partial<Record<string, Draft>>>;
  /** @param draft Null, or without any field: nothing is kept. */
  keepDraft(form: string, draft: Draft | null): void;
};

/** The slice of drafts: nothing typed. */
export const createDraftsSlice: StateCreator<DraftsSlice> = (set, get) => ({
  drafts: {},
  keepDraft(form, draft) {
    const { [form]: _before, ...others } = get().drafts;
    set({
      drafts:
        draft === null || Object.keys(draft).length === 0 ? others : { ...others, [form]: draft },
    });
  },
});
