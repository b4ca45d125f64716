// The roots that attestations may end at, and the list of revoked certificates: shipped, and from files of the operator.
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DerFault } from '../der/der.ts'
import { type Certificate, isSelfSigned, readCertificate } from '../trust/certificate.ts'
import { AttestationSettingUnusable } from './fault.ts'

/** By the names of their settings. */
interface AttestationSettings {
  /** Certificates in PEM beside those that are shipped; empty for none. */
  readonly androidRoots: string
  readonly appleRoots: string
  /** Google's status list as JSON; empty for none. */
  readonly androidRevocations: string
  /** What becomes of certificates that a factory put into a phone, once they have ended. */
  readonly androidEndedFactory: 'refuse' | 'accept'
}

export interface AttestationTrust {
  readonly androidRoots: readonly Certificate[]
  readonly appleRoots: readonly Certificate[]
  readonly appleReceiptRoots: readonly Certificate[]
  readonly mayFactoryHaveEnded: boolean
  /** Read again where the file changed. A file that cannot be read any more leaves the list as it was. */
  revoked(): Promise<ReadonlySet<string>>
  /** How many are revoked, and when the file was written; undefined without a file. */
  readonly list: { readonly revoked: number; readonly writtenAt: Date } | undefined
}

/** Google's list has some thousands of rows. */
const MOST_LIST_BYTES = 64 * 1024 * 1024

/** Throws a sentence for the operator where a file is not what it should be. */
export async function openAttestationTrust(
  settings: AttestationSettings,
  onFault: (words: string) => void,
): Promise<AttestationTrust> {
  const { androidRevocations: listFile } = settings
  const mayFactoryHaveEnded = settings.androidEndedFactory === 'accept'
  if (mayFactoryHaveEnded && listFile === '')
    throw new AttestationSettingUnusable(
      'SELFSAME_ANDROID_ENDED_FACTORY=accept needs SELFSAME_ANDROID_REVOCATIONS: where certificates do not end, only the list does away with a stolen key. Set the list, or leave it at refuse',
    )
  const ofAndroid = await rootsOf('SELFSAME_ANDROID_ROOTS', settings.androidRoots)
  const androidRoots = [...shippedRoots('android'), ...ofAndroid]
  const ownOfApple = await rootsOf('SELFSAME_APPLE_ROOTS', settings.appleRoots)
  const appleRoots = [...shippedRoots('apple'), ...ownOfApple]
  const appleReceiptRoots = [...shippedRoots('apple-receipts'), ...ownOfApple]
  const named = explaining(
    'SELFSAME_ANDROID_REVOCATIONS',
    listFile,
    'Fetch the list of Google again, or leave the setting empty',
  )
  let version = listFile === '' ? undefined : await named(() => versionOf(listFile))
  let list = listFile === '' ? new Set<string>() : await named(() => revocationsOf(listFile))
  const refresh = async (): Promise<void> => {
    const now = await versionOf(listFile)
    if (now.text === version?.text) return
    // Noted first, so that a broken file is complained about once.
    version = now
    list = await revocationsOf(listFile)
  }
  return {
    androidRoots,
    appleRoots,
    appleReceiptRoots,
    revoked: async () => {
      if (listFile !== '') await refresh().catch((error: unknown) => onFault(wordsOf(error)))
      return list
    },
    mayFactoryHaveEnded,
    get list() {
      return version && { revoked: list.size, writtenAt: version.writtenAt }
    },
  }
}

/** The roots of Google or of Apple, as this version knows them. */
export const shippedRoots = (platform: 'android' | 'apple' | 'apple-receipts'): readonly Certificate[] =>
  readRoots(readFileSync(join(import.meta.dirname, `roots/${platform}.pem`), 'utf8'))

async function rootsOf(setting: string, file: string): Promise<readonly Certificate[]> {
  if (file === '') return []
  const named = explaining(
    setting,
    file,
    'Give a file with root certificates in PEM, or leave the setting empty',
  )
  return named(async () => {
    const roots = readRoots(await readFile(file, 'utf8'))
    if (roots.length === 0) throw new Error(`${file} has no certificate in PEM`)
    return roots
  })
}

/** Says which setting names the file that cannot be used, why it cannot, and what to do. */
const explaining =
  (setting: string, file: string, remedy: string) =>
  async <Value>(read: () => Promise<Value>): Promise<Value> => {
    try {
      return await read()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const why =
        error instanceof DerFault
          ? `${file} holds a certificate that ${error.message}`
          : (causes[code ?? '']?.(file) ?? wordsOf(error))
      throw new AttestationSettingUnusable(`${setting}: ${why}. ${remedy}.`)
    }
  }

const causes: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `${file} is not there`,
  EACCES: (file) => `${file} may not be read by this user`,
  EISDIR: (file) => `${file} is a folder`,
}

export function readRoots(pem: string): readonly Certificate[] {
  const roots = certificatesOf(pem).map(readCertificate)
  const broken = roots.find((root) => !isSelfSigned(root))
  if (broken)
    throw new Error(`${broken.subject.text} is not the certificate of a root: it did not sign itself`)
  return roots
}

/** The certificates of a text in PEM, as DER. */
export const certificatesOf = (pem: string): readonly Uint8Array[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----(?<body>[^-]*)-----END CERTIFICATE-----/g)].map(({ groups }) =>
    Buffer.from(groups?.body ?? '', 'base64'),
  )

async function versionOf(file: string): Promise<{ readonly text: string; readonly writtenAt: Date }> {
  const { mtimeMs, mtime, size, ino } = await stat(file)
  return { text: `${mtimeMs} ${size} ${ino}`, writtenAt: mtime }
}

async function revocationsOf(file: string): Promise<Set<string>> {
  if ((await stat(file)).size > MOST_LIST_BYTES)
    throw new Error(`${file} is too large for a list of revocations`)
  return readRevocations(await readFile(file, 'utf8'), file)
}

/** `{"entries": {"SERIAL": {"status": "REVOKED"}}}`; a certificate that is only suspended is refused too. */
export function readRevocations(text: string, file = 'the list of revocations'): Set<string> {
  const entries = entriesOf(text)
  if (!entries) throw new Error(`${file} is no JSON with "entries", as Google publishes it`)
  const serials = Object.keys(entries)
  const wrong = serials.find((serial) => !/^[0-9a-f]+$/i.test(serial))
  if (wrong !== undefined) throw new Error(`${file} has a serial number that is not hexadecimal`)
  return new Set(serials.map((serial) => serial.toLowerCase().replace(/^0+(?=.)/, '')))
}

function entriesOf(text: string): object | undefined {
  try {
    const { entries } = JSON.parse(text) as { readonly entries?: unknown }
    return typeof entries === 'object' && entries !== null && !Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
