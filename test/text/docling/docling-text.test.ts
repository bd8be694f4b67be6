import { describe, expect, it } from "vitest";
import { doclingToText } from "../../../src/text/docling/docling-text.ts";
import { cell, made, on, ref, text } from "./made-docling.ts";

it("gives text in reading order, headings as outline, pages, and boxes from the top left corner", () => {
  const read = doclingToText(
    made(["texts/0", "texts/1", "texts/2", "texts/3"], {
      texts: [
        text("title", "Lamps", { prov: [on(1, [50, 780, 200, 760])] }),
        text("section_header", "1. Oil", { level: 1, prov: [on(1, [50, 700, 200, 680])] }),
        text("text", "It burns.", { prov: [on(1, [50, 660, 300, 640.005])] }),
        text("section_header", "1.1. Wicks", { level: 2, prov: [on(2, [50, 780, 200, 760])] }),
      ],
    }),
  );
  expect(read).toMatchObject({
    text: "Lamps\n\n1. Oil\n\nIt burns.\n\n1.1. Wicks",
    title: "Lamps",
    outline: [
      { level: 1, title: "Lamps", at: { start: 0, end: 5 } },
      { level: 2, title: "1. Oil", at: { start: 7, end: 13 } },
      { level: 3, title: "1.1. Wicks", at: { start: 26, end: 36 } },
    ],
    pages: [
      { number: 1, start: 0, end: 26 },
      { number: 2, start: 26, end: 36 },
    ],
    omissions: [],
    broken: 0,
  });
  expect(read.places[2]).toEqual({ start: 15, end: 24, page: 1, box: [50, 140, 300, 160] });
});

it("declares headers and footers as omissions in their place, wherever the file lists them", () => {
  const texts = [
    text("page_header", "Lamp Act", { content_layer: "furniture", prov: [on(1, [0, 799, 9, 790])] }),
    text("text", "One.", { prov: [on(1, [0, 700, 9, 690])] }),
    text("text", "Two.", { prov: [on(2, [0, 700, 9, 690])] }),
    text("page_footer", "Page 1", { prov: [on(1, [0, 20, 9, 10])] }),
    text("page_header", "Lamp Act", { prov: [on(2, [0, 799, 9, 790])] }),
  ];
  const expected = "Lamp Act\n\nOne.\n\nPage 1\n\nLamp Act\n\nTwo.";
  const inBody = doclingToText(made(["texts/0", "texts/1", "texts/3", "texts/4", "texts/2"], { texts }));
  const apart = doclingToText(made(["texts/0", "texts/1", "texts/2"], { texts }, { furniture: { children: ref("texts/3", "texts/4") } }));
  expect([inBody.text, apart.text]).toEqual([expected, expected]);
  expect(apart.omissions.map(({ omitted, reason }) => [apart.text.slice(omitted.start, omitted.end), reason])).toEqual([
    ["Lamp Act", "page header"],
    ["Page 1", "page footer"],
    ["Lamp Act", "page header"],
  ]);
});

it("splits the place of a paragraph that goes on overleaf", () => {
  const words = "  First half, second half.";
  const {
    text: whole,
    places,
    pages,
  } = doclingToText(
    made(["texts/0"], { texts: [text("text", words, { prov: [on(1, [0, 50, 9, 40], [0, 13]), on(2, [0, 790, 9, 780], [14, 26])] })] }),
  );
  expect(places.map(({ start, end, page }) => [whole.slice(start, end), page])).toEqual([
    ["First half,", 1],
    ["second half.", 2],
  ]);
  expect(pages.map(({ start }) => start)).toEqual([0, 12]);
});

it("keeps lists together, with their markers, nested ones indented, and pieces of a line in it", () => {
  const read = doclingToText(
    made(["texts/0", "groups/0", "groups/2"], {
      groups: [
        { label: "list", children: ref("texts/1", "texts/2") },
        { label: "list", children: ref("texts/3") },
        { label: "inline", children: ref("texts/4", "texts/5") },
      ],
      texts: [
        text("text", "Bring:"),
        text("list_item", "a pen", { marker: "(a)", children: ref("groups/1") }),
        text("list_item", "ink", { enumerated: true, marker: "" }),
        text("list_item", "red", { marker: "•" }),
        text("text", "See"),
        text("text", "Lamps"),
      ],
    }),
  );
  expect(read.text).toBe("Bring:\n\n(a) a pen\n  • red\n2. ink\n\nSee Lamps");
});

it("puts an item's marker before the pieces that its words are in", () => {
  const read = doclingToText(
    made(["groups/0"], {
      groups: [
        { label: "list", children: ref("texts/0", "texts/3") },
        { label: "inline", children: ref("texts/1", "texts/2") },
      ],
      texts: [
        text("list_item", "", { marker: "-", children: ref("groups/1") }),
        text("text", "a"),
        text("text", "pen"),
        text("list_item", "ink", { marker: "-" }),
      ],
    }),
  );
  expect(read.text).toBe("- a pen\n- ink");
});

describe("tables", () => {
  const header = { column_header: true };

  it("are a line a row, with header, spans, missing cells, caption before and notes behind, and a box for each row", () => {
    const box = (t: number) => ({ bbox: { l: 10, t, r: 50, b: t + 10, coord_origin: "TOPLEFT" } });
    const cells = [
      cell(0, 0, "part", header),
      cell(0, 1, "days", { ...header, end_col_offset_idx: 3, col_span: 2 }),
      cell(1, 0, "seal\nring", { end_row_offset_idx: 3, row_span: 2, ...box(100) }),
      cell(1, 1, "30", box(100)),
      cell(1, 2, "40|"),
      cell(2, 2, "50", box(110)),
    ];
    const table = {
      label: "table",
      prov: [on(1, [10, 720, 50, 600])],
      captions: ref("texts/0"),
      footnotes: ref("texts/1"),
      children: ref("texts/0"),
      data: { num_rows: 3, num_cols: 3, table_cells: cells },
    };
    const read = doclingToText(
      made(["tables/0"], { tables: [table], texts: [text("caption", "Table 1: Parts"), text("footnote", "* at least")] }),
    );
    expect(read.text).toBe(
      "Table 1: Parts\n\n| part | days |  |\n| --- | --- | --- |\n| seal ring | 30 | 40\\| |\n| seal ring |  | 50 |\n\n* at least",
    );
    expect(read.places.map(({ start, end, box: at }) => [read.text.slice(start, end), at])).toEqual([
      ["| part | days |  |", [10, 80, 50, 200]],
      ["| --- | --- | --- |", [10, 80, 50, 200]],
      ["| seal ring | 30 | 40\\| |", [10, 100, 50, 110]],
      ["| seal ring |  | 50 |", [10, 110, 50, 120]],
    ]);
  });

  it("may have cells with items of their own, or only a grid", () => {
    const rich = {
      data: { num_rows: 1, num_cols: 1, table_cells: [cell(0, 0, "", { ref: { $ref: "#/groups/0" } })] },
      children: ref("groups/0"),
    };
    const grid = { data: { grid: [[cell(0, 0, "a", { end_col_offset_idx: 2 }), cell(0, 0, "a", { end_col_offset_idx: 2 })]] } };
    const read = doclingToText(
      made(["tables/0", "tables/1"], {
        tables: [rich, grid],
        groups: [{ label: "unspecified", children: ref("texts/0", "texts/1") }],
        texts: [text("text", "one"), text("text", "two")],
      }),
    );
    expect(read.text).toBe("| one two |\n\n| a |  |");
  });

  it("are not made of millions of cells because of a number", () => {
    const huge = { data: { num_rows: 1e9, num_cols: 1e9, table_cells: [cell(0, 0, "a")] } };
    expect(doclingToText(made(["tables/0"], { tables: [huge] })).text).toBe("a");
    const rows = 100_000;
    const tall = cell(0, 0, "a label that is repeated", { end_row_offset_idx: rows, row_span: rows });
    const numbers = Array.from({ length: rows / 100 }, (_, i) => cell(i * 100, 1, "1"));
    const read = doclingToText(
      made(["tables/0"], { tables: [{ data: { num_rows: rows, num_cols: 2, table_cells: [tall, ...numbers] } }] }),
    );
    expect(read.text.length).toBeLessThan(100_000);
  });
});

it("keeps captions and words of pictures, checkboxes, code and pairs of forms", () => {
  const read = doclingToText(
    made(["pictures/0", "texts/1", "texts/2", "texts/3", "key_value_items/0"], {
      pictures: [{ label: "picture", captions: ref("texts/0"), children: ref("texts/0", "texts/4") }],
      texts: [
        text("caption", "Figure 1"),
        text("checkbox_selected", "Yes"),
        text("checkbox_unselected", "No"),
        text("code", "a\n  b"),
        text("text", "recogn1sed"),
      ],
      key_value_items: [
        {
          label: "key_value_region",
          graph: {
            cells: [
              { cell_id: 1, label: "key", text: "Name" },
              { cell_id: 2, label: "value", text: "Ada" },
              { cell_id: 3, label: "value", text: "alone" },
            ],
            links: [{ label: "to_value", source_cell_id: 1, target_cell_id: 2 }],
          },
        },
      ],
    }),
  );
  expect(read.text).toBe("Figure 1\n\nrecogn1sed\n\n[x] Yes\n\n[ ] No\n\na\n  b\n\nName: Ada\nalone");
});

it("loses nothing that no list names, tells of references to nothing, and stops where items hold themselves", () => {
  const loop = { label: "unspecified", children: ref("groups/0", "texts/9", "texts/0") };
  const read = doclingToText(made(["groups/0", "nothing/1"], { groups: [loop], texts: [text("text", "in"), text("text", "out")] }));
  expect([read.text, read.broken]).toEqual(["in\n\nout", 2]);
  const chain = Array.from({ length: 5000 }, (_, i) => text("text", `t${i}`, { children: ref(`texts/${i + 1}`) }));
  expect(doclingToText(made(["texts/0"], { texts: chain })).text.split("\n\n")).toHaveLength(5000);
  expect(doclingToText({ schema_name: "DoclingDocument", texts: 3, body: [] }).text).toBe("");
});
