/** An attempt to join: its way, its failure, and the texts typed for an organization's server. */
import type { Act } from "../../ui/use-act.ts";

type JoinWay = "code" | "hub" | "server";

/** Typed addresses of the server, and the texts of the credentials and authority files. */
export type ServerTyped = {
  readonly servers: string;
  readonly credentials: string;
  readonly authority: string;
};

export const BLANK_SERVER: ServerTyped = { servers: "", credentials: "", authority: "" };

export type Joining = {
  readonly act: Act;
  /** The way of the last attempt; null when there was no attempt or its failure is hidden. */
  readonly by: JoinWay | null;
  readonly server: ServerTyped;
  readonly setServer: (server: ServerTyped) => void;
  /** Hides the last failure, because the text was changed. */
  readonly forget: () => void;
  readonly join: (way: JoinWay, ask: () => Promise<unknown>) => Promise<void>;
};

/** Splits typed addresses: "a, tls://b:4222" → each address with its scheme. */
export function serversOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((one) => one !== "")
    .map((one) => (one.includes("://") ? one : `tls://${one}`));
}
