/**
 * zod for the screen's forms. A form's schema imports it from here, before it imports schemas of the core: zod would
 * else try to compile its checks, and the page's content security policy reports that as a violation.
 */
import { z } from "zod";

z.config({ jitless: true });

export { z };
