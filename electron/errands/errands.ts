/**
 * Requests that a second start of this program sends to the running program: show the window, open
 * an order by a link, or quit. The second process parses its own arguments and sends the result,
 * because Chromium may reorder arguments.
 */
import { app } from "electron";
import { z } from "zod";
import type { Log } from "../../core/base/log.ts";
import { isLink, readLink, type DeepLink } from "./deep-link.ts";

const errandSchema = z.object({ link: z.string().max(10_000).nullable(), quit: z.boolean() });
export type Errand = z.infer<typeof errandSchema>;

/** Sent to the screen: the order or shipment to show, or that a link was refused. */
export type LinkNews = DeepLink | { readonly kind: "refused"; readonly value: "" };

type Receiver = {
  show(): void;
  /** Returns whether the screen can show an order now. */
  takesLinks(): boolean;
  link(news: LinkNews): void;
};

export type Errands = {
  /**
   * Sets the receiver of later requests. Called again once the screen takes links; that call
   * delivers the newest link that came before.
   */
  deliverTo(receiver: Receiver): void;
};

/**
 * Shortest time between two links that are shown, ms. When links arrive faster, only the newest is
 * shown.
 */
const LINKS_EVERY_MS = 500;
const REFUSED: LinkNews = { kind: "refused", value: "" };

/**
 * Reads what this start asks of a program that runs already.
 *
 * @param args Arguments of this start. A start with a link can request nothing else, because a web
 *   page may have written the link.
 */
export function errandOf(args: readonly string[]): Errand {
  const link = args.findLast(isLink);
  return {
    link: link === undefined ? null : link.slice(0, 10_000),
    quit: link === undefined && args.includes("--quit"),
  };
}

/**
 * Starts receiving requests; must run before the app is ready, because on macOS a link may come
 * before that.
 *
 * @param first The request of this start itself.
 * @param quit Ends the station as a signal does.
 */
export function receiveErrands(first: Errand, quit: () => void, log: Log): Errands {
  let receiver: Receiver | undefined;
  let news: LinkNews | undefined;
  let isClosed = false;
  let isWanted = false;

  const deliver = (): void => {
    if (receiver === undefined || isClosed) return;
    const link = receiver.takesLinks() ? news : undefined;
    if (!isWanted && link === undefined) return;
    if (isWanted) receiver.show();
    if (link !== undefined) {
      receiver.link(link);
      news = undefined;
    }
    isWanted = false;
    isClosed = true;
    setTimeout(() => {
      isClosed = false;
      deliver();
    }, LINKS_EVERY_MS);
  };
  const take = ({ link }: Pick<Errand, "link">): void => {
    isWanted = true;
    if (link !== null) {
      news = readLink(link) ?? REFUSED;
      if (news === REFUSED) log.warn({ characters: link.length }, "a link was refused");
    }
    deliver();
  };

  if (first.link !== null) take(first);
  app.on("second-instance", (_event, _args, _folder, sent) => {
    const errand = errandSchema.safeParse(sent).data ?? { link: null, quit: false };
    if (errand.quit) return quit();
    take(errand);
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    take({ link: url.slice(0, 10_000) });
  });
  return {
    deliverTo(opened) {
      receiver = opened;
      deliver();
    },
  };
}

/**
 * Registers the link scheme on Windows; on macOS and Linux the packages declare it, on Windows no
 * installer does. Not called with sample data, because links are for the real station.
 *
 * @param args Arguments of this start, so that a link opens the same station.
 */
export function registerLinks(args: readonly string[]): void {
  if (process.platform === "win32" && app.isPackaged)
    app.setAsDefaultProtocolClient("packbench", process.execPath, [...args]);
}
