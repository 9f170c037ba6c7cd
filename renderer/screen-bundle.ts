/**
 * Build plugins: select which parts of the core's files go into the screen's bundle. The window
 * needs an endpoint's method and path (types are erased), and only those schemas that validate a
 * form. The rest, and zod with it, stays out: the core validates requests.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const ENDPOINTS = /[\\/]core[\\/](?:.*[\\/])?[\w-]+\.api\.ts$/;

/** Creates the plugin that reads each `*.api.ts` at build time and keeps only what a call needs. */
export function endpointAddresses(): Plugin {
  return {
    name: "endpoint-addresses",
    enforce: "pre",
    async load(id) {
      if (!ENDPOINTS.test(id)) return null;
      this.addWatchFile(id);
      const module = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>;
      return Object.entries(module)
        .flatMap(([name, value]) =>
          isEndpoint(value)
            ? [
                `export const ${name} = ${JSON.stringify({ method: value.method, path: value.path })};`,
              ]
            : [],
        )
        .join("\n");
    },
  };
}

type Address = { readonly method: string; readonly path: string };

function isEndpoint(value: unknown): value is Address {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

const SCHEMAS = /[\\/]core[\\/](?:.*[\\/])?(?:[\w-]+\.schema|base[\\/][\w-]+)\.ts$/;

/** The set-up of zod, included only where zod is used. */
const SET_UP = /[\\/]renderer[\\/]lib[\\/]zod\.ts$/;

/**
 * Creates the plugin that marks the top-level calls in schema files and in core/base as free of
 * side effects, so that the build leaves out the unused calls.
 */
export function unusedSchemas(): Plugin {
  return {
    name: "unused-schemas",
    enforce: "pre",
    transform(code, id) {
      if (SET_UP.test(id)) return { code, map: null, moduleSideEffects: false };
      if (!SCHEMAS.test(id)) return null;
      let marked = "";
      let at = 0;
      for (const { start, end } of computedIn(this.parse(code, { lang: "ts" }).body)) {
        marked += `${code.slice(at, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()`;
        at = end;
      }
      return { code: marked + code.slice(at), map: null, moduleSideEffects: false };
    },
  };
}

type Span = { readonly start: number; readonly end: number };

/** Returns the places of the calls that give top-level variables their initial values. */
function computedIn(body: readonly unknown[]): readonly Span[] {
  return body.flatMap((statement): readonly Span[] => {
    const declared =
      fieldOf(statement, "type") === "ExportNamedDeclaration"
        ? fieldOf(statement, "declaration")
        : statement;
    const declarations =
      fieldOf(declared, "type") === "VariableDeclaration" ? fieldOf(declared, "declarations") : [];
    return (Array.isArray(declarations) ? declarations : []).flatMap((one: unknown) => {
      const init = fieldOf(one, "init");
      const [start, end] = [fieldOf(init, "start"), fieldOf(init, "end")];
      return fieldOf(init, "type") === "CallExpression" &&
        typeof start === "number" &&
        typeof end === "number"
        ? [{ start, end }]
        : [];
    });
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
