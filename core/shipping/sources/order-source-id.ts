/** Identifies the sources of orders, equally at each station. */
import { derivedId } from "../../base/derived-id.ts";
import { fold } from "../../base/text.ts";

/** Returns the id of a source: upper and lower case of its name do not differ. */
export function orderSourceID(organizationID: string, name: string): string {
  return derivedId("order source", organizationID, fold(name));
}

/** Returns the `sourceIdentifier` of the orders of a source's files. */
export function sourceIdentifierOf(name: string): string {
  return fold(name);
}
