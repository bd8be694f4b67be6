import { crc32 } from "node:zlib";
import { documentDamaged, documentTooLarge, packageMissing } from "../../errors.ts";

/** What all parts that are read may come to when unpacked: a Word file of a thousand pages has 10 to 30 million bytes. */
const MAX_BYTES = 256 * 2 ** 20;

/** The files in a zip, unpacked one by one when they are asked for. Names are compared without case, as Office does. */
export interface ZipParts {
  has(name: string): boolean;
  /**
   * Undefined when there is no such file.
   *
   * @throws DOCUMENT_DAMAGED
   * @throws DOCUMENT_TOO_LARGE - what was read comes to more than 256 MB, whatever the zip says of its sizes
   */
  read(name: string): Uint8Array | undefined;
}

/**
 * @param maxBytes - what all parts that are read may come to
 * @throws DOCUMENT_DAMAGED, PACKAGE_MISSING
 */
export async function openZip(bytes: Uint8Array, source: string, maxBytes = MAX_BYTES): Promise<ZipParts> {
  const { Inflate } = await importFflate(source);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view, source);
  let left = maxBytes;
  return { has: (name) => entries.has(name.toLowerCase()), read };

  function read(name: string): Uint8Array | undefined {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) return undefined;
    const part = unpack(name, entry);
    left -= part.length;
    if (part.length !== entry.size || crc32(part) !== entry.checksum) throw damaged(`has a part "${name}" that was changed`);
    return part;
  }

  function unpack(name: string, entry: Entry): Uint8Array {
    if (entry.at + 30 > bytes.length) throw damaged("is cut short");
    const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
    if (start + entry.packedSize > bytes.length) throw damaged("is cut short");
    const packed = bytes.subarray(start, start + entry.packedSize);
    if (entry.method === 0) return within(packed);
    if (entry.method !== 8) throw damaged(`has a part "${name}" that is packed in an unknown way`);
    const pieces: Uint8Array[] = [];
    let size = 0;
    const inflate = new Inflate((piece) => {
      size += piece.length;
      if (size > left) throw tooLarge();
      pieces.push(piece);
    });
    try {
      // In steps, since a few bytes may unpack to a thousand times as many.
      for (let at = 0; at < packed.length; at += STEP) inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    } catch (cause) {
      if (size > left) throw tooLarge();
      throw damaged(`has a part "${name}" that cannot be unpacked`, cause);
    }
    return Buffer.concat(pieces);
  }

  function within(part: Uint8Array): Uint8Array {
    if (part.length > left) throw tooLarge();
    return part;
  }

  function tooLarge() {
    return documentTooLarge(source, `unpacks to more than ${maxBytes / 2 ** 20} MB of text and markup, as no document does`);
  }

  function damaged(reason: string, cause?: unknown) {
    return documentDamaged(source, reason, cause);
  }
}

const STEP = 16 * 1024;

async function importFflate(source: string): Promise<typeof import("fflate")> {
  try {
    return await import("fflate");
  } catch (cause) {
    throw packageMissing("fflate", "unpacks Word documents", "fflate@0.8.3", cause, source);
  }
}

interface Entry {
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of the local header. */
  readonly at: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 0xffff;

/** From the directory at the end; of two entries of one name the first counts. Archives past 4 GB (zip64) are no documents. */
function readDirectory(view: DataView, source: string): ReadonlyMap<string, Entry> {
  const least = Math.max(0, view.byteLength - 22 - LONGEST_COMMENT);
  let end = view.byteLength - 22;
  while (end >= least && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < least) throw documentDamaged(source, "is a zip file without its end");
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) {
      throw documentDamaged(source, "has a broken list of its parts");
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const raw = new Uint8Array(view.buffer, view.byteOffset + at + 46, Math.min(nameEnd, view.byteLength) - at - 46);
    const name = new TextDecoder().decode(raw).replaceAll("\\", "/").replace(/^\//, "").toLowerCase();
    if (!entries.has(name)) {
      entries.set(name, {
        method: view.getUint16(at + 10, true),
        checksum: view.getUint32(at + 16, true),
        packedSize: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        at: view.getUint32(at + 42, true),
      });
    }
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
