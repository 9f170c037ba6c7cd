/**
 * zod for the screen; the build replaces "zod" by this file in every file of the screen. A schema
 * created before this setting would try to compile its checks, which the page's content security
 * policy reports as a violation.
 */
import { z } from "zod/v4";

z.config({ jitless: true });

export * from "zod/v4";
export { z };
