/** Thread for address files: reads CSV and XLSX, and checks rows by the rules of the API. */
import { z } from "zod";
import { loadGeo } from "../geo/geo.service.ts";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { ADDRESS_HEADER } from "./address-columns.ts";
import { checkRow } from "./check-address-row.ts";
import type { AddressFileOperations, CheckedAddress } from "./address-file-protocol.ts";
import type { RejectedRow } from "./imports.schema.ts";
import { parseFileBody } from "./parse-file-body.ts";
import { packRows } from "./pack-rows.ts";
import { readTable } from "./read-table.ts";

const MOST_LISTED = 1_000;

const thread = openThread<AddressFileOperations, { resourcesDir: string }>(
  z.object({ resourcesDir: z.string() }),
);
const geo = loadGeo(thread.data.resourcesDir);

thread.serve({
  async check({ body, isRecipient }) {
    const { fileName, content } = parseFileBody(body);
    const { header, rows } = await readTable(Buffer.from(content, "base64"), ADDRESS_HEADER);
    const addresses: CheckedAddress[] = [];
    const rejected: RejectedRow[] = [];
    let repaired = 0;
    for (const row of rows) {
      const checked = checkRow(geo, header.headings, row, isRecipient);
      if ("faults" in checked) rejected.push(...checked.faults);
      else {
        addresses.push({ line: row.line, input: checked.input, place: checked.place });
        if (checked.isRepaired) repaired += 1;
      }
    }
    const rejectedCount = new Set(rejected.map(({ line }) => line)).size;
    const packed = packRows(addresses);
    const checkedFile = {
      fileName,
      rows: rows.length,
      unread: header.unread,
      repaired,
      good: addresses.length,
      packed,
      rejectedCount,
      rejected: rejected.slice(0, MOST_LISTED),
    };
    return moving(checkedFile, [packed.bytes.buffer]);
  },
});
