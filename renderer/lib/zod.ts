/**
 * zod for the screen: forms import it from here, and main.tsx imports it before everything else. A schema of the core that
 * was made before this would try to compile its checks, and the page's content security policy reports that as a violation.
 */
import { z } from "zod";

z.config({ jitless: true });

export { z };
