/** Entry point of the screen. */
import { startWords } from "./start-words.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { Boundary } from "./app/Boundary.tsx";
import "./ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no root element");
const page = createRoot(root);

void startWords.then(() =>
  page.render(
    <Boundary>
      <App />
    </Boundary>,
  ),
);
