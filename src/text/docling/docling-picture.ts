import { type DoclingItem, isItem, itemsAt, numberAt, textAt } from "./docling-item.ts";

/** What a program says of a picture or a table: words that are not the source's. */
export function descriptionsOf(item: DoclingItem): string[] {
  const meta = isItem(item.meta) ? item.meta : {};
  const said = isItem(meta.description) ? [textAt(meta.description, "text")] : [];
  const noted = itemsAt(item, "annotations").filter(({ kind }) => kind === "description");
  return [...new Set([...said, ...noted.map((note) => textAt(note, "text"))].map((text) => text.trim()))].filter((text) => text !== "");
}

/** The figures of a chart: a table, or a line for each bar, slice, line or point. Newer files have them in `meta`, older ones as notes. */
export interface Chart {
  readonly title: string;
  readonly data?: DoclingItem;
  readonly lines: readonly string[];
}

export function chartsOf(item: DoclingItem): Chart[] {
  const meta = isItem(item.meta) ? item.meta : {};
  const tabular = isItem(meta.tabular_chart) ? [meta.tabular_chart] : [];
  const found = tabular.length > 0 ? tabular : itemsAt(item, "annotations").filter(({ kind }) => /chart_data$/.test(String(kind)));
  return found.map((chart) => ({
    title: textAt(chart, "title").trim(),
    ...(isItem(chart.chart_data) ? { data: chart.chart_data } : {}),
    lines: [
      [textAt(chart, "x_axis_label"), textAt(chart, "y_axis_label")].filter((label) => label !== "").join(", "),
      ...["bars", "stacked_bars", "lines", "slices", "points"].flatMap((key) => itemsAt(chart, key).map(figures)),
    ].filter((line) => line !== ""),
  }));
}

function figures(entry: DoclingItem): string {
  const label = Array.isArray(entry.label) ? entry.label.join(", ") : textAt(entry, "label");
  const single = numberAt(entry, "value");
  const values =
    single !== undefined ? [single] : Array.isArray(entry.values) ? entry.values : Array.isArray(entry.value) ? [entry.value] : [];
  const said = values.map((value) => (Array.isArray(value) ? `(${value.join(", ")})` : String(value))).join(", ");
  return [label, said].filter((part) => part !== "").join(": ");
}
