import { JsonChunkSaver } from "../../../src/plugins/chunk_savers/json.ts";
import { testChunkSaver } from "../../../src/testing/index.ts";

testChunkSaver({ create: () => new JsonChunkSaver() });
