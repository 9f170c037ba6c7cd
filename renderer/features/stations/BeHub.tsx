/** Starts the organization's hub on this computer, if the computer has the server program. */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { DataOf } from "../../../core/http/call.ts";
import { findHubServer, startHubServer } from "../../../core/sync/sync.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useLoaded } from "../../ui/use-loaded.ts";
import { HubCause } from "./HubCause.tsx";
import type { Joining } from "./joining.ts";
import styles from "./Stations.module.css";

/** Commands that install the server on each system; Packbench downloads no programs. */
const WAYS = [
  ["Windows", "winget install NATSAuthors.NATSServer"],
  ["macOS", "brew install nats-server"],
  ["Debian, Ubuntu", "sudo apt install nats-server"],
  ["Docker", "docker cp $(docker create nats:latest):/nats-server ./nats-server"],
] as const;

/** Looks for the server program on mount. */
export function BeHub({ joining: { act, by, join } }: { readonly joining: Joining }) {
  const { t } = useTranslation();
  const found = useLoaded(() => call(findHubServer));
  const [path, setPath] = useState("");
  const isRunning = act.state.step === "running";
  const hasFailed = by === "hub" && act.state.step === "failed";
  const program = found.value?.program ?? null;
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (!isRunning)
      void join("hub", () =>
        call(startHubServer, { body: path.trim() === "" ? {} : { program: path.trim() } }),
      ).then(() => found.reload());
  };
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.be.title")}
      data-testid="be-hub"
    >
      <h2>{t("stations.be.title")}</h2>
      <p>{t("stations.be.lead")}</p>
      {found.failure === null ? null : <FailureText failure={found.failure} />}
      {found.value === null ? null : (
        <form
          className={styles["join"]}
          noValidate
          aria-label={t("stations.be.title")}
          onSubmit={start}
        >
          {program === null ? (
            <Missing path={path} onPath={setPath} />
          ) : (
            <p>
              <Mark tone="ok">{t("stations.be.found", { version: program.version })}</Mark>{" "}
              <span className={styles["small"]}>{program.path}</span>
            </p>
          )}
          {hasFailed ? null : <Cause server={found.value} />}
          {hasFailed ? <ActFailure act={act} /> : null}
          <div className={styles["buttons"]}>
            <Button submits disabled={isRunning || (program === null && path.trim() === "")}>
              {t("stations.be.start")}
            </Button>
            {program === null ? (
              <Button onPress={() => void found.reload()}>{t("stations.be.look")}</Button>
            ) : null}
          </div>
          <div role="status">
            {isRunning && by === "hub" ? <p>{t("stations.be.starting")}</p> : null}
          </div>
        </form>
      )}
    </section>
  );
}

type MissingProps = { readonly path: string; readonly onPath: (path: string) => void };

/** Says how to get the program; has a field for the path of a program that was not found. */
function Missing({ path, onPath }: MissingProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        <Mark tone="info">{t("stations.be.missing")}</Mark> {t("stations.be.howTo")}
      </p>
      <dl className={styles["ways"]}>
        {WAYS.map(([system, command]) => (
          <div key={system}>
            <dt>{system}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Field
        label={t("stations.be.path")}
        hint={t("stations.be.pathHint")}
        value={path}
        onChange={onPath}
      />
    </>
  );
}

/** Why the program cannot be used; a missing program is explained above. */
function Cause({ server }: { readonly server: DataOf<typeof findHubServer> }) {
  const { t } = useTranslation();
  if (server.cause === null || server.causeReason === "missing") return null;
  return (
    <div role="alert">
      <Mark tone="stop">
        {t(server.causeReason === "old" ? "stations.be.old" : "stations.be.failed")}
      </Mark>
      <HubCause server={server} />
    </div>
  );
}
