import type { Json } from "../../../src/model.ts";
import type { DoclingItem } from "../../../src/text/docling/docling-item.ts";

export type Item = { readonly [key: string]: Json };

/** A document in the shape of DoclingDocument: items in `texts`, `tables` and `groups`, the tree in `body`. */
export function made(body: readonly string[], items: { readonly [list: string]: readonly Item[] }, more: Item = {}): DoclingItem {
  const refs = (names: readonly string[]) => names.map((name) => ({ $ref: `#/${name}` }));
  return {
    schema_name: "DoclingDocument",
    version: "1.3.0",
    body: { self_ref: "#/body", label: "unspecified", children: refs(body) },
    pages: { "1": { page_no: 1, size: { width: 600, height: 800 } }, "2": { page_no: 2, size: { width: 600, height: 800 } } },
    ...items,
    ...more,
  };
}

export const ref = (...names: string[]) => names.map((name) => ({ $ref: `#/${name}` }));
export const on = (page: number, [l, t, r, b]: readonly [number, number, number, number], chars?: readonly [number, number]) => ({
  page_no: page,
  bbox: { l, t, r, b, coord_origin: "BOTTOMLEFT" },
  charspan: chars ?? [0, 0],
});
export const text = (label: string, words: string, more: Item = {}): Item => ({
  label,
  text: words,
  orig: words,
  content_layer: "body",
  ...more,
});

export const cell = (row: number, column: number, words: string, more: Item = {}): Item => ({
  text: words,
  start_row_offset_idx: row,
  end_row_offset_idx: row + 1,
  start_col_offset_idx: column,
  end_col_offset_idx: column + 1,
  ...more,
});
