/** Today, a lead's board: figures, carriers, packers, stations, decisions; and the manifests. */
import { CalendarDays, Truck } from "lucide-react";
import { runShared } from "../../store/commands.ts";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { FIGURES } from "./day-lists.ts";
import { countOf, DECISIONS } from "./decisions.ts";
import { runAlone } from "./run-alone.ts";
import {
  createTodaySlices,
  MANIFESTS_KEY,
  MANIFESTS_VIEW,
  useToday,
  type TodaySlices,
} from "./use-today.ts";

const VIEW = "today";
/** Pause after each read, ms: forty stations pack, and a lead reads no faster. */
const PACE_MS = 2_000;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const carrierAt = (digit: number) => useToday.getState().manifestCarriers?.[digit - 1];
const pace = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PACE_MS));

export const today = {
  slice: createTodaySlices,
  bind: useToday.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.today",
      Icon: CalendarDays,
      Screen: lazyScreen(async () => (await import("./Today.tsx")).Today),
      commands: [
        ...DECISIONS.map(({ name, key }) => ({
          name: `today.${name}`,
          key,
          run: () => void import("./decide.ts").then(({ decide }) => decide(name)),
          isOpen: () => countOf(name, useToday.getState()) > 0,
        })),
        ...FIGURES.map(({ name, key, orders }) => ({
          name: `today.list.${name}`,
          key,
          run: () => runShared("showOrders", orders),
        })),
        {
          name: "today.manifests",
          key: MANIFESTS_KEY,
          run: () => useToday.getState().followLink(MANIFESTS_VIEW),
        },
      ],
      keyLines: [
        { rank: 0, key: "1 … 8", words: "today.keys.lists" },
        { rank: 0.5, key: MANIFESTS_KEY, words: "today.keys.manifests" },
        { rank: 2, key: "F2 … F9 · Alt+D · 0", words: "today.keys.decide" },
      ],
    },
    {
      name: MANIFESTS_VIEW,
      title: "app.view.manifests",
      Icon: Truck,
      offRail: true,
      Screen: lazyScreen(async () => (await import("./Manifests.tsx")).Manifests),
      commands: DIGITS.map((digit) => ({
        name: `today.manifest${digit}`,
        key: String(digit),
        run() {
          const carrier = carrierAt(digit);
          if (carrier === undefined) return;
          runAlone(() => void useToday.getState().takeManifest(carrier.providerCode));
        },
        isOpen: () => carrierAt(digit) !== undefined,
        notWhileAsked: true,
      })),
      keyLines: [{ rank: 0, key: "1 … 9", words: "today.keys.manifest" }],
      shows: () => (useToday.getState().manifestCarriers ?? []).map((one) => one.providerCode),
    },
  ],
  refetchOn: [
    {
      topics: ["shipment.changed", "tracking.updated", "printjob.changed", "import.done"],
      async read() {
        const { view, loadDayNow } = useToday.getState();
        // A hidden board is read when it is seen again.
        if (view !== VIEW || document.visibilityState === "hidden") return;
        await loadDayNow();
        await pace();
      },
    },
    {
      topics: ["shipment.changed", "printer.changed"],
      async read() {
        const { view, loadManifests, manifestDay } = useToday.getState();
        if (view !== MANIFESTS_VIEW || manifestDay === "") return;
        await loadManifests(manifestDay);
        await pace();
      },
    },
  ],
} as const satisfies Feature<TodaySlices>;
