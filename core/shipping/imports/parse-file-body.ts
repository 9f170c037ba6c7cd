/**
 * Parses the body of a request that uploads a file: JSON with the file's name and its bytes in
 * base64.
 */
import { ERRORS, errors } from "../../base/errors.ts";
import { importInputSchema } from "./imports.schema.ts";

/**
 * Parses a body.
 *
 * @throws AppError E1085 when the body is not JSON, or has another shape.
 */
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
  // Only the name can have lone surrogates; decoding the file never produces them.
  if (parsed.success) return { ...parsed.data, fileName: parsed.data.fileName.toWellFormed() };
  const problems = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
    .join("; ");
  throw errors.badRequest(`${ERRORS.E1085.message} ${problems.slice(0, 500)}`);
}
