// Says offline whether a receipt is genuine and which files it is about; from the receipt, a key and the files alone.
import { createHash } from 'node:crypto'
import { receiptVersion, type SignedReceipt } from './receipt.ts'
import { isSignedAsItSays, jwkOf } from './signature.ts'
import type { HashedInput } from './verdict.ts'

export interface ReceiptFinding {
  readonly isGood: boolean
  readonly sentence: string
}

/** The thumbprints that a key, a JWK, a JWK set or a thumbprint itself stands for. */
export function trustedKids(text: string): string[] {
  const trimmed = text.trim()
  if (/^[\w-]{43}$/.test(trimmed)) return [trimmed]
  const parsed = parsedObject(trimmed)
  const keys: readonly unknown[] = Array.isArray(parsed.keys) ? parsed.keys : [parsed]
  return keys.flatMap((key) => (isObject(key) && typeof key.x === 'string' ? [jwkOf(key.x).kid] : []))
}

/** The answer of the server as it came, or the two parts of it that matter. */
export function readSigned(text: string): SignedReceipt | undefined {
  return signedIn(parsedObject(text))
}

function signedIn({ receipt, signature }: Readonly<Record<string, unknown>>): SignedReceipt | undefined {
  if (!isObject(receipt) || !isObject(signature)) return undefined
  for (const name of ['alg', 'kid', 'x', 'value']) if (typeof signature[name] !== 'string') return undefined
  return { receipt, signature } as unknown as SignedReceipt
}

/** Evidence about a chip, as GET /chip-documents/{chip_document_id}/evidence answers it. */
export interface SignedEvidence {
  readonly signed: SignedReceipt
  readonly files: Readonly<Record<string, string>>
}

export function readEvidence(text: string): SignedEvidence | undefined {
  const { evidence, signature, files } = parsedObject(text)
  const signed = signedIn({ receipt: evidence, signature })
  if (signed?.receipt.type !== 'chip-evidence' || !isObject(files)) return undefined
  return { signed, files: files as SignedEvidence['files'] }
}

/** That the evidence is what the key has signed, that each file is the one it names, and that the receipt inside is of these files. */
export function verifyEvidence({ signed, files }: SignedEvidence, kids: readonly string[]): ReceiptFinding[] {
  const { receipt: evidence, signature } = signed
  const bad = (sentence: string): ReceiptFinding[] => [{ isGood: false, sentence }]
  if (!isSignedAsItSays(signed))
    return bad('The evidence is not genuine: it was changed after it was signed.')
  if (kids.length === 0)
    return bad(
      `The evidence is whole and signed by the key ${signature.kid}; whose key that is only --key can tell.`,
    )
  if (!kids.includes(signature.kid))
    return bad(`The evidence is signed by the key ${signature.kid}, which is not the one given.`)
  const named = evidence.files as unknown as readonly { readonly name: string; readonly sha256: string }[]
  const found = named.map(({ name, sha256 }): ReceiptFinding => {
    const bytes = Buffer.from(String(files[name] ?? ''), 'base64')
    const isGood = createHash('sha256').update(bytes).digest('hex') === sha256
    return {
      isGood,
      sentence: isGood ? `${name} is the file that was judged.` : `${name} is not the file that was judged.`,
    }
  })
  const inner = isObject(evidence.receipt) ? signedIn(evidence.receipt) : undefined
  return [
    {
      isGood: true,
      sentence: `The evidence is genuine: chip ${evidence.chip_document_id} was ${evidence.authenticity}, copy ${evidence.copy}, at ${evidence.judged_at}.`,
    },
    ...found,
    ...(inner ? [receiptOfFiles(inner, named)] : []),
  ]
}

/** The receipt inside may be signed by an older key, so only its own signature is asked. */
function receiptOfFiles(inner: SignedReceipt, named: readonly { readonly sha256: string }[]): ReceiptFinding {
  const inputs = inner.receipt.inputs as unknown as readonly HashedInput[]
  const isOfThese = named.every(({ sha256 }) => inputs.some((input) => input.sha256 === sha256))
  return isSignedAsItSays(inner) && isOfThese
    ? {
        isGood: true,
        sentence: `Its receipt is signed by the key ${inner.signature.kid}, and is about these files.`,
      }
    : { isGood: false, sentence: 'Its receipt is not genuine, or about other files.' }
}

export function verifyReceipt(signed: SignedReceipt, kids: readonly string[]): ReceiptFinding {
  const { receipt, signature } = signed
  if (!isSignedAsItSays(signed))
    return { isGood: false, sentence: 'The receipt is not genuine: it was changed after it was signed.' }
  if (receipt.version !== receiptVersion)
    return { isGood: false, sentence: `The receipt has the form ${receipt.version}; this version knows 1.` }
  if (kids.length === 0)
    return {
      isGood: false,
      sentence: `The receipt is whole and signed by the key ${signature.kid}; whose key that is only --key can tell.`,
    }
  if (!kids.includes(signature.kid))
    return {
      isGood: false,
      sentence: `The receipt is signed by the key ${signature.kid}, which is not the one given.`,
    }
  return {
    isGood: true,
    sentence: `The receipt is genuine: ${receipt.operation} answered ${receipt.result_code} ${receipt.message} at ${receipt.at}, request ${receipt.id} of organisation ${receipt.organisation}.`,
  }
}

/** Whether a file is one of the inputs of the verdict. */
export function findInput({ receipt }: SignedReceipt, file: string, bytes: Uint8Array): ReceiptFinding {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const inputs = receipt.inputs as unknown as readonly HashedInput[]
  const found = inputs.filter((input) => input.sha256 === sha256)
  return found.length > 0
    ? { isGood: true, sentence: `${file} is its input ${found.map(({ name }) => name).join(', ')}.` }
    : { isGood: false, sentence: `${file} is none of its ${inputs.length} inputs.` }
}

/** In a text that is JSON, a string before a colon is a name. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length

const namesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum: number, inner) => sum + namesOf(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    // Of a name that stands twice, other readers take the first: they would see what nobody signed.
    return isObject(value) && namesIn(text) === namesOf(value) ? value : {}
  } catch {
    return {}
  }
}
