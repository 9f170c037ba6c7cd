/** Section of Settings: agreements with carriers, their barcode ranges and their prices. */
import { useTranslation } from "react-i18next";
import { listAgreements } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useShared } from "../../../store/shared.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { BackTo } from "../BackTo.tsx";
import { LoadPrices } from "../prices/LoadPrices.tsx";
import { AddRange } from "./AddRange.tsx";
import { AgreementList } from "./AgreementList.tsx";
import styles from "./Agreements.module.css";
import { EditAgreement } from "./EditAgreement.tsx";
import { NewAgreement } from "./NewAgreement.tsx";
import { PaymentPage } from "./PaymentPage.tsx";
import { useAgreementPage, type OpenPage } from "./use-agreement-page.ts";
import { VersionPage } from "./VersionPage.tsx";

/** Shows the list or the open page. */
export function Agreements() {
  const { t } = useTranslation();
  const agreements = useLoaded(() => call(listAgreements));
  const loadDesk = useShared((store) => store.loadDesk);
  const open = useAgreementPage();
  const { value, failure, reload } = agreements;
  const changed = async (): Promise<void> => {
    await Promise.all([reload(), loadDesk()]);
  };
  if (value === null) return failure === null ? null : <FailureText failure={failure} />;
  const agreement = value.find(({ id }) => id === open.id);
  if (open.page === "list" || (agreement === undefined && open.page !== "new"))
    return <AgreementList agreements={value} open={open} failure={failure} onChanged={changed} />;
  return (
    <div className={styles["page"]} data-testid="agreement-page">
      <BackTo words={t("agreements.back")} onBack={() => open.go("list", open.id)} />
      {agreement === undefined ? (
        <NewAgreement open={open} onChanged={changed} />
      ) : (
        <Page agreement={agreement} open={open} onChanged={changed} />
      )}
    </div>
  );
}

type PageProps = {
  readonly agreement: AgreementView;
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
};

/** The open page of an agreement. */
function Page({ agreement, open, onChanged }: PageProps) {
  const props = { agreement, open, onChanged };
  switch (open.page) {
    case "edit":
      return <EditAgreement {...props} />;
    case "range":
      return <AddRange {...props} />;
    case "version":
      return <VersionPage agreement={agreement} versionID={open.version} />;
    case "payment":
      return <PaymentPage agreement={agreement} onChanged={onChanged} />;
    default:
      return <LoadPrices key={open.page} {...props} isByHand={open.page === "change"} />;
  }
}
