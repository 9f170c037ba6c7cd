/**
 * Programs and web pages that use the station: tokens, allowed pages, the question that asks
 * whether a page is allowed, and webhooks.
 */
import { Plug, Webhook } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import { pairingOf } from "./pairings.slice.ts";
import {
  createIntegrationsSlices,
  useIntegrations,
  type IntegrationsSlices,
} from "./use-integrations.ts";

export const integrations = {
  slice: createIntegrationsSlices,
  bind: useIntegrations.bind,
  sections: [
    {
      name: "programs",
      group: "programs",
      rank: 70,
      title: "integrations.title",
      Icon: Plug,
      Screen: lazyScreen(async () => (await import("./Integrations.tsx")).Integrations),
      needsPerson: () => useIntegrations.getState().pairings.questions.length > 0,
    },
    {
      name: "webhooks",
      group: "programs",
      rank: 80,
      title: "webhooks.title",
      Icon: Webhook,
      Screen: lazyScreen(async () => (await import("./Webhooks.tsx")).Webhooks),
    },
  ],
  questions: [
    {
      name: "pairing",
      Panel: soonPart(async () => (await import("./PairingQuestion.tsx")).PairingQuestion),
      next: (state) => pairingOf(state)?.id ?? null,
      isOpen: ({ pairings, putOffPairings }, id) =>
        pairings.questions.some((question) => question.id === id) && !putOffPairings.has(id),
      answer: (id, yes) => void useIntegrations.getState().answerPairing(id, yes),
      putOff: (id) => useIntegrations.getState().putOffPairing(id),
    },
  ],
  refetchOn: [{ topics: ["pairing.asked"], read: () => useIntegrations.getState().loadPairings() }],
  onStart: () => void useIntegrations.getState().loadPairings(),
} as const satisfies Feature<IntegrationsSlices>;
