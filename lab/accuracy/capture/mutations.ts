// Evaluates changed chains, attestations, assertions and tokens: none may be accepted, and none may crash the server.

import { makeAndroidMaker, type PhoneFacts } from '../../../specimens/phones/android.ts'
import { assertion, makeAppleMaker } from '../../../specimens/phones/apple.ts'
import { pemOf } from '../../../specimens/phones/issuing.ts'
import { makePlayConsole } from '../../../specimens/phones/play.ts'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import { readAndroidChain, verifyAndroidKey } from '../../../src/attestation/android.ts'
import { verifyAppleAssertion, verifyAppleKey } from '../../../src/attestation/app-attest.ts'
import { AttestationFault } from '../../../src/attestation/fault.ts'
import { readPlayKeys, verifyPlayToken } from '../../../src/attestation/play-integrity.ts'
import { readRoots, shippedRoots } from '../../../src/attestation/trust.ts'
import { openProgress } from '../../kit/progress.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'
import { realChains, timeOf } from './chains.ts'
import { changedBytes, changedChain, changedToken } from './changes.ts'

/** Something that is accepted as it is, and how it is changed. */
interface Subject {
  readonly kind: string
  /** Throws an `AttestationFault` where it is refused. `isChanged` says that it must be. */
  readonly tryUnchanged: () => void | Promise<void>
  /** Changes it and asks again; returns how it was changed, and whether it is another than before. */
  readonly tryChanged: (random: Random) => Promise<{ readonly how: string; readonly outcome: string }>
}

const SAMPLES = 10_000
const NOW = Date.parse('2026-11-17T08:00:00Z')
const nonce = 'Zk2c0mF3b0p1Q2x5d0h6aTNqNGs1bDZtAZqAAAAAjUbQ7mYw1s3C8n0p5r9t2v4x6z8B0D2F4H6J8L0N2P4'
const challenge = Buffer.from(nonce)
const digest = Buffer.alloc(32, 5)
const apps = [{ package: 'vn.example.bank', digests: [digest.toString('hex')] }]
const appId = 'ABCDE12345.vn.example.bank'

export async function evaluateMutations(context: Context): Promise<Report> {
  const subjects = [...specimenSubjects(), ...(await playSubjects()), ...realSubjects(context)]
  for (const { tryUnchanged } of subjects) await tryUnchanged()
  const random = seededRandom(26)
  const total = context.limit ?? SAMPLES
  const counts = new Map<string, Map<string, number>>()
  const progress = openProgress({ label: 'changes', total })
  for (let at = 0; at < total; at++) {
    const { kind, tryChanged } = subjects[at % subjects.length] as Subject
    const { how, outcome } = await tryChanged(random)
    const ofKind = counts.get(`${kind}: ${how}`) ?? new Map<string, number>()
    ofKind.set(outcome, (ofKind.get(outcome) ?? 0) + 1)
    counts.set(`${kind}: ${how}`, ofKind)
    progress.step()
  }
  progress.end()
  const count = (wanted: (outcome: string) => boolean): number =>
    [...counts.values()]
      .flatMap((one) => [...one])
      .reduce((sum, [outcome, n]) => sum + (wanted(outcome) ? n : 0), 0)
  const accepted = count((outcome) => outcome === 'accepted')
  const crashed = count((outcome) => outcome.startsWith('crashed'))
  return {
    tables: [
      {
        title: 'Changed attestations',
        columns: ['what was changed', 'changes', 'accepted', 'crashed', 'reasons'],
        rows: [...counts].toSorted().map(([how, outcomes]) => {
          const of = (word: string) =>
            [...outcomes].filter(([one]) => one.startsWith(word)).reduce((sum, [, n]) => sum + n, 0)
          const reasons = [...outcomes]
            .toSorted(([, a], [, b]) => b - a)
            .map(([reason, n]) => `${reason} ${n}`)
          return [
            how,
            String([...outcomes.values()].reduce((sum, n) => sum + n, 0)),
            String(of('accepted')),
            String(of('crashed')),
            reasons.slice(0, 4).join(', '),
          ]
        }),
      },
    ],
    plots: [],
    figures: {
      mutations: Object.fromEntries([...counts].map(([how, one]) => [how, Object.fromEntries(one)])),
    },
    targets: [
      { name: 'attestation_changes_tried', value: total, bound: Math.min(total, SAMPLES), good: 'at least' },
      none('attestation_changes_accepted', accepted),
      none('attestation_changes_crashed', crashed),
    ],
  }
}

async function outcomeOf(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'accepted'
  } catch (error) {
    if (error instanceof AttestationFault) return error.reason
    return `crashed: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Chains of real phones: whether the chain is believed, whatever it says. */
function realSubjects({ data }: Context): Subject[] {
  const roots = shippedRoots('android')
  return realChains(data)
    .filter(({ said }) => said !== undefined)
    .map(({ chain }) =>
      chainSubject('real chain', chain, (changed) => {
        readAndroidChain(changed, { roots, revoked: new Set(), at: timeOf(chain) })
      }),
    )
}

function chainSubject(
  kind: string,
  chain: readonly Uint8Array[],
  verify: (chain: readonly Uint8Array[]) => void,
): Subject {
  return {
    kind,
    tryUnchanged: () => verify(chain),
    tryChanged: async (random) => {
      const { how, chain: changed } = changedChain(chain, random)
      return { how, outcome: await outcomeOf(() => verify(changed)) }
    },
  }
}

function specimenSubjects(): Subject[] {
  const android = makeAndroidMaker(NOW)
  const facts: PhoneFacts = {
    challenge,
    package: 'vn.example.bank',
    digest,
    level: 1,
    isLocked: true,
    bootState: 0,
    patchLevel: 202609,
    origin: 0,
    purposes: [2],
    version: 300,
  }
  const { chain } = android.phone(facts)
  const trust = { roots: readRoots(pemOf(android.root)), revoked: new Set<string>(), at: new Date(NOW) }
  const rules = { challenge, apps, leastPatchLevel: 202606 }
  const apple = makeAppleMaker(NOW)
  const phone = apple.phone({ challenge, appId, counter: 0, environment: 'appattest' })
  const roots = readRoots(pemOf(apple.root))
  const ofApple = { roots, receiptRoots: roots, revoked: new Set<string>(), at: new Date(NOW) }
  const appleRules = { challenge, appIds: [appId], mayBeDevelopment: false }
  const signed = Buffer.from('selfsame-frame-v1')
  const key = { publicKey: phone.keys.publicKey, appId }
  return [
    chainSubject('chain', chain, (changed) => void verifyAndroidKey(changed, trust, rules)),
    bytesSubject('App Attest', phone.attestation, (bytes) => void verifyAppleKey(bytes, ofApple, appleRules)),
    bytesSubject(
      'assertion',
      assertion(phone.keys, appId, 1, signed),
      (bytes) => void verifyAppleAssertion(bytes, key, signed),
    ),
  ]
}

function bytesSubject(kind: string, bytes: Uint8Array, verify: (bytes: Uint8Array) => void): Subject {
  return {
    kind,
    tryUnchanged: () => verify(bytes),
    tryChanged: async (random) => {
      const { how, bytes: changed } = changedBytes(bytes, random)
      return { how, outcome: await outcomeOf(() => verify(changed)) }
    },
  }
}

async function playSubjects(): Promise<Subject[]> {
  const google = makePlayConsole()
  const keys = readPlayKeys(google.decryptionKey, google.verificationKey)
  const facts = { nonce, package: 'vn.example.bank', digest, at: NOW, verdicts: ['MEETS_DEVICE_INTEGRITY'] }
  const token = await google.token(facts)
  const verify = async (changed: string): Promise<void> => {
    await verifyPlayToken(changed, keys, { nonce, apps, least: 'device', now: NOW })
  }
  return [
    {
      kind: 'Play token',
      tryUnchanged: () => verify(token),
      tryChanged: async (random) => {
        const { how, token: changed } = changedToken(token, random)
        return { how, outcome: await outcomeOf(() => verify(changed)) }
      },
    },
  ]
}
