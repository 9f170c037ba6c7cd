/* Shows the API's document in the viewer, with an example of each call: what this station asked itself and answered. */
const OPTIONS = {
  // Everything that would ask another machine is off.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // A token that was typed in goes with the page.
  persistAuth: false,
  authentication: { preferredSecurityScheme: "token" },
  documentDownloadType: "json",
};

const read = async (address) => (await fetch(address)).json();

async function start() {
  const [content, examples] = await Promise.all([read("/openapi.json"), read("/docs/examples.json")]);
  for (const operation of Object.values(content.paths).flatMap((methods) => Object.values(methods))) {
    const example = examples[operation.operationId];
    const sent = operation.requestBody?.content?.["application/json"];
    const answered = operation.responses?.[example?.status]?.content?.["application/json"];
    if (sent !== undefined && example?.body !== undefined) sent.example = example.body;
    if (answered !== undefined && example?.answer !== undefined) answered.example = example.answer;
  }
  globalThis.Scalar.createApiReference("#app", { ...OPTIONS, content });
}

void start();
