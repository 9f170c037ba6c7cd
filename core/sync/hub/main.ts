/** `npm run hub`: the entry of the hub's program. */
import { runHubProgram } from "./hub-program.ts";

runHubProgram(process.argv.slice(2));
