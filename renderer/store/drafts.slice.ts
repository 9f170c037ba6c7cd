/**
 * Text typed into forms and not saved. The text stays while another view is open and is lost when
 * the window closes. It never contains secrets.
 */
import type { StateCreator } from "zustand";

type Draft = Readonly<Record<string, string>>;

export type DraftsSlice = {
  /** By form name: the fields that differ from the form's initial values. */
  readonly drafts: Readonly<Partial<Record<string, Draft>>>;
  /** Stores the draft of a form. @param draft null, or without any field: removes the draft. */
  keepDraft(form: string, draft: Draft | null): void;
};

/** Creates the slice without drafts. */
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
