import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/*
 * V8 reads a function twice: past it when a module is loaded, and again to compile it when it is first called. A function in parentheses
 * it compiles at once (v8.dev/blog/preparser, "PIFE"). A new process that asks one question is all loading, so what such a question runs
 * is put into parentheses, and nothing else: compiling what is not called costs more than is won.
 */

/** What a run of a module called: the place of each function in it, in UTF-16 units. */
export type Called = ReadonlySet<string>;

/** Runs `script`, a module of Node's, with arguments and gives what it called in the module at `path`. */
export function calledIn(path: string, script: string, ...args: readonly string[]): Called {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-coverage-"));
  try {
    execFileSync(process.execPath, [script, ...args], { env: { ...process.env, NODE_V8_COVERAGE: dir } });
    const url = pathToFileURL(path).href;
    const reports = readdirSync(dir).map((file) => JSON.parse(readFileSync(join(dir, file), "utf8")) as Coverage);
    const functions = reports.flatMap(({ result }) => result.filter((one) => one.url === url).flatMap((one) => one.functions));
    return new Set(functions.flatMap(({ ranges: [whole] }) => (whole !== undefined && whole.count > 0 ? [place(whole)] : [])));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The module with those of its own functions and methods that were called in parentheses. It has no imports and a class a statement. */
export function inParentheses(code: string, called: Called): string {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const isCalled = (node: ts.Node): boolean => called.has(place({ startOffset: node.getStart(), endOffset: node.end }));
  // Functions can be called before their statements: they come first.
  let first = "";
  let rest = "";
  let copied = 0;
  const leaveOut = (node: ts.Node): void => {
    rest += code.slice(copied, node.getStart());
    copied = node.end;
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && !isExported(statement) && isCalled(statement)) {
      leaveOut(statement);
      first += `var ${statement.name.text} = (${statement.getText()});\n`;
      continue;
    }
    const found = classIn(statement);
    if (found === undefined) continue;
    let behind = "";
    for (const method of found.members) {
      if (!ts.isMethodDeclaration(method) || !isPlain(method) || !isCalled(method)) continue;
      leaveOut(method);
      const made = `(function${code.slice(method.name.end, method.end)})`;
      behind += `\nObject.defineProperty(${found.name}.prototype, "${method.name.getText()}", { value: ${made}, writable: true, configurable: true });`;
    }
    rest += code.slice(copied, statement.end) + behind;
    copied = statement.end;
  }
  return first + rest + code.slice(copied);
}

function isExported({ modifiers }: ts.FunctionDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind !== ts.SyntaxKind.AsyncKeyword) ?? false;
}

function classIn(statement: ts.Statement): { readonly name: string; readonly members: ts.NodeArray<ts.ClassElement> } | undefined {
  if (ts.isClassDeclaration(statement) && statement.name !== undefined) return { name: statement.name.text, members: statement.members };
  const [declaration, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const made = declaration?.initializer;
  if (made === undefined || others.length > 0 || !ts.isClassExpression(made)) return undefined;
  return { name: (declaration as ts.VariableDeclaration).name.getText(), members: made.members };
}

/** Whether a function set on the prototype does what the method does. */
function isPlain(method: ts.MethodDeclaration): boolean {
  const asks = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.SuperKeyword || (ts.forEachChild(node, asks) ?? false);
  return method.modifiers === undefined && method.asteriskToken === undefined && ts.isIdentifier(method.name) && !asks(method);
}

interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly Range[] }[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

function place({ startOffset, endOffset }: Omit<Range, "count">): string {
  return `${startOffset}-${endOffset}`;
}
