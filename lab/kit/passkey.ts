// A passkey in software, as a phone makes and uses one, for programs that sign members in without a browser.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** In the JSON form of WebAuthn. */
type Json = Readonly<Record<string, unknown>>

export interface SoftPasskey {
  /** What `navigator.credentials.create` gives. */
  readonly made: Json
  /** What `navigator.credentials.get` gives. */
  signed(options: Json): Json
}

/** Flags of an authenticator: somebody was there, it was they, and a key is attached. */
const [PRESENT, VERIFIED, ATTACHED] = [0x01, 0x04, 0x40]

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const clientData = (type: string, { challenge }: Json, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function dataOf(origin: string, flags: number, counter: number, ...more: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(PRESENT | VERIFIED | flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(new URL(origin).hostname), head, ...more])
}

/** `options` are those that the server gave for `navigator.credentials.create`. */
export function makePasskey(options: Json, origin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const idBytes = randomBytes(16)
  const id = idBytes.toString('base64url')
  let counter = 0
  // COSE in CBOR: an EC key for ES256 on P-256.
  const key = Buffer.concat([
    Buffer.from('a50102032620012158', 'hex'),
    Buffer.of(32),
    Buffer.from(x, 'base64url'),
    Buffer.from('2258', 'hex'),
    Buffer.of(32),
    Buffer.from(y, 'base64url'),
  ])
  const data = dataOf(origin, ATTACHED, 0, Buffer.alloc(16), Buffer.of(0, idBytes.length), idBytes, key)
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.of(data.length),
    data,
  ])
  const credential = (response: Json): Json => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
  })
  return {
    made: credential({
      clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    }),
    signed(asked) {
      const client = clientData('webauthn.get', asked, origin)
      const authenticator = dataOf(origin, 0, ++counter)
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticator.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: (options.user as { readonly id: string }).id,
      })
    },
  }
}
