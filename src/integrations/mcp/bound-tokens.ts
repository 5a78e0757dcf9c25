/** Tokens bound to a key, if the issuer supports that (DPoP): without the key, a stolen token is useless. */

import { type DpopKeyPair, DpopSession, generateDpopKeyPair } from '@modelcontextprotocol/client';

const ALGORITHM = 'ES256';
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
type Jwk = Record<string, unknown>;

/** `supported` returns the issuer's metadata. The key is created when first needed and stored with the tokens. */
export function boundTokens(
  kept: () => Jwk | undefined,
  keep: (key: Jwk) => Promise<void>,
  supported: () => object | undefined,
): () => Promise<DpopSession | undefined> {
  let session: Promise<DpopSession> | undefined;
  return async () => {
    if (!session && !kept() && !isSupported(supported())) return undefined;
    session ??= openSession();
    return session;
  };

  async function openSession(): Promise<DpopSession> {
    const key = kept();
    if (key) return DpopSession.create({ keyPair: await importKey(key) });
    const keyPair = await generateDpopKeyPair({ alg: ALGORITHM, extractable: true });
    await keep({ ...(await crypto.subtle.exportKey('jwk', keyPair.privateKey)) });
    return DpopSession.create({ keyPair });
  }
}

function isSupported(metadata: object | undefined): boolean {
  const named = metadata && (metadata as Jwk)['dpop_signing_alg_values_supported'];
  return Array.isArray(named) && named.includes(ALGORITHM);
}

async function importKey(key: Jwk): Promise<DpopKeyPair> {
  const { kty, crv, x, y } = key;
  const publicJwk = { crv, kty, x, y }; // in the order required for the thumbprint
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(JSON.stringify(publicJwk)));
  return {
    privateKey: await crypto.subtle.importKey('jwk', key, CURVE, false, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', publicJwk as JsonWebKey, CURVE, true, ['verify']),
    publicJwk: publicJwk as DpopKeyPair['publicJwk'],
    thumbprint: Buffer.from(digest).toString('base64url'),
    alg: ALGORITHM,
  };
}
