/** A source that an answer rests on, as the provider named it. */

export interface Citation {
  title?: string;
  /** Of the web; absent where the source is a document of the conversation. */
  url?: string;
}

/** `[1] Title https://…`, one a line, as they were numbered. */
export function citationLines(citations: readonly Citation[]): string[] {
  return citations.map((citation, index) => citationLine(citation, index + 1));
}

export function citationLine({ title, url }: Citation, number: number): string {
  return [`[${number}]`, title, url].filter((part) => part !== undefined).join(' ');
}
