import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Findable, indexTools } from '../../../src/integrations/mcp/search.ts';

/** The tools that seven real servers listed, unchanged. */
const lines = readFileSync(new URL('../../data/mcp-tools.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const tools = lines.map((line): Findable => {
  const { server, name, title, description, inputSchema } = JSON.parse(line) as {
    server: string;
    name: string;
    title?: string;
    description: string;
    inputSchema: { properties?: object };
  };
  const parameters = Object.keys(inputSchema.properties ?? {});
  return { name: `mcp__${server}__${name}`, server, tool: name, description, parameters, ...(title && { title }) };
});

const index = indexTools(tools);

const QUERIES: readonly [query: string, found: RegExp][] = [
  ['take a screenshot of the page', /take_screenshot|browser_take_screenshot/],
  ['click a button in the browser', /click/],
  ['list console errors', /console/],
  ['read several files at once', /read_multiple_files/],
  ['move or rename a file', /move_file/],
  ['remember a fact about a person', /create_entities|add_observations/],
  ['search the knowledge graph', /search_nodes/],
  ['look up library documentation', /context7\/(query|get)|docs/],
  ['find the id of a library', /resolve-library-id/],
  ['think step by step', /sequentialthinking/],
  ['fill a form field', /fill|type/],
  ['upload a file in a web form', /upload/],
  ['evaluate javascript', /evaluate/],
  ['record a performance trace', /performance_start_trace/],
  ['network requests made by the page', /network/],
  ['directory tree', /directory_tree/],
  ['file size and modification time', /get_file_info/],
  ['wait until text appears', /wait_for/],
  ['navigate to url', /navigate/],
  ['go back', /navigate_page|navigate_back/],
  ['emulate slow network', /emulate/],
  ['resize the window', /resize/],
  ['press the enter key', /press_key/],
  ['drag and drop', /drag/],
  ['handle an alert dialog', /dialog/],
  ['close tab', /close|tabs/],
  ['hover over element', /hover/],
  ['select an option in a dropdown', /select_option|fill/],
  ['echo a message', /echo/],
  ['sum two numbers', /get-sum/],
  ['environment variables', /get-env/],
  ['edit lines in a text file', /edit_file/],
  ['write a new file', /write_file/],
  ['delete an entity', /delete_entities/],
  ['relations between entities', /create_relations|delete_relations/],
  ['accessibility snapshot of the page', /snapshot/],
  ['memory heap snapshot', /memory|heap/],
  ['lighthouse audit', /lighthouse/],
  ['image as base64', /read_media|tiny-image/],
  ['allowed directories', /list_allowed/],
];

test('EXT-8 of 40 queries, at least 37 find their tool first, among the tools of seven servers', () => {
  const misses = QUERIES.filter(([query, wanted]) => {
    const [first] = index.search(query, 5);
    return !wanted.test(`${first?.server}/${first?.tool}`);
  });
  assert.ok(tools.length >= 96);
  assert.ok(QUERIES.length - misses.length >= 37, misses.map(([query]) => query).join('; '));
});

test('EXT-8 exact names are always found, however many and among whatever words', () => {
  const names = [
    'read_text_file',
    'create_entities',
    'take_screenshot',
    'sequentialthinking',
    'echo',
    'get-sum',
    'browser_click',
  ];
  const found = index.search(`please use ${names.join(' ')} mcp__devtools__hover`, 5).map(({ tool }) => tool);
  for (const name of [...names, 'hover']) assert.ok(found.includes(name), name);
  assert.deepEqual(index.search('截图', 5), []);
});
