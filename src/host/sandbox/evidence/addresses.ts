/** Finds network addresses in commands, code and messages: the host and, if given, the port. */

export interface Address {
  host: string;
  port?: number;
}

const MAX_TEXT = 100_000;
const HOST = String.raw`(?:\[[0-9a-f:]{2,40}\]|[a-z0-9](?:[\w.-]{0,250}\w)?)`;
/** Each form captures a host and, if given, a port. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?!file:)[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^\s\/@'"]{0,100}@)?(${HOST})(?::(\d{1,5}))?`, 'gi'),
  /\/dev\/(?:tcp|udp)\/([\w.-]{1,250})\/(\d{1,5})/g,
  /\b(localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?::1\]?)[: ,'"]{1,4}(?:["']?\/[\w./-]{0,60}["'], ?)?(?:port[ =:]{1,3})?(\d{2,5})\b/gi,
  /@([a-z0-9][a-z0-9.-]{2,120}):()/gi,
  /["'`]([\w-]{1,60}(?:\.[\w-]{1,60}){0,6})["'`] ?, ?(\d{2,5})\b/g,
  /(?<![\w./:-])([a-z0-9][\w-]{0,60}(?:\.[\w-]{1,60}){1,6}):(\d{2,5})\b/gi,
  /(?:-h|--host|host)[= :'"]{1,4}([\w-]{1,60}(?:\.[\w-]{1,60}){0,6})['", ]{1,4}(?:(?:-p|--port|port)[= :'"]{1,4}(\d{2,5}))?/g,
];
const SCHEMES: readonly (readonly [scheme: RegExp, port: number])[] = [
  [/^https?:|^wss?:/i, 80],
  [/^https:|^wss:/i, 443],
  [/^postgres(?:ql)?:/i, 5432],
  [/^rediss?:/i, 6379],
  [/^mysql:/i, 3306],
  [/^mongodb:/i, 27_017],
  [/^amqp:/i, 5672],
  [/^git:/i, 9418],
  [/^ssh:|^sftp:/i, 22],
  [/^svn:/i, 3690],
  [/^rsync:/i, 873],
  [/^ftp:/i, 21],
  [/^ldap:/i, 389],
  [/^mqtt:/i, 1883],
  [/^memcached:/i, 11_211],
  [/^smtp:/i, 25],
];
const CLIENT = /^(?:curl|wget|ping|dig|nslookup|host|ssh|nc|ncat|telnet|a?hosts)$/;
/** Default ports of clients that are given none. */
const CLIENTS: readonly (readonly [client: RegExp, port: number])[] = [
  [/\bpsql\b|\bpg_(?:dump|isready|restore)\b|\bcreatedb\b/, 5432],
  [/\bredis-cli\b|\bredis\.(?:Redis|createClient)/, 6379],
  [/\bmysql(?:dump|admin)?\b|\bmariadb\b/, 3306],
  [/\bmongo(?:sh|dump)?\b/, 27_017],
  [/\bmosquitto_\w+\b/, 1883],
  [/\bldap(?:search|add|modify)\b/, 389],
];

export function addressesIn(text: string): Address[] {
  const cut = text.slice(0, MAX_TEXT);
  return [...formsIn(cut), ...clientsIn(cut)];
}

/** Finds the host after a client, as in `nc -w 3 db.example.org 5432`. */
function clientsIn(text: string): Address[] {
  const words = text.split(/[\s;|&()"'`]+/);
  return words.flatMap((word, index): Address[] => {
    if (!CLIENT.test(word)) return [];
    const after = words.slice(index + 1, index + 10);
    const at = after.findIndex((each) => /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}$/.test(each));
    const port = Number(after[at + 1]);
    return at < 0 ? [] : [{ host: after[at] ?? '', ...(port > 0 && { port }) }];
  });
}

function formsIn(cut: string): Address[] {
  return FORMS.flatMap((form) =>
    [...cut.matchAll(form)].map(({ 0: whole, 1: host = '', 2: port = '', index }) => {
      const isLater = cut[index + whole.length] === ':'; // the port follows, but is filled in at run time
      const said =
        Number(port) || isLater
          ? Number(port) || undefined
          : SCHEMES.filter(([scheme]) => scheme.test(whole)).at(-1)?.[1];
      return { host: host.replace(/^\[|\]$/g, ''), ...(said !== undefined && { port: said }) };
    }),
  );
}

/** Ports of this machine that are named with its loopback, given as an option, or the default of a client. */
export function portsIn(text: string, isCommand: boolean): number[] {
  const cut = text.slice(0, MAX_TEXT);
  const named = addressesIn(cut).filter(({ host }) => isLoopback(host));
  const options = cut.matchAll(
    /(?:\s-p ?|\s-P ?|\bport["']? ?(?:=>?|:| ) ?["']?|PeerPort ?=> ?["']?|\bconnect\(|htons\(|PORT=|:)(\d{2,5})\b/gi,
  );
  const said = [...named.flatMap(({ port }) => port ?? []), ...[...options].map(([, port]) => Number(port))];
  if (said.length > 0 || !isCommand || /\s-s |--socket|\.sock\b|\s-h \//.test(cut)) return said;
  return CLIENTS.filter(([client]) => client.test(cut)).map(([, port]) => port);
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1|0)$/i.test(host);
}

/** The first host that is not this machine: an IP address, or a name whose last part could be a top-level domain. */
export function remoteOf(addresses: readonly Address[]): string | undefined {
  return addresses.find(({ host }) => !isLoopback(host) && isHost(host))?.host;
}

function isHost(host: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^[0-9a-f:]*:[0-9a-f:]*$/i.test(host)) return true;
  const last = host.split('.').at(-1) ?? '';
  return host.includes('.') && /^[a-z]{2,24}$/i.test(last) && !ENDINGS.has(last.toLowerCase());
}

/** Endings of file names, not of host names. */
const ENDINGS = new Set(
  'py js ts mjs cjs sh rb go rs java class html json xml txt log yaml yml toml lock md css php pl'.split(' '),
);
