import { JsonUnitSaver } from "../../../src/plugins/unit_savers/json.ts";
import { testUnitSaver } from "../../../src/testing/index.ts";

testUnitSaver({ create: () => new JsonUnitSaver() });
