/**
 * What another start of this program wants of the one that runs: its window in front, an order by a
 * link, or the end. The second process reads its own arguments and sends what it read; Chromium may
 * change their order on the way.
 */
import { app } from "electron";
import { z } from "zod";
import type { Log } from "../../core/base/log.ts";
import { isLink, readLink, type DeepLink } from "./deep-link.ts";

const errandSchema = z.object({ link: z.string().max(10_000).nullable(), quit: z.boolean() });
export type Errand = z.infer<typeof errandSchema>;

/** What the screen gets: the order, or that a link was refused. */
export type LinkNews = DeepLink | { readonly kind: "refused"; readonly value: "" };

type Receiver = {
  show(): void;
  /** Whether the screen is there to show an order. */
  takesLinks(): boolean;
  link(news: LinkNews): void;
};

export type Errands = {
  /**
   * From here on the window takes what comes; called again once its screen takes links, with those
   * that came before.
   */
  deliverTo(receiver: Receiver): void;
};

/** A program that sends links without an end gets the newest one shown this often. */
const LINKS_EVERY_MS = 500;
const REFUSED: LinkNews = { kind: "refused", value: "" };

/**
 * @param args Of this start. One with a link asks for nothing else: a page may have written the
 *   link.
 */
export function errandOf(args: readonly string[]): Errand {
  const link = args.findLast(isLink);
  return {
    link: link === undefined ? null : link.slice(0, 10_000),
    quit: link === undefined && args.includes("--quit"),
  };
}

/**
 * Before the app is ready: on macOS a link may come before.
 *
 * @param first Of this start itself.
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
 * Windows alone: the packages of macOS and Linux state it, and no installer of Windows does. Sample
 * data is no desk that links are for.
 *
 * @param args What this start was given beside the program, so that a link opens the same station.
 */
export function registerLinks(args: readonly string[]): void {
  if (process.platform === "win32" && app.isPackaged)
    app.setAsDefaultProtocolClient("packbench", process.execPath, [...args]);
}
