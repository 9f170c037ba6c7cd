/** The upper half of a label: carrier, test or sample mark, destination and recipient, amount to collect. */
import { ASCENT, CAPS_ASCENT, DESCENT, LEADING, type Pen } from "./layout-pen.ts";
import type { LabelModel, LabelParty } from "./labels.schema.ts";

/** Captions are Turkish in every language of the screen: the label is read at Turkish branches. */
const CAPTION = { face: "regular", max: 2.3, min: 1.6, tracking: 0.16 } as const;

/** Who carries it, by which service, and the day it was made. @param top mm from the upper edge. @returns The lower edge of what was drawn, mm. */
export function drawHeader(pen: Pen, model: LabelModel, top: number): number {
  const carrierWidth = pen.width * 0.54;
  const sideX = pen.left + carrierWidth + 2;
  const sideWidth = pen.width - carrierWidth - 2;
  pen.line(model.carrierName, { x: pen.left, width: carrierWidth, baseline: top + 7.9 }, { face: "bold", max: 7.6, min: 3 });
  pen.line(model.serviceName, { x: sideX, width: sideWidth, baseline: top + 4.6 }, { face: "bold", max: 4, min: 2.2, align: "right" });
  pen.line(dayOf(model.createdAt), { x: sideX, width: sideWidth, baseline: top + 8.4 }, { ...CAPTION, max: 2.6, align: "right" });
  pen.rule(top + 10.2, 0.8);
  return top + 11;
}

/** The day as written in Turkey, by Turkish time: 21.11.2026. */
function dayOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat("tr-TR", { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "Europe/Istanbul" }).format(date);
}

/** A test label must never travel, and a return must never be delivered again: one band each, side by side when both. */
export function drawBands(pen: Pen, model: LabelModel, top: number): number {
  const bands = [model.isReturn ? "return" : undefined, model.test ? "test" : undefined].filter((band) => band !== undefined);
  if (bands.length === 0) return top;
  const y = top + 1.6;
  const height = 7.4;
  const gap = 2;
  const width = (pen.width - gap * (bands.length - 1)) / bands.length;
  bands.forEach((band, i) => {
    const x = pen.left + i * (width + gap);
    const at = { x: x + 2.5, width: width - 5, baseline: y + 5.4 };
    if (band === "return") {
      const text = pen.setLine("İADE", at, { face: "bold", max: 4.8, min: 3, align: "centre", tracking: 1.6 });
      pen.items.push({ kind: "panel", x, y, w: width, h: height, texts: text === undefined ? [] : [text] });
    } else {
      frame(pen, { x, y, w: width, h: height }, 0.75);
      const text = bands.length === 1 ? "TEST – GÖNDERİLMEZ" : "TEST";
      pen.line(text, at, { face: "bold", max: 4.5, min: 2.6, align: "centre", tracking: 0.8 });
    }
  });
  return y + height;
}

function frame(pen: Pen, box: { x: number; y: number; w: number; h: number }, thickness: number): void {
  pen.rect(box.x, box.y, box.w, thickness);
  pen.rect(box.x, box.y + box.h - thickness, box.w, thickness);
  pen.rect(box.x, box.y + thickness, thickness, box.h - 2 * thickness);
  pen.rect(box.x + box.w - thickness, box.y + thickness, thickness, box.h - 2 * thickness);
}

/** Size of the city and the postal code. */
const SECOND = 7.8;

/** District, then city: what a branch sorts by, in the largest letters on the label. */
export function drawDestination(pen: Pen, model: LabelModel, top: number): number {
  const to = model.recipient;
  const upper = (text: string): string => text.toLocaleUpperCase(to.countryCode === "TR" ? "tr" : "en");
  const first = to.district === "" ? to.city : to.district;
  const second = to.district === "" ? "" : to.city;
  const largest = pen.setLine(upper(first), { x: pen.left, width: pen.width, baseline: 0 }, { face: "bold", max: 13, min: 5.5 });
  const firstBaseline = top + upperEdge(pen, upper(first)) * (largest?.size ?? 0);
  if (largest !== undefined) pen.items.push({ ...largest, baseline: firstBaseline });

  const abroad = to.countryCode !== "TR" && to.countryCode !== "";
  const aside = [abroad ? upper(to.countryCode) : "", to.zip].filter((text) => text !== "").join(" ");
  const baseline = firstBaseline + 3.4 + upperEdge(pen, `${aside}${upper(second)}`) * SECOND;
  const asideItem = pen.line(aside, { x: pen.left + pen.width * 0.62, width: pen.width * 0.38, baseline }, { face: "regular", max: SECOND, min: 3, align: "right" });
  const cityWidth = asideItem === undefined ? pen.width : asideItem.x - pen.left - 3;
  pen.line(upper(second), { x: pen.left, width: cityWidth, baseline }, { face: "bold", max: SECOND, min: 4 });
  const bottom = baseline + DESCENT * SECOND + 0.5;
  pen.rule(bottom, 0.35);
  return bottom + 0.35;
}

/** Set this large, room kept for marks that no letter of the text has would show. */
function upperEdge(pen: Pen, text: string): number {
  return Math.max(CAPS_ASCENT, pen.inkAbove("bold", text));
}

/** Name, street lines and phone share what the label has left: the name never gives way to the address. */
export function drawRecipient(pen: Pen, party: LabelParty, room: { readonly top: number; readonly bottom: number }): void {
  const phoneSize = room.bottom - room.top < 28 ? 3.8 : 4.6;
  const phoneHeight = party.phone === "" ? 0 : phoneSize * LEADING;
  pen.line("ALICI", { x: pen.left, width: pen.width, baseline: room.top + ASCENT * CAPTION.max - 0.4 }, CAPTION);
  const top = room.top + LEADING * CAPTION.max - 0.4;
  const height = room.bottom - top;
  const nameBottom = pen.paragraphs([party.name], { face: "bold", x: pen.left, width: pen.width, top, height: Math.min(17, height * 0.45), max: 6.6, min: 3.2 });
  const addressBottom = pen.paragraphs(party.lines, {
    face: "regular", x: pen.left, width: pen.width, top: nameBottom,
    height: room.bottom - phoneHeight - nameBottom, max: 5, min: 2.3,
  });
  const phoneTop = Math.min(addressBottom + 1, room.bottom - phoneHeight);
  pen.line(party.phone, { x: pen.left, width: pen.width, baseline: phoneTop + ASCENT * phoneSize }, { face: "bold", max: phoneSize, min: 2.4 });
}

/** What the courier must collect: white on black over the whole width, so that it cannot be missed. @returns Its top. */
export function drawCash(pen: Pen, cash: { readonly amount: string; readonly currency: string }, bottom: number): number {
  const height = 14;
  const y = bottom - height;
  const inside = 3.2;
  const half = pen.width * 0.4;
  const texts = [
    pen.setLine("KAPIDA ÖDEME", { x: pen.left + inside, width: half - inside, baseline: y + 6.4 }, { face: "bold", max: 4.6, min: 2 }),
    pen.setLine("TESLİMDE TAHSİL EDİLİR", { x: pen.left + inside, width: half - inside, baseline: y + 11 }, { face: "regular", max: 2.5, min: 1.6 }),
    pen.setLine(`${turkishAmount(cash.amount)} ${cash.currency}`, { x: pen.left + half + 3, width: pen.width - half - 3 - inside, baseline: y + 10.4 }, { face: "bold", max: 9.4, min: 3, align: "right" }),
  ].filter((text) => text !== undefined);
  pen.items.push({ kind: "panel", x: pen.left, y, w: pen.width, h: height, texts });
  return y;
}

/** "1250.00" → "1.250,00", the way sums are read at a Turkish door. Anything else is shown as it is. */
function turkishAmount(amount: string): string {
  const parts = /^(\d+)\.(\d{2})$/.exec(amount);
  if (parts === null) return amount;
  return `${(parts[1] ?? "").replace(/\B(?=(\d{3})+$)/g, ".")},${parts[2]}`;
}
