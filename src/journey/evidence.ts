// The evidence of verifications: gives them what documents, chips, liveness and faces know, since a wing imports no other.
import { createHash } from 'node:crypto'
import { atMost } from '../checks.ts'
import { codes } from '../codes.ts'
import { cardOf, sourcedReadings } from '../documents/cards/card.ts'
import { merge } from '../documents/cards/merge.ts'
import { readContextAt } from '../documents/cards/record.ts'
import { ofChip, type StoredCard, storedCard } from '../documents/cards/stored.ts'
import { judgeChip } from '../documents/chip/judge.ts'
import { type StoredChip, storedChip } from '../documents/chip/keep.ts'
import { minConfidence } from '../documents/fields/reading.ts'
import { FIELDS } from '../documents/fields/rows.ts'
import { recognizedData } from '../documents/identity/record.ts'
import { isPassport } from '../documents/kinds/kinds.ts'
import { parseBirthYear, parseDate, today } from '../documents/text/dates.ts'
import { foldName, placeTones } from '../documents/text/knowledge/fold.ts'
import { sameAddress } from '../documents/text/same-address.ts'
import { parseNational, parseSex } from '../documents/text/words.ts'
import { curveOf } from '../faces/calibrate.ts'
import { enrol } from '../faces/collections/enrol.ts'
import { askOfCard, askOfReference, personIn, portraitOn } from '../faces/portrait.ts'
import { byCurve, type ImpostorCurve, identificationCosine, similarityPercent } from '../faces/similarity.ts'
import { cosine } from '../gallery/cosine.ts'
import { framesOf, framesSent } from '../liveness/challenge.ts'
import { withFace } from '../liveness/frame.ts'
import type { HashedInput } from '../receipts/verdict.ts'
import type { Runtime } from '../runtime.ts'
import { portraitOfChip } from '../store/records/chips.ts'
import { findCollection } from '../store/records/collections.ts'
import { documentImages } from '../store/records/documents.ts'
import { isRegisteredBy } from '../store/records/faces.ts'
import { median } from '../system/statistics.ts'
import type {
  Evidence,
  JudgedAttempt,
  Matched,
  Read,
  ReadField,
  SentEvidence,
  WordRules,
} from '../verifications/evidence.ts'
import type { Ask, Observation } from '../vision/observation.ts'

/** What the evidence of a verification is taken from. */
type Sources = Pick<Runtime, 'store' | 'workers' | 'gallery' | 'config' | 'receipts' | 'now' | 'version'>

export function openEvidence(sources: Sources): Evidence {
  const { store, gallery, config, now } = sources
  const { database, vault } = store
  return {
    read: (organisationId, sent, at = now()) => readSent(sources, organisationId, sent, at),
    fields: (organisationId, sent) => fieldsOf(sources, organisationId, sent),
    portrait: (organisationId, sent) => portraitCutOut(sources, organisationId, sent),
    picture: (organisationId, fileId, use) => pictureFor(sources, organisationId, fileId, use),

    async alike(organisationId, liveness, { collection_id, threshold }, besides) {
      const key = { organisationId, collectionId: collection_id }
      const [live] = await liveVectors(sources, organisationId, liveness, 1)
      const collection = await findCollection(database, key)
      if (!live || !collection || collection.faces === 0) return []
      const question = { vector: live, changes: collection.changes, wanted: SEARCHED, leastCosine: -1 }
      const found = await gallery.nearest(key, question)
      const curve = await curveOf(database, organisationId)
      const rare = rareIn(collection.faces, config.identifyFalsePositives, curve)
      const people = new Map<string, number>()
      for (const { face, cosine: likeness } of found) {
        const similarity = hundredths(similarityPercent(likeness, curve))
        if (face.externalPersonId === besides || similarity < Math.max(threshold, rare)) continue
        if (!people.has(face.externalPersonId)) people.set(face.externalPersonId, similarity)
      }
      return [...people].map(([externalPersonId, similarity]) => ({ externalPersonId, similarity }))
    },

    match: (organisationId, sent, liveness) => matchFaces(sources, organisationId, sent, liveness),

    async search(organisationId, liveness, { collection_id, threshold }, besides) {
      const key = { organisationId, collectionId: collection_id }
      const [live] = await liveVectors(sources, organisationId, liveness, 1)
      const collection = await findCollection(database, key)
      if (!live || !collection) return { isGone: true }
      const { changes, faces } = collection
      const question = { vector: live, changes, wanted: SEARCHED, leastCosine: -1 }
      const found = faces === 0 ? [] : await gallery.nearest(key, question)
      const best = found.find(({ face }) => face.externalPersonId !== besides)
      // In a large collection somebody is always rather alike: strangers must stay rare there too.
      const curve = await curveOf(database, organisationId)
      const similarity = best ? hundredths(similarityPercent(best.cosine, curve)) : 0
      const least = Math.max(threshold, rareIn(faces, config.identifyFalsePositives, curve))
      const isFound = best !== undefined && similarity >= least
      const check = {
        ...byCurve(atMost('similarity', similarity, least), curve),
        outcome: isFound ? 'failed' : 'passed',
      } as const
      return { isFound, check, ...(isFound && { externalPersonId: best.face.externalPersonId }) }
    },

    async register({ organisationId, verificationId, ...person }, liveness, collectionId) {
      const key = { organisationId, collectionId }
      if (await isRegisteredBy(database, key, verificationId)) return true
      for (const { id } of (await frontalFrames(sources, organisationId, liveness)).slice(0, LOOKED_AT)) {
        const photo = await vault.read(organisationId, id)
        const seen = photo && (await look(sources, organisationId, photo, askOfReference))
        if (!photo || !seen) continue
        const { externalPersonId, consentReference } = person
        const owner = { externalPersonId, consentReference: consentReference ?? undefined, verificationId }
        const { code } = await enrol(vault, gallery, { key, ...owner, photo, seen, createdAt: now() })
        if (code === codes.success) return true
      }
      return false
    },

    inputsOf: async (organisationId, sent, liveness) => [
      ...(await documentInputs(sources, organisationId, sent)),
      ...(await livenessInputs(sources, organisationId, liveness)),
    ],

    today: (time) => isoDay(today(new Date(time))),

    words: journeyWords(now),
  }
}

interface KeptInput {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  readonly trailing_bytes?: number
}

/** Pictures by their hashes, and the files of a chip by theirs. */
async function documentInputs(
  { store }: Sources,
  organisationId: string,
  { documentId, chipId }: SentEvidence,
): Promise<HashedInput[]> {
  const { database, vault } = store
  const images = documentId ? await documentImages(database, { organisationId, id: documentId }) : []
  const pictures = await Promise.all(
    images.map(async ({ id, number }): Promise<HashedInput[]> => {
      const bytes = await vault.read(organisationId, id)
      if (!bytes) return []
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return [{ name: `document.${number}`, sha256, bytes: bytes.byteLength }]
    }),
  )
  const chip = chipId && (await storedChip(database, vault, { organisationId, id: chipId }))
  const files = chip ? chip.record.files : []
  return [...pictures.flat(), ...files.map(({ name, ...file }) => ({ name: `chip.${name}`, ...file }))]
}

/** The frames of a challenge; of a video, what its own receipt names. */
async function livenessInputs(
  { store, receipts }: Sources,
  organisationId: string,
  liveness: JudgedAttempt | undefined,
): Promise<HashedInput[]> {
  if (!liveness) return []
  const frames = liveness.subjectId
    ? await framesSent(store.database, { organisationId, id: liveness.subjectId })
    : []
  if (frames.length > 0) return frames.map(({ name, ...frame }) => ({ name: `liveness.${name}`, ...frame }))
  const own = await receipts.find(organisationId, liveness.requestId)
  const inputs = (own?.receipt.inputs ?? []) as unknown as readonly KeptInput[]
  return inputs.map(({ name, trailing_bytes, ...input }) => ({
    name: `liveness.${name}`,
    ...input,
    ...(trailing_bytes && { trailingBytes: trailing_bytes }),
  }))
}

/** In percent: as alike as a stranger is to one of so many faces only rarely. */
const rareIn = (faces: number, falsePositiveRate: number, curve: ImpostorCurve): number =>
  hundredths(similarityPercent(identificationCosine(faces, falsePositiveRate, curve), curve))

const hundredths = (value: number): number => Math.round(100 * value) / 100

const isoDay = ({ year, month, day }: { year: number; month: number; day: number }): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

export const journeyWords = (now: () => number): WordRules => ({
  fold: foldName,
  placeTones,
  addresses: sameAddress,
  day: (text) => {
    const day = parseDate(text, { as: 'birth', today: today(new Date(now())) })
    return day ? isoDay(day) : parseBirthYear(text)
  },
  sex: parseSex,
  nation: parseNational,
})

/** Of the nearest faces so many are looked through for one of somebody else. */
const SEARCHED = 20
/** The portrait is compared with so many frames, and the middle likeness counts: one frame may be blurred. */
const LOOKED_AT = 3
const askOfFace: Ask = { search: 'frame', closely: 1, vector: true }

/** Pictures and chip are read anew together, in whichever order they came. */
async function readSent(
  { store, version }: Sources,
  organisationId: string,
  { documentId, chipId }: SentEvidence,
  at: number,
): Promise<Read> {
  const { database, vault } = store
  const card = documentId && (await storedCard(database, vault, { organisationId, id: documentId }))
  const chip = chipId && (await storedChip(database, vault, { organisationId, id: chipId }))
  const context = { ...readContextAt(at, version), isOneCall: false }
  return {
    document: card ? documentOf(card, chip || undefined, context) : undefined,
    chip: chip ? chipOf(chip, card || undefined, context.today) : undefined,
    values: valuesOf(card || undefined, chip || undefined, context.today),
  }
}

type Context = Parameters<typeof recognizedData>[1]

function documentOf(card: StoredCard, chip: StoredChip | undefined, context: Context): Read['document'] {
  const merged = merge(card.sides)
  if (!merged) return undefined
  const data = recognizedData({ ...merged, chip: chip ? ofChip(chip.record) : [] }, context)
  return { kind: merged.kind, checks: data.checks, warnings: data.warning_code }
}

function chipOf({ record }: StoredChip, card: StoredCard | undefined, day: Context['today']): Read['chip'] {
  const { authenticity, copy, checks } = record
  const { warnings } = judgeChip(record, { authenticity, checks: [] }, { copy, checks }, card, day)
  return { authenticity, copy, checks, warnings: warnings.map(({ code }) => code) }
}

function valuesOf(
  card: StoredCard | undefined,
  chip: StoredChip | undefined,
  day: Context['today'],
): Read['values'] {
  const merged = card && merge(card.sides)
  const kind = merged?.kind ?? chip?.record.kind
  if (!kind) return {}
  const { combined } = cardOf(kind, merged?.sides ?? [], day, chip ? ofChip(chip.record) : [])
  const of = (...rows: readonly { readonly field: keyof typeof FIELDS }[]) =>
    rows.flatMap(({ field }) => combined.fields.get(field)?.value ?? [])
  return {
    name: of(FIELDS.name),
    // A passport has a number of its own beside that of its holder.
    number: isPassport(kind) ? of(FIELDS.id, FIELDS.optional_data) : of(FIELDS.id),
    birthday: of(FIELDS.birthday),
    sex: of(FIELDS.sex),
    nationality: of(FIELDS.national),
    address: of(FIELDS.address),
  }
}

/** What each source says of each field, in the order in which documents name them. */
async function fieldsOf(
  { store, now, version }: Sources,
  organisationId: string,
  { documentId, chipId }: SentEvidence,
): Promise<ReadField[]> {
  const { database, vault } = store
  const card = documentId && (await storedCard(database, vault, { organisationId, id: documentId }))
  const chip = chipId && (await storedChip(database, vault, { organisationId, id: chipId }))
  const merged = card && merge(card.sides)
  const kind = (merged || undefined)?.kind ?? (chip || undefined)?.record.kind
  if (!kind) return []
  const ofChipFiles = chip ? ofChip(chip.record) : []
  const sides = (merged || undefined)?.sides ?? []
  const { combined } = cardOf(kind, sides, readContextAt(now(), version).today, ofChipFiles)
  const readings = [...ofChipFiles, ...sourcedReadings(sides)]
  return [...combined.fields.values()].map(({ field, value, sources: [first] }) => ({
    field,
    value,
    sources: readings
      .filter((one) => one.field === field)
      .toSorted((a, b) => Number(b.source === first) - Number(a.source === first))
      .map((one) => ({
        source: one.source,
        side: one.side,
        value: one.value,
        confidence: hundredths(minConfidence(one)),
      })),
  }))
}

/** Formats that browsers show, by how their files begin. */
const shownFormats = [
  { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47] },
] as const

const typeOf = (bytes: Uint8Array): string | undefined =>
  bytes.length > 12 && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
    ? 'image/webp'
    : shownFormats.find(({ begins }) => begins.every((byte, i) => bytes[i] === byte))?.type

/** Pictures of telephones that no browser shows are drawn anew, and those that no PDF holds. */
async function pictureFor(
  { store, workers, config }: Sources,
  organisation: string,
  fileId: string,
  use: 'print' | undefined,
) {
  const bytes = await store.vault.read(organisation, fileId)
  if (!bytes) return undefined
  const type = typeOf(bytes)
  if (type !== undefined && !(use === 'print' && type === 'image/webp')) return { type, bytes }
  const input = { bytes, maxMegapixels: config.imageMegapixels, faces: [] }
  const drawn = await workers.run('draw-observation', input, { organisation })
  return 'png' in drawn ? { type: 'image/png', bytes: drawn.png } : undefined
}

async function portraitCutOut(
  sources: Sources,
  organisation: string,
  sent: SentEvidence,
): Promise<Uint8Array | undefined> {
  const { store, workers, config } = sources
  for (const { fileId, page } of await portraitsOf(sources, organisation, sent)) {
    const bytes = await store.vault.read(organisation, fileId)
    const seen = bytes && (await look(sources, organisation, bytes, askOfPortrait(page)))
    const portrait = seen && portraitOn(seen)
    if (!bytes || !portrait || 'code' in portrait) continue
    const input = { bytes, maxMegapixels: config.imageMegapixels, box: portrait.face.box }
    const cut = await workers.run('cut-face', input, { organisation })
    if ('jpeg' in cut) return cut.jpeg
  }
  return undefined
}

/** `page` has the corners of the document in its picture: another face there, though larger, is not its portrait. */
interface PortraitFile {
  readonly from: 'chip' | 'document'
  readonly fileId: string
  readonly page?: NonNullable<Ask['page']>
}

const askOfPortrait = (page: Ask['page']): Ask => (page ? { ...askOfCard, page } : askOfCard)

/** The portrait of a chip that a state signed comes first, because it cannot have been changed. */
async function portraitsOf(
  { store }: Sources,
  organisationId: string,
  { documentId, chipId }: SentEvidence,
): Promise<PortraitFile[]> {
  const { database, vault } = store
  const place = { organisationId, id: chipId ?? '' }
  const [chip, ofChipFile] = chipId
    ? [await storedChip(database, vault, place), await portraitOfChip(database, place)]
    : []
  const card = documentId && (await storedCard(database, vault, { organisationId, id: documentId }))
  const front = card && merge(card.sides)?.sides.find(({ side }) => side === 'front')
  const printed = card && front ? card.fileIds[front.file ?? 0] : undefined
  const page = front ? front.place?.corners : undefined
  const both: PortraitFile[] = []
  if (ofChipFile) both.push({ from: 'chip', fileId: ofChipFile })
  if (printed) both.push({ from: 'document', fileId: printed, ...(page && { page }) })
  return chip?.record.authenticity === 'trusted' ? both : both.toReversed()
}

async function look(
  { workers, config }: Sources,
  organisation: string,
  bytes: Uint8Array,
  ask: Ask,
): Promise<Observation | undefined> {
  const seen = await workers.run(
    'observe-image',
    { bytes, maxMegapixels: config.imageMegapixels, ask },
    { organisation },
  )
  return 'fault' in seen ? undefined : seen
}

async function matchFaces(
  sources: Sources,
  organisationId: string,
  sent: SentEvidence,
  liveness: JudgedAttempt,
): Promise<Matched> {
  const { vault } = sources.store
  const [first] = await portraitsOf(sources, organisationId, sent)
  const bytes = first && (await vault.read(organisationId, first.fileId))
  if (!first || !bytes) return { fault: 'gone', checks: [] }
  const seen = await look(sources, organisationId, bytes, askOfPortrait(first.page))
  const portrait = seen && portraitOn(seen)
  if (!portrait || 'code' in portrait) return { fault: 'no-portrait', checks: portrait?.checks ?? [] }
  const vector = portrait.face.vector
  const live = await liveVectors(sources, organisationId, liveness, LOOKED_AT)
  if (live.length === 0) return { fault: 'gone', checks: portrait.checks }
  if (!vector) throw new Error('a portrait was to be compared without a vector')
  const curve = await curveOf(sources.store.database, organisationId)
  const sim = hundredths(median(live.map((one) => similarityPercent(cosine(one, vector), curve))))
  return { sim, portrait: first.from, checks: portrait.checks, ...byCurve({}, curve) }
}

/** Frames that show the face most nearly from the front come first. */
async function frontalFrames({ store }: Sources, organisationId: string, { subjectId }: JudgedAttempt) {
  if (subjectId === null) return []
  const frames = withFace(await framesOf(store.database, store.vault, { organisationId, id: subjectId }))
  const turned = ({ face: { angles } }: (typeof frames)[number]) =>
    Math.hypot(angles.yawDegrees, angles.pitchDegrees)
  return frames.filter(({ people }) => people === 1).toSorted((a, b) => turned(a) - turned(b))
}

/** Vectors that were made for nodding heads are no good outside their session, so the pictures are looked at again. */
async function liveVectors(
  sources: Sources,
  organisationId: string,
  liveness: JudgedAttempt,
  most: number,
): Promise<Float32Array[]> {
  const kept = liveness.findings.faces
  if (kept) return kept.slice(0, most).map(vectorFrom)
  const frames = (await frontalFrames(sources, organisationId, liveness)).slice(0, most)
  const vectors = await Promise.all(
    frames.map(async ({ id }) => {
      const bytes = await sources.store.vault.read(organisationId, id)
      const seen = bytes && (await look(sources, organisationId, bytes, askOfFace))
      const person = seen && personIn(seen)
      return person && 'face' in person ? person.face.vector : undefined
    }),
  )
  return vectors.filter((vector) => vector !== undefined)
}

function vectorFrom(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
