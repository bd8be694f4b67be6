/** HTML asks browsers to look for it in the first 1,024 bytes; some pages have a long comment before it. */
const PRESCAN_BYTES = 4096;

/** The encoding that an XML declaration names. It is ASCII in every encoding that can be declared so. */
export function declaredXmlEncoding(bytes: Uint8Array): string | undefined {
  return /^\s*<\?xml(?=\s)[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(headOf(bytes))?.[1];
}

/** The encoding by the XML declaration or a `<meta>`. */
export function declaredHtmlEncoding(bytes: Uint8Array): string | undefined {
  const head = headOf(bytes);
  return declaredXmlEncoding(bytes) ?? /<meta\s[^>]{0,500}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(head)?.[1];
}

function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES)).replaceAll(/<!--[\s\S]*?-->/g, "");
}
