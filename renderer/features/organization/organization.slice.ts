/**
 * Set-up of an organization before its first parcel: a sender, money, names. The sender is read
 * when a screen with its form opens.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import {
  createAddress,
  listAddresses,
  updateAddress,
} from "../../../core/shipping/addresses/addresses.api.ts";
import { createTopUp } from "../../../core/organizations/ledger/ledger.api.ts";
import {
  listMembers,
  updateMember,
  updateOrganization,
} from "../../../core/organizations/organizations.api.ts";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { LedgerEntry } from "../../../core/organizations/ledger/ledger.schema.ts";
import type { AddressDraft, bodyOf } from "../../ui/address/address-draft.ts";

export type Saving =
  | { readonly step: "none" }
  | { readonly step: "saving" }
  | { readonly step: "saved" }
  | { readonly step: "failed"; readonly failure: Failure };

export type ToppingUp =
  | Exclude<Saving, { step: "saved" }>
  /** `isNew` false: this reference had been entered before, and nothing was added. */
  | { readonly step: "saved"; readonly entry: LedgerEntry; readonly isNew: boolean };

export type OrganizationSlice = {
  /** The default sender; null without a sender; undefined until first read. */
  readonly sender: Address | null | undefined;
  /** Unsaved text of the sender's form, or null. The text is kept while another view is open. */
  readonly senderDraft: AddressDraft | null;
  readonly savingSender: Saving;
  readonly toppingUp: ToppingUp;
  readonly savingNames: Saving;
  loadSender(): Promise<void>;
  /**
   * Hides the outcome of the previous attempt, because the form refused to send a new attempt or
   * opens again; does nothing while an attempt runs.
   */
  forgetTry(form: "savingSender" | "toppingUp" | "savingNames"): void;
  keepSenderDraft(draft: AddressDraft | null): void;
  saveSender(sender: ReturnType<typeof bodyOf>): Promise<void>;
  /**
   * Enters received money.
   *
   * @param amount "250.00"
   * @returns Whether the payment is in the ledger, entered now or before.
   */
  topUp(organizationID: string, amount: string, reference: string): Promise<boolean>;
  saveNames(
    ids: { organizationID: string; memberID: string },
    names: { organization: string; member: string },
  ): Promise<void>;
};

type Put = SetState<OrganizationSlice>;
type Get = GetState<OrganizationSlice>;

/** Creates the slice with nothing read yet. */
export const createOrganizationSlice: StateCreator<OrganizationSlice> = (set, get) => ({
  sender: undefined,
  senderDraft: null,
  savingSender: { step: "none" },
  toppingUp: { step: "none" },
  savingNames: { step: "none" },
  forgetTry(form) {
    if (get()[form].step !== "saving") set({ [form]: { step: "none" } });
  },
  ...senderActs(set, get),
  topUp: enterTopUp(set, get),
  saveNames: changeNames(set, get),
});

/** Reads, edits and saves the default sender. */
function senderActs(
  set: Put,
  get: Get,
): Pick<OrganizationSlice, "loadSender" | "keepSenderDraft" | "saveSender"> {
  return {
    async loadSender() {
      for (const form of ["savingSender", "toppingUp", "savingNames"] as const)
        get().forgetTry(form);
      try {
        const [sender = null] = await call(listAddresses, {
          query: { isDefaultSenderAddress: true },
        });
        set({ sender });
      } catch (error) {
        if (get().savingSender.step !== "saving")
          set({ savingSender: { step: "failed", failure: failureOf(error) } });
      }
    },
    keepSenderDraft: (senderDraft) => set({ senderDraft }),
    async saveSender(sender) {
      if (get().savingSender.step === "saving") return;
      set({ savingSender: { step: "saving" } });
      const known = get().sender;
      try {
        const saved = known
          ? await call(updateAddress, { params: { addressID: known.id }, body: sender })
          : await call(createAddress, { body: sender });
        set({ sender: saved, senderDraft: null, savingSender: { step: "saved" } });
      } catch (error) {
        set({ savingSender: { step: "failed", failure: failureOf(error) } });
      }
    },
  };
}

function enterTopUp(set: Put, get: Get): OrganizationSlice["topUp"] {
  return async (organizationID, amount, reference) => {
    if (get().toppingUp.step === "saving") return false;
    set({ toppingUp: { step: "saving" } });
    const startedAt = Date.now();
    try {
      const entry = await call(createTopUp, {
        params: { organizationID },
        body: { amount, reference },
      });
      // For a known reference, the core answers with the first entry that has it.
      set({ toppingUp: { step: "saved", entry, isNew: Date.parse(entry.createdAt) >= startedAt } });
      return true;
    } catch (error) {
      set({ toppingUp: { step: "failed", failure: failureOf(error) } });
      return false;
    }
  };
}

function changeNames(set: Put, get: Get): OrganizationSlice["saveNames"] {
  return async ({ organizationID, memberID }, names) => {
    if (get().savingNames.step === "saving") return;
    set({ savingNames: { step: "saving" } });
    try {
      const member = (await call(listMembers)).find(({ id }) => id === memberID);
      await call(updateOrganization, {
        params: { organizationID },
        body: { name: names.organization },
      });
      if (member !== undefined)
        await call(updateMember, {
          params: { userID: member.userID },
          body: { name: names.member },
        });
      set({ savingNames: { step: "saved" } });
    } catch (error) {
      set({ savingNames: { step: "failed", failure: failureOf(error) } });
    }
  };
}
