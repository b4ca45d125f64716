// Makes a document of a chip: judges what a worker read, holds it against the pictures it is attached to, and keeps it unless it is broken.
import { randomUUID } from 'node:crypto'
import type { Check } from '../../checks.ts'
import { type Code, codes, saying } from '../../codes.ts'
import type { Database } from '../../store/port.ts'
import { ownerOfDocument } from '../../store/records/documents.ts'
import { openTrustStore } from '../../store/records/trust.ts'
import type { Vault } from '../../store/vault.ts'
import { judgeSigner } from '../../trust/judge.ts'
import type { Authenticity, ChainLink } from '../../trust/judgement.ts'
import type { Card } from '../cards/card.ts'
import { storedCard } from '../cards/stored.ts'
import type { CardWarning } from '../cards/warnings.ts'
import type { DocumentOwner } from '../filing.ts'
import { today } from '../text/dates.ts'
import type { ChipFault, ChipFileName, ChipReading, CopyState, SignedReading } from './chip.ts'
import type { ChipPortrait } from './contents/contents.ts'
import { type ChipFacts, factsOf } from './facts.ts'
import { isOfKind, judgeChip } from './judge.ts'
import { keepChip, listed } from './keep.ts'
import type { ChipExchange, StoredFile } from './record.ts'
import { withTestStates } from './test-states.ts'

export interface NewReading extends DocumentOwner {
  readonly files: readonly (readonly [ChipFileName, Uint8Array])[]
  readonly reading: ChipReading
  readonly exchange: ChipExchange | undefined
  readonly documentId: string | undefined
  readonly requestId: string
  /** Whether it is sent for a test verification, where the chips of the sandbox are trusted. */
  readonly isTest?: boolean
}

export interface ChipOutcome {
  readonly code: Code
  readonly id: string
  readonly documentId?: string | undefined
  readonly fileIds: readonly string[]
  readonly authenticity: Authenticity
  readonly words: string
  readonly copy: CopyState
  readonly chain: readonly ChainLink[]
  readonly signed?: SignedReading | undefined
  readonly facts?: ChipFacts | undefined
  readonly card?: Card | undefined
  readonly portrait?: ChipPortrait | undefined
  readonly files: readonly StoredFile[]
  readonly checks: readonly Check[]
  readonly warnings: readonly CardWarning[]
}

export async function createChipDocument(
  database: Database,
  vault: Vault,
  { files, reading, exchange, documentId, requestId, isTest = false, ...owner }: NewReading,
): Promise<ChipOutcome> {
  const { organisationId, now } = owner
  const { signed, contents, copy, fault } = reading
  const refused = { id: randomUUID(), fileIds: [], copy, chain: [], files: listed(files), warnings: [] }
  if (fault || !signed || !contents?.zone) {
    const words = fault ? wordsOf(fault) : 'The chip holds no zone.'
    const code = saying(codes.chipBroken, words)
    return { ...refused, code, authenticity: 'broken', words, checks: reading.checks, signed }
  }
  const question = {
    signedAt: signed.signedAt === undefined ? undefined : new Date(signed.signedAt),
    now: new Date(now),
    issuingState: reading.issuingState,
  }
  const store = openTrustStore(database)
  const judgement = await judgeSigner(signed.signer, question, isTest ? withTestStates(store) : store)
  const { authenticity, words, chain } = judgement
  const about = { authenticity, words, chain, signed, checks: [...reading.checks, ...judgement.checks] }
  if (authenticity === 'broken') return { ...refused, ...about, code: saying(codes.chipBroken, words) }
  const day = today(new Date(now))
  const facts = factsOf(contents, contents.zone, day)
  const place = documentId === undefined ? undefined : { organisationId, id: documentId }
  const stored = place && (await storedCard(database, vault, place))
  if (place && !stored) return { ...refused, ...about, code: codes.documentIdNotFound }
  if (stored && !isOfKind(facts, stored, contents.zone.format === 'TD3'))
    return { ...refused, ...about, code: codes.tooManyDocumentTypes }
  const { card, checks, warnings } = judgeChip(facts, judgement, reading, stored, day)
  const { signer, ...signature } = signed
  const { jpeg, ...picture } = contents.portrait ?? { jpeg: undefined, width: 0, height: 0, format: '' }
  // A chip that was sent without a person belongs to the person of its document, and is erased and exported with it.
  const theirs = place && (await ownerOfDocument(database, place))
  const isCopy = copy === 'copy'
  const kept = await keepChip(vault, {
    ...owner,
    externalPersonId: owner.externalPersonId ?? theirs?.externalPersonId ?? undefined,
    consentReference: owner.consentReference ?? theirs?.consentReference ?? undefined,
    files,
    portrait: jpeg,
    // What a copy says must not become what the document says.
    documentId: isCopy ? undefined : documentId,
    record: {
      kind: facts.kind,
      readings: facts.readings,
      only: facts.only,
      valueFiles: facts.files,
      authenticity,
      words,
      copy,
      checks,
      chain,
      signer: Buffer.from(signer).toString('base64'),
      signed: signature,
      ...exchange,
      portrait: jpeg && picture,
      requestId,
      judgedAt: now,
    },
  })
  if (!kept) return { ...refused, ...about, code: codes.documentIdNotFound }
  return {
    ...refused,
    ...about,
    ...kept,
    code: isCopy ? codes.chipCopied : codes.success,
    documentId: isCopy ? undefined : documentId,
    facts,
    card,
    portrait: contents.portrait,
    checks,
    warnings,
  }
}

/** Such as `dg1 at byte 12 is cut off`. */
export const wordsOf = ({ file, offset, words }: ChipFault): string =>
  `${file}${offset === undefined ? '' : ` at byte ${offset}`} ${words}`
