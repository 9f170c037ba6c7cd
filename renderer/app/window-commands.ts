/** Commands of the window for scans, keys and questions, independent of features. */
import { isBadgeNumber } from "../../core/base/badge-number.ts";
import type { NamedCommand } from "../lib/pressed-key.ts";
import { provideCommands, type SharedCommands } from "../store/commands.ts";
import type { Question } from "../store/feature.ts";
import {
  HELP_VIEW,
  HOME_VIEW,
  PICKS_VIEW,
  SETTINGS_VIEW,
  SHIPMENTS_VIEW,
} from "../store/navigation.slice.ts";
import { playIfOn, refuse } from "../store/sounds.ts";
import { leaveTools } from "../ui/list/panel-focus.ts";
import { closeOpenPart } from "../ui/open-part.ts";
import { HOME, type Store } from "./features.ts";
import type { WindowCommand } from "./keys.ts";
import {
  findCommand,
  findView,
  isAskedIn,
  NUMBERED_VIEWS,
  OVERLAYS,
  PARTS,
  QUESTIONS,
} from "./parts.ts";
import { useStore } from "./store.ts";
import { waitBehindBadge } from "./behind-badge.ts";

type HomeCommand = Parameters<typeof HOME.run>[0];
export type AnyCommand = WindowCommand | HomeCommand;

type Asked = { readonly question: Question<Store>; readonly id: string };

/** Returns the question that is open now, or null. */
function askedNow(): Asked | null {
  const { asked } = useStore.getState();
  const question = QUESTIONS.find(({ name }) => name === asked?.overlay);
  return asked === null || question === undefined ? null : { question, id: asked.id };
}

/**
 * Handles a code from the scanner, or a code that was typed and sent with Enter. A badge is handled
 * first, and nothing else while the desk is locked; then a control barcode. Then the open question
 * may take the code as its answer, and the open view may take it. Otherwise the code is an order or
 * an item.
 *
 * @param isScan Whether the scanner sent the code.
 */
export function takeCode(code: string, isScan = false): void {
  playIfOn("scan");
  const { signIn, leadQuestion, takeBadge } = useStore.getState();
  if (!isBadgeNumber(code) && waitBehindBadge(code)) return;
  if (signIn?.state === "locked" && !isBadgeNumber(code)) refuse();
  if (takeBadge(code)) return;
  // The packer goes on without the lead: first the refusal ends the act, then the code finds the
  // order open.
  if (leadQuestion !== null) return void setTimeout(() => openCode(code, isScan));
  openCode(code, isScan);
}

/** Handles a code that is no badge. */
function openCode(code: string, isScan: boolean): void {
  if (HOME.takeControl(code)) return;
  useStore.getState().showPalette(false);
  const asked = askedNow();
  const isAnswer = asked?.question.isAnsweredBy?.(useStore.getState(), asked.id, code) === true;
  if (isAnswer) asked.question.answer(asked.id, true);
  // A scanned label may answer a print question and also be the last label of a batch.
  if (
    findView(useStore.getState().view)?.takeCode?.(code) === true ||
    isTakenBySection(code) ||
    isAnswer
  )
    return;
  // In another view a person may scan to look an order up, so that no rule buys it.
  const isPacking = useStore.getState().view === HOME_VIEW;
  useStore.getState().showView(HOME_VIEW);
  HOME.takeCode(code, isScan && isPacking);
}

/** Offers the code to the open section of Settings, or to the section that opens for it. */
function isTakenBySection(code: string): boolean {
  const { view, lastSection, openSettings } = useStore.getState();
  const isOpen = (name: string): boolean => view === SETTINGS_VIEW && name === lastSection;
  const taker = PARTS.flatMap(({ sections = [] }) => sections).find(
    ({ name, takeCode: take, opensFor }) =>
      (isOpen(name) || opensFor?.(code) === true) && take?.(code) === true,
  );
  if (taker !== undefined && !isOpen(taker.name)) openSettings(taker.name);
  return taker !== undefined;
}

/**
 * Goes one step back. Leaves the first of these that is open: the question, a part inside the view,
 * the view, what covers the home view, the order.
 */
function back(): void {
  const store = useStore.getState();
  const asked = isAskedIn(store) ? askedNow() : null;
  if (asked !== null) return asked.question.putOff(asked.id);
  if (closeOpenPart() || leaveTools()) return;
  if (store.view !== HOME_VIEW) {
    if (findView(store.view)?.back?.() !== true) leaveView();
    return;
  }
  const overlay = OVERLAYS.find(({ name }) => name === store.overlay);
  if (overlay?.close(store) !== true) HOME.back();
}

/** Answers the open question. */
function answer(yes: boolean): void {
  const asked = askedNow();
  asked?.question.answer(asked.id, yes);
}

/** Runs a key's command. */
export function runCommand(command: AnyCommand): void {
  const store = useStore.getState();
  switch (command.do) {
    case "keys":
      return store.showKeys(!store.keysShown, store.view);
    case "palette":
      return store.showPalette(!store.paletteOpen);
    case "view":
      return store.showView(NUMBERED_VIEWS[command.at]?.name ?? store.view);
    case "help":
      return store.followLink(HELP_VIEW);
    case "back":
      return back();
    case "answer":
      return answer(command.yes);
    case "run":
      return findCommand(command.command)?.run();
    case "lock":
      // At a locked desk, ends the check of a PIN.
      return store.signIn?.state === "off" ? refuse() : void store.lock();
    case "refuse":
      return refuse();
    case "nothing":
      return;
    default:
      return HOME.run(command);
  }
}

/** Returns whether two commands do the same, possibly to different subjects. */
export function isSameCommand(
  one: NamedCommand & { readonly command?: string },
  other: NamedCommand & { readonly command?: string },
): boolean {
  return one.do === other.do && one.command === other.command;
}

/** Opens the shipment of this number in the home view. */
function openNumber(number: number): void {
  useStore.getState().showView(HOME_VIEW);
  HOME.openNumber(number);
}

/** Shows the home view, and opens its first waiting order unless an order is open. */
function openFirstWaiting(): void {
  const { showView, openOrder } = useStore.getState();
  showView(HOME_VIEW);
  if (openOrder.is === "none") void HOME.openFirstWaiting();
}

function showOrders(...[of, carrier = "", hour]: Parameters<SharedCommands["showOrders"]>): void {
  const chosen =
    of === "BOUGHT_TODAY"
      ? { flags: hour === undefined ? (["boughtToday"] as const) : [] }
      : { status: of };
  linkToList({ carrier, hour: hour ?? null, ...chosen });
}

/** Shows the list of shipments with this filter alone. */
function linkToList(filter: Parameters<Store["linkShipments"]>[0]): void {
  const store = useStore.getState();
  store.linkShipments(filter);
  store.followLink(SHIPMENTS_VIEW);
}

/** Leaves the open view. A list that a link led to has its earlier filter and search again. */
function leaveView(): void {
  const store = useStore.getState();
  store.leaveView();
  const isList = store.view === SHIPMENTS_VIEW && store.openedShipment === null;
  if (isList && store.linkedFrom.length > 0) store.unlinkShipments();
}

function showBoard(column: "ATTENTION" | "BOUGHT"): void {
  const store = useStore.getState();
  store.chooseColumn(column);
  store.followLink("tracking");
}

provideCommands({
  takeCode: (code) => takeCode(code),
  openNumber,
  openFirstWaiting,
  clearFailure: HOME.clearFailure,
  back,
  answer,
  showOrders,
  showOrder: (order) => linkToList({ order }),
  showBoard,
  showPicks(shipmentIDs) {
    useStore.getState().pickOrders(shipmentIDs);
    useStore.getState().showView(PICKS_VIEW);
  },
  showChanges() {
    useStore.getState().showChanges(true);
    useStore.getState().showView(HOME_VIEW);
  },
  enterScan: (shipmentID) => useStore.getState().askScan(shipmentID),
});
