export { artifactsOf, testArtifacts } from "./artifacts.ts";
export { type ChunkParserContract, type ParsedDocument, testChunkParser } from "./chunk-parser.ts";
export { collect } from "./collect.ts";
export type { ContractOptions } from "./contract.ts";
export { type Indexed, testCorpus } from "./corpus.ts";
export { type TestRun, testRun } from "./run.ts";
export { type SaverContract, testChunkSaver, testUnitSaver } from "./saver.ts";
export { testUnitParser, type UnitParserContract } from "./unit-parser.ts";
