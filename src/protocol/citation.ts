/** A source that an answer is based on, as the provider named it. */

export interface Citation {
  title?: string;
  /** Address of a web source; absent if the source is a document of the conversation. */
  url?: string;
}

/** One line per source, such as `[1] Title https://…`, numbered as in the answer. */
export function citationLines(citations: readonly Citation[]): string[] {
  return citations.map((citation, index) => citationLine(citation, index + 1));
}

export function citationLine({ title, url }: Citation, number: number): string {
  return [`[${number}]`, title, url].filter((part) => part !== undefined).join(' ');
}
