/** The sorted address book agrees with the rows that it lists, and with its file. */
import { expect, it } from "vitest";
import { MOST_SORTED, type SortedList } from "../../../../core/http/sorted.schema.ts";
import type { BookAddress } from "../../../../core/shipping/addresses/address-book.schema.ts";
import { change, station, type Station } from "../../../helpers/station.ts";

type Book = {
  readonly list: readonly BookAddress[];
  readonly total: number;
  readonly isMore: boolean;
};

const read = async <T>(s: Station, path: string): Promise<T> =>
  (await s.call<T>("GET", path)).body.data;
const sorted = (s: Station, query: string): Promise<SortedList> =>
  read(s, `/station/addresses/sorted?${query}`);
const namesOf = async (s: Station, query: string): Promise<string[]> => {
  const { seqs } = await sorted(s, query);
  const { list } = await read<Book>(s, `/station/addresses?seqs=${seqs.join(",")}`);
  return list.map(({ name }) => name);
};

const PEOPLE = [
  ["Zeki Ak", "Kadıköy", "34", "05551112201"],
  ["ışıl Ak", "Çankaya", "06", "05551112209"],
  ["İnci Ak", "Konak", "35", "05551112203"],
  ["Çağla Ak", "Çankaya", "06", "05551112202"],
  ["Cem 10 Ak", "Kadıköy", "34", "05551112207"],
  ["Cem 9 Ak", "Beşiktaş", "34", "05551112204"],
] as const;
const BY_NAME = ["Cem 9 Ak", "Cem 10 Ak", "Çağla Ak", "ışıl Ak", "İnci Ak", "Zeki Ak"];

/** A book whose first address was used most, and whose last three were never used. */
async function filled(): Promise<Station> {
  const s = await station();
  for (const [name, districtName, cityCode, phone] of PEOPLE)
    await s.call("POST", "/addresses", {
      isRecipientAddress: true,
      name,
      phone,
      email: "a@ornek.test",
      address1: "Gül Sk. 1",
      countryCode: "TR",
      cityCode,
      districtName,
    });
  await read(s, "/station/addresses");
  change(
    s,
    "UPDATE address_book SET shipments = max(0, 20 - 9 * (seq - (SELECT min(seq) FROM address_book WHERE is_recipient = 1)))",
  );
  return s;
}

it("the address book is sorted by each column in both directions as a Turkish reader sorts, addresses without a use last", async () => {
  const s = await filled();
  expect(await namesOf(s, "sortBy=name&isAscending=true")).toEqual(BY_NAME);
  expect(await namesOf(s, "sortBy=name")).toEqual(BY_NAME.toReversed());
  expect(await namesOf(s, "sortBy=place&isAscending=true")).toEqual([
    "Cem 9 Ak",
    "Çağla Ak",
    "ışıl Ak",
    "Cem 10 Ak",
    "Zeki Ak",
    "İnci Ak",
  ]);
  expect(await namesOf(s, "sortBy=phone&isAscending=true")).toEqual([
    "Zeki Ak",
    "Çağla Ak",
    "İnci Ak",
    "Cem 9 Ak",
    "Cem 10 Ak",
    "ışıl Ak",
  ]);
  const unused = ["Cem 9 Ak", "Cem 10 Ak", "Çağla Ak"];
  expect(await namesOf(s, "sortBy=uses")).toEqual(["Zeki Ak", "ışıl Ak", "İnci Ak", ...unused]);
  expect(await namesOf(s, "sortBy=uses&isAscending=true")).toEqual([
    "İnci Ak",
    "ışıl Ak",
    "Zeki Ak",
    ...unused,
  ]);
});

it("the results of a search are sorted, and senders apart from recipients", async () => {
  const s = await filled();
  expect(await namesOf(s, "sortBy=name&isAscending=true&search=cem")).toEqual([
    "Cem 9 Ak",
    "Cem 10 Ak",
  ]);
  expect(await sorted(s, "sortBy=name&search=nobody")).toEqual({ seqs: [], isMore: false });
  const [{ seqs }, senders] = [
    await sorted(s, "sortBy=name"),
    await sorted(s, "sortBy=name&isRecipient=false"),
  ];
  expect(senders.seqs).toHaveLength(1);
  expect(seqs).not.toContain(senders.seqs[0]);
  expect(
    (await read<Book>(s, `/station/addresses?isRecipient=false&seqs=${seqs.join(",")}`)).list,
  ).toEqual([]);
});

it("a file of a sorted book has its order", async () => {
  const s = await filled();
  const answer = await fetch(
    `${s.url}/station/addresses/export?language=en&sortBy=name&isAscending=true`,
    { headers: { authorization: `Bearer ${s.started.token}` } },
  );
  const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
  expect(lines.map((line) => line.split(",")[0]?.replaceAll('"', ""))).toEqual(BY_NAME);
});

it(
  "a book of more than 20,000 addresses is not sorted, its search is, and the list says that it has more",
  { tags: "all" },
  async () => {
    const s = await filled();
    s.core.deps.db.raw
      .prepare(
        `INSERT INTO address_book (address_id, organization_id, is_recipient, is_active, person_key, phone_key, shipments, ordered_at)
       SELECT 'copy' || one.value, organization_id, 1, 1, '', '', 0, '' FROM address_book, json_each(?) AS one WHERE seq = (SELECT max(seq) FROM address_book)`,
      )
      .run(JSON.stringify(Array.from({ length: MOST_SORTED - PEOPLE.length }, (_, i) => i)));
    expect(await read<Book>(s, "/station/addresses")).toMatchObject({
      total: MOST_SORTED,
      isMore: false,
    });
    change(
      s,
      "INSERT INTO address_book (address_id, organization_id, is_recipient, is_active, person_key, phone_key, shipments, ordered_at) SELECT 'last', organization_id, 1, 1, '', '', 0, '' FROM address_book LIMIT 1",
    );
    expect(await read<Book>(s, "/station/addresses")).toMatchObject({
      total: MOST_SORTED,
      isMore: true,
    });
    expect(await sorted(s, "sortBy=name")).toEqual({ seqs: [], isMore: true });
    expect((await sorted(s, "sortBy=name&search=cem")).seqs).toHaveLength(2);
  },
);
