import { type Kernel, theKernel } from "../kernel/kernel.ts";
import { indexDamaged, indexUnreadable } from "../search-errors.ts";
import { ByteReader, uint32At } from "./bytes.ts";
import { checksum } from "./checksum.ts";
import { closeSync, fsyncSync, openSync, readSync } from "./node-modules.ts";

/*
 * A file of checked pages. Every 4,096 bytes end in a checksum of the 4,092 before them (the last page may be shorter), so that
 * whatever is read is checked, and nothing else has to be read for it. The rest of the index counts in data bytes and does not see the
 * checksums, which are seeded with the page's number, so that a page in the wrong place is noticed too.
 */

/** Bytes of a page, and of its data. */
export const PAGE = 4096;
export const DATA = PAGE - 4;

/** Waits until the disk has all of a file or, where the system can, the names in a folder. */
export function makeDurable(path: string): void {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    fsyncSync(fd);
  } catch (error) {
    // Windows opens no folders.
    if (process.platform !== "win32") throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Bytes of memory that `readInto` takes at most. */
export function pagedBytes(offset: number, length: number): number {
  return length === 0 ? 16 : (Math.floor((offset + length - 1) / DATA) - Math.floor(offset / DATA) + 1) * PAGE + 16;
}

const found = new ByteReader(new Uint8Array(0));

/** Reads a paged file at any place. Throws SEARCH_INDEX_DAMAGED when a page is missing or is not what was written. */
export class PagedReader {
  readonly path: string;
  private readonly fd: number;
  private readonly length: number;
  private readonly cachedPages: number;
  private readonly pages = new Map<number, Uint8Array>();

  /**
   * @param length - data bytes that the manifest says the file has
   * @param cachedPages - pages of 4 KB kept in memory
   */
  constructor(path: string, length: number, cachedPages = 64) {
    this.cachedPages = cachedPages;
    this.path = path;
    this.length = length;
    try {
      this.fd = openSync(path, "r");
    } catch (cause) {
      throw indexUnreadable(path, cause);
    }
  }

  /** `length` data bytes from `offset` on. The array may be shared with other callers: it is for reading. */
  read(offset: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    this.moveTo(found, offset, length);
    return found.bytes.subarray(found.at, found.at + length);
  }

  /** Leads `reader` to `offset`, from where it has `length` data bytes, 1 or more; what it has besides is of no use. */
  moveTo(reader: ByteReader, offset: number, length: number): void {
    this.checkInside(offset, length);
    const first = Math.floor(offset / DATA);
    const last = Math.floor((offset + length - 1) / DATA);
    reader.moveTo(first === last ? this.page(first) : this.readPages(first, last), offset - first * DATA);
  }

  private page(number: number): Uint8Array {
    let page = this.pages.get(number);
    if (page === undefined) {
      page = this.readPages(number, number);
      // The oldest goes first: a cache for the pages that one query asks for again and again, no more.
      if (this.pages.size >= this.cachedPages) this.pages.delete(this.pages.keys().next().value as number);
      this.pages.set(number, page);
    }
    return page;
  }

  /** Reads into the memory of the kernel, which has `pagedBytes` of room, and gives the place of the first byte there. */
  readInto(kernel: Kernel, offset: number, length: number): number {
    if (length === 0) return kernel.take(0);
    this.checkInside(offset, length);
    const first = Math.floor(offset / DATA);
    const last = Math.floor((offset + length - 1) / DATA);
    const size = this.sizeOf(first, last);
    const place = kernel.take(size);
    this.fillKernel(kernel, place, size, first);
    return place + offset - first * DATA;
  }

  close(): void {
    this.pages.clear();
    closeSync(this.fd);
  }

  private checkInside(offset: number, length: number): void {
    if (offset < 0 || offset + length > this.length) throw indexDamaged(this.path, `it points outside itself (byte ${offset + length})`);
  }

  /** Bytes of whole pages, checksums included. */
  private sizeOf(first: number, last: number): number {
    return Math.min((last + 1) * DATA, this.length) - first * DATA + 4 * (last - first + 1);
  }

  /** The data of whole pages, checked, without their checksums. */
  private readPages(first: number, last: number): Uint8Array {
    const size = this.sizeOf(first, last);
    const kernel = theKernel();
    if (kernel !== undefined && size <= PAGE) {
      const place = kernel.calls.page.value;
      this.fillKernel(kernel, place, size, first);
      return kernel.bytes.slice(place, place + size - 4);
    }
    const raw = new Uint8Array(size);
    this.fill(raw, 0, size, first);
    for (let page = first; page <= last; page++) {
      const start = (page - first) * PAGE;
      const end = Math.min(start + PAGE, size) - 4;
      if (checksum(raw.subarray(start, end), page) !== uint32At(raw, end)) {
        throw this.pageDamaged(page);
      }
      if (page > first) raw.copyWithin((page - first) * DATA, start, end);
    }
    return raw.subarray(0, size - 4 * (last - first + 1));
  }

  /** The same in the kernel's memory; checksums stand behind what was between them. */
  private fillKernel(kernel: Kernel, place: number, size: number, first: number): void {
    this.fill(kernel.bytes, place, size, first);
    const damaged = kernel.calls.checkPages(place, size, first);
    if (damaged >= 0) throw this.pageDamaged(first + damaged);
  }

  private fill(target: Uint8Array, place: number, size: number, first: number): void {
    for (let got = 0; got < size; ) {
      let count: number;
      try {
        count = readSync(this.fd, target, place + got, size - got, first * PAGE + got);
      } catch (cause) {
        throw indexUnreadable(this.path, cause);
      }
      if (count === 0) throw indexDamaged(this.path, "it is shorter than when it was written");
      got += count;
    }
  }

  private pageDamaged(page: number): Error {
    return indexDamaged(this.path, `the page at byte ${page * PAGE} is not what was written`);
  }
}
