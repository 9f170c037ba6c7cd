/** Whether the carrier knows the open order's label: stops the packer only when it refuses it. */
import { useTranslation } from "react-i18next";
import type { LabelAnnouncement } from "../../../../core/fulfilment/announcements/announcements.schema.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { ANNOUNCEMENTS_VIEW } from "../../../store/announcing.slice.ts";
import { Button } from "../../../ui/Button.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { usePack } from "../use-pack.ts";

type AnnouncementProps = { readonly announcement: LabelAnnouncement | null };

/**
 * Shows the carrier's words about a refused label, and the command that closes its order; nothing
 * for any other label.
 */
export function RefusedByCarrier({ announcement }: AnnouncementProps) {
  const { t } = useTranslation();
  const follow = usePack((store) => store.followLink);
  const dispatch = usePack((store) => store.dispatchPack);
  const aside = useSettledPress(() => dispatch({ type: "close" }));
  if (announcement?.state !== "REFUSED") return null;
  const { words, code, accountName } = announcement;
  return (
    <Panel
      tone="stop"
      title={t("announcements.pack.refusedTitle")}
      alert
      testID="refused-by-carrier"
      commands={
        <>
          <Button rank="primary" keyName="Enter" {...aside}>
            {t("announcements.pack.refusedAside")}
          </Button>
          <Button onPress={() => follow(ANNOUNCEMENTS_VIEW)}>
            {t("announcements.pack.refusedWay")}
          </Button>
        </>
      }
    >
      {words === "" ? null : (
        <p>
          <b>{words}</b>
        </p>
      )}
      <p>{t("announcements.pack.refusedDo")}</p>
      <p>
        {accountName}
        {code === "" ? "" : ` · ${t("announcements.code", { code })}`}
      </p>
    </Panel>
  );
}

/** Marks a label that its carrier does not know, or may not know. */
export function AnnouncementMark({ announcement }: AnnouncementProps) {
  const { t } = useTranslation();
  const state = announcement?.state;
  if (state !== "WAITING" && state !== "UNCERTAIN") return null;
  return (
    <p data-testid="announcement-mark">
      <Mark tone={state === "WAITING" ? "info" : "attention"}>
        {t(`announcements.pack.${state}`)}
      </Mark>
    </p>
  );
}
