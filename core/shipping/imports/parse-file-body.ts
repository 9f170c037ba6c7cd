/**
 * The body of a request that brings a file, as it came: JSON with the file's name and its bytes in
 * base64.
 */
import { ERRORS, errors } from "../../base/errors.ts";
import { importInputSchema } from "./imports.schema.ts";

/** @throws AppError E1085 when it is no JSON, or has another shape. */
export function parseFileBody(body: Uint8Array): { fileName: string; content: string } {
  let json: unknown;
  try {
    json = JSON.parse(
      Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8") || "{}",
    );
  } catch {
    throw errors.badRequest("The body is not valid JSON.");
  }
  const parsed = importInputSchema.safeParse(json);
  // Of the file itself the decoder makes no half characters.
  if (parsed.success) return { ...parsed.data, fileName: parsed.data.fileName.toWellFormed() };
  const problems = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
    .join("; ");
  throw errors.badRequest(`${ERRORS.E1085.message} ${problems.slice(0, 500)}`);
}
