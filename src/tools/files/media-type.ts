/** Detects the type of a file from its first bytes. */

import { formatBytes } from '../../base/text/format-number.ts';

interface Kind {
  name: string;
  /** Media type; set only for images that models accept. */
  image?: string;
  starts: string;
  at?: number;
}

const KINDS: readonly Kind[] = [
  { name: 'PNG image', image: 'image/png', starts: '\x89PNG\r\n\x1a\n' },
  { name: 'JPEG image', image: 'image/jpeg', starts: '\xff\xd8\xff' },
  { name: 'GIF image', image: 'image/gif', starts: 'GIF87a' },
  { name: 'GIF image', image: 'image/gif', starts: 'GIF89a' },
  { name: 'WebP image', image: 'image/webp', starts: 'WEBPVP8', at: 8 },
  { name: 'PDF document', starts: '%PDF-' },
  { name: 'ELF program', starts: '\x7fELF' },
  { name: 'Windows program', starts: 'MZ' },
  { name: 'Mach-O program', starts: '\xcf\xfa\xed\xfe' },
  { name: 'WebAssembly module', starts: '\0asm' },
  { name: 'Java class', starts: '\xca\xfe\xba\xbe' },
  { name: 'zip archive', starts: 'PK\x03\x04' },
  { name: 'gzip archive', starts: '\x1f\x8b' },
  { name: 'xz archive', starts: '\xfd7zXZ' },
  { name: 'zstd archive', starts: '\x28\xb5\x2f\xfd' },
  { name: 'SQLite database', starts: 'SQLite format 3\0' },
];

export function imageType(bytes: Buffer): string | undefined {
  return kindOf(bytes)?.image;
}

export function isPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

/** For example `ELF program, 1.2 MB`. */
export function describeBinary(bytes: Buffer, size: number): string {
  return `${kindOf(bytes)?.name ?? 'binary data'}, ${formatBytes(size)}`;
}

function kindOf(bytes: Buffer): Kind | undefined {
  const head = bytes.toString('latin1', 0, 32);
  return KINDS.find(({ starts, at = 0 }) => head.startsWith(starts, at));
}
