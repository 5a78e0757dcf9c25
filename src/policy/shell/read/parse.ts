/** The only access to the shell parser: its result, its errors, and the scripts hidden inside words. */

import { type ArithmeticExpression, forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';

export type {
  AndOr,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word as SyntaxWord,
  WordPart,
} from 'unbash';

export { forEachChild };

export interface Parsed {
  script: ParsedScript;
  /** The first thing that could not be parsed, in the parser's words. */
  problem: { message: string; at: number } | undefined;
}

export function parseShell(line: string): Parsed {
  const script = parse(line);
  return { script, problem: problemOf(script) };
}

export function problemOf(script: ParsedScript): Parsed['problem'] {
  const [first] = script.errors ?? [];
  return first && { message: first.message, at: first.pos };
}

/** What the shell would evaluate while expanding a piece of syntax. */
export interface Expansions {
  /** The scripts of `$( )`, backticks and `<( )`; `undefined` if the parser gave up. */
  scripts: { script: ParsedScript | undefined; node: SyntaxNode }[];
  /** Arithmetic that names variables, whose values the shell evaluates again. */
  arithmetic: SyntaxNode[];
  /** `${x@P}`, `${!x}`: text that is evaluated or looked up a second time. */
  indirect: SyntaxNode[];
  /** True if any variable is read. */
  variables: boolean;
}

export function expansionsIn(nodes: readonly SyntaxNode[]): Expansions {
  const found: Expansions = { scripts: [], arithmetic: [], indirect: [], variables: false };
  for (const node of nodes) collect(node, found);
  return found;
}

function collect(node: SyntaxNode, found: Expansions): void {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      found.scripts.push({ script: node.script, node });
      return; // the caller walks the script
    case 'ArithmeticExpansion':
      if (!isPlainArithmetic(node.expression)) found.arithmetic.push(node);
      break;
    case 'SimpleExpansion':
      found.variables = true;
      break;
    case 'ParameterExpansion': {
      found.variables = true;
      const evaluates =
        node.prefix === '!' || node.operation?.type === 'Transform' || node.operation?.type === 'Unknown';
      if (evaluates || hasNames(node.index?.text)) found.indirect.push(node);
      if (
        node.operation?.type === 'Slice' &&
        hasNames(node.operation.offset.text + (node.operation.length?.text ?? ''))
      ) {
        found.arithmetic.push(node);
      }
      break;
    }
    default:
      break;
  }
  forEachChild(node, (child) => collect(child, found));
}

/** True for numbers and operators only, where the shell looks nothing up. */
export function isPlainArithmetic(expression: ArithmeticExpression | undefined): boolean {
  if (!expression) return false;
  switch (expression.type) {
    case 'ArithmeticWord':
      return /^(?:0[xX][0-9a-fA-F]+|[0-9]+)$/.test(expression.value);
    case 'ArithmeticBinary':
      return isPlainArithmetic(expression.left) && isPlainArithmetic(expression.right);
    case 'ArithmeticUnary':
      return isPlainArithmetic(expression.operand);
    case 'ArithmeticGroup':
      return isPlainArithmetic(expression.expression);
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].every(isPlainArithmetic);
    case 'ArithmeticCommandExpansion':
      return false;
  }
}

function hasNames(text: string | undefined): boolean {
  return text !== undefined && !/^[\s0-9@*+-]*$/.test(text);
}
