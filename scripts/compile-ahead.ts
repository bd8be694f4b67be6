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

/**
 * The module with those of its own functions and methods that were called in parentheses, and arrow functions within them as functions, which
 * V8 compiles with what they stand in when these are in parentheses. Classes become functions with a prototype, so that constructors are
 * functions too, and no class has to be set up. It has no imports and a class a statement.
 */
export function inParentheses(code: string, called: Called): string {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const isCalled = (node: ts.Node): boolean => called.has(place({ startOffset: node.getStart(), endOffset: node.end }));
  const copy = withoutArrows(code, file, isCalled);
  // Functions can be called before their statements: they come first.
  let first = "";
  let rest = "";
  let copied = 0;
  const replace = (node: ts.Node, made: string): void => {
    rest += copy(copied, node.getStart()) + made;
    copied = node.end;
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && hasNoModifier(statement) && isCalled(statement)) {
      first += `var ${statement.name.text} = (${copy(statement.getStart(), statement.end)});\n`;
      replace(statement, "");
      continue;
    }
    const found = classIn(statement);
    if (found?.members.every(isPlain)) replace(statement, asFunction(found, copy, isCalled));
  }
  return first + rest + copy(copied, code.length);
}

/** A class as a function and its prototype. Its methods can be seen by `for … in` then, which nobody asks of what is made by a class. */
function asFunction({ name, members }: Class, copy: (start: number, end: number) => string, isCalled: (node: ts.Node) => boolean): string {
  let made = "(function () {})";
  let methods = "";
  for (const member of members) {
    if (ts.isConstructorDeclaration(member)) {
      const body = copy(member.getStart() + "constructor".length, member.end);
      made = isCalled(member) ? `(function${body})` : `function${body}`;
    } else if (ts.isMethodDeclaration(member) && isCalled(member)) {
      const kind = member.modifiers === undefined ? "function" : "async function";
      methods += `  ${member.name.getText()}: (${kind}${copy(member.name.end, member.end)}),\n`;
    } else methods += `  ${copy(member.getStart(), member.end)},\n`;
  }
  return `var ${name} = ${made};\n${name}.prototype = { constructor: ${name},\n${methods}};`;
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

interface Class {
  readonly name: string;
  readonly members: ts.NodeArray<ts.ClassElement>;
}

/** A class that is a statement, has no other above it and no name of its own within. */
function classIn(statement: ts.Statement): Class | undefined {
  if (ts.isClassDeclaration(statement) && statement.name !== undefined && statement.heritageClauses === undefined) {
    return { name: statement.name.text, members: statement.members };
  }
  const [declaration, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const made = declaration?.initializer;
  if (made === undefined || others.length > 0 || !ts.isClassExpression(made)) return undefined;
  if (made.heritageClauses !== undefined || made.name !== undefined) return undefined;
  return { name: (declaration as ts.VariableDeclaration).name.getText(), members: made.members };
}

/** Whether it does the same as a member of an object literal, or as a function. */
function isPlain(member: ts.ClassElement): boolean {
  const asks = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.SuperKeyword || (ts.forEachChild(node, asks) ?? false);
  if (asks(member)) return false;
  if (ts.isConstructorDeclaration(member)) return true;
  const isMethod = ts.isMethodDeclaration(member) && member.asteriskToken === undefined;
  return (isMethod || ts.isGetAccessor(member)) && ts.isIdentifier(member.name) && hasNoModifier(member);
}

/** No other than `async`. */
function hasNoModifier({ modifiers }: ts.MethodDeclaration | ts.GetAccessorDeclaration | ts.FunctionDeclaration): boolean {
  return modifiers?.every(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? true;
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
