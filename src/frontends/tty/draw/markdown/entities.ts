/** Decodes HTML character references in Markdown text: the Latin, Greek and typographic names, and numbers. */

/** Names of U+00A0 to U+00FF, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Names from U+0391 and U+03B1 on; there is no capital final sigma. */
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';
const OTHERS =
  'amp& lt< gt> quot" apos\' OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 Dcaron\u010e dcaron\u010f fnof\u0192 circ\u02c6 tilde\u02dc ensp\u2002 emsp\u2003 thinsp\u2009 ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e dagger\u2020 Dagger\u2021 bull\u2022 hellip\u2026 permil\u2030 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203a oline\u203e frasl\u2044 euro\u20ac trade\u2122 image\u2111 weierp\u2118 real\u211c alefsym\u2135 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 harr\u2194 crarr\u21b5 lArr\u21d0 uArr\u21d1 rArr\u21d2 dArr\u21d3 hArr\u21d4 forall\u2200 part\u2202 exist\u2203 empty\u2205 nabla\u2207 isin\u2208 notin\u2209 ni\u220b prod\u220f sum\u2211 minus\u2212 lowast\u2217 radic\u221a prop\u221d infin\u221e ang\u2220 and\u2227 or\u2228 cap\u2229 cup\u222a int\u222b there4\u2234 sim\u223c cong\u2245 asymp\u2248 ne\u2260 equiv\u2261 le\u2264 ge\u2265 sub\u2282 sup\u2283 nsub\u2284 sube\u2286 supe\u2287 oplus\u2295 otimes\u2297 perp\u22a5 sdot\u22c5 lceil\u2308 rceil\u2309 lfloor\u230a rfloor\u230b lang\u27e8 rang\u27e9 loz\u25ca spades\u2660 clubs\u2663 hearts\u2665 diams\u2666 check\u2713 HilbertSpace\u210b DifferentialD\u2146 ngE\u2267\u0338';

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,30}));/g;

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named(name) ?? whole;
    return numbered(decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)) ?? whole;
  });
}

function named(name: string): string | undefined {
  const latin = LATIN.split(' ').indexOf(name);
  if (latin >= 0) return name === 'nbsp' ? ' ' : name === 'shy' ? '' : String.fromCharCode(0xa0 + latin);
  const greek = GREEK.split(' ').indexOf(name.toLowerCase());
  const isCapital = /^[A-Z][a-z]+$/.test(name);
  if (greek >= 0 && (isCapital || name === name.toLowerCase())) {
    return String.fromCharCode((isCapital ? 0x391 : 0x3b1) + greek);
  }
  return OTHERS.split(' ')
    .find((entry) => entry.startsWith(name) && !/^[A-Za-z\d]/.test(entry.slice(name.length)))
    ?.slice(name.length);
}

/** A number that could control the terminal or change the text direction stays as written. */
function numbered(code: number): string | undefined {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  const character = String.fromCodePoint(code);
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) ? undefined : character;
}
