// Passkeys in the browser: the options of the server in, the answer of the authenticator out, both as JSON.

type Json = Record<string, unknown>

/** Browsers that cannot read options as JSON are asked for a password instead. */
export const hasPasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Null where the person went back. */
export async function makePasskey(options: unknown): Promise<Json | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(navigator.credentials.create({ publicKey }))
}

/** Null where the person went back. */
export async function usePasskey(options: unknown): Promise<Json | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return jsonOf(navigator.credentials.get({ publicKey }))
}

async function jsonOf(asked: Promise<Credential | null>): Promise<Json | null> {
  try {
    const credential = await asked
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : null
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
