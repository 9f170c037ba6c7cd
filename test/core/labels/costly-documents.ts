/** PDFs of one page, written by hand: two that are costly to draw, and one that is not. */

/** @returns A page of crossing curves; every 100,000 curves take about twenty seconds. */
export function slowPdf(curves = 100_000): Buffer {
  return pdfOf([stream(`q ${"0 0 m 283 425 l 100 50 200 300 283 0 c S ".repeat(curves)}Q`)]);
}

/** @returns 9 kB that draw a line 10¹³ times, through nested forms. */
export function nestedPdf(): Buffer {
  const form = (commands: string, inner = ""): string =>
    stream(commands, `/Type/XObject/Subtype/Form/BBox[0 0 300 500]${inner}`);
  const forms = [6, 7, 8, 9, 10, 11].map((next) =>
    form("/A Do ".repeat(50), `/Resources<</XObject<</A ${next} 0 R>>>>`),
  );
  return pdfOf([stream("/A Do ".repeat(1_000)), ...forms, form("0 0 m 283 425 l S")]);
}

/**
 * @param box The page's MediaBox.
 * @param more Further entries of the page's dictionary.
 * @returns A page with a black square.
 */
export function squarePdf(box: string, more = ""): Buffer {
  return pdfOf([stream("0 0 100 100 re f")], box, more);
}

/**
 * @param objects The page's commands, and the objects that these name; the fifth object of the file
 * is "A".
 */
function pdfOf(objects: readonly string[], box = "0 0 283 425", more = ""): Buffer {
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>${more}>>`;
  let text = "%PDF-1.7\n";
  const starts = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    page,
    ...objects,
  ].map((object, i) => {
    const start = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = starts.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    "latin1",
  );
}

function stream(content: string, more = ""): string {
  return `<</Length ${content.length}${more}>>stream\n${content}\nendstream`;
}
