/** A share on which no folder can be made, as on a full disk whose last free bytes are in files. */
import { expect, it, onTestFinished } from "vitest";
import type { OpenedOrder, DeskFacts } from "../../../../core/station/station.schema.ts";
import { eventually, station } from "../../../helpers/station.ts";
import { NO_TINY_DISK, tinyDisk } from "../../../helpers/tiny-disk.ts";
import { aPDF, fileOf, folderOf, orderFile, watchFolder } from "../../../helpers/watched-folder.ts";

it.skipIf(NO_TINY_DISK !== undefined)(
  "files that cannot be claimed are named as waiting for the full share and counted, papers go on, and all are taken when there is space",
  { timeout: 60_000 },
  async () => {
    const disk = tinyDisk(4, 60);
    onTestFinished(() => disk.remove());
    const s = await station({ settings: { rateLimit: null } });
    const folder = await watchFolder(s, disk.folder);
    folder.drop("a.csv", orderFile("F-1"));
    await fileOf(s, "a.csv", "DONE");
    folder.drop("F-2.pdf", aPDF());
    await fileOf(s, "F-2.pdf", "WAITING");
    folder.drop("b.csv", orderFile("F-3"));
    disk.fillWithFiles();
    await eventually("the file waits for the full share", async () =>
      (await folderOf(s)).notTaken.some(
        ({ name, reason }) => name === "b.csv" && reason === "FULL",
      ),
    );
    const { data: facts } = await s.desk<DeskFacts>("GET", "/station/desk");
    expect(facts.folderProblems).toBe(1);
    // A paper is attached meanwhile: it is in the folder already, and its order comes another way.
    await s.desk("POST", "/station/imports", {
      fileName: "F-2.csv",
      content: Buffer.from(orderFile("F-2")).toString("base64"),
    });
    await fileOf(s, "F-2.pdf", "ATTACHED");
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "F-1" });
    await s.desk("POST", "/station/purchases", {
      offerID: data.shipment.offers?.cheapest?.id,
      print: false,
    });
    await eventually(
      "the full share is shown",
      async () => (await folderOf(s)).fault?.reason === "FULL",
    );
    disk.free();
    await fileOf(s, "b.csv", "DONE");
    await eventually("the result is written", () => folder.list("out").length === 1);
  },
);
