/**
 * Fetches the pictures of items from their shops, because the window's page must load nothing from
 * other servers. Caches pictures in memory up to a total size, and does not repeat a failed fetch
 * for a minute. Nothing but the picture waits for the fetch.
 */
import { isIP } from "node:net";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { parcelItems } from "../../shipping/shipments/joined-orders.ts";
import { productsOfItems } from "../../shipping/products/products.service.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import {
  addressFault,
  filteredLookup,
  hostOf,
  type TargetRules,
} from "../../http/outgoing/check-address.ts";
import { rulesFor } from "../webhooks/check-target.ts";

const TIMEOUT_MS = 6_000;
const MOST_BYTES = 3_000_000;
const KEPT_BYTES = 48_000_000;
const AT_ONCE = 4;
const RETRY_MS = 60_000;
const MOST_REDIRECTS = 3;

/**
 * Setting that allows private or loopback addresses. Without this setting pictures, unlike
 * webhooks, come only from public addresses.
 */
const targetsSchema = z
  .object({ loopback: z.boolean().catch(false), private: z.boolean().catch(false) })
  .catch({ loopback: false, private: false });

export type ItemPictures = {
  /**
   * Gets the picture of an item.
   *
   * @returns A data URL.
   * @throws AppError E1051 for a shipment that the actor may not see, E2080 when there is no
   *   picture.
   */
  get(deps: FulfilmentDeps, actor: Actor, shipmentID: string, itemID: string): Promise<string>;
};

/** Creates an empty cache of pictures. */
export function createItemPictures(): ItemPictures {
  const kept = new Map<string, string>();
  const failedAt = new Map<string, number>();
  const underWay = new Map<string, Promise<string>>();
  const inTurn = createTurns();
  let bytes = 0;

  const keep = (url: string, picture: string): void => {
    kept.set(url, picture);
    bytes += picture.length;
    for (const [oldest, old] of kept) {
      if (bytes <= KEPT_BYTES) return;
      kept.delete(oldest);
      bytes -= old.length;
    }
  };

  const load = async (
    deps: Pick<FulfilmentDeps, "now" | "settings" | "origin">,
    url: string,
  ): Promise<string> => {
    try {
      const picture = await inTurn(() => download(deps, url));
      keep(url, picture);
      return picture;
    } catch (error) {
      if (failedAt.size > 1_000) failedAt.clear();
      failedAt.set(url, Date.parse(deps.now()));
      throw error;
    } finally {
      underWay.delete(url);
    }
  };

  return {
    async get(deps, actor, shipmentID, itemID) {
      const url = addressOf(deps, actor, shipmentID, itemID);
      if (url === "" || Date.parse(deps.now()) - (failedAt.get(url) ?? 0) < RETRY_MS)
        throw errors.itemPictureNotFound();
      const known = kept.get(url);
      if (known !== undefined) {
        kept.delete(url); // moves the picture to the end, since the first picture is dropped first
        kept.set(url, known);
        return known;
      }
      const loading = underWay.get(url) ?? load(deps, url);
      underWay.set(url, loading);
      return loading;
    },
  };
}

/** Finds the address of an item's picture: the item's, otherwise its product's; "" without. */
function addressOf(deps: FulfilmentDeps, actor: Actor, shipmentID: string, itemID: string): string {
  const item = parcelItems(getShipmentRow(deps, actor, shipmentID)).find(({ id }) => id === itemID);
  if (item === undefined || item.imageURL !== "") return item?.imageURL ?? "";
  return productsOfItems(deps, actor.organizationID, [item])[0]?.product?.imageURL ?? "";
}

/** Creates a function that runs tasks, about AT_ONCE in parallel; further tasks wait their turn. */
function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  const turns: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= AT_ONCE) await new Promise<void>((go) => turns.push(go));
    running += 1;
    try {
      return await run();
    } finally {
      running -= 1;
      turns.shift()?.();
    }
  };
}

/**
 * Downloads a picture, following redirects, and returns a data URL.
 *
 * @throws AppError E2080
 */
async function download(
  deps: Pick<FulfilmentDeps, "settings" | "origin">,
  text: string,
): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    let url = new URL(text);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const answer = await ask(url, rulesOf(deps, url), signal);
      if (answer.location === null) return answer.picture;
      url = new URL(answer.location, url);
    }
  } catch {
    // The shop is unreachable, refuses, or sends no picture: the window shows a placeholder.
  }
  throw errors.itemPictureNotFound();
}

function rulesOf(deps: Pick<FulfilmentDeps, "settings" | "origin">, url: URL): TargetRules {
  const rules = {
    ...rulesFor(deps, url),
    ...targetsSchema.parse(deps.settings.read("pictureTargets") ?? {}),
  };
  const host = hostOf(url);
  // undici does not call `lookup` for a literal address.
  const fault = isIP(host) === 0 ? undefined : addressFault(host, rules);
  if (
    fault !== undefined ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  )
    throw errors.itemPictureNotFound();
  return rules;
}

type Answer =
  | { readonly location: string; readonly picture: "" }
  | { readonly location: null; readonly picture: string };

async function ask(url: URL, rules: TargetRules, signal: AbortSignal): Promise<Answer> {
  // undici is loaded with the first picture, since the start does not need it.
  const { Agent, fetch } = await import("undici");
  // A new connection each time: a reused connection would go to the address that the host's name
  // had before.
  const agent = new Agent({ connect: { lookup: filteredLookup(rules), timeout: TIMEOUT_MS } });
  try {
    const { status, headers, body } = await fetch(url, {
      headers: { "user-agent": "Packbench", accept: "image/*" },
      redirect: "manual",
      signal,
      dispatcher: agent,
    });
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    if (location !== null) return { location, picture: "" };
    if (status !== 200 || body === null) throw errors.itemPictureNotFound();
    return { location: null, picture: dataURL(await readAll(body)) };
  } finally {
    await agent.destroy();
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MOST_BYTES) throw errors.itemPictureNotFound();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Picture formats by their first bytes, since the server's content type proves nothing. SVG is
 * excluded because it may contain scripts.
 */
const KINDS: readonly (readonly [type: string, isKind: (bytes: Buffer) => boolean])[] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  [
    "image/webp",
    (bytes) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" &&
      bytes.subarray(8, 12).toString("latin1") === "WEBP",
  ],
  ["image/gif", (bytes) => bytes.subarray(0, 4).toString("latin1") === "GIF8"],
];

function dataURL(bytes: Buffer): string {
  const kind = KINDS.find(([, isKind]) => isKind(bytes));
  if (kind === undefined) throw errors.itemPictureNotFound();
  return `data:${kind[0]};base64,${bytes.toString("base64")}`;
}
