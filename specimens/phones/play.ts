// Tokens of Play Integrity as Google would write them, with keys of an operator that does not exist.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { CompactEncrypt, CompactSign } from 'jose'

interface PlayFacts {
  readonly nonce: string
  readonly package: string
  readonly digest: Uint8Array
  readonly at: number
  readonly verdicts: readonly string[]
}

export function makePlayConsole() {
  const decryption = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

  async function token(facts: PlayFacts): Promise<string> {
    const payload = {
      requestDetails: {
        requestPackageName: facts.package,
        timestampMillis: String(facts.at),
        nonce: facts.nonce,
      },
      appIntegrity: {
        appRecognitionVerdict: 'PLAY_RECOGNIZED',
        packageName: facts.package,
        certificateSha256Digest: [Buffer.from(facts.digest).toString('base64url')],
        versionCode: '7',
      },
      deviceIntegrity: { deviceRecognitionVerdict: facts.verdicts },
      accountDetails: { appLicensingVerdict: 'LICENSED' },
    }
    const signed = await new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey)
    return new CompactEncrypt(Buffer.from(signed))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .encrypt(decryption)
  }
  return {
    token,
    /** As the settings of a server have them. */
    decryptionKey: decryption.toString('base64'),
    verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}
