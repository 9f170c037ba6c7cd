/** Thread of the watched folder: every access to the folder, one after the other. */
import { join } from "node:path";
import { z } from "zod";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { createFolderLook } from "./look-into-folder.ts";
import type { FolderOperations } from "./folder-protocol.ts";
import { endClaim, endPaper, setUp, writeWholeShared } from "./move-files.ts";
import { readOrders, readPaper } from "./read-files.ts";

const look = createFolderLook();

openThread<FolderOperations>(z.undefined()).serve({
  setUp,
  look,
  readOrders(input) {
    const read = readOrders(input);
    return read.state === "read" && read.body.buffer instanceof ArrayBuffer
      ? moving(read, [read.body.buffer])
      : read;
  },
  readPaper,
  endClaim,
  endPaper,
  write: ({ folder, into, name, content }) => writeWholeShared(join(folder, into, name), content),
});
