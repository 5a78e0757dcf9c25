/** Authorises the client at a server with the tokens of an earlier login; never starts a login on its own. */

import type { OAuthClientMetadata, OAuthClientProvider } from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { randomText } from '../../base/random.ts';
import { boundTokens } from './bound-tokens.ts';
import type { OauthEntry } from './oauth.ts';
import type { StoredLogin, TokenStore } from './token-store.ts';

/** A login in progress: the person is sent to the address given to `open`, and returns to the loopback address. */
export interface LoginPort {
  redirectUrl: string;
  port: number;
  open(url: URL): void | Promise<void>;
}

type Kept = Pick<OAuthClientProvider, 'clientInformation' | 'tokens'>;
type ClientInformation = Awaited<ReturnType<NonNullable<Kept['clientInformation']>>>;
type Tokens = Awaited<ReturnType<NonNullable<Kept['tokens']>>>;

/** `registered`: the entry's data about a client that the person registered beforehand. */
export function createAuthProvider(
  resource: string,
  store: TokenStore,
  registered: OauthEntry = {},
  login?: LoginPort,
): OAuthClientProvider {
  let verifier = '';
  let discovery: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
  const state = randomText(24);
  const kept = (): StoredLogin => store.load(resource) ?? { resource };
  const { clientId, clientSecret, issuer: ownIssuer, scope: ownScope } = registered;
  const own = clientId !== undefined && {
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(ownIssuer !== undefined && { issuer: ownIssuer }),
  };
  const metadata: OAuthClientMetadata = {
    client_name: 'coder',
    redirect_uris: [login?.redirectUrl ?? 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(ownScope !== undefined && { scope: ownScope }),
  };
  return {
    get redirectUrl() {
      return login?.redirectUrl ?? 'http://127.0.0.1/callback';
    },
    clientMetadata: metadata,
    ...(store.clientMetadataUrl !== undefined && { clientMetadataUrl: store.clientMetadataUrl }),
    state: () => state,
    clientInformation: () => (own || kept().client) as ClientInformation,
    async saveClientInformation(client) {
      await store.save({ ...kept(), ...(!own && { client: { ...client } }), ...(login && { port: login.port }) });
    },
    tokens: () => kept().tokens as Tokens,
    async saveTokens(tokens) {
      const issuer = discovery?.authorizationServerUrl;
      const { wantedScope, ...before } = kept();
      void wantedScope; // it has been requested now
      await store.save({ ...before, tokens: { ...tokens }, ...(issuer !== undefined && { issuer: String(issuer) }) });
    },
    async redirectToAuthorization(url) {
      if (!login) {
        const scope = url.searchParams.get('scope');
        if (scope !== null && kept().tokens) await store.save({ ...kept(), wantedScope: scope }); // for the next login
        throw new UnauthorizedError('it wants a login');
      }
      await login.open(url);
    },
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    dpop: boundTokens(
      () => kept().proofKey,
      (proofKey) => store.save({ ...kept(), proofKey }),
      () => discovery?.authorizationServerMetadata,
    ),
    saveDiscoveryState: (found) => void (discovery = found),
    discoveryState: () => discovery,
    async invalidateCredentials(scope) {
      const { client, tokens, ...rest } = kept();
      if (scope === 'all' || scope === 'client') await store.save(rest);
      else if (scope === 'tokens') await store.save({ ...rest, ...(client && { client }) });
      else if (scope === 'verifier') verifier = '';
      else discovery = undefined;
      void tokens;
    },
  };
}
