import type { XmlMapping } from "../../../text/xml/xml-mapping.ts";
import { akomaNtoso } from "./akoma-ntoso.ts";
import { canada } from "./canada.ts";
import { formex } from "./formex.ts";
import { jats } from "./jats.ts";
import { rfcxml } from "./rfcxml.ts";
import { uslm } from "./uslm.ts";

/** The mappings that come built in, as plain data: `{ ...xmlMappings.jats, omitted: [] }` makes one of your own. */
export const xmlMappings = { akomaNtoso, canada, formex, jats, rfcxml, uslm } as const satisfies { readonly [name: string]: XmlMapping };
