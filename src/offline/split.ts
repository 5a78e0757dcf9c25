/** Where a request may be cut into steps, and the politeness around each of them. */

export interface Cut {
  left: string;
  right: string;
}

/** Strong marks first; a comma or an "and" is only tried where nothing stronger fits. */
const MARKS: readonly RegExp[] = [
  /\s*\n+\s*|[，,。；;]?\s*第[二三四五六七八九十\d]+步[，,:：、]?\s*|\s*[;；]\s*|[,，.。]?\s*(?:\band\s+)?(?:\bthen\b|\bafter that\b|\bafterwards\b|\bfinally\b|\bnext\b)[,，]?\s*|[，,。；]?\s*(?:然后|接着|随后|之后|最后)再?[，,]?\s*/giu,
  /(?<=[^\s.])[.。!！?？]\s+(?=\S)|。\s*(?=\S)/gu,
  /[，,]\s*(?:and\s+|再|并且?|同时)?|\s+and\s+(?:also\s+)?|\s*(?:并且|并|再|和)\s*/giu,
];

/** More commas than this make a sentence, not a list of steps. */
const MAX_CUTS = 10;

/** Every place to cut, from the left, by falling strength. */
export function* cuts(text: string): Generator<Cut> {
  for (const mark of MARKS) {
    for (const found of [...text.matchAll(mark)].slice(0, MAX_CUTS)) {
      const left = text.slice(0, found.index).trim();
      const right = text.slice(found.index + found[0].length).trim();
      if (left !== '' && right !== '') yield { left, right };
    }
  }
}

/** The items of a numbered or bulleted list, on lines or in one line; none where there is no list. */
export function enumerated(text: string): string[] {
  const onLines = text.split('\n').flatMap((line) => /^\s*(?:\d{1,2}[.)、．]|[-*•])\s*(.+)$/.exec(line)?.[1] ?? []);
  if (onLines.length > 1) return onLines;
  const marks = [...text.matchAll(/(?:^|[\s，,。；;:：])(\d{1,2})\s*[.)、．]\s*(?=\D)/gu)];
  const counts = marks.length > 1 && marks.every((mark, index) => Number(mark[1]) === index + 1);
  if (!counts) return [];
  return marks.map((mark, index) =>
    text.slice(mark.index + mark[0].length, marks[index + 1]?.index).replace(/[\s，,。；;]+$/u, ''),
  );
}

const BEFORE =
  /^(?:[-*•]\s+|\d{1,2}[.)、]\s*|第[一\d]+步[，,:：、]?|(?:hey|hi|hello|ok|okay|well|so|now|first|firstly|second|secondly|please|pls|kindly|just|also|and|then|coder)[\s,，:]+|(?:can|could|would|will) you(?: please)?\s+|i(?:'d| would) like (?:you )?to\s+|i (?:want|need) (?:you )?to\s+|let'?s\s+|(?:have|take) (?:a |another )?(?:quick |close |closer )?look (?:at|into)\s+|help me(?: to)?\s+|你好[，,！!]?\s*(?=.)|请你?|麻烦你?|帮我|帮忙|给我|能不能|能否|可不可以|可以|你能|你可以|我想要?你?|我要你?|我需要|首先|先|再|然后|现在)\s*/iu;
const AFTER = /(?:[,，]?\s*(?:please|pls|for me|thanks|thank you|now|谢谢|吧|吗|呢|好吗|好不好))$/iu;

/** What is asked, without "could you please" and the mark at its end. */
export function trimRequest(text: string): string {
  let request = text.trim();
  for (;;) {
    const shorter = withoutMark(request).replace(AFTER, '').trim();
    const bare = shorter.replace(BEFORE, '').trim();
    const next = bare === '' ? shorter : bare;
    if (next === request || next === '') return request;
    request = next;
  }
}

/** Without the stop, the question or the exclamation mark at its end; `.` and `*.?` are names. */
export function withoutMark(text: string): string {
  return text
    .trim()
    .replace(/(?<=[^\s./*])[.!?。！？~～]+$|(?<=\S)[!。！？]+$/u, '')
    .trim();
}
