// selfsame receipt: is a receipt genuine, and which keys sign.
import { existsSync, readFileSync } from 'node:fs'
import type { Settings } from '../config.ts'
import { currentKey, publicKeys } from '../receipts/keys.ts'
import {
  findInput,
  type ReceiptFinding,
  readEvidence,
  readSigned,
  trustedKids,
  verifyEvidence,
  verifyReceipt,
} from '../receipts/verify.ts'
import { CommandError, say, withStore } from './terminal.ts'

export interface ReceiptOptions {
  readonly key?: string
  readonly input?: readonly string[]
}

/** Needs no settings, no database and no network. */
export function verifyReceiptFile(file: string, { key, input = [] }: ReceiptOptions): void {
  const text = read(file).toString()
  const evidence = readEvidence(text)
  const signed = readSigned(text) ?? evidence?.signed
  if (!signed)
    throw new CommandError(
      `${file} is neither a receipt as GET /receipts/{request_id} answers it, nor evidence about a chip.`,
    )
  const kids = key === undefined ? [] : trustedKids(existsSync(key) ? read(key).toString() : key)
  if (key !== undefined && kids.length === 0)
    throw new CommandError('--key must be a thumbprint, or a file with what `selfsame receipt key` prints.')
  if (evidence) {
    tell(verifyEvidence(evidence, kids))
    return
  }
  const verdict = verifyReceipt(signed, kids)
  if (!verdict.isGood) throw new CommandError(verdict.sentence)
  say(verdict.sentence)
  tell(input.map((path) => findInput(signed, path, read(path))))
}

function tell(findings: readonly ReceiptFinding[]): void {
  for (const { sentence } of findings) say(sentence)
  if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1
}

export async function showReceiptKeys(config: Settings): Promise<void> {
  await withStore(config, async (store) => {
    await currentKey(store, Date.now)
    say(JSON.stringify({ keys: await publicKeys(store) }, null, 2))
  })
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
