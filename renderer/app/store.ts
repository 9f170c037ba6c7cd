/** The one store: the slices of the shell and of the features, combined. The database is the truth; slices read it again when told. */
import { create, type StateCreator } from "zustand";
import { createImportsSlice, type ImportsSlice } from "../features/imports/imports.slice.ts";
import { createPairingsSlice, type PairingsSlice } from "../features/integrations/pairings.slice.ts";
import { createTokensSlice, type TokensSlice } from "../features/integrations/tokens.slice.ts";
import { createOrganizationSlice, type OrganizationSlice } from "../features/organization/organization.slice.ts";
import { createNoticeSlice, type NoticeSlice } from "../features/pack/notice.slice.ts";
import { createPackSlice, type PackSlice } from "../features/pack/pack.slice.ts";
import { createUndoSlice, type UndoSlice } from "../features/pack/undo.slice.ts";
import { createWaitingSlice, type WaitingSlice } from "../features/pack/waiting.slice.ts";
import { createPrintersSlice, type PrintersSlice } from "../features/printers/printers.slice.ts";
import { createPrintingSlice, type PrintingSlice } from "../features/printing/printing.slice.ts";
import { createSettingsSlice, type SettingsSlice } from "../features/settings/settings.slice.ts";
import { createDeskSlice, type DeskSlice } from "./desk.slice.ts";
import { nextQuestion, type OpenQuestion } from "./open-question.ts";

export type Store = DeskSlice & PackSlice & NoticeSlice & WaitingSlice & UndoSlice & PrintingSlice & ImportsSlice & PrintersSlice & PairingsSlice & TokensSlice & OrganizationSlice & SettingsSlice & { /** The question that is open now. */ readonly asked: OpenQuestion | null };

const slices: StateCreator<Store> = (...args) => ({
  asked: null,
  ...createSettingsSlice(...args),
  ...createDeskSlice(...args),
  ...createPackSlice(...args),
  ...createNoticeSlice(...args),
  ...createWaitingSlice(...args),
  ...createUndoSlice(...args),
  ...createPrintingSlice(...args),
  ...createImportsSlice(...args),
  ...createPrintersSlice(...args),
  ...createPairingsSlice(...args),
  ...createTokensSlice(...args),
  ...createOrganizationSlice(...args),
});

/** Which question is open is settled in the same change that opens or ends one: no key falls between the two. */
export const useDesk = create<Store>()((set, get, store) => {
  const setAll: typeof set = (part: Partial<Store> | ((now: Store) => Partial<Store>)) =>
    set((now) => {
      const changed = typeof part === "function" ? part(now) : part;
      return { ...changed, asked: nextQuestion({ ...now, ...changed }, now.asked) };
    });
  return slices(setAll, get, store);
});
