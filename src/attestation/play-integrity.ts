// Opens tokens of Play Integrity with the operator's own keys, and checks what Google says of app and device.
import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { compactDecrypt, compactVerify, errors } from 'jose'
import type { AndroidApp } from './android.ts'
import { AttestationFault, AttestationSettingUnusable } from './fault.ts'

export interface PlayKeys {
  readonly decryption: KeyObject
  readonly verification: KeyObject
}

interface PlayRules {
  /** As the app gave it to Google. */
  readonly nonce: string
  readonly apps: readonly AndroidApp[]
  /** `strong` asks for verdicts of hardware, and for patches of the last year. */
  readonly least: 'device' | 'strong'
  /** Milliseconds since 1970. */
  readonly now: number
}

interface PlayVerdict {
  readonly package: string
  readonly verdicts: readonly string[]
}

/** Tokens have 2 to 4 KiB. */
const MOST_LETTERS = 16 * 1024
/** A token is fetched for a nonce of this server, which lives as long. */
const MOST_AGE_MS = 10 * 60_000
const MOST_AHEAD_MS = 2 * 60_000

/** Throws a sentence for the operator where a key is none; undefined where no keys are set. */
export function readPlayKeys(decryption: string, verification: string): PlayKeys | undefined {
  if (decryption === '' && verification === '') return undefined
  const secret = Buffer.from(decryption, 'base64')
  if (secret.byteLength !== 32)
    throw new AttestationSettingUnusable(
      'SELFSAME_PLAY_DECRYPTION_KEY must be 32 bytes in Base64: copy it from the Play console again, or leave it empty',
    )
  try {
    const key = createPublicKey({ key: Buffer.from(verification, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
      return { decryption: createSecretKey(secret), verification: key }
  } catch {
    // Below.
  }
  throw new AttestationSettingUnusable(
    'SELFSAME_PLAY_VERIFICATION_KEY must be a key of P-256 as SubjectPublicKeyInfo in Base64: copy it from the Play console again, or leave both empty',
  )
}

export async function verifyPlayToken(
  token: string,
  keys: PlayKeys | undefined,
  rules: PlayRules,
): Promise<PlayVerdict> {
  if (!keys) throw new AttestationFault('token-wrong', 'This server has no keys of Play Integrity.')
  const said = await openToken(token, keys)
  const { requestDetails: request, appIntegrity: app, deviceIntegrity: device } = said
  if (unpadded(request?.nonce) !== unpadded(rules.nonce)) throw new AttestationFault('challenge-wrong')
  const age = rules.now - Number(request?.timestampMillis)
  if (!(age <= MOST_AGE_MS && age >= -MOST_AHEAD_MS)) throw new AttestationFault('token-old')
  const name = app?.packageName
  const listed = rules.apps.find((one) => one.package === name)
  const digests = textsIn(app?.certificateSha256Digest).map((one) =>
    Buffer.from(one, 'base64url').toString('hex'),
  )
  const isListed =
    listed !== undefined &&
    request?.requestPackageName === name &&
    app?.appRecognitionVerdict === 'PLAY_RECOGNIZED' &&
    digests.length > 0 &&
    digests.every((digest) => listed.digests.includes(digest))
  if (!isListed) throw new AttestationFault('app-not-listed')
  const verdicts = textsIn(device?.deviceRecognitionVerdict)
  const wanted = rules.least === 'strong' ? 'MEETS_STRONG_INTEGRITY' : 'MEETS_DEVICE_INTEGRITY'
  if (!verdicts.includes(wanted)) throw new AttestationFault('device-not-recognised')
  return { package: listed.package, verdicts }
}

/** What Google writes; every part may be missing, and none has a type that can be relied on. */
type TokenPart = Readonly<Record<string, unknown>> | undefined
interface Said {
  readonly requestDetails?: TokenPart
  readonly appIntegrity?: TokenPart
  readonly deviceIntegrity?: TokenPart
}

async function openToken(token: string, { decryption, verification }: PlayKeys): Promise<Said> {
  if (token.length > MOST_LETTERS) throw new AttestationFault('not-readable')
  try {
    const { plaintext } = await compactDecrypt(canonical(token), decryption, {
      keyManagementAlgorithms: ['A256KW'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const signed = canonical(new TextDecoder().decode(plaintext))
    const { payload } = await compactVerify(signed, verification, { algorithms: ['ES256'] })
    const said = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown
    if (isRecord(said)) return Object.fromEntries(Object.entries(said).filter(([, part]) => isRecord(part)))
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError))
      throw error
  }
  throw new AttestationFault('token-wrong')
}

/** The last letter of a part may carry unused bits. A token in which they are set is not the one that was signed. */
function canonical(token: string): string {
  const isCanonical = token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  if (!isCanonical) throw new AttestationFault('token-wrong')
  return token
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unpadded = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.replace(/=+$/, '') : undefined

const textsIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
