/**
 * A try to join: by which of the ways, what it failed with, and what was typed for an own server.
 */
import type { Act } from "../../ui/use-act.ts";

type JoinWay = "code" | "hub" | "server";

/** Addresses as they were typed, and the texts of the two files. */
export type ServerTyped = {
  readonly servers: string;
  readonly credentials: string;
  readonly authority: string;
};

export const BLANK_SERVER: ServerTyped = { servers: "", credentials: "", authority: "" };

export type Joining = {
  readonly act: Act;
  /** Of the last try. */
  readonly by: JoinWay | null;
  readonly server: ServerTyped;
  readonly setServer: (server: ServerTyped) => void;
  /** Something else is typed now: what the last try failed with is no longer shown. */
  readonly forget: () => void;
  readonly join: (way: JoinWay, ask: () => Promise<unknown>) => Promise<void>;
};

/** "a, tls://b:4222" → each address with its scheme. */
export function serversOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((one) => one !== "")
    .map((one) => (one.includes("://") ? one : `tls://${one}`));
}
