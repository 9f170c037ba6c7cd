/**
 * Masks noted calls: secrets in every form in which a request may carry them, fields with secret
 * names, and most of each phone number and e-mail address.
 */
import { isSecretName, MASK, maskText } from "../../base/mask.ts";
import { fold } from "../../base/text.ts";

/** Shorter secrets are found by the names of their fields alone, since any text may contain them. */
const SHORTEST_SECRET = 3;
const PHONE_NAME = /phone|tel(efon|no|$)|gsm|mobile|cep|sms/;

export type CallMask = {
  header(name: string, value: string): string;
  /** Masks a body or a URL. */
  text(text: string): string;
};

/**
 * Creates the mask of one call.
 *
 * @param secrets Secrets of the account.
 * @param shownFields Fields whose names look secret and whose values are not.
 */
export function createCallMask(
  secrets: readonly string[],
  shownFields: readonly string[] = [],
): CallMask {
  const forms = formsOf(secrets);
  const shown = new Set(shownFields);
  const isSecret = (name: string): boolean => !shown.has(name) && isSecretName(name);
  const text = (whole: string): string => {
    let masked = whole;
    for (const form of forms) masked = masked.replaceAll(form, MASK);
    return shortenPersonal(maskText(maskFields(masked, isSecret)));
  };
  return {
    text,
    header: (name, value) =>
      /^(x-|authorization$|proxy-|set-cookie)/i.test(name) || isSecret(name) ? MASK : text(value),
  };
}

/** Lists the forms in which a secret is written in requests and answers, longest first. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const plain = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  const pairs = plain.flatMap((one) => plain.map((other) => `${one}:${other}`));
  const forms = plain.flatMap((secret) => {
    const entities = secret
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;");
    return [
      secret,
      entities,
      entities.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
      entities.replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
      entities.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
      asNumbers(secret, (code) => `&#${code};`),
      asNumbers(secret, (code) => `&#x${code.toString(16)};`),
      asNumbers(secret, (code) => `&#x${code.toString(16).toUpperCase()};`),
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ];
  });
  const base64 = [...plain, ...pairs].flatMap((text) => [
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
  ]);
  return [...new Set([...forms, ...base64])].sort((a, b) => b.length - a.length);
}

/** Writes each character of a text that has a meaning in XML, or is not ASCII, as a numeric entity. */
function asNumbers(text: string, entity: (code: number) => string): string {
  return text.replace(/[&<>"']|[^\x20-\x7e]/gu, (character) =>
    entity(character.codePointAt(0) ?? 0),
  );
}

/** Replaces values of XML elements, XML attributes and JSON members. */
function maskFields(text: string, isSecret: (name: string) => boolean): string {
  const value = (name: string, content: string): string => {
    if (content === "") return content;
    if (isSecret(name)) return MASK;
    return PHONE_NAME.test(fold(name)) ? shortPhone(content) : content;
  };
  return text
    .replace(
      /([\w.-]{1,80})=(["'])([^"'<>]{1,1000})/g,
      (_whole, name: string, quote: string, content: string) =>
        `${name}=${quote}${value(name, content)}`,
    )
    .replace(
      /<(?:[\w.-]{1,40}:)?([\w.-]{1,80})(?:\s[^<>]{0,400})?>(<!\[CDATA\[[^\]]*(?:\]\]>)?|[^<]*)/g,
      (whole, name: string, content: string) =>
        content.trim() === ""
          ? whole
          : whole.slice(0, whole.length - content.length) + value(name, content),
    )
    .replace(
      /"([^"\\]{1,80})"(\s{0,10}:\s{0,10})"((?:\\.|[^"\\])*)/g,
      (_whole, name: string, colon: string, content: string) =>
        `"${name}"${colon}"${value(name, content)}`,
    )
    .replace(
      /"([^"\\]{1,80})"(\s{0,10}:\s{0,10})(\d[\d.]*)/g,
      (_whole, name: string, colon: string, content: string) =>
        `"${name}"${colon}${value(name, content)}`,
    );
}

function shortenPersonal(text: string): string {
  return text
    .replace(/\+90\d{10}/g, shortPhone)
    .replace(/([\w.+-])[\w.+-]{0,63}@([\w-]{1,63}(?:\.[\w-]{1,63})+)/g, `$1${MASK}@$2`);
}

/** Keeps the last two digits of a phone number. */
function shortPhone(phone: string): string {
  return phone.length > 4 ? `${MASK}${phone.slice(-2)}` : phone;
}
