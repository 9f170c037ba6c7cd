/**
 * zod for the screen; the build puts it in the place of "zod" in every file of the screen. A schema
 * that was made before zod is set up so would try to compile its checks, and the page's content
 * security policy reports that as a violation.
 */
import { z } from "zod/v4";

z.config({ jitless: true });

export * from "zod/v4";
export { z };
