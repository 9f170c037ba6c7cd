/** Reads the movements of a parcel from PTT's answer to a query. Its times are Turkish time. */
import { childrenOf, textAt, type XmlElement } from "../../../base/xml/xml.ts";
import type { Tracked, TrackedEvent } from "../carrier.ts";
import { turkishInstant } from "../carrier-answers.ts";
import { returnsAfter, stateCode } from "./statuses.ts";

const PUBLIC_PAGE = "https://gonderitakip.ptt.gov.tr/Track/Verify?q=";

/** Reads one parcel. Its barcode is also its tracking number. */
export function readTracked(purchaseKey: string, barcode: string, answer: XmlElement): Tracked {
  return {
    purchaseKey,
    trackingNumber: barcode,
    trackingUrl: PUBLIC_PAGE + encodeURIComponent(barcode),
    events: eventsOf(answer),
  };
}

function eventsOf(answer: XmlElement): readonly TrackedEvent[] {
  const movements = childrenOf(answer, "dongu")
    .flatMap((row) => {
      const at = turkishInstant(textAt(row, "ITARIH").replaceAll("/", "."), textAt(row, "ISAAT"));
      return at === undefined ? [] : [{ at, row }];
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let returns = false;
  return movements.map(({ at, row }): TrackedEvent => {
    // Public programs read the state from both fields.
    const state = textAt(row, "gonderiDurumId") || textAt(row, "IKODU");
    returns = returnsAfter(state, returns);
    const code = stateCode(state);
    return {
      // A parcel that came back is delivered too: to its sender.
      subCode: returns && code === "delivered" ? "other" : code,
      description: textAt(row, "ISLEM"),
      location: textAt(row, "IMERK"),
      at,
    };
  });
}
