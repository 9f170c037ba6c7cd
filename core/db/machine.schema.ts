/**
 * What a data folder from another computer is: the only one, whose first place is no longer used;
 * or one of two that go on apart.
 */
import { z } from "zod";

export const becameSchema = z.enum(["moved", "copied"]);
export type Became = z.infer<typeof becameSchema>;
