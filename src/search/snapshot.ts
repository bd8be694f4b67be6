import type { SegmentReader } from "./segment/segment-reader.ts";
import type { Manifest } from "./storage/manifest.ts";

/** One generation of an index, open for reading. */
export interface Snapshot {
  readonly name: string;
  readonly manifest: Manifest;
  readonly segments: readonly SegmentReader[];
}
