/** Thread for product files: reads CSV and XLSX, and checks each row by itself. */
import { z } from "zod";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { packRows } from "../imports/pack-rows.ts";
import { parseFileBody } from "../imports/parse-file-body.ts";
import { readTable } from "../imports/read-table.ts";
import { checkProductRows } from "./check-product-row.ts";
import { PRODUCT_HEADER } from "./product-columns.ts";
import type { ProductFileOperations } from "./product-file-protocol.ts";

const MOST_LISTED = 1_000;

const thread = openThread<ProductFileOperations, undefined>(z.undefined());

thread.serve({
  async check({ body }) {
    const { fileName, content } = parseFileBody(body);
    const { header, rows } = await readTable(Buffer.from(content, "base64"), PRODUCT_HEADER);
    const { good, rejected } = checkProductRows(header.headings, rows);
    const packed = packRows(good);
    return moving(
      {
        fileName,
        rows: rows.length,
        unread: header.unread,
        good: good.length,
        packed,
        rejectedCount: new Set(rejected.map(({ line }) => line)).size,
        rejected: rejected.slice(0, MOST_LISTED),
      },
      [packed.bytes.buffer],
    );
  },
});
