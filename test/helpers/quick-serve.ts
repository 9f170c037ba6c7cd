/** Entry of a headless station with short timeouts and intervals, run as a separate process. */
import { serve } from "../../core/headless-station.ts";
import { QUICK_WORLD } from "./quick-times.ts";

serve(process.argv.slice(2), QUICK_WORLD);
