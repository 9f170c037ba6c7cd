/** The parts of an OpenAPI document that the readable page shows; parsing drops the rest. */
import { z } from "zod";

export type Schema = {
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly description?: string | undefined;
};

const schemaSchema: z.ZodType<Schema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return schemaSchema.optional();
  },
  get anyOf() {
    return z.array(schemaSchema).optional();
  },
  description: z.string().optional(),
});

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema.optional() }));
export type Content = z.infer<typeof contentSchema>;

const operationSchema = z.object({
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: schemaSchema.optional(),
      }),
    )
    .optional(),
  requestBody: z.object({ content: contentSchema.optional() }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema.optional() })).optional(),
  "x-error-codes": z.array(z.string()).optional(),
});
export type Operation = z.infer<typeof operationSchema>;

/** A document whose schemas are inlined instead of referenced. */
export const apiDocumentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)).optional(),
});
export type ApiDocument = z.infer<typeof apiDocumentSchema>;
