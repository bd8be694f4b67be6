import type { PdfFault } from "./pdf-text.ts";

/** Why a PDF could not be read. It is told with the document's name by whoever knows it. */
export class PdfFailure extends Error {
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(fault.kind);
    this.fault = fault;
  }
}
