// Asks the browser for a passkey: what the server wants, as the browser takes it, and back. Bytes are
// base64url on the way.

import type { NewPasskeyAnswer, PasskeyAnswer } from '../wire/types';

type Options = Record<string, unknown>;
type Named = { id: string; type: 'public-key' };

/** Why the browser gave none: its owner did not want to, or it cannot. */
export class NoPasskey extends Error {}

/** Whether this page can have passkeys: browsers know them, and the server's are for this address. */
export function canHavePasskeys(worksAt: string): boolean {
  return worksAt === location.origin && isSecureContext && typeof PublicKeyCredential === 'function';
}

/** What a new passkey is called until somebody calls it something else; empty for an unknown device. */
export function deviceName(): string {
  const known = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'];
  return known.find((name) => navigator.userAgent.includes(name)) ?? '';
}

export async function makePasskey(options: Options): Promise<NewPasskeyAnswer> {
  const user = options['user'] as { id: string; name: string; displayName: string };
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(String(options['challenge'])),
        user: { ...user, id: bytes(user.id) },
        excludeCredentials: descriptors(options['excludeCredentials']),
      },
    }),
  );
  const answer = made.response as AuthenticatorAttestationResponse;
  return { id: text(made.rawId), client_data: text(answer.clientDataJSON), attestation: text(answer.attestationObject) };
}

export async function showPasskey(options: Options): Promise<PasskeyAnswer> {
  const shown = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(String(options['challenge'])),
        allowCredentials: descriptors(options['allowCredentials']),
      },
    }),
  );
  const answer = shown.response as AuthenticatorAssertionResponse;
  return {
    id: text(shown.rawId),
    client_data: text(answer.clientDataJSON),
    authenticator_data: text(answer.authenticatorData),
    signature: text(answer.signature),
    user: answer.userHandle ? text(answer.userHandle) : '',
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null;
  try {
    found = await ask();
  } catch (error) {
    throw new NoPasskey(error instanceof Error ? error.name : '');
  }
  if (!(found instanceof PublicKeyCredential)) throw new NoPasskey();
  return found;
}

function descriptors(found: unknown): PublicKeyCredentialDescriptor[] {
  return ((found ?? []) as Named[]).map((one) => ({ ...one, id: bytes(one.id) }));
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function text(content: ArrayBuffer | Uint8Array): string {
  const plain = Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
