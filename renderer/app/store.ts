/** The one store: the slices of the shell and of the features, combined. The database is the truth; slices read it again when told. */
import { create } from "zustand";
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

export type Store = DeskSlice & PackSlice & NoticeSlice & WaitingSlice & UndoSlice & PrintingSlice & ImportsSlice & PrintersSlice & PairingsSlice & TokensSlice & OrganizationSlice & SettingsSlice;

export const useDesk = create<Store>()((...args) => ({
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
}));
