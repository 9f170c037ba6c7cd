/** Blocks of a guide, on the screen and on paper. */
import type { ReactNode } from "react";
import type { Block, Inline } from "./guide.ts";

type LinkTo = (to: string) => void;
type GuideTextProps = {
  readonly blocks: readonly Block[];
  /** Follows a link. Without this function, links are plain text, as on paper. */
  readonly onLink?: LinkTo;
};

/**
 * Shows the blocks. Headings have ids only on the screen: the copy for paper is in the same page,
 * and an id must be unique.
 */
export function GuideText({ blocks, onLink }: GuideTextProps) {
  return blocks.map((block, at) => <OneBlock key={at} block={block} onLink={onLink} />);
}

function OneBlock({
  block,
  onLink,
}: {
  readonly block: Block;
  readonly onLink: LinkTo | undefined;
}): ReactNode {
  switch (block.is) {
    case "heading": {
      const Heading = block.level === 2 ? "h3" : "h4";
      return (
        <Heading {...(onLink === undefined ? {} : { id: block.id, tabIndex: -1 })}>
          <Line of={block.of} onLink={onLink} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Line of={block.of} onLink={onLink} />
        </p>
      );
    case "list":
      return <List of={block} onLink={onLink} />;
    case "table":
      return <Table of={block} onLink={onLink} />;
    case "code":
      return (
        <pre tabIndex={onLink === undefined ? undefined : 0}>
          <code>{block.text}</code>
        </pre>
      );
  }
}

type PartProps<Is extends Block["is"]> = {
  readonly of: Extract<Block, { is: Is }>;
  readonly onLink: LinkTo | undefined;
};

function List({ of: { ordered, items }, onLink }: PartProps<"list">): ReactNode {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag>
      {items.map((item, at) => (
        <li key={at}>
          {item.map((part, of) =>
            part.is === "paragraph" ? (
              <Line key={of} of={part.of} onLink={onLink} />
            ) : (
              <OneBlock key={of} block={part} onLink={onLink} />
            ),
          )}
        </li>
      ))}
    </Tag>
  );
}

function Table({ of: { head, rows }, onLink }: PartProps<"table">): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <Line of={cell} onLink={onLink} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>
                <Line of={cell} onLink={onLink} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({
  of,
  onLink,
}: {
  readonly of: readonly Inline[];
  readonly onLink: LinkTo | undefined;
}): ReactNode {
  return of.map((part, at) => {
    switch (part.is) {
      case "text":
        return part.text;
      case "code":
        return <code key={at}>{part.text}</code>;
      case "key":
        return <kbd key={at}>{part.text}</kbd>;
      case "strong":
        return (
          <strong key={at}>
            <Line of={part.of} onLink={onLink} />
          </strong>
        );
      case "em":
        return (
          <em key={at}>
            <Line of={part.of} onLink={onLink} />
          </em>
        );
      case "link":
        return onLink === undefined ? (
          <Line key={at} of={part.of} onLink={onLink} />
        ) : (
          <button key={at} type="button" onClick={() => onLink(part.to)}>
            <Line of={part.of} onLink={undefined} />
          </button>
        );
    }
  });
}
