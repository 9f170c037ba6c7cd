/**
 * Joins an organization's own server: addresses, a credentials file, and a certificate authority
 * where needed.
 */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { joinServer } from "../../../core/sync/sync.api.ts";
import { call, invoke } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { serversOf, type Joining, type ServerTyped } from "./joining.ts";
import styles from "./Stations.module.css";

/**
 * Shows the form; folded until a person opens it, because most shops have no server. Open after an
 * attempt to join with this form.
 */
export function OwnServer({
  joining: { act, by, server, setServer, join },
}: {
  readonly joining: Joining;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(by === "server");
  const [isJudged, setJudged] = useState(false);
  const isRunning = act.state.step === "running";
  const servers = serversOf(server.servers);
  const change = (part: Partial<ServerTyped>): void => {
    setJudged(false);
    setServer({ ...server, ...part });
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (servers.length === 0 || server.credentials.trim() === "" || isRunning) return;
    void join("server", () =>
      call(joinServer, {
        body: {
          servers,
          credentials: server.credentials,
          ...(server.authority.trim() === "" ? {} : { authority: server.authority }),
        },
      }),
    );
  };
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.own.title")}
      data-testid="own-server"
    >
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("stations.own.title")}</summary>
        <form
          className={`${styles["join"]} ${styles["inside"]}`}
          noValidate
          aria-label={t("stations.own.title")}
          onSubmit={send}
        >
          <p>{t("stations.own.lead")}</p>
          <ServerFields server={server} isJudged={isJudged} onChange={change} />
          {by === "server" ? <ActFailure act={act} /> : null}
          <div className={styles["buttons"]}>
            <Button submits disabled={isRunning}>
              {t("stations.alone.join")}
            </Button>
          </div>
          <div role="status">
            {isRunning && by === "server" ? <p>{t("stations.joining.asks")}</p> : null}
          </div>
        </form>
      </details>
    </section>
  );
}

type ServerFieldsProps = {
  readonly server: ServerTyped;
  /** Whether wrong fields are marked: from an attempt to join until the next change. */
  readonly isJudged: boolean;
  readonly onChange: (part: Partial<ServerTyped>) => void;
};

function ServerFields({ server, isJudged, onChange }: ServerFieldsProps) {
  const { t } = useTranslation();
  const hasServers = serversOf(server.servers).length > 0;
  return (
    <>
      <Field
        label={t("stations.own.servers")}
        hint={t("stations.own.serversHint")}
        placeholder="tls://nats.example.com:4222"
        value={server.servers}
        wrong={isJudged && !hasServers ? t("stations.own.serversWrong") : null}
        onChange={(text) => onChange({ servers: text })}
      />
      <FileText
        label={t("stations.own.credentials")}
        value={server.credentials}
        endings={["creds", "txt"]}
        wrong={
          isJudged && server.credentials.trim() === "" ? t("stations.own.credentialsWrong") : null
        }
        onChange={(credentials) => onChange({ credentials })}
      />
      <FileText
        label={t("stations.own.authority")}
        hint={t("stations.own.authorityHint")}
        value={server.authority}
        endings={["pem", "crt", "cer"]}
        wrong={null}
        onChange={(authority) => onChange({ authority })}
      />
    </>
  );
}

type FileTextProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly endings: readonly string[];
  readonly wrong: string | null;
  readonly onChange: (text: string) => void;
};

/** Field for the text of a file, pasted or read from a chosen file. */
function FileText({ label, hint, value, endings, wrong, onChange }: FileTextProps) {
  const { t } = useTranslation();
  const act = useAct();
  const choose = (): void =>
    void act.run(async () => {
      const file = await invoke("window:chooseFile", {
        filters: [{ name: label, extensions: [...endings] }],
      });
      if (file !== null) onChange(textOf(file.base64));
    });
  const id = `file-${endings[0]}`;
  return (
    <div className={styles["file"]}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={wrong === null ? styles["small"] : styles["wrong"]}>
        {wrong ?? hint ?? t("stations.own.fileHint")}
      </p>
      <ActFailure act={act} />
      <div>
        <Button small label={`${t("stations.own.choose")}: ${label}`} onPress={choose}>
          {t("stations.own.choose")}
        </Button>
      </div>
    </div>
  );
}

function textOf(base64: string): string {
  return new TextDecoder().decode(
    Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0),
  );
}
