/** The thread of one backup: it may wait for slow disks, and nothing waits for it. */
import { z } from "zod";
import { copyDatabase } from "../db/copy-database.ts";
import { openThread } from "../threads/serve-calls.ts";
import type { BackupOperations } from "./backup.ts";

const thread = openThread<BackupOperations, { path: string }>(z.object({ path: z.string() }));

thread.serve({ copy: ({ target }) => copyDatabase(thread.data.path, target, () => thread.isWanted()) });
