/**
 * Four sections of Settings, and the carrier step of the first start. The sections: Agreements;
 * Rules; Carriers, with prices and the organization's accounts; and Boxes.
 */
import type { Feature } from "../../store/feature.ts";
import { useShared } from "../../store/shared.ts";
import { lazyPart, lazyScreen } from "../../ui/lazy-screen.ts";

/** One import for several sections, because the first view names each of them. */
const settings = () => import("./CarrierSettings.tsx");

export const carriers = {
  slice: () => ({}),
  bind: useShared.bind,
  slots: { setUpStep: [lazyPart(async () => (await import("./SetUpCarrier.tsx")).SetUpCarrier)] },
  sections: [
    {
      name: "agreements",
      group: "carriers",
      rank: 35,
      title: "agreements.title",
      Screen: lazyScreen(async () => (await settings()).AgreementSettings),
    },
    {
      name: "rules",
      group: "carriers",
      rank: 37,
      title: "rules.title",
      Screen: lazyScreen(async () => (await settings()).RuleSettings),
    },
    {
      name: "carriers",
      group: "carriers",
      rank: 40,
      title: "carriers.title",
      Screen: lazyScreen(async () => (await settings()).CarrierSettings),
    },
    {
      name: "boxes",
      group: "carriers",
      rank: 50,
      title: "boxes.title",
      Screen: lazyScreen(async () => (await import("./Boxes.tsx")).Boxes),
    },
  ],
} as const satisfies Feature<object>;
