/**
 * The thread that asks Windows for announced printers. Windows calls back into this thread from its
 * own threads. Started by `browse-windows.ts`.
 */
import { z } from "zod";
import { openThread } from "../../base/threads/serve-calls.ts";
import { openDnsService } from "./dns-service.ts";
import type { NetworkOperations } from "./network-protocol.ts";
import { loadKoffi } from "../../base/koffi.ts";

/** `library`: file of the Windows functions; absent: Windows's own. */
const thread = openThread<NetworkOperations, { library?: string | undefined } | undefined>(
  z.object({ library: z.string().optional() }).optional(),
);
thread.serve({
  browse: (search) => openDnsService(loadKoffi(), thread.data?.library).browse(search),
});
