/** The line about marketplaces, loaded right after the first screen. */
import { soonPart } from "../../../ui/lazy-screen.ts";

export const Line = soonPart(async () => (await import("./MarketplaceLine.tsx")).MarketplaceLine);
