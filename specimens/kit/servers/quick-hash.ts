// Hashes the passwords of test organisations at argon2's least cost; a hash names its cost, so the server checks it as any other.
import { hashPassword } from '../../../src/organisations/passwords.ts'

/** The real cost takes a tenth of a second of processor time, for each organisation and again for its first request. */
export const quickHash = (password: string): Promise<string> =>
  hashPassword(password, { memoryKiB: 8, passes: 1, parallelism: 1 })
