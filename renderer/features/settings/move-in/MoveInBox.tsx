/**
 * Section of Settings: the move of the organization from another server of this interface. One move
 * runs at a time; a new one can start after the organization has moved.
 */
import { useTranslation } from "react-i18next";
import { listMoveIns } from "../../../../core/station/move-in/move-in.api.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useShared } from "../../../store/shared.ts";
import { isJoined } from "../../../store/sync.slice.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import section from "../../../ui/Section.module.css";
import { useEvery } from "../../../ui/use-every.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { MoveInForm } from "./MoveInForm.tsx";
import { MoveInProgress } from "./MoveInProgress.tsx";

const LOOK_EVERY_MS = 1_000;

/** Shows the moves to owners and admins. @returns null for other members. */
export function MoveInBox() {
  const role = useShared(({ desk }) => (desk.step === "ready" ? desk.facts.member.role : null));
  return role === "owner" || role === "admin" ? <Followed /> : null;
}

function Followed() {
  const { value, failure, reload } = useLoaded(() => call(listMoveIns));
  useEvery(LOOK_EVERY_MS, reload);
  if (value === null) return failure === null ? null : <FailureText failure={failure} />;
  return <MoveIns moves={value} reload={reload} />;
}

type MoveInsProps = {
  /** Newest first. */
  readonly moves: readonly MoveIn[];
  readonly reload: () => Promise<void>;
};

/** Shows the move that has not ended, or the form that starts one. */
export function MoveIns({ moves, reload }: MoveInsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const joined = useShared(isJoined);
  const current = moves.find(({ state }) => state !== "MOVED");
  const ended = moves.filter(({ state }) => state === "MOVED");
  const needsToken = current?.state === "PAUSED" && current.problem !== "";
  return (
    <>
      {joined ? (
        <section className={section["section"]} aria-label={t("moveIn.title")}>
          <h2>{t("moveIn.title")}</h2>
          <p>{t("because.E2188.joined")}</p>
        </section>
      ) : current === undefined ? (
        <MoveInForm known={null} onStart={reload} />
      ) : null}
      {current === undefined ? null : (
        <MoveInProgress key={current.accountID} move={current} reload={reload} />
      )}
      {needsToken && !joined ? <MoveInForm known={current.url} onStart={reload} /> : null}
      {ended.length === 0 ? null : (
        <section className={section["section"]} aria-label={t("moveIn.ended")} role="status">
          {ended.map(({ accountID, host, updatedAt }) => (
            <Mark key={accountID} tone="ok">
              {t("moveIn.moved", { host, when: format.instant(updatedAt) })}
            </Mark>
          ))}
        </section>
      )}
    </>
  );
}
