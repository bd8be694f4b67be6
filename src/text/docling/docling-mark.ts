import { type DoclingItem, textAt } from "./docling-item.ts";

const BULLETS = "-*‣•∙·●○◦▪▫■□◆◇►▶➢❖✓✔–—∞";
const BULLET = new RegExp(`^[${BULLETS}]\\s`, "u");
const NUMBER = /^(?:\(?(?:\d{1,3}|\p{L}|[ivxlc]{2,6})[.)]|\[[^\]\s]{1,20}\]|\d{1,3}(?:\.\d{1,3}){1,5}\.?)\s/iu;
const BOX = /^(?:[☐☑☒✓✔✗✘]|\[[ xX]?\])/u;

/** What stands before an item's words: the mark of a list item, whether a box is ticked. Words that begin with their mark get no other. */
export function markOf(item: DoclingItem, label: string, index: number, words: string): string {
  if (isCheckbox(label)) {
    return BOX.test(words) ? "" : label === "checkbox_selected" ? "[x] " : "[ ] ";
  }
  if (label !== "list_item") return "";
  const marker = textAt(item, "marker").trim();
  if (marker !== "" && words.startsWith(`${marker} `)) return "";
  // Docling puts "-" or nothing where it found no mark, and then the words may have it. A number may as well be the words' own,
  // except on a page, where nobody has told marks from words.
  const isOnPage = Array.isArray(item.prov) && item.prov.length > 0;
  if ((marker === "" || marker === "-") && (BULLET.test(words) || (isOnPage && NUMBER.test(words)))) return "";
  return marker !== "" ? `${marker} ` : item.enumerated === true ? `${index + 1}. ` : "- ";
}

/** A mark that says no more than that an item begins. */
export function isBullet(mark: string): boolean {
  return BULLET.test(mark);
}

export function isCheckbox(label: string): boolean {
  return label === "checkbox_selected" || label === "checkbox_unselected";
}
