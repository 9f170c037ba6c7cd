/** Wire shapes of entering a file that is a whole agreement. */
import { z } from "zod";
import { agreementSchema } from "../agreements.schema.ts";
import { noticeSchema } from "../load/findings.schema.ts";
import { mappingSchema } from "../load/mapping.schema.ts";
import { PRICES_INCLUDE } from "../load/price-list.schema.ts";
import { fileProblemSchema } from "./file-problems.schema.ts";

export const agreementFileInputSchema = z
  .strictObject({
    fileName: z.string().trim().min(1).max(300),
    /** The file's bytes, base64. */
    content: z.base64(),
    /** Answers what would be entered, and saves nothing. */
    preview: z.boolean().default(false),
    /** Taxes that the prices include; replaces the file's line. */
    pricesInclude: z.enum(PRICES_INCLUDE).optional(),
    /** Sign before the decimals, for numbers that have two readings. */
    decimalSign: z.enum([".", ","]).optional(),
    /** Meaning of the columns, when the headings do not show it. */
    mapping: mappingSchema.optional(),
    /** Largest envelope, kg or desi; a file does not state it. */
    fileUpToDesi: z.number().positive().max(5).default(0.5),
    /** Whether parts of a further desi cost their part. */
    isExtraExact: z.boolean().default(false),
  })
  .meta({ id: "AgreementFile" });
export type AgreementFileInput = z.output<typeof agreementFileInputSchema>;

export const agreementFileAnswerSchema = z
  .object({
    /** The agreement after the file; of a preview, what it would be. Null: nothing is entered. */
    agreement: agreementSchema.nullable(),
    /**
     * `unknown`: the headings have no known meaning; send the file again with a mapping. `refused`:
     * the file has problems. `previewed`: the file would be entered. `entered`: it was entered.
     * `alreadyEntered`: the agreement has these prices from this day on, and all ranges of the file.
     */
    step: z.enum(["unknown", "refused", "previewed", "entered", "alreadyEntered"]),
    /** Whether the file makes a new agreement; false: it adds to an agreement. */
    isNew: z.boolean(),
    /** First day of the file's prices; "" when the file was not read. */
    validFrom: z.string(),
    addedRanges: z.number().int(),
    headings: z.object({
      row: z.number().int(),
      list: z.array(z.object({ column: z.string(), text: z.string() })),
    }),
    /** Mapping that was used; for unknown headings a proposal, or null. */
    mapping: mappingSchema.nullable(),
    problems: z.array(fileProblemSchema),
    /** Number of all problems; `problems` are the first. */
    problemCount: z.number().int(),
    notices: z.array(noticeSchema),
  })
  .meta({ id: "AgreementFileAnswer" });
export type AgreementFileAnswer = z.infer<typeof agreementFileAnswerSchema>;
