/**
 * Checks which programs, folders, files and addresses the window's page may name. A fault of the
 * page could let an attacker control it. So on a shared desk the page may name nothing of this
 * kind; elsewhere a person must have chosen the folder or file. Calls of programs have separate
 * rules.
 */
import { errors } from "../base/errors.ts";
import type { PagePlaces } from "./actor.ts";
import type { AnyEndpoint } from "./endpoint.ts";

/**
 * Requires that the window's page may name the programs, paths and addresses in a request.
 *
 * @throws AppError E2104 on a shared desk; E1055 for a path that was not chosen in this run.
 */
export function checkPlaces(
  endpoint: Pick<AnyEndpoint, "places">,
  page: PagePlaces,
  input: { readonly query: unknown; readonly body: unknown },
): void {
  for (const [name, kind] of Object.entries(endpoint.places ?? {})) {
    const value = valueAt(input, name.split("."));
    if (value === undefined || value === null) continue;
    if (page.isKiosk) throw errors.sharedDesk();
    if (kind === "chosen" && !page.chosen.some((one) => one === value)) {
      throw errors.notAuthorised(
        "Choose the folder or the file in the system's own dialog first. Nothing was changed.",
      );
    }
  }
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  return typeof value === "object" && value !== null
    ? valueAt(new Map(Object.entries(value)).get(name), rest)
    : undefined;
}
