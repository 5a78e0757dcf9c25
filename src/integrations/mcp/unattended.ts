/** Logins without a person: with a client's secret or key, a token that the machine was given, or the company's identity provider. */

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../base/errors.ts';
import { expandHome } from '../../base/files/paths.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { ServerFault } from './fault.ts';
import type { OauthEntry } from './oauth.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** `undefined` if a person logs in. Tokens are kept in memory only. Throws `ServerFault` if one of its files cannot be used. */
export function unattendedProvider(oauth: OauthEntry | undefined): OAuthClientProvider | undefined {
  if (!oauth?.grant) return undefined;
  const { clientId = '', clientSecret, issuer: expectedIssuer = '', scope } = oauth;
  const common = { clientId, clientName: 'coder', expectedIssuer, ...(scope !== undefined && { scope }) };
  if (oauth.grant === 'cross_app')
    return new CrossAppAccessProvider({ ...common, clientSecret: clientSecret ?? '', assertion: vouchedFor(oauth) });
  if (oauth.grant === 'jwt_bearer') return jwtBearerProvider(oauth);
  const key = oauth.privateKey ?? textOf(oauth.privateKeyFile, extensionFault('aPrivateKey'));
  if (key === undefined) return new ClientCredentialsProvider({ ...common, clientSecret: clientSecret ?? '' });
  const { pem, algorithm } = readKey(key);
  return new PrivateKeyJwtProvider({
    ...common,
    privateKey: Buffer.from(pem),
    algorithm: oauth.algorithm ?? algorithm,
  });
}

/** The identity provider issues a grant for this server in exchange for the person's identity there. */
function vouchedFor({ idp }: OauthEntry): ConstructorParameters<typeof CrossAppAccessProvider>[0]['assertion'] {
  return async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
    const { tokenEndpoint = '', clientId = '', clientSecret, idToken } = idp ?? {};
    const token = idToken ?? textOf(idp?.idTokenFile, extensionFault('anIdentityToken')) ?? '';
    const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
      tokenEndpoint,
      audience: authorizationServerUrl,
      resource: resourceUrl,
      idToken: token,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scope !== undefined && { scope }),
      fetchFn,
    });
    return jwtAuthGrant;
  };
}

/** The machine's token is read anew each time, because its issuer replaces it. */
function jwtBearerProvider({ clientId = '', clientSecret, issuer, scope, ...rest }: OauthEntry): OAuthClientProvider {
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  return {
    redirectUrl: undefined,
    clientMetadata: {
      client_name: 'coder',
      redirect_uris: [],
      grant_types: [JWT_BEARER],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scope !== undefined && { scope }),
    },
    clientInformation: () => ({
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(issuer !== undefined && { issuer }),
    }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization() {
      throw new ServerFault('refused', extensionFault('loginNeedsPerson'));
    },
    saveCodeVerifier() {},
    codeVerifier: () => '',
    prepareTokenRequest(wanted) {
      const assertion = rest.assertion ?? textOf(rest.assertionFile, extensionFault('anAssertion')) ?? '';
      return new URLSearchParams({ grant_type: JWT_BEARER, assertion, ...(wanted !== undefined && { scope: wanted }) });
    },
  };
}

function textOf(file: string | undefined, what: Fault): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(expandHome(file, homedir()), 'utf8').trim();
  } catch (error) {
    throw new ServerFault('refused', extensionFault('loginFileUnreadable', what, messageOf(error)));
  }
}

function readKey(text: string): { pem: string; algorithm: string } {
  try {
    const key = createPrivateKey(text.replaceAll(String.raw`\n`, '\n')); // `\n` is how line ends must be written in a variable
    return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), algorithm: algorithmOf(key) };
  } catch {
    throw new ServerFault('refused', extensionFault('loginBadKey'));
  }
}

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'ec') return CURVES[asymmetricKeyDetails?.namedCurve ?? ''] ?? 'ES256';
  return asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'RS256';
}
