/** Draws the card of control barcodes, for desks with a scanner and without a keyboard. */
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Bytes } from "../../http/route.ts";
import type { PaperBatch } from "../../labels/papers/paper-orders.ts";
import type { LabelLanguage } from "../../labels/layout/layout.schema.ts";
import { listParcelTemplates } from "../../shipping/parcels/parcels.service.ts";
import { CONTROL_CODES, type ControlName } from "./control-codes.schema.ts";

const CAPTIONS: Readonly<
  Record<LabelLanguage, Readonly<Record<Exclude<ControlName, `box${number}`>, string>>>
> = {
  tr: {
    buy: "Satın al ve yazdır",
    next: "Sıradaki sipariş",
    reprint: "Yeniden yazdır",
    cancel: "Etiketi iptal et",
    hold: "Askıya al",
    yes: "Evet",
    no: "Hayır",
  },
  en: {
    buy: "Buy and print",
    next: "Next order",
    reprint: "Print again",
    cancel: "Cancel label",
    hold: "Hold",
    yes: "Yes",
    no: "No",
  },
};
const BOX: Readonly<Record<LabelLanguage, string>> = { tr: "Kutu", en: "Box" };

/** Draws the card as a PDF, with the current names of the organization's first nine boxes. */
export async function drawControlCard(
  deps: Pick<FulfilmentDeps, "db" | "now" | "labels">,
  actor: Actor,
  language: LabelLanguage,
): Promise<Bytes> {
  const boxes = listParcelTemplates(deps, actor);
  const captions: Readonly<Record<string, string>> = CAPTIONS[language];
  const codes = Object.entries(CONTROL_CODES).flatMap(([name, text]) => {
    const caption = captions[name];
    if (caption !== undefined) return [{ text, caption }];
    const no = Number(name.slice(3));
    const box = boxes[no - 1];
    return box === undefined
      ? []
      : [{ text, caption: `${BOX[language]} ${no}: ${box.name}`.slice(0, 60) }];
  });
  const bytes = await deps.labels.paper(
    { kind: "card", card: { language, madeAt: deps.now(), codes } },
    noParts,
  );
  return { bytes, type: "application/pdf", fileName: "control-barcodes.pdf" };
}

async function* noParts(): AsyncGenerator<PaperBatch> {}
