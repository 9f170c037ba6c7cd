/**
 * Last error boundary: if rendering fails, the packer sees the error and a button that reloads the
 * screen, not an empty window.
 */
import { Component, type ReactNode } from "react";
import { i18n } from "../i18n/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./App.module.css";

type Props = { readonly children: ReactNode };
type State = { readonly broken: string | null };

export class Boundary extends Component<Props, State> {
  override state: State = { broken: null };

  static getDerivedStateFromError(error: unknown): State {
    return { broken: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.broken === null) return this.props.children;
    return (
      <main className={styles["loading"]}>
        <Panel
          tone="stop"
          title={i18n.t("app.broken")}
          alert
          testID="broken"
          commands={<Button onPress={() => location.reload()}>{i18n.t("app.reload")}</Button>}
        >
          <p>{i18n.t("app.brokenLead")}</p>
          <p>{this.state.broken}</p>
        </Panel>
      </main>
    );
  }
}
