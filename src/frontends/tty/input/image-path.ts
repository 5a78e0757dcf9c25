/** Recognises pasted text that is the path of an image, as file managers and terminals hand it over. */

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|heic|avif)$/i;

export function imagePathOf(pasted: string): string | undefined {
  const path = unquote(pasted.trim());
  return path !== '' && !path.includes('\n') && IMAGE.test(path) && looksLikePath(path) ? path : undefined;
}

function unquote(text: string): string {
  const quoted = /^(['"])(.*)\1$/s.exec(text);
  if (quoted) return quoted[2] ?? '';
  if (!text.startsWith('file://')) return text.replace(/\\(.)/g, '$1');
  try {
    return process.getBuiltinModule('node:url').fileURLToPath(text);
  } catch {
    return ''; // not a path on this machine
  }
}

/** A text with blanks that merely ends in `.png` is a sentence, unless it starts like a path. */
function looksLikePath(path: string): boolean {
  return /^(?:[/~]|\.{1,2}\/|[A-Za-z]:[\\/])/.test(path) || !/\s/.test(path);
}
