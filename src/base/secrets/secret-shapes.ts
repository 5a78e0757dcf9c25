/** What tokens and keys look like: one row for each format recognisable by its shape alone. */

import type { PatternMatch as Hit } from './find-many.ts';
import { type ByteReader, windowAt } from './low-bytes.ts';
import { isWorthHiding } from './secret-value.ts';
import { createMarkFinder } from './token-marks.ts';

/** The range of a secret in a text. */
interface SecretRange {
  start: number;
  end: number;
}

interface Shape {
  /** Tried at each of the shape's marks; sticky, and compiled on first use. */
  pattern(): RegExp;
  /** How far before its mark the secret begins; `digits`: before all the digits that precede the mark. */
  back: number | 'digits';
  /** Only the group `secret` is hidden, and only if it does not look like a word. */
  inner: boolean;
}

/** Where a token may begin: not within a word, unless an escape that JSON writes, such as a line break's, precedes it. */
const START = String.raw`(?:(?<!\w)|(?<=\\[nrtbf]))`;

const ROWS: readonly (readonly [marks: string, body: string])[] = [
  ['sk-', String.raw`sk-[A-Za-z0-9_-]{20,}`],
  ['sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', String.raw`[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}`],
  ['ghp_ gho_ ghu_ ghs_ ghr_', String.raw`gh[pousr]_[A-Za-z0-9]{30,}`],
  ['github_pat_', String.raw`github_pat_[A-Za-z0-9_]{30,}`],
  [
    'glpat- gldt- glft- glrt- glimt- glptt- glagent- gloas- glsoat- glffct- glcbt-',
    String.raw`gl(?:pat|dt|ft|rt|imt|ptt|agent|oas|soat|ffct|cbt)-[A-Za-z0-9_.-]{20,}`,
  ],
  ['GR1348941', String.raw`GR1348941[A-Za-z0-9_-]{20,}`],
  ['AKIA ASIA ABIA ACCA A3T', String.raw`(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[0-9A-Z]{16}\b`],
  ['ABSK', String.raw`ABSK[A-Za-z0-9+/]{109,}`],
  ['xox', String.raw`xox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}`],
  ['xapp-', String.raw`xapp-\d-[A-Za-z0-9]{8,}-\d{6,}-[A-Za-z0-9]{16,}`],
  ['hooks.slack.com/', String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,}`],
  ['AIza', String.raw`AIza[A-Za-z0-9_-]{35}`],
  ['ya29.', String.raw`ya29\.[A-Za-z0-9_-]{30,}`],
  ['npm_', String.raw`npm_[A-Za-z0-9]{36}\b`],
  ['pypi-', String.raw`pypi-[A-Za-z0-9_-]{50,}`],
  ['rubygems_', String.raw`rubygems_[a-f0-9]{48}`],
  ['hf_ api_org_', String.raw`(?:hf|api_org)_[A-Za-z0-9]{30,}`],
  ['gsk_', String.raw`gsk_[A-Za-z0-9]{40,}`],
  ['pplx-', String.raw`pplx-[A-Za-z0-9]{40,}`],
  ['xai-', String.raw`xai-[A-Za-z0-9]{40,}`],
  ['hvs. hvb. hvr.', String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,}`],
  ['doo_v1_ dop_v1_ dor_v1_', String.raw`do[opr]_v1_[A-Fa-f0-9]{40,}`],
  ['dapi', String.raw`dapi[a-f0-9]{32}(?:-\d)?\b`],
  ['HRKU-', String.raw`HRKU-[A-Za-z0-9_-]{36,}`],
  ['pul-', String.raw`pul-[a-f0-9]{40}\b`],
  ['fo1_ fm1 fm2_', String.raw`(?:fo1|fm1[ar]|fm2)_[A-Za-z0-9+/_-]{40,}`],
  ['pscale_', String.raw`pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,}`],
  ['v1.0-', String.raw`v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}`],
  ['LTAI', String.raw`LTAI[A-Za-z0-9]{20}\b`],
  ['glsa_ glc_', String.raw`(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,3})`],
  ['ntn_', String.raw`ntn_[A-Za-z0-9]{40,}`],
  ['lin_api_', String.raw`lin_api_[A-Za-z0-9]{40}`],
  ['shpat_ shpca_ shppa_ shpss_', String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`],
  ['SG.', String.raw`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{30,}`],
  ['xkeysib-', String.raw`xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}`],
  ['PMAK-', String.raw`PMAK-[A-Fa-f0-9]{24}-[A-Fa-f0-9]{34}`],
  ['sntrys_ sntryu_', String.raw`sntry[su]_[A-Za-z0-9+/=_-]{40,}`],
  [
    'dp.pt. dp.ct. dp.sa. dp.st. dp.scim. dp.audit.',
    String.raw`dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,}`,
  ],
  ['dckr_pat_ dckr_oat_', String.raw`dckr_[po]at_[A-Za-z0-9_-]{20,}`],
  ['figd_', String.raw`figd_[A-Za-z0-9_-]{30,}`],
  ['whsec_', String.raw`whsec_[A-Za-z0-9+/=]{24,}`],
  ['ATATT3xFf ATCTT3xFf', String.raw`AT[AC]TT3xFf[A-Za-z0-9_=-]{50,}`],
  ['ATBB', String.raw`ATBB[A-Za-z0-9]{32}\b`],
  ['NRAK- NRJS- NRII-', String.raw`NR(?:AK-[A-Z0-9]{27}|JS-[a-f0-9]{19}|II-[A-Za-z0-9-]{32})`],
  ['sbp_', String.raw`sbp_[a-f0-9]{40}\b`],
  ['tskey-', String.raw`tskey-[a-z]{2,20}-[A-Za-z0-9]{6,}-?[A-Za-z0-9]{16,}`],
  ['r8_', String.raw`r8_[A-Za-z0-9]{37}\b`],
  ['bkua_', String.raw`bkua_[a-f0-9]{40}\b`],
  ['CFPAT-', String.raw`CFPAT-[A-Za-z0-9_-]{40,}`],
  ['nfp_', String.raw`nfp_[A-Za-z0-9]{36}\b`],
  ['sgp_', String.raw`sgp_(?:[A-Za-z0-9]{16}_)?[a-f0-9]{40}\b`],
  ['GOCSPX-', String.raw`GOCSPX-[A-Za-z0-9_-]{28}`],
  ['nvapi-', String.raw`nvapi-[A-Za-z0-9_-]{60,}`],
  ['discord.com/ discordapp.com/', String.raw`discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,}`],
  ['lin_oauth_', String.raw`lin_oauth_[a-f0-9]{64}`],
  ['csk- tvly-', String.raw`(?:csk|tvly(?:-dev|-prod)?)-[A-Za-z0-9]{32,}`],
  ['CLOJARS_', String.raw`CLOJARS_[a-z0-9]{60}`],
  ['EZAK EZTK', String.raw`EZ[AT]K[A-Za-z0-9]{54}\b`],
  ['tfp_', String.raw`tfp_[A-Za-z0-9_.=-]{59}`],
  ['pnu_', String.raw`pnu_[A-Za-z0-9]{36}\b`],
  ['vercel_blob_rw_', String.raw`vercel_blob_rw_[A-Za-z0-9_]{30,}`],
  ['1//0', String.raw`1//0[A-Za-z0-9_-]{40,}`],
  ['dt0c01.', String.raw`dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}`],
  ['sq0atp-', String.raw`sq0atp-[A-Za-z0-9_-]{22,}`],
  ['AKCp', String.raw`AKCp[A-Za-z0-9]{60,}`],
  ['sha256~', String.raw`sha256~[A-Za-z0-9_-]{43}`],
  ['ops_eyJ', String.raw`ops_eyJ[A-Za-z0-9+/]{100,}={0,3}`],
  ['key- pubkey-', String.raw`(?:pub)?key-[a-f0-9]{32}\b`],
  ['FwoGZXIvYXdz FQoGZXIvYXdz IQoJb3JpZ2lu', String.raw`(?:F[wQ]oGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/%=]{80,}`],
  ['sb_secret_', String.raw`sb_secret_[A-Za-z0-9_-]{20,}`],
  ['secret_', String.raw`secret_[A-Za-z0-9]{43}\b`],
  ['eyJrIjoi', String.raw`eyJrIjoi[A-Za-z0-9]{60,}={0,2}`],
  ['cfk_ cfut_ cfat_', String.raw`cf(?:k|ut|at)_[A-Za-z0-9]{40,}`],
  ['tgp_v1_', String.raw`tgp_v1_[A-Za-z0-9_-]{40,}`],
  ['lsv2_', String.raw`lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}`],
  ['pcsk_', String.raw`pcsk_[A-Za-z0-9_]{50,}`],
  ['CCIPAT_ CCIPRJ_', String.raw`CCIP(?:AT|RJ)_[A-Za-z0-9]{16,}_[a-f0-9]{40}`],
  ['sqp_ sqa_ squ_', String.raw`sq[pau]_[a-f0-9]{40}\b`],
  ['sq0csp- sq0idp-', String.raw`sq0(?:csp|idp)-[A-Za-z0-9_-]{22,}`],
  ['cmVmdGtu', String.raw`cmVmdGtu[A-Za-z0-9]{56}\b`],
  ['shippo_', String.raw`shippo_(?:live|test)_[a-f0-9]{40}`],
  [
    'access-sandbox- access-development- access-production-',
    String.raw`access-(?:sandbox|development|production)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}`,
  ],
  ['FLWSECK', String.raw`FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}-X\b`],
  ['AQVN', String.raw`AQVN[A-Za-z0-9_-]{35,38}(?![\w-])`],
  ['napi_', String.raw`napi_[a-z0-9]{60,}`],
  ['mdb_sa_sk_', String.raw`mdb_sa_sk_[A-Za-z0-9_-]{40,}`],
  ['pdl_live_ pdl_sdbx_', String.raw`pdl_(?:live|sdbx)_apikey_[A-Za-z0-9_]{40,}`],
  ['sk.eyJ', String.raw`sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`],
  ['fio-u-', String.raw`fio-u-[A-Za-z0-9_=-]{64}`],
  ['duffel_', String.raw`duffel_(?:test|live)_[A-Za-z0-9_=-]{43}`],
  ['rdme_', String.raw`rdme_[a-z0-9]{70}`],
  ['sm_aat_ sm_pat_ sm_sat_', String.raw`sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}\b`],
  [
    'webhook.office.com/',
    String.raw`webhook\.office\.com/webhookb2/[a-f0-9-]{36}@[a-f0-9-]{36}/IncomingWebhook/[a-f0-9]{32}/[a-f0-9-]{36}`,
  ],
  [
    'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ',
    String.raw`LS0tLS1CRUdJTiB[A-Za-z0-9+/]{80,}={0,2}`,
  ],
  ['AGE-SECRET-KEY-1', String.raw`AGE-SECRET-KEY-1[A-Z0-9]{58}`],
  ['eyJ', String.raw`eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`],
];

/** Formats that begin before their mark. */
const BEHIND: readonly (readonly [marks: string, back: number | 'digits', body: string])[] = [
  ['.atlasv1.', 14, String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,}`],
  [withEach('0123456789', 'Q~'), 3, String.raw`[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![\w~.-])`],
  [withEach('0123456789', ':A'), 'digits', String.raw`\d{5,16}:A[A-Za-z0-9_-]{34}(?![\w-])`],
  [withEach('0123456789abcdefABCDEF', 'SK', true), 0, String.raw`SK[0-9a-fA-F]{32}\b`],
];

/** Longer than any mark and the context it is checked with. */
const AROUND_MARK = 64;
const ADDRESS_MARK = '://';
/** The longest user and password together. */
const LONGEST_LOGIN = 280;
const ASSIGNMENTS = 'PASSWORD= PASSWD= SECRET= TOKEN= API_KEY= ACCESS_KEY=';

/**
 * Formats with the value in the group `secret`; the text around it stays. The mark, alone or with the
 * value, has at least fifteen token characters, so the mark finder for tokens finds it.
 */
const NAMED: readonly (readonly [marks: string, body: string])[] = [
  ['AccountKey= SharedAccessKey=', String.raw`(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})`],
  [
    'aws_secret_access_key aws_session_token',
    String.raw`aws_(?:secret_access_key|session_token)["']?\s{0,3}[=:]\s{0,3}["']?(?<secret>[A-Za-z0-9/+=]{40,2000})(?![A-Za-z0-9/+=])`,
  ],
];

/** Like `NAMED`, for marks that are short or contain other characters. */
const AROUND: readonly (readonly [marks: string, body: string])[] = [
  [ADDRESS_MARK, String.raw`:\/\/[^\s:/@]{0,64}:(?<secret>[^\s/@:'"\`$<>{}]{8,200})@`],
  ['?sig= &sig=', String.raw`[?&]sig=(?<secret>[A-Za-z0-9%+/]{43,60}(?:%3[Dd]|=))`],
  ['Basic|', String.raw`(?<=Authorization\W{1,6})Basic (?<secret>[A-Za-z0-9+/]{12,}={0,2})`],
  ['Bearer|', String.raw`Bearer (?<secret>[A-Za-z0-9._~+/-]{20,}=*)`],
  [
    ASSIGNMENTS,
    String.raw`(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|ACCESS_KEY)=\\*["']?(?<secret>[^\s"'\`$<>{}()[\];,&|\\]{8,200})(?=[\s"'\\]|$)`,
  ],
];

/** A key cut off before its end is just as secret. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:\s|\\+[nr])*(?:[A-Za-z0-9+/=]{16}|Proc-Type|Version|Comment)[A-Za-z0-9+/=\s\\:,-]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|(?![A-Za-z0-9+/=\s\\:,-]))/y;
const KEY_MARK = '-----BEGIN ';

export interface ShapeFinder {
  /** The secrets found, in order, without overlaps. `byTable`: skip the test whether there is any mark at all. */
  find(text: string, byTable: boolean): SecretRange[];
  /** True if the text contains one of the marks. */
  hasMark(text: string): boolean;
}

/** Most texts have no mark at all, so tables are built only when one does. */
export function createShapeFinder(reader: ByteReader): ShapeFinder {
  const all = [...ROWS, ...BEHIND, ...NAMED, ...AROUND].reduce(
    (list, row) => `${list} ${row[0]}`,
    KEY_MARK.replace(' ', '|'),
  );
  const mayHold = markIn(all, NARROWER);
  let full: ((text: string) => SecretRange[]) | undefined;
  let any: RegExp | undefined;
  return {
    find(text, byTable) {
      if (!byTable && !mayHold.test(text)) return [];
      full ??= createFullFinder(reader);
      return full(text);
    },
    hasMark: (text) => (any ??= markIn(all)).test(text),
  };
}

function createFullFinder({ read }: ByteReader): (text: string) => SecretRange[] {
  const shapes = new Map<string, Shape[]>();
  const add = (marks: string, shape: Shape) => {
    for (const mark of marksIn(marks)) shapes.set(mark, [...(shapes.get(mark) ?? []), shape]);
  };
  const sticky = (body: string) => {
    let made: RegExp | undefined;
    return () => (made ??= new RegExp(body, 'y'));
  };
  for (const [marks, body] of ROWS) add(marks, { pattern: sticky(START + body), back: 0, inner: false });
  for (const [marks, back, body] of BEHIND) add(marks, { pattern: sticky(START + body), back, inner: false });
  for (const [marks, body] of [...NAMED, ...AROUND]) add(marks, { pattern: sticky(body), back: 0, inner: true });
  add(KEY_MARK.replace(/ $/, '|'), { pattern: () => PRIVATE_KEY, back: 0, inner: false });
  const tokenMarks = [...ROWS, ...BEHIND, ...NAMED].flatMap(([marks]) => marksIn(marks));
  const foundOtherwise = new Set([...tokenMarks, ADDRESS_MARK]);
  const otherMarks = Map.groupBy(
    [...shapes.keys()].filter((mark) => !foundOtherwise.has(mark)),
    anchorOf,
  );
  const tokenMarksIn = createMarkFinder(tokenMarks);

  function tokenMarksOf(text: string): Hit[] {
    const hits: Hit[] = [];
    for (let from = 0; from < text.length; ) {
      const window = windowAt(text, from, AROUND_MARK);
      for (const { at, pattern } of tokenMarksIn(window.text, read(window.text))) {
        const whole = window.start + at;
        if (whole >= from && whole < window.to) hits.push({ at: whole, pattern });
      }
      from = window.to;
    }
    return hits;
  }

  /** All marks, in order; marks of tokens only where a token is possible. */
  function marked(text: string): Hit[] {
    const hits = tokenMarksOf(text);
    for (const at of addressesIn(text)) hits.push({ at, pattern: ADDRESS_MARK });
    for (const [anchor, marks] of otherMarks) {
      for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1)) {
        for (const pattern of marks) {
          const start = at - pattern.indexOf(anchor);
          if (start >= 0 && text.startsWith(pattern, start)) hits.push({ at: start, pattern });
        }
      }
    }
    return hits.sort((a, b) => a.at - b.at);
  }

  function matchAt(text: string, mark: string, at: number): SecretRange | undefined {
    for (const { pattern: make, back, inner } of shapes.get(mark) ?? []) {
      const pattern = make();
      const start = at - (back === 'digits' ? digitsBefore(text, at) : back);
      if (start < 0) continue;
      pattern.lastIndex = start;
      const match = pattern.exec(text);
      if (!match) continue;
      const { secret } = match.groups ?? {};
      if (!inner) return { start, end: start + match[0].length };
      if (secret === undefined || !isWorthHiding(secret)) continue;
      const from = start + match[0].lastIndexOf(secret);
      return { start: from, end: from + secret.length };
    }
    return undefined;
  }

  return (text) => {
    const found: SecretRange[] = [];
    let free = 0;
    for (const { at, pattern } of marked(text)) {
      const match = at < free ? undefined : matchAt(text, pattern, at);
      if (!match || match.start < free) continue;
      found.push(match);
      free = match.end;
    }
    return found;
  };
}

/** Offsets of `://` in addresses that may contain a password, searched backwards from each `@`, which is rare. */
function addressesIn(text: string): number[] {
  const found: number[] = [];
  let before = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const from = Math.max(before, at - LONGEST_LOGIN);
    const mark = text.slice(from, at).lastIndexOf(ADDRESS_MARK);
    if (mark >= 0) found.push(from + mark);
    before = at;
  }
  return found;
}

/** The text searched for in place of a mark: up to six characters, starting with a rare one, which native search finds at memory speed. */
function anchorOf(mark: string): string {
  return /(?:KE|CRE|W)[A-Z]{1,3}=$/.exec(mark)?.[0] ?? mark.slice(mark.search(/[^-]/)).slice(0, 6);
}

/** Splits a list of marks at blanks; a bar stands for a blank within a mark. */
function marksIn(marks: string): string[] {
  return marks.split(' ').map((mark) => mark.replace('|', ' '));
}

/** Stricter patterns for marks that are common in text without secrets. */
const NARROWER: Readonly<Record<string, string>> = {
  'sk-': String.raw`(?<!\w)sk-|\\[nrtbf]sk-`, // not in "task-"
  'key-': 'key-[a-f0-9]{16}', // not in "key-value"
  secret_: 'secret_[A-Za-z0-9]{16}',
  napi_: 'napi_[a-z0-9]{16}', // not in a name
  '://': String.raw`:\/\/[^\s:/@]{0,64}:[^\s/@]{8}`, // not in every address
};

/** A regular expression runs natively at once, whereas a loop would have to be optimised first. */
function markIn(marks: string, narrower: Readonly<Record<string, string>> = {}): RegExp {
  const plain = Object.keys(narrower).reduce((list, mark) => list.replace(` ${mark} `, ' '), ` ${marks} `);
  const blanks = { ' ': '|', '|': ' ' } as Readonly<Record<string, string>>;
  const escaped = plain.trim().replace(/[.?/ |-]/g, (one) => blanks[one] ?? `\\${one}`);
  return new RegExp([...Object.values(narrower), escaped].join('|'));
}

function digitsBefore(text: string, at: number): number {
  let count = 0;
  while (count < 16 && /\d/.test(text[at - count - 1] ?? '')) count += 1;
  return count;
}

function withEach(characters: string, mark: string, after = false): string {
  return Array.from(characters, (one) => (after ? mark + one : one + mark)).join(' ');
}
