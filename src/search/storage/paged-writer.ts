import { checksum } from "./checksum.ts";
import { closeSync, openSync, writeSync } from "./node-modules.ts";
import { DATA, PAGE } from "./paged-file.ts";

const PAGES_PER_WRITE = 64;

/** Writes a paged file from front to back. Nothing is sure to be on the disk before `makeDurable`. */
export class PagedWriter {
  readonly path: string;
  /** Data bytes written so far. */
  length = 0;
  private readonly fd: number;
  private readonly buffer = new Uint8Array(PAGE * PAGES_PER_WRITE);
  private readonly view = new DataView(this.buffer.buffer);
  private inPage = 0;
  private page = 0;
  private pageNumber = 0;

  /** Makes the file, which must not be there. */
  constructor(path: string) {
    this.path = path;
    this.fd = openSync(path, "wx");
  }

  append(bytes: Uint8Array): void {
    let from = 0;
    this.length += bytes.length;
    while (from < bytes.length) {
      const count = Math.min(DATA - this.inPage, bytes.length - from);
      this.buffer.set(count === bytes.length ? bytes : bytes.subarray(from, from + count), this.page * PAGE + this.inPage);
      this.inPage += count;
      from += count;
      if (this.inPage === DATA) this.endPage();
    }
  }

  /** Writes the rest and closes. The disk may not have it yet: see `makeDurable`. */
  close(): void {
    if (this.inPage > 0) this.endPage();
    this.flush(0);
    closeSync(this.fd);
  }

  /** Closes without a promise about the contents, for a file that is going to be deleted. */
  abandon(): void {
    closeSync(this.fd);
  }

  private endPage(): void {
    const start = this.page * PAGE;
    const sum = checksum(this.buffer.subarray(start, start + this.inPage), this.pageNumber);
    this.view.setUint32(start + this.inPage, sum, true);
    this.pageNumber++;
    if (this.inPage < DATA) {
      this.flush(this.inPage + 4);
    } else if (++this.page === PAGES_PER_WRITE) this.flush(0);
    this.inPage = 0;
  }

  private flush(tail: number): void {
    const size = this.page * PAGE + tail;
    for (let written = 0; written < size; ) written += writeSync(this.fd, this.buffer, written, size - written);
    this.page = 0;
  }
}
