/** Entry point of `npm run hub`. */
import { runHubProgram } from "./hub-program.ts";

runHubProgram(process.argv.slice(2));
