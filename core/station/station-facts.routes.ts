/**
 * /station/carriers, /station/data, /station/samples, /station/sentences: routes of Settings, of the
 * first start, and of all screens.
 */
import { serve, type Route } from "./route.ts";
import { createSampleSet, deleteSampleSet, readSampleSet, type Samples } from "./sample-set.ts";
import { listSentences as listSentencesApi } from "./sentences/sentences.api.ts";
import { listSentences } from "./sentences/sentences.ts";
import * as api from "./station-facts.api.ts";
import { listStationCarriers, readDataFacts } from "./station-facts.ts";

/**
 * Creates the routes of the station's facts.
 *
 * @param samples Sample orders that ship with the product, and the organization's carriers.
 */
export function stationFactRoutes(samples: Samples): readonly Route[] {
  return [
    serve(api.listStationCarriers, ({ deps, actor }, { query }) =>
      listStationCarriers(deps, actor, samples.shelf, query.toCityCode),
    ),
    serve(api.getDataFacts, ({ deps }) => readDataFacts(deps)),
    serve(listSentencesApi, (_, { params }) => listSentences(params.language)),
    serve(api.getSampleSet, ({ deps, actor }) => readSampleSet(deps, actor, samples)),
    serve(api.createSampleSet, ({ deps, actor }) => createSampleSet(deps, actor, samples), {
      repeat: "again",
    }),
    serve(api.deleteSampleSet, ({ deps, actor }) => deleteSampleSet(deps, actor, samples)),
  ];
}
