import { Parser, type AnyNode, type Program } from 'acorn';
import acornJsx from 'acorn-jsx';
import { transform } from 'sucrase';
import { sourceName } from './source-name';

/** The parameters of the function whose body is the compiled code. */
const parameters = ['React', 'ReactDOM', 'require', 'exports', 'module', 'useLiveStock', '__tick'];

const preferredNames = ['LiveStock', 'LiveStockPage', 'App', 'Page'];

const strictParser = Parser.extend(acornJsx());

type Compiled =
  /**
   * `code` is a function expression with the line numbers of the source. When called, it returns the page's
   * component, if there is one.
   */
  { status: 'compiled'; code: string } | { status: 'refused'; message: string; line: number | null };

/**
 * Compiles JSX and modules to what browsers run. Each loop and function calls `__tick()`, so that none can run for
 * ever.
 */
export function compile(written: string): Compiled {
  try {
    const { source, program } = pageOf(written);
    const waiting = awaitOutsideOf(program);
    if (waiting) {
      const line = waiting.loc?.start.line ?? null;
      return {
        status: 'refused',
        message: 'The page cannot wait here: await belongs into an async function.',
        line,
      };
    }
    const { code } = transform(guarded(source, program), {
      transforms: ['jsx', 'imports'],
      jsxRuntime: 'classic',
      production: true,
    });
    const body = `${code}\n;return exports.default ?? ${componentOf(program) ?? 'undefined'};`;
    return {
      status: 'compiled',
      code: `(function (${parameters.join(', ')}) {${body}\n})\n//# sourceURL=${sourceName}`,
    };
  } catch (error) {
    return { status: 'refused', ...readError(error) };
  }
}

type Page = { source: string; program: Program };

/** The page as a module. Code that begins with `<` may also be markup: JSX, or HTML, which is shown as it is. */
function pageOf(written: string): Page {
  if (!/^\s*</.test(written)) return parse(written);
  const text = written.replace(/<(style|script)\b[^]*?<\/\1>/gi, '');
  try {
    const page = parse(written);
    if (page.program.body.some(doesSomething)) return page;
  } catch (mistake) {
    if (lineOfCode.test(text)) throw mistake;
  }
  if (attributeOfJsx.test(text) || (!signOfHtml.test(text) && signOfJsx.test(text)))
    return parse(`export default ({ stock, shop }) => (<>${written}\n</>)`);
  const inner = JSON.stringify(written);
  return parse(`export default () => <div dangerouslySetInnerHTML={{ __html: ${inner} }} />`);
}

const lineOfCode =
  /^\s*(?:import\b.*\bfrom\b|export\s+(?:default\b|const\b|function\b|\{)|function\s*\w*\s*\(|(?:const|let)\s+\w+\s*=)/m;
const attributeOfJsx = /\bclassName=/;
/** Attributes that JSX spells differently. */
const signOfHtml = /^\s*<!|\s(?:class|style)=["']/i;
const signOfJsx = /\{|<>/;

/** Whether it is more than markup, which is valid code that shows nothing. */
const doesSomething = (statement: Program['body'][number]) =>
  statement.type === 'ExpressionStatement'
    ? statement.expression.type === 'CallExpression'
    : statement.type !== 'EmptyStatement';

/** Parsed first, because the transpiler lets invalid code pass. */
const parse = (source: string): Page => ({
  source,
  program: strictParser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true }),
});

/** The name of the page's component: one of the usual names, or the last one that could be a component. */
function componentOf({ body }: Program): string | null {
  const names = body.flatMap((item) => {
    const statement = item.type === 'ExportNamedDeclaration' ? item.declaration : item;
    if (!statement) return [];
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      return [statement.id.name];
    }
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && /Function|Class|CallExpression/.test(init?.type ?? '') ? [id.name] : [],
    );
  });
  const components = names.filter((name) => /^[A-Z]/.test(name));
  return preferredNames.find((name) => components.includes(name)) ?? components.at(-1) ?? null;
}

/** Inserts a `__tick()` at the start of each loop's and each function's body, without changing line numbers. */
function guarded(code: string, program: Program): string {
  const bodies = [...bodiesIn(program)];
  const opening = bodies.map(({ start, opens }) => ({ at: start, text: opens }));
  // Bodies that end at the same place are closed from the innermost to the outermost.
  const closing = bodies.toReversed().map(({ end, closes }) => ({ at: end, text: closes }));
  // The sort is stable: where one body ends and another starts, the end comes first.
  const insertions = [...closing, ...opening].sort((a, b) => a.at - b.at);
  let [result, done] = ['', 0];
  for (const { at, text } of insertions) {
    result += code.slice(done, at) + text;
    done = at;
  }
  return result + code.slice(done);
}

type Body = { start: number; opens: string; end: number; closes: string };

/** Yields outer bodies first, so that insertions at equal positions nest correctly. */
function* bodiesIn(node: AnyNode): Generator<Body> {
  const body = bodyOf(node);
  if (body) yield body;
  for (const child of childrenOf(node)) yield* bodiesIn(child);
}

/** The first `await` outside of any function. The page itself runs as a synchronous function. */
function awaitOutsideOf(node: AnyNode): AnyNode | null {
  if (/Function/.test(node.type)) return null;
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) return node;
  for (const child of childrenOf(node)) {
    const found = awaitOutsideOf(child);
    if (found) return found;
  }
  return null;
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((child) => child && typeof child === 'object' && typeof child.type === 'string');
}

function bodyOf(node: AnyNode): Body | null {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.body.type === 'BlockStatement'
        ? { start: node.body.start + 1, opens: '__tick();', end: node.body.end, closes: '' }
        : { start: node.body.start, opens: '{__tick();', end: node.body.end, closes: '}' };
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const { body } = node;
      if (body.type !== 'BlockStatement') {
        return { start: body.start, opens: '(__tick(),', end: body.end, closes: ')' };
      }
      // "use strict" only takes effect at the very start.
      const directive = body.body.findLast((statement) => 'directive' in statement && statement.directive);
      return { start: directive?.end ?? body.start + 1, opens: ';__tick();', end: body.end, closes: '' };
    }
    default:
      return null;
  }
}

/** `Unexpected token (3:5)` */
function readError(error: unknown): { message: string; line: number | null } {
  if (!(error instanceof Error)) return { message: String(error), line: null };
  const loc: unknown = 'loc' in error ? error.loc : null;
  const line = loc && typeof loc === 'object' && 'line' in loc ? Number(loc.line) : null;
  return { message: error.message.replace(/ ?\(\d+:\d+\)$/, ''), line };
}
