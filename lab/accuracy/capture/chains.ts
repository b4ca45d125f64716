// Evaluates real chains of Android phones: each must verify while its certificates are valid, and say what its JSON says.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAndroidChain } from '../../../src/attestation/android.ts'
import { AttestationFault } from '../../../src/attestation/fault.ts'
import type { AuthorizationList, KeyDescription } from '../../../src/attestation/key-description.ts'
import { certificatesOf, shippedRoots } from '../../../src/attestation/trust.ts'
import { DerFault } from '../../../src/der/der.ts'
import { type Certificate, readCertificate } from '../../../src/trust/certificate.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'

interface RealChain {
  readonly name: string
  readonly chain: readonly Uint8Array[]
  /** What the chain says, as the publisher read it; undefined for one that must be refused. */
  readonly said: unknown
}

/** Every PEM below the folder; a JSON of the same name beside it says what is in it. */
export function realChains(data: string): readonly RealChain[] {
  const folder = join(data, 'attestation', 'android')
  if (!existsSync(folder)) throw new DataMissing(`${folder} is missing.`)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pem'))
    .toSorted()
    .map((name) => {
      const beside = join(folder, name.replace(/\.pem$/, '.json'))
      return {
        name: name.replace(/\.pem$/, ''),
        chain: certificatesOf(readFileSync(join(folder, name), 'utf8')),
        said: existsSync(beside) ? (JSON.parse(readFileSync(beside, 'utf8')) as unknown) : undefined,
      }
    })
}

/**
 * A time at which all certificates between key and root were valid. Factories issue for years, servers for days: a
 * chain that was recorded is over by now, so that each is asked about in its own time.
 */
export function timeOf(chain: readonly Uint8Array[]): Date {
  const between = chain.slice(1, -1).flatMap((bytes): Certificate[] => {
    try {
      return [readCertificate(bytes)]
    } catch (error) {
      if (error instanceof DerFault) return []
      throw error
    }
  })
  const from = Math.max(...between.map(({ validity }) => validity.notBefore.getTime()))
  const until = Math.min(...between.map(({ validity }) => validity.notAfter.getTime()))
  return new Date(Number.isFinite(from) && Number.isFinite(until) ? (from + until) / 2 : Date.now())
}

export function evaluateChains({ data }: Context): Report {
  const roots = shippedRoots('android')
  const rows = realChains(data).map(({ name, chain, said }) => {
    const at = timeOf(chain)
    const found = readOrReason(() => readAndroidChain(chain, { roots, revoked: new Set(), at }).description)
    const differs =
      typeof found === 'string' || said === undefined ? [] : differences(asPublished(found), said)
    const isRight =
      said === undefined ? typeof found === 'string' : typeof found !== 'string' && differs.length === 0
    return { name, at, found, differs, isRight, mustVerify: said !== undefined, length: chain.length }
  })
  const wrong = (list: typeof rows): number => list.filter(({ isRight }) => !isRight).length
  return {
    tables: [
      {
        title: 'Real chains of Android',
        columns: ['chain', 'certificates', 'version', 'level', 'asked about', 'found', 'as it should'],
        rows: rows.map(({ name, at, found, differs, isRight, length }) => [
          name,
          String(length),
          typeof found === 'string' ? '' : String(found.version),
          typeof found === 'string' ? '' : found.securityLevel,
          at.toISOString().slice(0, 10),
          typeof found === 'string'
            ? found
            : differs.length > 0
              ? `differs in ${differs.join(', ')}`
              : 'verified',
          isRight ? 'yes' : 'NO',
        ]),
      },
    ],
    plots: [],
    figures: { chains: rows.map(({ name, isRight, differs }) => ({ name, isRight, differs })) },
    targets: [
      { name: 'attestation_chains_asked', value: rows.length, bound: 1, good: 'at least' },
      none(
        'attestation_chains_not_verified_as_published',
        wrong(rows.filter(({ mustVerify }) => mustVerify)),
      ),
      none('attestation_malformed_chains_accepted', wrong(rows.filter(({ mustVerify }) => !mustVerify))),
    ],
  }
}

function readOrReason<Value>(read: () => Value): Value | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof AttestationFault) return error.reason
    throw error
  }
}

const LEVELS = { software: 'SOFTWARE', 'trusted-environment': 'TRUSTED_ENVIRONMENT', strongbox: 'STRONG_BOX' }

/** Our names beside those of the published JSON, where they differ. */
const PUBLISHED: Partial<Record<keyof AuthorizationList, string>> = {
  algorithm: 'algorithms',
  applicationId: 'attestationApplicationId',
  idBrand: 'attestationIdBrand',
  idDevice: 'attestationIdDevice',
  idProduct: 'attestationIdProduct',
  idSerial: 'attestationIdSerial',
  idImei: 'attestationIdImei',
  idMeid: 'attestationIdMeid',
  idManufacturer: 'attestationIdManufacturer',
  idModel: 'attestationIdModel',
  idSecondImei: 'attestationIdSecondImei',
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const shouted = (word: string): string => word.replaceAll('-', '_').toUpperCase()

/** The description as its publisher writes it in JSON. */
function asPublished(description: KeyDescription): unknown {
  return {
    attestationVersion: String(description.version),
    attestationSecurityLevel: LEVELS[description.securityLevel],
    keyMintVersion: String(description.keyMintVersion),
    keyMintSecurityLevel: LEVELS[description.keyMintSecurityLevel],
    attestationChallenge: base64(description.challenge),
    uniqueId: base64(description.uniqueId),
    softwareEnforced: listAsPublished(description.software),
    hardwareEnforced: listAsPublished(description.hardware),
  }
}

function listAsPublished(list: AuthorizationList): unknown {
  const { applicationId, rootOfTrust, origin, ...rest } = list
  const plain = Object.entries(rest).map(([name, value]) => [
    PUBLISHED[name as keyof AuthorizationList] ?? name,
    value instanceof Uint8Array
      ? base64(value)
      : Array.isArray(value)
        ? value.map(String)
        : typeof value === 'boolean'
          ? value
          : String(value),
  ])
  return {
    ...Object.fromEntries(plain),
    ...(origin && { origin: shouted(origin) }),
    ...(rootOfTrust && {
      rootOfTrust: {
        verifiedBootKey: base64(rootOfTrust.verifiedBootKey),
        deviceLocked: rootOfTrust.isDeviceLocked,
        verifiedBootState: shouted(rootOfTrust.verifiedBootState),
        ...(rootOfTrust.verifiedBootHash && { verifiedBootHash: base64(rootOfTrust.verifiedBootHash) }),
      },
    }),
    ...(applicationId && {
      attestationApplicationId: {
        packages: applicationId.packages.map(({ name, version }) => ({ name, version: String(version) })),
        signatures: applicationId.signatureDigests.map(base64),
      },
    }),
  }
}

/** The paths at which two values differ. Lists are sets here, and the publisher's note on the order of tags is no field. */
function differences(ours: unknown, theirs: unknown, path = ''): string[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const sorted = (list: unknown[]) => JSON.stringify(list.map((one) => JSON.stringify(one)).toSorted())
    return sorted(ours) === sorted(theirs) ? [] : [path]
  }
  if (!isRecord(ours) || !isRecord(theirs)) return ours === theirs ? [] : [path]
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  names.delete('areTagsOrdered')
  return [...names].flatMap((name) =>
    differences(ours[name], theirs[name], path === '' ? name : `${path}.${name}`),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
