import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bodyOf,
  draftOf,
  EMPTY_DRAFT,
  unusualOf,
  withRepaired,
  wrongsOf,
} from "../../../renderer/ui/address/address-draft.ts";

const PLACE = { cityCode: "35", cityName: "İzmir", districtID: 3507, districtName: "Bornova" };
const DRAFT = {
  ...EMPTY_DRAFT,
  name: " Ada Depo ",
  phone: "0505 123 45 67",
  place: PLACE,
  line: "Ambar Sk. 3",
};
const KNOWN = { neighbourhoods: ["Caferağa", "Aksu Köyü"], postalCodes: ["35040"] };

describe("a typed address", () => {
  it("an address is sent in the API's form, with the neighbourhood before the street", () => {
    expect(bodyOf({ ...DRAFT, neighbourhood: "Caferağa" })).toEqual({
      name: "Ada Depo",
      phone: "+905051234567",
      email: "",
      address1: "Caferağa Mah. Ambar Sk. 3",
      address2: "",
      zip: "",
      countryCode: "TR",
      cityCode: "35",
      districtID: 3507,
    });
    expect(bodyOf({ ...DRAFT, neighbourhood: "Aksu Köyü" }).address1).toBe("Aksu Köyü Ambar Sk. 3");
  });

  it("the first line of an address is unchanged after saving, opening and saving again", () => {
    const words = fc.constantFrom("Caferağa", "19 Mayıs", "Moda Cd. No: 5", "Gül Sk. 3", "");
    fc.assert(
      fc.property(words, words, (neighbourhood, line) => {
        const { address1 } = bodyOf({ ...DRAFT, neighbourhood, line });
        expect(
          bodyOf(
            draftOf({ name: "x", phone: "", email: "", address2: "", zip: "", ...PLACE, address1 }),
          ).address1,
        ).toBe(address1);
      }),
    );
  });

  it.each([
    "5051234567",
    "05051234567",
    "+90 (505) 123-45-67",
    "90 505 123 4567",
    "0090.505.123.45.67",
    "0212 345 67 89",
  ])("a sender's address accepts the phone %s", (phone) => {
    expect(wrongsOf({ ...DRAFT, phone }, "sender", false)).toEqual({});
  });

  it("every field that the station would refuse is reported at once", () => {
    expect(wrongsOf({ ...EMPTY_DRAFT, name: "Ada", phone: "+1 505 123" }, "sender", false)).toEqual(
      { name: "senderName", phone: "senderPhone", place: "place", line: "line" },
    );
    expect(wrongsOf(EMPTY_DRAFT, "recipient", true)).toEqual({
      name: "name",
      phone: "phone",
      email: "email",
      place: "place",
      line: "line",
    });
    expect(
      wrongsOf({ ...DRAFT, name: "A".repeat(301), line: "A".repeat(391) }, "order", false),
    ).toEqual({ name: "long", line: "long" });
  });

  it("unusual values cause a warning and are not refused", () => {
    const draft = { ...DRAFT, phone: "12", email: "a", neighbourhood: "Yok", zip: "1" };
    expect(unusualOf(draft, KNOWN, "order")).toEqual({
      phone: "phone",
      email: "email",
      neighbourhood: "neighbourhood",
      zip: "zip",
    });
    expect(wrongsOf(draft, "order", false)).toEqual({});
    expect(
      unusualOf({ ...DRAFT, neighbourhood: "CAFERAGA mahallesi", zip: "35040" }, KNOWN, "order"),
    ).toEqual({});
  });

  it("a field that the station would refuse causes no warning", () => {
    const draft = { ...DRAFT, phone: "12", neighbourhood: "Y".repeat(101) };
    expect(wrongsOf(draft, "sender", false)).toEqual({
      phone: "senderPhone",
      neighbourhood: "long",
    });
    expect(unusualOf(draft, KNOWN, "sender")).toEqual({});
    expect(unusualOf({ ...DRAFT, phone: "+901505123456" }, KNOWN, "sender")).toEqual({
      phone: "phone",
    });
  });

  it("fields that a pasted text does not contain are kept", () => {
    const repaired = {
      name: "",
      email: "",
      phone: "+905321234567",
      address1: "Caferaga mh Moda Cd. 1",
      neighbourhood: "Caferağa",
      zip: "",
      ...PLACE,
      confidence: "SURE" as const,
      guesses: [],
      choices: [],
    };
    expect(withRepaired({ ...DRAFT, email: "a@b.test" }, repaired)).toEqual({
      ...DRAFT,
      email: "a@b.test",
      phone: "+905321234567",
      neighbourhood: "Caferağa",
      line: "Moda Cd. 1",
      place: PLACE,
    });
  });

  it("a pasted text without an address keeps the whole address; a text with an address replaces its place", () => {
    const draft = { ...DRAFT, neighbourhood: "Caferağa" };
    const repaired = {
      name: "Ada",
      email: "",
      phone: "+905321234567",
      address1: "",
      neighbourhood: "",
      zip: "",
      cityCode: "",
      cityName: "",
      districtID: 0,
      districtName: "",
      confidence: "ASKS" as const,
      guesses: [],
      choices: [],
    };
    expect(withRepaired(draft, repaired)).toEqual({
      ...draft,
      name: "Ada",
      phone: "+905321234567",
    });
    const replaced = { place: null, neighbourhood: "" };
    expect([
      withRepaired(draft, { ...repaired, address1: "Gül Sk. 3" }),
      withRepaired(draft, { ...repaired, cityCode: "06", cityName: "Ankara" }),
    ]).toMatchObject([{ ...replaced, line: "Gül Sk. 3" }, replaced]);
  });

  it.each([
    ["Bağdat Cad no 5/3 Caferağa Mah.", "", "Bağdat Cad no 5/3 Caferağa Mah."],
    ["12 Caferağa Mah.", "", "12 Caferağa Mah."],
    ["Cafer ağa Mah. Moda Cd. 1", "Caferağa", "Moda Cd. 1"],
  ])(
    "a pasted street loses its neighbourhood only at its beginning: %s",
    (address1, neighbourhood, line) => {
      const repaired = {
        name: "",
        email: "",
        phone: "",
        address1,
        neighbourhood: "Caferağa",
        zip: "",
        ...PLACE,
        confidence: "SURE" as const,
        guesses: [],
        choices: [],
      };
      expect(withRepaired(DRAFT, repaired)).toMatchObject({ neighbourhood, line });
    },
  );
});
