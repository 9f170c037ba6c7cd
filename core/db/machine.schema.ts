/**
 * The ways in which a data folder comes from another computer: moved, so that the other computer no
 * longer uses it; or copied, so that both computers continue separately.
 */
import { z } from "zod";

export const becameSchema = z.enum(["moved", "copied"]);
export type Became = z.infer<typeof becameSchema>;
