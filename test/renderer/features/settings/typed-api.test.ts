import { expect, it } from "vitest";
import { checkApi } from "../../../../renderer/features/settings/typed-api.ts";

const SAVED_SECURE_PORT = 5_748;
const TYPED = { enabled: true, port: " 4747 ", listen: "0.0.0.0", securePort: "" };
const BODY = { enabled: true, port: 4_747, listen: "0.0.0.0", securePort: 4_748 };

it("valid ports are saved, and an empty field means the usual port", () => {
  expect(checkApi(TYPED, SAVED_SECURE_PORT)).toEqual({
    body: BODY,
    wrong: { port: null, securePort: null },
  });
});

it.each(["", "0.0.0.0"])(
  "an invalid port is not saved, with access for other computers at “%s”",
  (listen) => {
    for (const port of ["0", "65536", "4747x", "-1"])
      expect(checkApi({ ...TYPED, listen, port }, SAVED_SECURE_PORT)).toEqual({
        body: null,
        wrong: { port: "portWrong", securePort: null },
      });
  },
);

it("a TLS port that is invalid or equals the API's port is wrong only if other computers have access; otherwise the saved port replaces an invalid port, and an equal port is accepted", () => {
  const checked = (listen: string, securePort: string) => {
    const { body, wrong } = checkApi({ ...TYPED, listen, securePort }, SAVED_SECURE_PORT);
    return [wrong.securePort, body?.securePort ?? null];
  };
  expect([checked("0.0.0.0", "x"), checked("0.0.0.0", "4747")]).toEqual([
    ["portWrong", null],
    ["portsEqual", null],
  ]);
  expect([checked("", "x"), checked("", "4747")]).toEqual([
    [null, SAVED_SECURE_PORT],
    [null, 4_747],
  ]);
});
