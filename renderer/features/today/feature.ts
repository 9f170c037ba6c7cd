/** Today, a lead's first look: figures, carriers, hours, decisions, manifests. */
import { CalendarDays } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { countOf, decide, DECISIONS } from "./decisions.ts";
import { runAlone } from "./run-alone.ts";
import { createTodaySlices, useToday, type TodaySlices } from "./use-today.ts";

const VIEW = "today";
/** Pause after each read, ms: a person notices no faster updates of a figure. */
const PACE_MS = 1_000;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const carrierAt = (digit: number) => useToday.getState().manifestCarriers?.[digit - 1];

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
          run: () => decide(name),
          isOpen: () => countOf(name, useToday.getState()) > 0,
        })),
        ...DIGITS.map((digit) => ({
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
      ],
      keyLines: [
        { rank: 0, key: "1 … 9", words: "today.keys.manifest" },
        { rank: 2, key: "F2 … F9", words: "today.keys.decide" },
      ],
      shows: () => (useToday.getState().manifestCarriers ?? []).map((one) => one.providerCode),
    },
  ],
  refetchOn: [
    {
      topics: ["shipment.changed", "tracking.updated", "printjob.changed", "import.done"],
      async read() {
        const { view, loadDayNow, loadManifests, manifestDay } = useToday.getState();
        if (view !== VIEW) return;
        await Promise.all([
          loadDayNow(),
          manifestDay === "" ? undefined : loadManifests(manifestDay),
        ]);
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      },
    },
  ],
} as const satisfies Feature<TodaySlices>;
