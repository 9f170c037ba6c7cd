/** Lists why carriers made no offer: below a line that folds it, or alone. */
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { IneligibleService } from "../../../../core/shipping/carriers/ineligible.schema.ts";
import { useIneligibleWords } from "../../../ui/use-ineligible-words.ts";
import styles from "./IneligibleServices.module.css";

/** Scrolls to the list only if the packer unfolded it. */
function showOpened({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>): void {
  if (details.open && details.contains(document.activeElement))
    details.scrollIntoView({ block: "nearest" });
}

type IneligibleServicesProps = {
  readonly services: readonly IneligibleService[];
  readonly open: boolean;
};

/**
 * Lists the services without an offer, each with its cause.
 *
 * @param open Whether the list starts unfolded.
 * @returns null when every service made an offer.
 */
export function IneligibleServices({ services, open }: IneligibleServicesProps) {
  const { t } = useTranslation();
  if (services.length === 0) return null;
  return (
    <details className={styles["ineligible"]} open={open} onToggle={showOpened}>
      <summary>{t("offers.ineligible", { count: services.length })}</summary>
      <IneligibleList services={services} />
    </details>
  );
}

/** The services without an offer. @param shownRef Called with the list when it appears. */
export function IneligibleList({
  services,
  shownRef,
  id,
}: {
  readonly services: readonly IneligibleService[];
  readonly shownRef?: (list: HTMLDListElement | null) => void;
  readonly id?: string;
}) {
  const words = useIneligibleWords();
  return (
    <dl className={styles["list"]} ref={shownRef} id={id}>
      {services.map((service) => (
        <div key={`${service.name} ${service.providerServiceCode}`}>
          <dt>{service.name}</dt>
          <dd>{words(service)}</dd>
        </div>
      ))}
    </dl>
  );
}
