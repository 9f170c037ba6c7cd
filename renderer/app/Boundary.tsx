/**
 * Last error boundary: if rendering fails, the packer sees what to do in the screen's language and a
 * button that reloads the screen, not an empty window.
 */
import { Component, type ReactNode } from "react";
import { BROKEN_WORDS } from "../i18n/broken-words.ts";
import { readSettings } from "../store/kept-settings.ts";
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
    const words = BROKEN_WORDS[readSettings().language];
    return (
      <main className={styles["loading"]}>
        <Panel
          tone="stop"
          title={words.title}
          alert
          testID="broken"
          commands={<Button onPress={() => location.reload()}>{words.reload}</Button>}
        >
          <p>{words.lead}</p>
          <p>
            {words.detail} <code lang="en">{this.state.broken}</code>
          </p>
        </Panel>
      </main>
    );
  }
}
