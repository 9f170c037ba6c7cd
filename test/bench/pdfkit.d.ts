/** The parts of pdfkit that the floor of the PDF bench uses. pdfkit brings no types. */
declare module "pdfkit" {
  export default class PDFKit {
    constructor(options: {
      size: [number, number];
      margin: number;
      info: { Title: string; CreationDate: Date };
    });
    on(event: "data", listener: (chunk: Buffer) => void): this;
    on(event: "end", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    registerFont(name: string, bytes: Buffer): this;
    font(name: string): this;
    fontSize(points: number): this;
    text(text: string, x: number, y: number, options: { lineBreak: false }): this;
    rect(x: number, y: number, w: number, h: number): this;
    fill(): this;
    end(): void;
  }
}
