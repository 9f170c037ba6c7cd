/** Checks the connection of an account against its kind's fields. Pure. */
import { errors } from "../../base/errors.ts";
import { trimmedText } from "../../base/text.ts";
import type { ConnectionKind } from "../carriers/connection.ts";
import type { ConnectionField, ConnectionSettings } from "../carriers/connection.schema.ts";
import type { AccountInput } from "./accounts.schema.ts";
import type { AccountRow } from "./accounts.store.ts";
import { LATEST_PICKUP_AT } from "./connections.schema.ts";

/** Connection of an account, as its row stores it; `secrets` are sealed by the caller. */
export type CheckedConnection = {
  readonly columns: Pick<
    AccountRow,
    "connection" | "connectionSettings" | "announces" | "cutOff" | "pickupAt"
  >;
  readonly secrets: ConnectionSettings;
};

export type ConnectionValues = {
  readonly kind: string;
  readonly username: string;
  readonly password: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly announces: string;
  readonly cutOff: string;
  readonly pickupAt: string;
};

/** An account without a connection. */
export const NO_CONNECTION: CheckedConnection = {
  columns: {
    connection: "",
    connectionSettings: {},
    announces: "atOnce",
    cutOff: "",
    pickupAt: "",
  },
  secrets: {},
};
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Reads the connection of a new account from its parameters: `connection` names the kind. */
export function newConnection(
  kinds: readonly ConnectionKind[],
  providerCode: string,
  { username, password, parameters }: AccountInput,
): CheckedConnection {
  return checkConnection(kinds, providerCode, {
    kind: trimmedText(parameters["connection"]),
    username,
    password,
    values: parameters,
    announces: trimmedText(parameters["announces"]),
    cutOff: trimmedText(parameters["cutOff"]),
    pickupAt: trimmedText(parameters["pickupAt"]),
  });
}

/**
 * Checks a connection.
 *
 * @param kept Secrets that are stored already; an empty secret keeps its stored value.
 * @throws AppError E1085 that names the field.
 */
export function checkConnection(
  kinds: readonly ConnectionKind[],
  providerCode: string,
  { kind, username, password, values, announces, cutOff, pickupAt }: ConnectionValues,
  kept: ConnectionSettings = {},
): CheckedConnection {
  if (kind === "") return NO_CONNECTION;
  const found = kinds.find((one) => one.kind === kind);
  if (found === undefined)
    throw errors.badRequest(
      `connection: must be ${kinds.map((one) => one.kind).join(", ")}, or empty.`,
    );
  if (found.providerCode !== "" && found.providerCode !== providerCode)
    throw errors.badRequest(`connection: ${found.name} reaches only ${found.providerCode}.`);
  if (found.needsLogin && (username === "" || password === ""))
    throw errors.badRequest(
      `${username === "" ? "username" : "password"}: ${found.name} needs a user name and a password.`,
    );
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const field of found.fields) {
    const given = trimmedText(values[field.name]);
    const isSecret = field.type === "secret";
    const value = given === "" ? ((isSecret ? kept[field.name] : field.usual) ?? "") : given;
    checkField(field, value);
    (isSecret ? secrets : settings)[field.name] = value;
  }
  const problem = found.checkSettings?.({ ...settings, ...secrets });
  if (problem !== undefined) throw errors.badRequest(problem);
  return {
    columns: {
      connection: kind,
      connectionSettings: settings,
      announces: checkAnnounces(found, announces),
      cutOff: checkTime("cutOff", cutOff),
      pickupAt: found.can.includes("pickup") ? checkPickupAt(pickupAt) : "",
    },
    secrets,
  };
}

function checkField({ name, type, isRequired, values, maxLength }: ConnectionField, value: string) {
  if (value === "") {
    if (isRequired) throw errors.badRequest(`${name}: is required for this connection.`);
    return;
  }
  if (value.length > (maxLength ?? 500))
    throw errors.badRequest(`${name}: has more than ${maxLength ?? 500} characters.`);
  if (type === "choice" && values?.includes(value) !== true)
    throw errors.badRequest(`${name}: must be ${(values ?? []).join(", ")}.`);
  if (type === "url" && !isServer(value))
    throw errors.badRequest(
      `${name}: must be an address like https://host/path, without user name, query and fragment.`,
    );
}

function isServer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (
    (protocol === "https:" || protocol === "http:") && username + password + search + hash === ""
  );
}

/** A file is made by a person or at a set time, never with each label. */
function checkAnnounces({ can }: ConnectionKind, announces: string): string {
  if (announces === "" || announces === "atOnce") return can.includes("file") ? "byHand" : "atOnce";
  if (announces === "byHand") return announces;
  const times = announces.split(",").map((time) => time.trim());
  if (times.length > 12 || !times.every((time) => TIME.test(time)))
    throw errors.badRequest(
      `announces: must be atOnce, byHand, or times of day like "16:30,18:00".`,
    );
  return [...new Set(times)].sort().join(",");
}

function checkTime(name: string, time: string): string {
  if (time !== "" && !TIME.test(time))
    throw errors.badRequest(`${name}: must be a time of day like 17:00, or empty.`);
  return time;
}

function checkPickupAt(time: string): string {
  if (checkTime("pickupAt", time) > LATEST_PICKUP_AT)
    throw errors.badRequest(`pickupAt: must be at most ${LATEST_PICKUP_AT}, or empty.`);
  return time;
}
