import { KeywordRetriever } from "../../../src/plugins/retrievers/keyword.ts";
import { testRetriever } from "../../../src/testing/index.ts";

testRetriever({ create: () => new KeywordRetriever() });
