/** Every operation of the audit log has words on the screen. */
import { expect, it } from "vitest";
import { i18n } from "../../../renderer/i18n/i18n.ts";
import "../both-languages.ts";
import { endpoints } from "../../helpers/endpoints.ts";

/** Operations that the station records by itself. */
const OF_THE_STATION = ["restored", "retention"];

it.each(["en", "tr"] as const)(
  "every operation in the audit log has words, which no other operation has (%s)",
  (lng) => {
    const noted = [
      ...endpoints.filter(({ audited }) => audited !== undefined).map(({ id }) => id),
      ...OF_THE_STATION,
    ];
    const words = noted.map(
      (id) => i18n.t(`audit.operations.${id}` as never, { lng, defaultValue: "" }) as string,
    );
    expect(noted.filter((_, i) => words[i] === "")).toEqual([]);
    expect(words.filter((one, i) => words.indexOf(one) !== i)).toEqual([]);
  },
);
