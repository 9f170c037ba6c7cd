/** The hub's program with quick times, as a separate process. */
import { runHubProgram } from "../../core/sync/hub/hub-program.ts";
import { QUICK_HUB } from "./quick-times.ts";

runHubProgram(process.argv.slice(2), QUICK_HUB);
