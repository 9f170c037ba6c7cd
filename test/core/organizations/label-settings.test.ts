import { describe, expect, it } from "vitest";
import {
  organizationPatchSchema,
  type Organization,
} from "../../../core/organizations/organizations.schema.ts";
import {
  createOrganizationWithOwner,
  updateOrganization,
} from "../../../core/organizations/organizations.service.ts";
import { encodePng } from "../../../core/labels/png.ts";
import { createCanvas, paintBox } from "../../../core/labels/draw/canvas.ts";
import { getLabelModel } from "../../../core/labels/labels.service.ts";
import { looseStation, owner } from "../../helpers/loose-stations.ts";
import {
  boughtShipment,
  call,
  memberWithToken,
  station,
  type Station,
} from "../../helpers/station.ts";
import { exchange } from "../sync/two-stations.ts";

/** Draws a black box of this size in dots with a white margin, as PNG in base64. */
function aLogo(width: number, height: number): string {
  const canvas = createCanvas(width + 20, height + 20);
  paintBox(canvas, { x: 10, y: 10, width, height });
  return Buffer.from(encodePng(canvas, 8)).toString("base64");
}

const pathOf = (s: Station): string => `/organizations/${s.started.organizationID}`;
const settingsOf = ({ labelLayout, maskPhonesOnLabel, labelLogo }: Organization) => [
  labelLayout,
  maskPhonesOnLabel,
  labelLogo === null ? null : labelLogo.slice(0, 22),
];
const modelOf = async (s: Station, change: object = {}) =>
  getLabelModel(s.core.deps, (await boughtShipment(s, { test: true, ...change })).shipment.id);

describe("label settings of an organization", () => {
  it("label settings start as the standard layout, full phone numbers and no logo, and an owner or admin changes each separately", async () => {
    const s = await station();
    const before = (await s.call<Organization>("GET", pathOf(s))).body.data;
    const changed: unknown[] = [];
    for (const body of [
      { labelLayout: "compact" },
      { maskPhonesOnLabel: true },
      { labelLogo: aLogo(100, 50) },
      { phone: "1" },
      { labelLogo: null },
    ])
      changed.push(settingsOf((await s.call<Organization>("PATCH", pathOf(s), body)).body.data));
    const refused = await Promise.all(
      ["limitedAccessUser", "user"].map((role) =>
        call(s.url, memberWithToken(s, role as "user").token, {
          method: "PATCH",
          path: pathOf(s),
          body: { labelLayout: "standard" },
        }),
      ),
    );
    const png = "data:image/png;base64,";
    expect({
      before: settingsOf(before),
      changed,
      refused: refused.map(({ status, body }) => [status, body.code]),
    }).toEqual({
      before: ["standard", false, null],
      changed: [
        ["compact", false, null],
        ["compact", true, null],
        ["compact", true, png],
        ["compact", true, png],
        ["compact", true, null],
      ],
      refused: [
        [403, "E1055"],
        [403, "E1055"],
      ],
    });
  });

  it("a large PNG logo becomes at most 400 × 200 black and white dots, and the returned logo is accepted unchanged", async () => {
    const s = await station();
    const first = (await s.call<Organization>("PATCH", pathOf(s), { labelLogo: aLogo(900, 300) }))
      .body.data.labelLogo;
    const again = (await s.call<Organization>("PATCH", pathOf(s), { labelLogo: first })).body.data
      .labelLogo;
    const { logo } = await modelOf(s);
    expect({
      isSame: again === first,
      kept: s.core.deps.db.sql<{ n: number }>("SELECT count(*) AS n FROM label_logos").get()?.n,
      size: [logo?.columns, logo?.rows],
    }).toEqual({ isSame: true, kept: 1, size: [400, 133] });
    expect(Buffer.from(logo?.bits ?? "", "base64").every((byte) => byte === 0xff)).toBe(true);
  });

  it("an invalid logo is refused with the reason", async () => {
    const s = await station();
    const empty = Buffer.from(encodePng(createCanvas(30, 30), 8)).toString("base64");
    const answers: unknown[] = [];
    for (const labelLogo of [
      "not base64!",
      Buffer.from("GIF89a").toString("base64"),
      empty,
      "A".repeat(800_000),
      Buffer.from(Buffer.from(aLogo(50, 50), "base64").subarray(0, 70)).toString("base64"),
      5,
    ]) {
      const { status, body } = await s.call("PATCH", pathOf(s), { labelLogo });
      answers.push([status, body.code, body.message]);
    }
    expect(answers).toEqual([
      [400, "E1085", "labelLogo: must be a PNG in base64, or null."],
      [400, "E2029", "The logo is not a PNG. Save it as PNG."],
      [
        400,
        "E2029",
        "The logo shows nothing on white paper: it is empty, or white on a transparent ground.",
      ],
      [
        400,
        "E1085",
        "labelLogo: must have at most 512 kB. Save it smaller: a label shows at most 400 × 200 dots.",
      ],
      [400, "E2029", "The PNG could not be read: it is damaged."],
      [400, "E1085", expect.stringContaining("labelLogo")],
    ]);
  });

  it("a bought label keeps its layout, masked phones and logo when the settings change", async () => {
    const s = await station();
    await s.call("PATCH", pathOf(s), {
      labelLayout: "compact",
      maskPhonesOnLabel: true,
      labelLogo: aLogo(100, 50),
    });
    const shipmentID = (await boughtShipment(s, { test: true })).shipment.id;
    await s.call("PATCH", pathOf(s), {
      labelLayout: "standard",
      maskPhonesOnLabel: false,
      labelLogo: null,
    });
    const [old, fresh] = [getLabelModel(s.core.deps, shipmentID), await modelOf(s)];
    const seen = ({ layout, arePhonesMasked, logo }: typeof old) => [
      layout.name,
      arePhonesMasked,
      logo?.columns,
    ];
    expect([seen(old), seen(fresh)]).toEqual([
      ["compact", true, 100],
      ["standard", false, undefined],
    ]);
  });

  it("default label settings add only the layout's version to a purchase", async () => {
    const s = await station();
    const shipmentID = (await boughtShipment(s, { test: true })).shipment.id;
    const body =
      s.core.deps.db
        .sql<{ purchase: string }>("SELECT purchase FROM whole_shipments WHERE id = ?")
        .get(shipmentID)?.purchase ?? "";
    expect(body).toContain('"label":{');
    expect([
      body.includes("logo"),
      body.includes("Masked"),
      /"layout":"(.*?)"/.exec(body)?.[1],
    ]).toEqual([false, false, "standard@3"]);
  });

  it("label settings sync to the organization's other stations, including the logo", async () => {
    const [a, b] = [looseStation(), looseStation()];
    const { organizationID, memberID } = createOrganizationWithOwner(
      a.deps,
      {
        name: "O",
        countryCode: "TR",
        taxOffice: "",
        taxNumber: "",
        phone: "",
        email: "",
        test: true,
      },
      { userID: a.deps.newId(), email: "a@ornek.test", name: "A" },
    );
    await updateOrganization(
      a.deps,
      owner(organizationID, memberID),
      organizationID,
      organizationPatchSchema.parse({
        labelLayout: "compact",
        labelLogo: "Ag==",
        maskPhonesOnLabel: true,
      }),
    );
    exchange(a, b);
    const read = ({ deps }: typeof a) => [
      deps.db.sql("SELECT label_layout, mask_phones, label_logo_id FROM organizations").all(),
      deps.db.sql("SELECT id, bits FROM label_logos").all(),
    ];
    expect(read(b)).toEqual(read(a));
    expect(read(b)[1]).toHaveLength(1);
  });
});
