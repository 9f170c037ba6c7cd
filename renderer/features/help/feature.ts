/** Help: guides for packers, owners, IT and programmers. */
import { CircleQuestionMark } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { HELP_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createHelpSlice, type HelpSlice } from "./help.slice.ts";
import { useHelp } from "./use-help.ts";

export const help = {
  slice: createHelpSlice,
  bind: useHelp.bind,
  views: [
    {
      name: HELP_VIEW,
      title: "app.view.help",
      Icon: CircleQuestionMark,
      offRail: true,
      Screen: lazyScreen(async () => (await import("./Help.tsx")).Help),
      keyLines: [
        { rank: 0, key: "Ctrl+F", words: "help.keys.find" },
        { rank: 1, key: "Ctrl+P", words: "help.keys.print" },
      ],
    },
  ],
} as const satisfies Feature<HelpSlice>;
