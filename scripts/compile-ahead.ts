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

/** Name of the function, in the module made, that sets methods as a class does. */
const SET_METHODS = "__setMethods";

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

/**
 * The module with those of its own functions and methods that were called in parentheses, and arrow functions within them as functions, which
 * V8 compiles with what they stand in when these are in parentheses. It has no imports and a class a statement.
 */
export function inParentheses(code: string, called: Called): string {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const isCalled = (node: ts.Node): boolean => called.has(place({ startOffset: node.getStart(), endOffset: node.end }));
  const copy = withoutArrows(code, file, isCalled);
  // Functions can be called before their statements: they come first.
  let first = `var ${SET_METHODS} = (function(prototype, methods) {
  for (const name of Object.keys(methods)) {
    Object.defineProperty(prototype, name, { value: methods[name], writable: true, configurable: true });
  }
});\n`;
  let rest = "";
  let copied = 0;
  const leaveOut = (node: ts.Node): void => {
    rest += copy(copied, node.getStart());
    copied = node.end;
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && !isExported(statement) && isCalled(statement)) {
      leaveOut(statement);
      first += `var ${statement.name.text} = (${copy(statement.getStart(), statement.end)});\n`;
      continue;
    }
    const found = classIn(statement);
    if (found === undefined) continue;
    let behind = "";
    for (const method of found.members) {
      if (!ts.isMethodDeclaration(method) || !isPlain(method) || !isCalled(method)) continue;
      leaveOut(method);
      const made = `(function${copy(method.name.end, method.end)})`;
      behind += `${method.name.getText()}: ${made},\n`;
    }
    if (behind !== "") behind = `\n${SET_METHODS}(${found.name}.prototype, {\n${behind}});`;
    rest += copy(copied, statement.end) + behind;
    copied = statement.end;
  }
  return first + rest + copy(copied, code.length);
}

/** Copies parts of the code, with the arrow functions that were called as functions in parentheses. */
function withoutArrows(code: string, file: ts.SourceFile, isCalled: (node: ts.Node) => boolean): (start: number, end: number) => string {
  const edits: Edit[] = [];
  const look = (node: ts.Node): void => {
    if (!ts.isArrowFunction(node) || node.modifiers !== undefined || !isCalled(node) || asksAround(node)) {
      ts.forEachChild(node, look);
      return;
    }
    const { parameters, equalsGreaterThanToken: arrow, body } = node;
    const start = node.getStart();
    const bare = code[start] !== "(";
    edits.push({ start, end: start, text: bare ? "(function(" : "(function" });
    parameters.forEach(look);
    edits.push({ start: arrow.getStart(), end: arrow.end, text: bare ? ")" : "" });
    if (!ts.isBlock(body)) edits.push({ start: body.getStart(), end: body.getStart(), text: "{ return " });
    look(body);
    edits.push({ start: node.end, end: node.end, text: ts.isBlock(body) ? ")" : "; })", closes: true });
  };
  look(file);
  return (from, to) => {
    let text = "";
    let at = from;
    for (const { start, end, text: made, closes } of edits) {
      // What closes belongs to the part that ends there, what opens to the part that begins.
      if (closes ? start <= from || end > to : start < from || end > to || start === to) continue;
      text += code.slice(at, start) + made;
      at = end;
    }
    return text + code.slice(at, to);
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly closes?: boolean;
}

/** Whether the arrow function uses what a function has of its own. */
function asksAround(arrow: ts.ArrowFunction): boolean {
  const asks = (node: ts.Node): boolean => {
    if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword || ts.isMetaProperty(node)) return true;
    if (ts.isIdentifier(node) && node.text === "arguments") return true;
    return ts.forEachChild(node, asks) ?? false;
  };
  return asks(arrow);
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
