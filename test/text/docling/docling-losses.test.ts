import { describe, expect, it } from "vitest";
import { doclingToText } from "../../../src/text/docling/docling-text.ts";
import { cell, type Item, made, on, ref, text } from "./made-docling.ts";

const omitted = (read: ReturnType<typeof doclingToText>) =>
  read.omissions.map(({ omitted: { start, end }, reason }) => [read.text.slice(start, end), reason]);

describe("pieces of a line", () => {
  const line = (...words: string[]) =>
    doclingToText(
      made(["groups/0"], {
        groups: [{ label: "inline", children: ref(...words.map((_, i) => `texts/${i}`)) }],
        texts: words.map((word) => text("text", word)),
      }),
    ).text;

  it("get a space between them where a reader would see one", () => {
    expect(line("See", "Lamps", ", then the", ".wick", "file (see", "here", ").")).toBe("See Lamps, then the .wick file (see here).");
    expect(line("Let ", "a^{2}", "be it")).toBe("Let a^{2} be it");
    expect(line("burns ", " bright ")).toBe("burns  bright");
    expect([line("\u8fd9\u662f", "\u7c97\u4f53", "\u5b57\u3002"), line("\u8fd9", "wick")]).toEqual([
      "\u8fd9\u662f\u7c97\u4f53\u5b57\u3002",
      "\u8fd9 wick",
    ]);
  });

  it("keep their places, on whatever page they stand", () => {
    const read = doclingToText(
      made(["texts/0"], {
        groups: [{ label: "inline", children: ref("texts/1", "texts/2", "texts/3") }],
        texts: [
          text("list_item", "", { marker: "(a)", children: ref("groups/0") }),
          text("text", "Oil", { prov: [on(1, [0, 50, 9, 40])] }),
          text("text", "burns", { prov: [on(1, [20, 50, 29, 40])] }),
          text("text", " long.", { prov: [on(2, [0, 790, 9, 780])] }),
        ],
      }),
    );
    expect(read.places.map(({ start, end, page, box }) => [read.text.slice(start, end), page, box?.[0]])).toEqual([
      ["(a) Oil", 1, 0],
      ["burns", 1, 20],
      ["long.", 2, 0],
    ]);
  });

  it("stand where their item does when they have no places", () => {
    const item = text("list_item", "", {
      children: ref("groups/0"),
      prov: [on(1, [0, 50, 9, 40], [0, 5]), on(1, [20, 50, 29, 40], [5, 9])],
    });
    const read = doclingToText(
      made(["texts/0"], {
        groups: [{ label: "inline", children: ref("texts/1", "texts/2") }],
        texts: [item, text("text", "Oil"), text("text", "burns")],
      }),
    );
    expect(read.places).toEqual([{ start: 0, end: 11, page: 1, box: [0, 750, 9, 760] }]);
    const paragraphs = [
      text("list_item", "", { marker: "(a)", children: ref("texts/1"), prov: [on(1, [0, 50, 9, 40])] }),
      text("text", "Oil"),
    ];
    expect(doclingToText(made(["texts/0"], { texts: paragraphs }))).toMatchObject({
      text: "(a) Oil",
      places: [{ start: 0, end: 7, page: 1 }],
    });
  });

  it("take no picture, table or caption with them out of the text", () => {
    const read = doclingToText(
      made(["groups/0"], {
        groups: [{ label: "inline", children: ref("texts/0", "pictures/0", "tables/0", "texts/1") }],
        texts: [text("text", "See"), text("text", "this."), text("caption", "A wick")],
        pictures: [{ label: "picture", captions: ref("texts/2") }],
        tables: [{ label: "table", data: { table_cells: [cell(0, 0, "days")] } }],
      }),
    );
    expect(read.text).toBe("See this.\n\nA wick\n\n| days |");
  });
});

describe("forms", () => {
  it("are a line for each key with its values, under their headings", () => {
    const read = doclingToText(
      made(["texts/0", "field_regions/0"], {
        texts: [
          text("section_header", "Lamps", { level: 1 }),
          text("field_heading", "Owner", { level: 1 }),
          text("field_key", "Name: "),
          text("field_value", "Ada"),
          text("field_key", "Uses"),
          text("field_value", "oil"),
          text("field_value", "", { children: ref("groups/0") }),
          text("checkbox_selected", ""),
          text("text", "gas"),
          text("checkbox_unselected", "\u2610 wax"),
        ],
        groups: [{ label: "inline", children: ref("texts/7", "texts/8") }],
        field_regions: [{ label: "field_region", children: ref("texts/1", "field_items/0", "field_items/1") }],
        field_items: [
          { label: "field_item", children: ref("texts/2", "texts/3") },
          { label: "field_item", children: ref("texts/4", "texts/5", "texts/6") },
        ],
      }),
    );
    expect(read.text).toBe("Lamps\n\nOwner\n\nName: Ada\nUses: oil, [x] gas\n\n\u2610 wax");
    expect(read.outline.map(({ level, title }) => [level, title])).toEqual([
      [1, "Lamps"],
      [2, "Owner"],
    ]);
  });

  it("keep a ticked box that has no words", () => {
    expect(doclingToText(made(["texts/0", "texts/1"], { texts: [text("checkbox_selected", ""), text("text", "Yes")] })).text).toBe(
      "[x]\n\nYes",
    );
  });

  it("lose no cell that is a value of a value, that names its key, or whose number is another's", () => {
    const graph = (cells: readonly Item[], links: readonly Item[]) =>
      doclingToText(
        made(["form_items/0"], {
          form_items: [{ label: "form", captions: ref("texts/0"), graph: { cells, links } }],
          texts: [text("caption", "Form")],
        }),
      ).text;
    const to = (label: string, source: number, target: number) => ({ label, source_cell_id: source, target_cell_id: target });
    const cells = ["Oil", "Price", "9"].map((words, i) => ({ cell_id: i, text: words }));
    expect(graph(cells, [to("to_value", 0, 1), to("to_key", 2, 1)])).toBe("Form\n\nOil: Price: 9");
    expect(graph(cells, [to("to_value", 0, 1), to("to_value", 1, 0)])).toBe("Form\n\n9\nOil: Price");
    expect(graph([{ text: "a" }, { text: "b" }], [])).toBe("Form\n\na\nb");
  });
});

describe("cells with items of their own", () => {
  const rich = (given: string, items: { readonly [list: string]: readonly Item[] }) =>
    doclingToText(
      made(["tables/0"], {
        tables: [
          { label: "table", data: { table_cells: [cell(0, 0, given, { ref: { $ref: "#/groups/0" } })] }, children: ref("groups/0") },
          ...(items.tables ?? []),
        ],
        groups: [{ label: "unspecified", children: ref("texts/0", "tables/1", "pictures/0") }, ...(items.groups ?? [])],
        texts: items.texts ?? [],
        pictures: items.pictures ?? [],
      }),
    ).text;

  it("have the tables, captions, marks and ticks in them that their text leaves out", () => {
    const inner = { label: "table", data: { table_cells: [cell(0, 0, "na"), cell(0, 1, "nb")] } };
    const words = rich("fat thin\n", {
      tables: [inner],
      groups: [
        { label: "list", children: ref("texts/3", "texts/4") },
        { label: "inline", children: ref("texts/5", "texts/6") },
      ],
      pictures: [{ label: "picture", captions: ref("texts/1"), children: ref("texts/2", "groups/1") }],
      texts: [
        text("text", "fat thin"),
        text("caption", "A wick"),
        text("checkbox_selected", ""),
        text("list_item", "one", { enumerated: true, marker: "" }),
        text("list_item", "", { marker: "(b)", children: ref("groups/2") }),
        text("text", "two"),
        text("text", "more"),
      ],
    });
    expect(words).toBe("| fat thin na nb A wick [x] 1. one (b) two more |");
  });

  it("keep the spaces of their text within a line and get some between lines", () => {
    const read = doclingToText(
      made(["tables/0"], {
        tables: [{ label: "table", data: { table_cells: [cell(0, 0, "on H2O.Then", { ref: { $ref: "#/groups/0" } })] } }],
        groups: [
          { label: "unspecified", children: ref("groups/1", "texts/3") },
          { label: "inline", children: ref("texts/0", "texts/1", "texts/2") },
        ],
        texts: [text("text", "on H"), text("text", "2"), text("text", "O."), text("text", "Then")],
      }),
    );
    expect(read.text).toBe("| on H2O. Then |");
  });

  it("keep what lies over other cells, and their columns behind cells over many rows and columns", () => {
    const over = made(["tables/0"], {
      tables: [{ label: "table", data: { table_cells: [cell(0, 0, "a"), cell(0, 0, "b"), cell(0, 1, "c")] } }],
    });
    expect(doclingToText(over).text).toBe("| a b | c |");
    const tall = cell(0, 0, "tall", { end_row_offset_idx: 70 });
    const rows = Array.from({ length: 70 }, (_, row) => cell(row, 1, `r${row}`));
    expect(
      doclingToText(made(["tables/0"], { tables: [{ label: "table", data: { table_cells: [tall, ...rows] } }] })).text.split("\n")[69],
    ).toBe("| tall | r69 |");
  });
});

describe("pictures", () => {
  it("give the figures of charts, and what a program says of them as omissions", () => {
    const chart = { title: "Sales", chart_data: { table_cells: [cell(0, 0, "E"), cell(0, 1, "1.5")] } };
    const read = doclingToText(
      made(["pictures/0", "pictures/1", "pictures/2"], {
        pictures: [
          {
            label: "picture",
            meta: { tabular_chart: chart, description: { text: "Two bars." } },
            annotations: [
              { kind: "tabular_chart_data", ...chart },
              { kind: "description", text: "Two bars." },
            ],
          },
          { label: "picture", annotations: [{ kind: "tabular_chart_data", ...chart }] },
          {
            label: "picture",
            annotations: [
              { kind: "pie_chart_data", title: "Oil", slices: [{ label: "whale", value: 3 }] },
              {
                kind: "line_chart_data",
                x_axis_label: "year",
                y_axis_label: "t",
                lines: [
                  {
                    label: "gas",
                    values: [
                      [1, 2],
                      [3, 4],
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(read.text).toBe("Sales\n\n| E | 1.5 |\n\nTwo bars.\n\nSales\n\n| E | 1.5 |\n\nOil\n\nwhale: 3\n\nyear, t\ngas: (1, 2), (3, 4)");
    expect(omitted(read)).toEqual([["Two bars.", "description by a program"]]);
  });
});

describe("what is no text of the body", () => {
  it("is told from it: comments are omissions, the footnotes of Word files are text", () => {
    const read = doclingToText(
      made(["texts/0", "groups/0", "texts/2"], {
        texts: [
          text("text", "Oil burns."),
          text("text", "[author: Ada]: why?", { content_layer: "notes" }),
          text("footnote", "Not whale oil.", { content_layer: "furniture" }),
        ],
        groups: [{ label: "comment_section", content_layer: "notes", children: ref("texts/1") }],
      }),
    );
    expect(read.text).toBe("Oil burns.\n\n[author: Ada]: why?\n\nNot whale oil.");
    expect(omitted(read)).toEqual([["[author: Ada]: why?", "comment"]]);
  });

  it("gives the name of a file that shows no title", () => {
    const texts = [text("title", "Lamp  rules", { content_layer: "furniture" }), text("section_header", "Oil", { level: 1 })];
    const read = doclingToText(made(["texts/0", "texts/1"], { texts }));
    expect([read.title, read.outline.map(({ level, title }) => [level, title])]).toEqual(["Lamp rules", [[1, "Oil"]]]);
  });
});

it("marks no item twice whose words begin with its mark", () => {
  const item = (words: string, marker: string, more: Item = {}) => text("list_item", words, { marker, ...more });
  const onPage = { prov: [on(1, [0, 9, 9, 0])] };
  const texts = [
    item("\u221e oil", "", onPage),
    item("(1) gas", "-", onPage),
    item("2. wax", "2."),
    item("6.5 litres", ""),
    item("tallow", "\u2022"),
  ];
  const read = doclingToText(
    made(["groups/0"], { groups: [{ label: "list", children: ref(...texts.map((_, i) => `texts/${i}`)) }], texts }),
  );
  expect(read.text).toBe("\u221e oil\n(1) gas\n2. wax\n- 6.5 litres\n\u2022 tallow");
});

it("says who speaks in a transcript", () => {
  const source = [{ kind: "track", start_time: 1, voice: "Ada" }];
  const read = doclingToText(
    made(["texts/0", "groups/0"], {
      texts: [text("text", "Oil?", { source }), text("text", "Not", { source }), text("text", "whale.", { source })],
      groups: [{ label: "inline", children: ref("texts/1", "texts/2") }],
    }),
  );
  expect(read.text).toBe("Ada: Oil?\n\nAda: Not whale.");
});

describe("places", () => {
  it("go to the next page with a table's rows", () => {
    const box = (t: number) => ({ bbox: { l: 10, t, r: 50, b: t + 10, coord_origin: "TOPLEFT" } });
    const table = {
      label: "table",
      prov: [on(1, [10, 100, 50, 0]), on(2, [10, 790, 50, 700])],
      data: { table_cells: [cell(0, 0, "a", box(700)), cell(1, 0, "b", box(720)), cell(2, 0, "c", box(10)), cell(3, 0, "d", box(30))] },
    };
    const read = doclingToText(made(["tables/0"], { tables: [table] }));
    expect(read.places.map(({ page, box: at }) => [page, at?.[1]])).toEqual([
      [1, 700],
      [1, 720],
      [2, 10],
      [2, 30],
    ]);
    expect(read.pages.map(({ number }) => number)).toEqual([1, 2]);
  });

  it("are in points on slides, and without a box where cells are counted or it has no extent", () => {
    const at = (l: number, r: number) => ({ prov: [{ page_no: 1, bbox: { l, t: 25_400, r, b: 12_700, coord_origin: "TOPLEFT" } }] });
    const texts = [text("text", "a", at(12_700, 127_000)), text("text", "b", { prov: [{ page_no: 1, bbox: { l: 0, t: 0, r: 0, b: 0 } }] })];
    const pages = { "1": { page_no: 1, size: { width: 9_144_000, height: 6_858_000 } } };
    expect(doclingToText(made(["texts/0", "texts/1"], { texts }, { pages })).places).toMatchObject([
      { page: 1, box: [1, 1, 10, 2] },
      { page: 1 },
    ]);
    const sheet = doclingToText(
      made(
        ["groups/0"],
        {
          groups: [{ label: "sheet", name: "sheet: Rates", children: ref("tables/0") }],
          tables: [{ label: "table", prov: [on(1, [0, 0, 2, 2])], data: { table_cells: [cell(0, 0, "a")] } }],
        },
        { origin: { mimetype: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } },
      ),
    );
    expect([sheet.text, sheet.outline.map(({ title }) => title)]).toEqual(["Rates\n\n| a |", ["Rates"]]);
    expect(sheet.places).toEqual([
      { start: 0, end: 5, page: 1 },
      { start: 7, end: 12, page: 1 },
    ]);
  });
});

it("takes the text of items it does not know, wherever they are listed, and names those it cannot read", () => {
  const read = doclingToText(
    made(["texts/0", "stamps/0"], {
      texts: [text("hologram", "in")],
      stamps: [{ label: "stamp", self_ref: "#/stamps/0", ink: "red" }, text("stamp", "out"), { label: "stamp", children: ref("texts/9") }],
    }),
  );
  expect([read.text, read.unknown, read.broken]).toEqual(["in\n\nout", ["stamp"], 1]);
});
