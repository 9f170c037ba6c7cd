/** `npm run serve`: entry point of the headless station. */
import { serve } from "./headless-station.ts";

serve(process.argv.slice(2));
