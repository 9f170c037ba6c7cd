/** The notice about a changed order whose label is bought, loaded right after the first screen. */
import { soonPart } from "../../../ui/lazy-screen.ts";

export const ChangeNotice = soonPart(async () => (await import("./ChangeNotice.tsx")).ChangeNotice);
