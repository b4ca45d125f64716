// Reads a document that lies on a reader at a counter, and hands it to the server: alone, or as the step of a verification.
import type { AnswerOf, Client, RequestOf } from '../types.ts'
import { ChipError } from './chip-error.ts'
import {
  type ChipContent,
  type ChipPassword,
  type ChipSession,
  chipFiles,
  startReading,
  type Transceive,
} from './read-chip.ts'

/** What can be wrong with a reader, its service or the bridge to it. */
export const cardFaults = [
  'no-service',
  'no-reader',
  'several-readers',
  'no-card',
  'busy',
  'forbidden',
  'mute',
  'lost',
  'failed',
  // Of the bridge alone.
  'no-bridge',
  'wrong-code',
  'refused',
  'ended',
] as const
export type CardFaultName = (typeof cardFaults)[number]

/** After `lost` the next command waits for the card again; after every other one the reading is over. */
export class CardFault extends Error {
  override readonly name = 'CardFault'
  readonly fault: CardFaultName
  constructor(fault: CardFaultName, message: string = fault) {
    super(message)
    this.fault = fault
  }
}

/** A card that slips this often lies badly. */
const MOST_LOST = 5

export interface CardReading {
  readonly transceive: Transceive
  readonly password: ChipPassword
  readonly onProgress?: (percent: number) => void
  /** The card left the reader, and is waited for. */
  readonly onLost?: () => void
  readonly signal?: AbortSignal | undefined
}

/** Goes on with the byte that was missing when the card slipped. */
export async function readCard(
  { transceive, password, onProgress, onLost, signal }: CardReading,
  session?: (dg14: Uint8Array | undefined) => Promise<ChipSession>,
): Promise<ChipContent> {
  const reading = startReading({
    password,
    // All that a server judges.
    files: chipFiles,
    ...(session && { session }),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
  for (let lost = 1; ; lost++) {
    try {
      return await reading.read(transceive)
    } catch (error) {
      if (!(error instanceof ChipError) || error.reason !== 'lost') throw error
      const { cause } = error
      if (!(cause instanceof CardFault) || cause.fault !== 'lost') throw cause ?? error
      if (lost === MOST_LOST) throw cause
      onLost?.()
    }
  }
}

type Filing = Pick<
  RequestOf<'createChipDocument'>,
  'document_id' | 'external_person_id' | 'consent_reference'
>

export interface CardSending extends CardReading {
  readonly client: Client
  /** A client with this secret in the place of the credentials of `client`. */
  readonly withSecret: (secret: string) => Client
  /** The chip becomes the step of this verification, filed as the verification says. */
  readonly verification?: string | undefined
  readonly filing?: Filing
}

export interface SentCard {
  readonly content: ChipContent
  readonly answer: AnswerOf<'createChipDocument'>
  /** Of a verification: where it stands now, and what to hand to the person where more is asked of them. */
  readonly after?: { readonly state: string; readonly link?: AnswerOf<'createVerificationLink'>['link'] }
}

export async function sendCard(options: CardSending): Promise<SentCard> {
  const { client, verification, filing = {}, signal } = options
  const own = signal ? { signal } : {}
  let sender = verification === undefined ? Promise.resolve(client) : undefined
  const content = await readCard(options, async (dg14) => {
    // Only a document that was opened is worth the person's link, which a new one ends.
    sender ??= asPerson(options, verification ?? '')
    return (await sender).openChipSession({ ...(dg14 && { dg14 }) }, own)
  })
  const { sod, dg1, ...others } = content.files
  if (!sender || !sod || !dg1) throw new ChipError('refused', 'no sod or no dg1')
  const answer = await (await sender).createChipDocument(
    { sod, dg1, ...others, ...(content.session && { chip_session: content.session }), ...filing },
    own,
  )
  if (verification === undefined) return { content, answer }
  const { state } = await client.verification(verification, own)
  // The link of this call has ended the person's: theirs goes on with a new one.
  const isOpen = state === 'created' || state === 'started'
  const link = isOpen ? (await client.createVerificationLink(verification, {}, own)).link : undefined
  return { content, answer, after: { state, ...(link && { link }) } }
}

/** The step is the person's, so it is done with a link of theirs: the API knows no other way. */
async function asPerson({ client, withSecret, signal }: CardSending, verification: string): Promise<Client> {
  const own = signal ? { signal } : {}
  const { link } = await client.createVerificationLink(verification, {}, own)
  const { token } = await withSecret(link.token).startVerificationSession({}, own)
  return withSecret(token)
}

/** Whether a verification waits for a chip, or why it takes none: what the policy asks, and what was done. */
export type ChipStep = 'open' | 'not-asked' | 'done' | 'over' | 'waits-for-consent'

export async function chipStepOf(
  client: Client,
  { state, policy, policy_version, attempts }: AnswerOf<'verification'>,
  signal?: AbortSignal,
): Promise<ChipStep> {
  const { definition } = await client.policyVersion(policy, String(policy_version), signal ? { signal } : {})
  const { chip, consent } = definition.steps
  if (!chip) return 'not-asked'
  const has = (step: string, ...outcomes: readonly string[]) =>
    attempts.some((one) => one.step === step && outcomes.includes(one.outcome))
  if (has('chip', 'passed', 'skipped')) return 'done'
  if (state !== 'created' && state !== 'started') return 'over'
  return consent && !has('consent', 'passed') ? 'waits-for-consent' : 'open'
}
