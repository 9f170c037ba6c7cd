/**
 * Makes values from a JSON schema of the API's document: sensible, valid and spoilt ones. Ids come
 * from earlier answers, so that calls reach real objects.
 */
import fc from "fast-check";

export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** Values of real objects. `pick` returns the n-th value known under a field's name. */
export type Known = { pick(name: string, n: number): unknown };

/** Usual values of fields, by the field's name. */
const SENSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  test: [true, false, "True"],
  name: ["Örnek Depo"],
  email: ["depo@ornek.test", "biri@ornek.test", "ikinci@ornek.test"],
  phone: ["+905551112233"],
  address1: ["Cadde 1"],
  countryCode: ["TR", "tr", "US"],
  cityCode: ["34", 6, "06"],
  cityName: ["İstanbul", "ankara"],
  districtName: ["Kadıköy", "Çankaya"],
  length: ["10.0", 30],
  width: ["10.0", 20],
  height: ["10.0", 15],
  weight: ["1.5", 2, 5],
  parameters: [{}],
  username: ["ornek"],
  password: ["gizli-1"],
  distanceUnit: ["cm", "mm"],
  massUnit: ["kg", "g"],
  providerServiceCode: [
    "SURAT_STANDART",
    "PTT_KAPIDA_ODEME",
    "OTHER_STANDART",
    "HEPSIJET_STANDART",
  ],
  providerCode: ["YURTICI", "PTT"],
  totalAmount: ["150", 99.5],
  totalAmountCurrency: ["TL"],
  amount: ["12.50", 100],
  role: ["user", "limitedAccessUser"],
  url: ["http://127.0.0.1:9/hook"],
  startDate: ["2026-11-21", "2026-11-21T09:00:00.000Z"],
  count: [1, "2"],
  // The fuzz must reach no other computer and no other folder.
  host: ["127.0.0.1"],
  port: [9],
  path: ["/dev/null/no-folder"],
};

const SPOILT: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "0",
  "-1",
  "1e400",
  "NaN",
  "\0",
  "a\0b",
  "x".repeat(5_000),
  "' OR 1=1; DROP TABLE shipments --",
  "2026-02-30",
  "0000-00-00T99:99:99Z",
  "not-an-id",
  "01930000-0000-7000-8000-000000000000",
  "\ud800",
  "İıŞş😀",
  "<script>",
  "../../x",
  "__proto__",
  "constructor",
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: 3 },
  Array.from({ length: 600 }, () => ({})),
];

const spoilt: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SPOILT) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
);

/**
 * `sensible`: values as a program would send them. `valid`: any value that the schema allows.
 * `spoilt`: some values are hostile or have another type.
 */
export type Manner = "sensible" | "valid" | "spoilt";

export function valueOf(
  schema: JsonSchema,
  name: string,
  known: Known,
  manner: Manner,
): fc.Arbitrary<unknown> {
  const fenced = isFenced(name);
  const options: { weight: number; arbitrary: fc.Arbitrary<unknown> }[] = [];
  const isLeaf =
    schema.properties === undefined &&
    schema.items === undefined &&
    schema.anyOf === undefined &&
    schema.oneOf === undefined &&
    schema.enum === undefined;
  if (isLeaf)
    options.push({
      weight: 8,
      arbitrary:
        SENSIBLE[name] === undefined
          ? knownOf(schema, name, known)
          : fc.constantFrom(...SENSIBLE[name]),
    });
  if (!fenced && (!isLeaf || manner !== "sensible"))
    options.push({ weight: 4, arbitrary: plainOf(schema, name, known, manner) });
  if (manner === "spoilt")
    options.push({
      weight: 1,
      arbitrary: fenced ? fc.constantFrom<unknown>(null, 5, [], "a b\0") : spoilt,
    });
  return fc.oneof(...options);
}

/**
 * Returns an id of this name from an earlier answer, or "" if none is known. For flags and for
 * types other than text, returns a value of the type.
 */
function knownOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["string"]);
  if (!types.includes("string")) return typed(types[0] ?? "null", schema, known, "sensible");
  if (types.includes("boolean")) return fc.constantFrom(true, false, false, "True");
  return fc.nat(1_000).map((n) => known.pick(name, n) ?? "");
}

function isFenced(name: string): boolean {
  return ["host", "port", "path", "url"].includes(name);
}

function plainOf(
  schema: JsonSchema,
  name: string,
  known: Known,
  manner: Manner,
): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined)
    return fc.oneof(...options.map((option) => valueOf(option, name, known, manner)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types =
    typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["string", "number"]);
  return fc.oneof(...types.map((type) => typed(type, schema, known, manner)));
}

function typed(
  type: string,
  schema: JsonSchema,
  known: Known,
  manner: Manner,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectOf(schema, known, manner);
    case "array":
      return fc.array(valueOf(schema.items ?? {}, "", known, manner), { maxLength: 3 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -1e9),
        max: Math.min(schema.maximum ?? 1_000, 1e9),
      });
    case "number":
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000, noNaN: true });
    default:
      return fc.string({ maxLength: 20, unit: "grapheme" });
  }
}

function objectOf(schema: JsonSchema, known: Known, manner: Manner): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const record = fc.record(
    Object.fromEntries(fields.map(([name, of]) => [name, valueOf(of, name, known, manner)])),
    { requiredKeys: manner === "spoilt" ? [] : [...(schema.required ?? [])] },
  );
  // Most fields are optional. Half of the objects have all of them, so that calls which need
  // several fields are reached.
  const whole = fc.record(
    Object.fromEntries(fields.map(([name, of]) => [name, valueOf(of, name, known, manner)])),
  );
  return fc.oneof(
    whole,
    record,
    ...(manner === "spoilt" ? [record.map((v) => ({ ...v, unknownField: 1 }))] : []),
  );
}
