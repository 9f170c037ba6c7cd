/** Every endpoint of the code, by its export name. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "../../core/http/endpoint.ts";
import { ROOT } from "./folders.ts";

const core = join(ROOT, "core");
const files = (readdirSync(core, { recursive: true }) as string[]).filter((file) =>
  file.endsWith(".api.ts"),
);
const modules = await Promise.all(
  files.toSorted().map((file) => import(join(core, file)) as Promise<Record<string, AnyEndpoint>>),
);

export const exportedEndpoints: readonly (readonly [string, AnyEndpoint])[] = modules.flatMap(
  (one) => Object.entries(one),
);

export const endpoints: readonly AnyEndpoint[] = exportedEndpoints.map(([, endpoint]) => endpoint);
