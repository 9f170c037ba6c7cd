/**
 * Marketplaces of the organization with their balances: Pack names whom it asks, Money and Settings
 * show the balances.
 */
import type { StateCreator } from "zustand";
import {
  listMarketplaces,
  readMarketplaceBalance,
} from "../../core/shipping/accounts/marketplaces.api.ts";
import type { Marketplace } from "../../core/shipping/accounts/marketplaces.schema.ts";
import { call } from "../lib/bridge.ts";

export type MarketplacesSlice = {
  /** Oldest first; empty until first read. */
  readonly marketplaces: readonly Marketplace[];
  loadMarketplaces(): Promise<void>;
  /** Asks a marketplace for its balance. @throws BridgeError when this station cannot ask. */
  readBalanceThere(accountID: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createMarketplacesSlice: StateCreator<MarketplacesSlice> = (set, get) => ({
  marketplaces: [],
  async loadMarketplaces() {
    const marketplaces = await call(listMarketplaces).catch(() => null);
    if (
      marketplaces !== null &&
      JSON.stringify(marketplaces) !== JSON.stringify(get().marketplaces)
    )
      set({ marketplaces });
  },
  async readBalanceThere(accountID) {
    const read = await call(readMarketplaceBalance, { params: { accountID } });
    set(({ marketplaces }) => ({
      marketplaces: marketplaces.map((one) => (one.accountID === accountID ? read : one)),
    }));
  },
});
