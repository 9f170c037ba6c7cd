/** A print of a paper under one Idempotency-Key happens once, however often the call is repeated. */
import { expect, it } from "vitest";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { boughtShipment, station } from "../../../helpers/station.ts";

it.each(["manifest", "packing slip"])(
  "a %s that is asked for three times under one key is one print job, and the repeats are answered from it",
  async (paper) => {
    const s = await station();
    // A purchase is found by its id, which the system's clock makes.
    s.clock.nowMs = Date.now();
    const { shipment } = await boughtShipment(s);
    const [path, body] =
      paper === "manifest"
        ? ["/station/manifest/print", { carrier: shipment.providerCode }]
        : [`/station/shipments/${shipment.id}/packing-slip/print`, undefined];
    const ask = () =>
      s.call<PrintJob>("POST", path as string, body, { "idempotency-key": "paper-1" });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
    const { data } = await s.desk<{ list: PrintJob[] }>("GET", "/station/printjobs");
    expect(data.list.filter(({ kind }) => kind !== "LABEL")).toHaveLength(1);
  },
);
