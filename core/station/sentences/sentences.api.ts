/** /station/sentences: the station's sentences in the language of a screen. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { SCREEN_LANGUAGES, sentencesSchema } from "./sentences.schema.ts";

export const listSentences = endpoint({
  id: "listSentences",
  method: "GET",
  path: "/station/sentences/:language",
  tag: "Station",
  summary:
    "List the English sentences in which the station gives causes, with their words in a language.",
  access: "member",
  shape: "one",
  params: z.object({ language: z.enum(SCREEN_LANGUAGES) }),
  errors: [],
  answer: sentencesSchema,
});
