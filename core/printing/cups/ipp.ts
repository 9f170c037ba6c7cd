/** Encoding of IPP messages (RFC 8010), limited to the value types that print queues use. Pure. */

/** Value tags, RFC 8010 section 3.5.2. */
const TAGS = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;
type Tag = keyof typeof TAGS;
const [OPERATION_GROUP, JOB_GROUP, END] = [0x01, 0x02, 0x03];
const VERSION = [2, 0];
const [INTEGER_TAG, BOOLEAN_TAG, ENUM_TAG, BEGIN_COLLECTION, END_COLLECTION] = [
  0x21, 0x22, 0x23, 0x34, 0x37,
];
/** Tags below this start a group of attributes. */
const FIRST_VALUE_TAG = 0x10;
/** Values that have a language code before the text. */
const [TEXT_WITH_LANGUAGE, NAME_WITH_LANGUAGE] = [0x35, 0x36];

/** One attribute of a request; several values are sent as one attribute. */
export type IppAttribute = {
  readonly tag: Tag;
  readonly name: string;
  readonly values: readonly (string | number | boolean)[];
};
export type IppRequest = {
  readonly operation: number;
  readonly attributes: readonly IppAttribute[];
  /** Attributes of the job that the request creates. */
  readonly job?: readonly IppAttribute[];
  readonly document?: Uint8Array;
};

/** Attributes of one group by name. Values other than text, booleans and numbers are left out. */
export type IppGroup = ReadonlyMap<string, readonly (string | number | boolean)[]>;
export type IppAnswer = {
  readonly status: number;
  /** Groups of attributes, without the first group, which only repeats charset and language. */
  readonly groups: readonly IppGroup[];
};

/**
 * Returns the bytes of a request, followed by its document.
 *
 * @param requestID From 1.
 */
export function encodeIpp(
  { operation, attributes, job = [], document = new Uint8Array() }: IppRequest,
  requestID: number,
): Uint8Array {
  const head = Buffer.alloc(8);
  head.set(VERSION);
  head.writeUInt16BE(operation, 2);
  head.writeUInt32BE(requestID, 4);
  const locale: readonly IppAttribute[] = [
    { tag: "charset", name: "attributes-charset", values: ["utf-8"] },
    { tag: "language", name: "attributes-natural-language", values: ["en"] },
  ];
  const jobGroup = job.length === 0 ? [] : [Buffer.from([JOB_GROUP]), ...job.map(encodeAttribute)];
  return Buffer.concat([
    head,
    Buffer.from([OPERATION_GROUP]),
    ...[...locale, ...attributes].map(encodeAttribute),
    ...jobGroup,
    Buffer.from([END]),
    document,
  ]);
}

function encodeAttribute({ tag, name, values }: IppAttribute): Buffer {
  return Buffer.concat(values.map((value, i) => encodeValue(tag, i === 0 ? name : "", value)));
}

function encodeValue(tag: Tag, name: string, value: string | number | boolean): Buffer {
  const [label, data] = [Buffer.from(name), valueBytes(tag, value)];
  const head = Buffer.alloc(3);
  head[0] = TAGS[tag];
  head.writeUInt16BE(label.length, 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([head, label, length, data]);
}

function valueBytes(tag: Tag, value: string | number | boolean): Buffer {
  if (tag === "boolean") return Buffer.from([value === true ? 1 : 0]);
  if (tag !== "integer" && tag !== "enum") return Buffer.from(String(value));
  const data = Buffer.alloc(4);
  data.writeInt32BE(Number(value));
  return data;
}

/**
 * Decodes an answer.
 *
 * @throws RangeError for bytes that are not an IPP message.
 */
export function decodeIpp(bytes: Uint8Array): IppAnswer {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const status = data.readUInt16BE(2);
  const groups: Map<string, (string | number | boolean)[]>[] = [];
  let [at, name, depth] = [8, "", 0];
  for (let tag = data.readUInt8(at++); tag !== END; tag = data.readUInt8(at++)) {
    if (tag < FIRST_VALUE_TAG) {
      groups.push(new Map());
      continue;
    }
    const nameEnd = at + 2 + data.readUInt16BE(at);
    const end = nameEnd + 2 + data.readUInt16BE(nameEnd);
    if (end > data.length) throw new RangeError("the IPP answer is cut off");
    if (tag === END_COLLECTION) depth -= 1;
    if (nameEnd > at + 2 && depth === 0) name = data.toString("utf8", at + 2, nameEnd);
    const value = depth === 0 ? readValue(tag, data.subarray(nameEnd + 2, end)) : undefined;
    if (tag === BEGIN_COLLECTION) depth += 1;
    const group = groups.at(-1);
    if (value !== undefined && group !== undefined)
      group.set(name, [...(group.get(name) ?? []), value]);
    at = end;
  }
  return { status, groups: groups.slice(1) };
}

function readValue(tag: number, data: Buffer): string | number | boolean | undefined {
  if (tag === INTEGER_TAG || tag === ENUM_TAG)
    return data.length === 4 ? data.readInt32BE() : undefined;
  if (tag === BOOLEAN_TAG) return data[0] === 1;
  if (tag === TEXT_WITH_LANGUAGE || tag === NAME_WITH_LANGUAGE)
    return data.toString("utf8", 4 + data.readUInt16BE());
  // Tags 0x40 to 0x4f are texts. Values of other types, such as "no value", dates and ranges, are
  // left out.
  return tag >= 0x40 && tag < 0x50 ? data.toString("utf8") : undefined;
}
