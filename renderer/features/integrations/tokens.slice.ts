/**
 * API tokens of the organization's programs. A new token is shown once, until the user hides it or
 * the screen closes.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import {
  createToken,
  deleteToken,
  listTokens,
} from "../../../core/organizations/api-tokens.api.ts";
import type { ApiToken, Scope } from "../../../core/organizations/api-tokens.schema.ts";

type Issuing =
  | { readonly step: "none" }
  | { readonly step: "making" }
  | { readonly step: "made"; readonly name: string; readonly token: string }
  | { readonly step: "failed"; readonly failure: Failure };

/** `expiresAt`: an instant, or "" for never. `allowedIPs`: empty for any address. */
type WantedToken = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly allowedIPs: readonly string[];
  readonly expiresAt: string;
};

export type TokensSlice = {
  /** Active tokens; null until first read. */
  readonly tokens: readonly ApiToken[] | null;
  readonly issuing: Issuing;
  loadTokens(): Promise<void>;
  /** Creates a token. @returns Whether the token was created. */
  makeToken(wanted: WantedToken): Promise<boolean>;
  putTokenAway(): void;
  revokeToken(id: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createTokensSlice: StateCreator<TokensSlice> = (set, get) => ({
  tokens: null,
  issuing: { step: "none" },
  async loadTokens() {
    const tokens = await call(listTokens).catch(() => null);
    if (tokens !== null) set({ tokens: tokens.filter((token) => token.isActive) });
  },
  async makeToken({ name, scopes, allowedIPs, expiresAt }) {
    if (get().issuing.step === "making") return false;
    set({ issuing: { step: "making" } });
    try {
      const { token } = await call(createToken, {
        body: { name, scopes: [...scopes], allowedIPs: [...allowedIPs], expiresAt },
      });
      set({ issuing: { step: "made", name, token: token ?? "" } });
      await get().loadTokens();
      return true;
    } catch (error) {
      set({ issuing: { step: "failed", failure: failureOf(error) } });
      return false;
    }
  },
  putTokenAway: () => set({ issuing: { step: "none" } }),
  async revokeToken(id) {
    try {
      await call(deleteToken, { params: { tokenID: id } });
    } catch (error) {
      set({ issuing: { step: "failed", failure: failureOf(error) } });
    }
    await get().loadTokens();
  },
});
