/** Fields of the form of a connection as texts, and the request from them. Pure. */
import {
  LATEST_PICKUP_AT,
  type ConnectedAccount,
  type ConnectionInput,
} from "../../../../core/shipping/accounts/connections.schema.ts";
import type {
  ConnectionField,
  ConnectionKindSchema,
} from "../../../../core/shipping/carriers/connection.schema.ts";
import type { Failure } from "../../../lib/failure.ts";

/** Typed texts by field; a field of a kind has the name of `settingName`. */
export type ConnectionTexts = Readonly<Record<string, string>>;

/** Name of a kind's field among the texts. */
export const settingName = (name: string): string => `setting.${name}`;

const WHEN = ["atOnce", "byHand", "times"] as const;
export type When = (typeof WHEN)[number];

/** Returns the form's texts for an account, without secrets; absent: a new account. */
export function startTexts(account?: ConnectedAccount): ConnectionTexts {
  const { kind = "", announces = "", cutOff = "", pickupAt = "", settings = {} } = account ?? {};
  const isAtTimes = announces !== "" && announces !== "atOnce" && announces !== "byHand";
  return {
    kind,
    username: "",
    password: "",
    when: isAtTimes ? "times" : announces === "" ? "atOnce" : announces,
    times: isAtTimes ? announces : "",
    cutOff,
    pickupAt,
    ...Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [settingName(name), value]),
    ),
  };
}

/** Lists the names of texts that are not kept in a draft. */
export function secretNames(kinds: readonly ConnectionKindSchema[]): string[] {
  const fields = kinds.flatMap((kind) => kind.fields);
  return [
    "password",
    ...fields.filter(({ type }) => type === "secret").map(({ name }) => settingName(name)),
  ];
}

/** Returns whether accounts of a kind sell at their own prices, as marketplaces do. */
export function isSeller({ can }: Pick<ConnectionKindSchema, "can">): boolean {
  return can.includes("quote");
}

/** Lists the kinds that an account of a carrier may have; an account that sells keeps its kind. */
export function kindsFor(
  kinds: readonly ConnectionKindSchema[],
  providerCode: string,
): ConnectionKindSchema[] {
  const sellers = kinds.filter((kind) => isSeller(kind) && kind.providerCode === providerCode);
  return sellers.length > 0
    ? sellers
    : kinds.filter((kind) => kind.providerCode === "" || kind.providerCode === providerCode);
}

/** Returns whether labels are announced: a carrier that sells its own labels knows them. */
export function isAnnouncing({ can }: Pick<ConnectionKindSchema, "can">): boolean {
  return can.includes("announce") || can.includes("file");
}

/** Lists the times at which labels can be announced: a person makes files, or a set time does. */
export function whensOf({ can }: Pick<ConnectionKindSchema, "can">): readonly When[] {
  return can.includes("file") ? ["byHand", "times"] : WHEN;
}

/** Returns the chosen time at which labels are announced. */
export function whenOf(kind: Pick<ConnectionKindSchema, "can">, typed: ConnectionTexts): When {
  const whens = whensOf(kind);
  return whens.find((one) => one === typed["when"]) ?? whens[0] ?? "byHand";
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export type WrongText = {
  readonly name: string;
  readonly why: "required" | "times" | "cutOff" | "pickupAt" | "column" | "noBarcode" | "refused";
  /** The wrong part of the text; absent: the whole text. */
  readonly part?: string;
};

/**
 * Finds the first wrong text.
 *
 * @param hasSecrets Whether the account has this kind already, so that an empty secret keeps its
 *   stored value.
 */
export function findWrong(
  kind: ConnectionKindSchema,
  typed: ConnectionTexts,
  hasSecrets: boolean,
): WrongText | undefined {
  const missing = kind.fields.find(
    ({ name, type, isRequired, usual }) =>
      isRequired &&
      usual === undefined &&
      textOf(typed, settingName(name)) === "" &&
      !(type === "secret" && hasSecrets),
  );
  if (missing !== undefined) return { name: settingName(missing.name), why: "required" };
  const columns = kind.kind === "manual" ? findWrongColumn(kind, typed) : undefined;
  if (columns !== undefined) return columns;
  const times = textOf(typed, "times").split(",");
  if (whenOf(kind, typed) === "times" && !times.every((time) => TIME.test(time.trim())))
    return { name: "times", why: "times" };
  const time = (["cutOff", "pickupAt"] as const).find((name) => {
    const text = textOf(typed, name);
    const isLate = name === "pickupAt" && text > LATEST_PICKUP_AT;
    return text !== "" && (!TIME.test(text) || isLate);
  });
  return time === undefined ? undefined : { name: time, why: time };
}

/** Names of texts that no kind of connection has. */
const COMMON: ReadonlySet<string> = new Set(["username", "password", "cutOff", "pickupAt"]);

/** Finds the text that the station refused: its answer begins with the name of the field. */
export function findRefused({
  code,
  message,
}: Pick<Failure, "code" | "message">): WrongText | undefined {
  const name = code === "E1085" ? /^(\w+):/.exec(message)?.[1] : undefined;
  if (name === undefined) return undefined;
  return { name: COMMON.has(name) ? name : settingName(name), why: "refused" };
}

/** Finds a column of a file that is not "Heading=field". */
function findWrongColumn(
  { fields }: ConnectionKindSchema,
  typed: ConnectionTexts,
): WrongText | undefined {
  const name = settingName("columns");
  const known = fieldsOf(fields.find((field) => field.name === "columns")?.usual ?? "");
  const parts = textOf(typed, name)
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const part = parts.find((one) => !/.=/.test(one) || !known.includes(fieldOf(one)));
  if (part !== undefined) return { name, why: "column", part };
  return parts.length === 0 || parts.some((one) => fieldOf(one) === "barcode")
    ? undefined
    : { name, why: "noBarcode" };
}

/** Lists the fields of columns like "Barkod=barcode; Alıcı=recipient.name". */
export function fieldsOf(columns: string): string[] {
  return columns.split(";").map(fieldOf);
}

function fieldOf(column: string): string {
  return column.slice(column.lastIndexOf("=") + 1).trim();
}

/** Returns the request from the typed texts. */
export function inputOf(kind: ConnectionKindSchema, typed: ConnectionTexts): ConnectionInput {
  const when = whenOf(kind, typed);
  return {
    kind: kind.kind,
    username: textOf(typed, "username"),
    password: typed["password"] ?? "",
    settings: settingsOf(kind.fields, typed),
    announces: when === "times" ? textOf(typed, "times") : when,
    cutOff: textOf(typed, "cutOff"),
    pickupAt: textOf(typed, "pickupAt"),
  };
}

/** Returns the parameters of a new account with this connection. */
export function parametersOf(
  kind: ConnectionKindSchema,
  typed: ConnectionTexts,
): Record<string, string> {
  const { settings, announces, cutOff, pickupAt } = inputOf(kind, typed);
  return { ...settings, connection: kind.kind, announces, cutOff, pickupAt };
}

/** Removes the connection of an account. */
export const NO_CONNECTION: ConnectionInput = {
  kind: "",
  username: "",
  password: "",
  settings: {},
  announces: "",
  cutOff: "",
  pickupAt: "",
};

function settingsOf(
  fields: readonly ConnectionField[],
  typed: ConnectionTexts,
): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(typed, settingName(name))]));
}

function textOf(typed: ConnectionTexts, name: string): string {
  return (typed[name] ?? "").trim();
}
