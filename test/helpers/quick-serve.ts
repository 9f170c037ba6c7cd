/** The headless station with quick times, as a process of its own. */
import { serve } from "../../core/headless-station.ts";
import { QUICK_WORLD } from "./quick-times.ts";

serve(process.argv.slice(2), QUICK_WORLD);
