/** Judges `[[ … ]]`: some of its operators evaluate their operands, and evaluating can run commands. */

import type { SyntaxWord, TestExpression } from '../read/parse.ts';
import type { Word } from '../read/words.ts';

type Finding = 'plain' | 'unproved' | 'evaluates';

const SEVERITY: readonly Finding[] = ['plain', 'unproved', 'evaluates'];

export function findingInTest(expression: TestExpression, resolve: (word: SyntaxWord) => Word[]): Finding {
  switch (expression.type) {
    case 'TestUnary': {
      const words = resolve(expression.operand);
      if (/^-[vR]$/.test(expression.operator)) return 'evaluates';
      return words.every(isPlainOperand) ? 'plain' : 'unproved';
    }
    case 'TestBinary': {
      const words = [...resolve(expression.left), ...resolve(expression.right)];
      const isNumeric = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      if (isNumeric && !words.every((word) => word.kind === 'literal' && /^-?\d+$/.test(word.value)))
        return 'evaluates';
      return words.every(isPlainOperand) ? 'plain' : 'unproved';
    }
    case 'TestLogical':
      return expression.operands.map((operand) => findingInTest(operand, resolve)).reduce(worse, 'plain');
    case 'TestNot':
      return findingInTest(expression.operand, resolve);
    case 'TestGroup':
      return findingInTest(expression.expression, resolve);
  }
}

function worse(a: Finding, b: Finding): Finding {
  return SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b;
}

function isPlainOperand(word: Word): boolean {
  return word.kind !== 'opaque' && !word.value.includes('[');
}
