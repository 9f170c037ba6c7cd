/**
 * For the build of the screen: what of the core's files goes into its bundle. Of an endpoint the
 * window needs its method and its path, and the types, which are gone by then; of schemas those
 * that a form checks by. The rest, and zod with it, stays out: the core checks what is sent.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const ENDPOINTS = /[\\/]core[\\/](?:.*[\\/])?[\w-]+\.api\.ts$/;

/**
 * Reads each `*.api.ts` when the screen is built and leaves of its endpoints what a call is made
 * of.
 */
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
                `export const ${name} = ${JSON.stringify({ id: value.id, method: value.method, path: value.path, shape: value.shape })};`,
              ]
            : [],
        )
        .join("\n");
    },
  };
}

type Address = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly shape: string;
};

function isEndpoint(value: unknown): value is Address {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

const SCHEMAS = /[\\/]core[\\/](?:.*[\\/])?(?:[\w-]+\.schema|base[\\/][\w-]+)\.ts$/;

/** Sets zod up: for those who use zod, and for no other reason. */
const SET_UP = /[\\/]renderer[\\/]lib[\\/]zod\.ts$/;

/**
 * Marks what these files compute at their top level as free of effects, so that what is not used of
 * it is left out.
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

/** The initial values of top-level constants that are calls. */
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
