/** Notes of calls hide secrets in every form in which an answer may repeat them. */
import { expect, it } from "vitest";
import { createCallMask } from "../../../../core/http/outgoing/mask-call.ts";

const SECRET = `pa-ss & <ş> "x"`;

it.each([
  ["plain", SECRET],
  ["named entities", "pa-ss &amp; &lt;ş&gt; &quot;x&quot;"],
  ["decimal entities", "pa-ss &#38; &#60;&#351;&#62; &#34;x&#34;"],
  ["hexadecimal entities", "pa-ss &#x26; &#x3c;&#x15f;&#x3e; &#x22;x&#x22;"],
  ["hexadecimal entities in upper case", "pa-ss &#x26; &#x3C;&#x15F;&#x3E; &#x22;x&#x22;"],
  ["a member of JSON", JSON.stringify(SECRET).slice(1, -1)],
  ["a part of an address", encodeURIComponent(SECRET)],
  ["Base64", Buffer.from(SECRET).toString("base64")],
])("a secret written as %s is masked", (_form, written) => {
  const mask = createCallMask([SECRET]);
  expect(mask.text(`<words>Login ${written} is wrong.</words>`)).toBe(
    "<words>Login *** is wrong.</words>",
  );
});
