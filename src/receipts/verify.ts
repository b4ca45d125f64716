// Says offline whether a receipt is genuine and which files it is about; from the receipt, a key and the files alone.
import { createHash } from 'node:crypto'
import type { HashedInput } from '../verdict.ts'
import { receiptVersion, type SignedReceipt } from './receipt.ts'
import { isSignedAsItSays, jwkOf } from './signature.ts'

export interface Finding {
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
  const { receipt, signature } = parsedObject(text)
  if (!isObject(receipt) || !isObject(signature)) return undefined
  for (const name of ['alg', 'kid', 'x', 'value']) if (typeof signature[name] !== 'string') return undefined
  return { receipt, signature } as unknown as SignedReceipt
}

export function verifyReceipt(signed: SignedReceipt, kids: readonly string[]): Finding {
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
    sentence: `The receipt is genuine: ${receipt.operation} answered ${receipt.result_code} ${receipt.message} at ${receipt.at}, request ${receipt.id}.`,
  }
}

/** Whether a file is one of the inputs of the verdict. */
export function findInput({ receipt }: SignedReceipt, file: string, bytes: Uint8Array): Finding {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const inputs = receipt.inputs as unknown as readonly HashedInput[]
  const found = inputs.filter((input) => input.sha256 === sha256)
  return found.length > 0
    ? { isGood: true, sentence: `${file} is its input ${found.map(({ name }) => name).join(', ')}.` }
    : { isGood: false, sentence: `${file} is none of its ${inputs.length} inputs.` }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
