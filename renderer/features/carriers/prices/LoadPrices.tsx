/**
 * Loading prices of an agreement, from a file or by hand from the prices in force. Nothing is saved
 * before the last step.
 */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { getVersion } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { TariffInput } from "../../../../core/shipping/agreements/tariff.schema.ts";
import { listCities } from "../../../../core/shipping/geo/geo.api.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import { call } from "../../../lib/bridge.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { currentVersion } from "../agreements/agreement-words.ts";
import { usualService } from "../agreements/carrier-list.ts";
import type { OpenPage } from "../agreements/use-agreement-page.ts";
import { useShared } from "../../../store/shared.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { priceWriter } from "./price-writer.ts";
import { PriceSteps } from "./PriceSteps.tsx";
import type { ReadFile } from "./read-price-file.ts";
import { inputOf, startTexts, USUAL_TARIFF } from "./start-texts.ts";
import type { Texts } from "./typed-values.ts";

type LoadPricesProps = {
  readonly agreement: AgreementView;
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
  /** Whether the prices in force stay, and only their rules change. */
  readonly isByHand: boolean;
};

/** Reads the prices in force, whose rules fill the form. */
export function LoadPrices(props: LoadPricesProps) {
  const current = currentVersion(props.agreement);
  const { value, failure } = useLoaded(async () => {
    const [whole, cities] = await Promise.all([
      current?.isReadable === true
        ? call(getVersion, { params: { agreementID: props.agreement.id, versionID: current.id } })
        : null,
      call(listCities, { query: { countryCode: "TR", cityCode: "" } }),
    ]);
    return {
      base: whole === null ? USUAL_TARIFF : inputOf(whole.tariff),
      cities: [cities].flat(),
    };
  });
  if (failure !== null) return <FailureText failure={failure} />;
  return value === null ? null : <Form {...props} {...value} />;
}

type FormProps = LoadPricesProps & {
  readonly base: TariffInput;
  readonly cities: readonly City[];
};

function Form({ agreement, open, onChanged, isByHand, base, cities }: FormProps) {
  const { i18n } = useTranslation();
  const name = `prices ${isByHand ? "by hand" : "from file"} ${agreement.id}`;
  const readText = useShared(({ drafts }) => drafts[name]?.["read"] ?? "");
  const read = useMemo(
    () => (readText === "" ? null : (JSON.parse(readText) as ReadFile)),
    [readText],
  );
  const today = turkishDay(new Date().toISOString());
  const start = useMemo(
    (): Texts => ({
      ...startTexts(base, zonesOf(base, read), priceWriter(i18n.language)),
      ...serviceTexts(agreement, base, read),
      validFrom: priceWriter(i18n.language).day(firstDay(agreement, today)),
      validUntil: "",
      at: "0",
      fileVat: "out",
      fileFee: "out",
      fileName: "",
      file: "",
      read: "",
      decimalSign: "",
      mapping: "",
    }),
    [agreement, base, read, today, i18n.language],
  );
  const { typed, change, forget } = useDraft<Texts>(name, start);
  return (
    <PriceSteps
      agreement={agreement}
      isByHand={isByHand}
      form={{ base, read, start, typed, cities, today }}
      change={change}
      onSaved={async () => {
        forget();
        await onChanged();
        open.go("list", agreement.id);
      }}
    />
  );
}

function zonesOf({ zones }: TariffInput, read: ReadFile | null): readonly string[] {
  if (read !== null) return read.zones;
  return zones.by === "none" ? [] : zones.zones.map(({ name }) => name);
}

/** Returns the first code and name of each service of the file. */
function serviceTexts(agreement: AgreementView, base: TariffInput, read: ReadFile | null): Texts {
  const usual = usualService(agreement.providerCode, agreement.name);
  return Object.assign(
    {},
    ...(read?.services ?? []).map(({ name }, i) => {
      const before = base.services.find((one) => one.name === name) ?? base.services[i];
      const own =
        i === 0 ? usual : { code: `${usual.code}_${i + 1}`, name: `${usual.name} ${i + 1}` };
      return {
        [`code.${i}`]: before?.code ?? own.code,
        [`name.${i}`]: before?.name ?? (name === "" ? own.name : name),
      };
    }),
  ) as Texts;
}

/** Returns the first day that a new version can begin on. */
function firstDay({ versions }: AgreementView, today: string): string {
  if (!versions.some(({ validFrom }) => validFrom === today)) return today;
  const tomorrow = new Date(`${today}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return tomorrow.toISOString().slice(0, 10);
}
