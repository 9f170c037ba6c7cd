import { expect, it } from "vitest";
import { RendererLostError } from "../../../core/labels/label-renderer.ts";
import { boughtShipment, station } from "../../helpers/station.ts";
import { instantLabels } from "../printing/a-printer.ts";

it("a label that cannot be drawn because the renderer is lost is answered 409 E2059, so that the caller retries", async () => {
  const lost = (): Promise<never> =>
    Promise.reject(new RendererLostError("the label renderer stopped with 3"));
  const s = await station({
    world: { labels: { ...instantLabels, draw: lost, preview: lost, paper: lost, makeLogo: lost } },
  });
  const { shipment } = await boughtShipment(s);
  const answers = [
    await s.desk("POST", "/station/labels/preview", { sample: "short" }),
    await s.desk("GET", `/station/shipments/${shipment.id}/packing-slip`),
    await s.desk("POST", "/station/labels/sheet", { shipmentIDs: [shipment.id] }),
    await s.desk("PATCH", `/organizations/${s.started.organizationID}`, {
      labelLogo: "iVBORw0KGgo=",
    }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    answers.map(() => [409, "E2059"]),
  );
  expect((await fetch(shipment.labelURL)).status).toBe(409);
});
