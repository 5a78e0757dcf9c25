import assert from 'node:assert/strict';
import test from 'node:test';
import type { Evidence } from '../../../src/offline/fix/evidence.ts';
import { suspects } from '../../../src/offline/fix/suspects.ts';

interface Case {
  source: string;
  evidence: Partial<Evidence>;
  /** The line number and what the likeliest change makes of it. */
  repaired: readonly [line: number, ...after: string[]];
}

const CASES: Readonly<Record<string, Case>> = {
  'a loop that stops early': {
    source:
      'export function total(items) {\n  let sum = 0;\n  for (let i = 0; i < items.length - 1; i += 1) {\n    sum += items[i];\n  }\n  return sum;\n}',
    evidence: { name: 'total', args: ['[1, 2]'], expected: '3', actual: '1' },
    repaired: [3, '  for (let i = 0; i < items.length; i += 1) {'],
  },
  'a loop that runs over': {
    source: 'export function names(users) {\n  for (let i = 0; i <= users.length; i++) out.push(users[i].name);\n}',
    evidence: { name: 'names', error: 'TypeError: Cannot read properties of undefined' },
    repaired: [2, '  for (let i = 0; i < users.length; i++) out.push(users[i].name);'],
  },
  'an upper bound left out': {
    source:
      'function factorial(n) {\n  let result = 1;\n  for (let i = 1; i < n; i++) result *= i;\n  return result;\n}',
    evidence: { name: 'factorial', args: ['5'], expected: '120', actual: '24' },
    repaired: [3, '  for (let i = 1; i <= n; i++) result *= i;'],
  },
  'python’s range': {
    source: 'def triangle(n):\n    total = 0\n    for i in range(1, n):\n        total += i\n    return total',
    evidence: { name: 'triangle', args: ['3'], expected: '6', actual: '3' },
    repaired: [3, '    for i in range(1, n + 1):'],
  },
  'an upper bound left out, told by a list that is too short': {
    source:
      'function range(first, last) {\n  const out = [];\n  for (let i = first; i < last; i++) out.push(i);\n  return out;\n}',
    evidence: { name: 'range', args: ['1', '3'], expected: '[ 1, 2, 3 ]', actual: '[ 1, 2 ]' },
    repaired: [3, '  for (let i = first; i <= last; i++) out.push(i);'],
  },
  'python’s range between two names': {
    source: 'def between(first, last):\n    return list(range(first, last))',
    evidence: { name: 'between', args: ['1', '3'], expected: '[1, 2, 3]', actual: '[1, 2]' },
    repaired: [2, '    return list(range(first, last + 1))'],
  },
  'a mean by one too few': {
    source: 'def average(values):\n    return sum(values) / (len(values) - 1)',
    evidence: { name: 'average', args: ['[1, 2, 3]'], expected: '2', actual: '3.0' },
    repaired: [2, '    return sum(values) / len(values)'],
  },
  'an operator the numbers disprove': {
    source: 'function combine(a, b) {\n  return a * b;\n}',
    evidence: { name: 'combine', args: ['2', '5'], expected: '7', actual: '10' },
    repaired: [2, '  return a + b;'],
  },
  'minus for plus, by the name': {
    source: 'function addTax(order) {\n  return order.net - order.tax;\n}',
    evidence: { name: 'addTax', args: ['order'], expected: '12', actual: '8' },
    repaired: [2, '  return order.net + order.tax;'],
  },
  'a product that starts at 0': {
    source: 'function product(list) {\n  let result = 0;\n  for (const n of list) result *= n;\n  return result;\n}',
    evidence: { name: 'product', args: ['[2, 3]'], expected: '6', actual: '0' },
    repaired: [2, '  let result = 1;'],
  },
  'a limit on the wrong side': {
    source: 'function isAdult(age) {\n  return age > 18;\n}',
    evidence: { name: 'isAdult', args: ['18'], expected: 'true', actual: 'false' },
    repaired: [2, '  return age >= 18;'],
  },
  parity: {
    source: 'const isEven = (n) => n % 2 === 1;',
    evidence: { name: 'isEven', args: ['4'], expected: 'true', actual: 'false' },
    repaired: [1, 'const isEven = (n) => n % 2 === 0;'],
  },
  'the last element': {
    source: 'function last(list) {\n  return list[list.length];\n}',
    evidence: { name: 'last', args: ['[1]'], expected: '1', actual: 'undefined' },
    repaired: [2, '  return list[list.length - 1];'],
  },
  'a missing await': {
    source:
      'async function load(id) {\n  return { id };\n}\nasync function idOf(id) {\n  const user = load(id);\n  return user.id;\n}',
    evidence: { name: 'idOf', args: ['3'], expected: '3', actual: 'undefined' },
    repaired: [5, '  const user = await load(id);'],
  },
  'a missing return': {
    source: 'function double(n) {\n  n * 2;\n}',
    evidence: { name: 'double', args: ['2'], expected: '4', actual: 'undefined' },
    repaired: [2, '  return n * 2;'],
  },
  'numbers sorted as text': {
    source: 'function sorted(list) {\n  return [...list].sort();\n}',
    evidence: { name: 'sorted', args: ['[10, 9]'], expected: '[ 9, 10 ]', actual: '[ 10, 9 ]' },
    repaired: [2, '  return [...list].sort((a, b) => a - b);'],
  },
  'a table without the row': {
    source: "const SIGNS = {\n  EUR: '€',\n  USD: '$',\n};\nfunction sign(currency) {\n  return SIGNS[currency];\n}",
    evidence: { name: 'sign', args: ["'GBP'"], expected: "'£'", actual: 'undefined' },
    repaired: [3, "  USD: '$',", "  GBP: '£',"],
  },
  'a switch without the case': {
    source: "function days(month) {\n  switch (month) {\n    case 'jan': return 31;\n  }\n}",
    evidence: { name: 'days', args: ["'apr'"], expected: '30', actual: 'undefined' },
    repaired: [3, "    case 'jan': return 31;", "    case 'apr': return 30;"],
  },
  'the empty list': {
    source:
      'function average(list) {\n  let sum = 0;\n  for (const n of list) sum += n;\n  return sum / list.length;\n}',
    evidence: { name: 'average', args: ['[]'], expected: '0', actual: 'NaN' },
    repaired: [1, 'function average(list) {', '  if (list.length === 0) return 0;'],
  },
  'upper for lower case': {
    source: 'function shout(text) {\n  return text.toLowerCase();\n}',
    evidence: { name: 'shout', args: ["'hi'"], expected: "'HI'", actual: "'hi'" },
    repaired: [2, '  return text.toUpperCase();'],
  },
};

for (const [name, { source, evidence, repaired }] of Object.entries(CASES)) {
  test(`PRV-3 the likeliest cause is found: ${name}`, () => {
    const [first] = suspects(`${source}\n`, { args: [], ...evidence });
    assert.ok(first);
    assert.deepEqual([first.line, ...first.after], repaired);
  });
}

test('PRV-3 sound code raises no suspicion', () => {
  const source = '/** Greets. */\nexport function greet(name) {\n  return `Hello, ${name}`;\n}\n';
  assert.deepEqual(suspects(source, { name: 'greet', args: ["'a'"], expected: "'Hi'", actual: "'Hello, a'" }), []);
});
