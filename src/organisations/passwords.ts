// Passwords: drawn at random, hashed with argon2id, compared without telling how near a wrong one was.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's argon2id setting of 19 MiB and two passes. */
const cost = { memoryKiB: 19_456, passes: 2, parallelism: 1 }
const tagBytes = 32

/** 192 bits cannot be guessed, and these letters need no quotes in a URL or a shell. */
export const newPassword = (): string => randomBytes(24).toString('base64url')

/** The standard text form, so that the cost can change without losing old hashes. */
export async function hashPassword(password: string, at: typeof cost = cost): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, at)
  const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${at.memoryKiB},t=${at.passes},p=${at.parallelism}$${b64(salt)}$${b64(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = form.exec(hash) ?? []
  if (!salt || !tag) throw new Error('a stored password hash is not of the argon2id form')
  const expected = Buffer.from(tag, 'base64')
  const found = await tagOf(password, Buffer.from(salt, 'base64'), {
    memoryKiB: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Takes as long as a real comparison: an unknown name must not answer faster than a wrong password. */
export async function matchNothing(password: string): Promise<false> {
  await tagOf(password, Buffer.alloc(16), cost)
  return false
}

function tagOf(
  password: string,
  nonce: Uint8Array,
  { memoryKiB, passes, parallelism }: typeof cost,
): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password),
    nonce,
    memory: memoryKiB,
    passes,
    parallelism,
    tagLength: tagBytes,
  })
}
