/** What reads XML, in one file for the loader to import when a first source is there. */
export { inferMapping } from "./infer-mapping.ts";
export { parseXml } from "./parse-xml.ts";
export { xmlToText } from "./xml-text.ts";
