/**
 * How a data folder came from another computer: moved, so that the other computer no longer uses
 * it; or copied, so that both continue separately.
 */
import { z } from "zod";

export const becameSchema = z.enum(["moved", "copied"]);
export type Became = z.infer<typeof becameSchema>;
