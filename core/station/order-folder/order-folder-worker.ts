/** Thread of the watched folder: every access to the folder, one after the other. */
import { join } from "node:path";
import { z } from "zod";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { createGrownFiles } from "./grown-files.ts";
import { createFolderLook } from "./look-into-folder.ts";
import type { FolderOperations } from "./folder-protocol.ts";
import { endClaim, endPaper, setUp, writeWholeShared } from "./move-files.ts";
import { readOrders, readPaper } from "./read-files.ts";

const look = createFolderLook();
const grown = createGrownFiles();

openThread<FolderOperations>(z.undefined()).serve({
  setUp,
  look(input) {
    grown.putBack(input);
    return look(input);
  },
  readOrders(input) {
    grown.noteRead(input, input.claim);
    const read = readOrders(input);
    return read.state === "read" && read.body.buffer instanceof ArrayBuffer
      ? moving(read, [read.body.buffer])
      : read;
  },
  readPaper,
  endClaim(input) {
    const isMoved = endClaim(input);
    if (isMoved && input.to === "done") grown.noteDone(input.claim, input.as);
    return isMoved;
  },
  endPaper,
  write: ({ folder, into, name, content }) => writeWholeShared(join(folder, into, name), content),
});
