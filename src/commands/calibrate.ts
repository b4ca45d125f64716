// selfsame faces calibrate: measures how alike strangers are among enrolled people, and has likenesses judged by that.
import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import {
  type Calibration,
  calibrate,
  type EnrolledPerson,
  firmRateAtLarge,
  LEAST_PEOPLE,
  peopleFor,
  type Suspect,
} from '../faces/calibrate.ts'
import { cosineOfPercent, similarityPercent } from '../faces/similarity.ts'
import { type KnownFaces, openKnownFaces } from '../gallery/known-faces.ts'
import type { KnownFace } from '../gallery/port.ts'
import { rowNamed } from '../models/manifest.ts'
import type { Store } from '../store/open.ts'
import {
  addCalibration,
  collectionsToCalibrate,
  endCalibration,
  listCalibrations,
} from '../store/records/calibrations.ts'
import { type CollectionKey, findCollection } from '../store/records/collections.ts'
import { CommandError, organisationNamed, progress, say, warn, withStore } from './terminal.ts'

export interface CalibrateOptions {
  readonly org?: string
  readonly collection?: string
  readonly people?: string
  readonly try?: boolean
  readonly reset?: boolean
  readonly json?: boolean
}

/** So many give eight million pairs, which take seconds; more make the interval hardly narrower. */
const USUAL_PEOPLE = 4000
const MOST_PEOPLE = 20_000

export async function calibrateFaces(config: Settings, options: CalibrateOptions): Promise<void> {
  const { org, collection } = options
  if (collection !== undefined && org === undefined)
    throw new CommandError('--collection goes with --org: two organisations may have the same collection id.')
  const most = Number(options.people ?? USUAL_PEOPLE)
  if (!Number.isInteger(most) || most < LEAST_PEOPLE || most > MOST_PEOPLE)
    throw new CommandError(`--people is a whole number from ${LEAST_PEOPLE} to ${MOST_PEOPLE}.`)
  await withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await organisationNamed(store, org)
    const owner = organisation?.id ?? null
    const about = { name: 'faces calibrate', organisationId: () => owner ?? '' }
    const isAudited = config.audit === 'on'
    if (options.reset) return recorded(store, isAudited, about, () => reset(store, owner))
    if (organisation && collection !== undefined) {
      const key = { organisationId: organisation.id, collectionId: collection }
      if (!(await findCollection(store.database, key)))
        throw new CommandError(`${org} has no collection ${JSON.stringify(collection)}.`)
    }
    const people = await enrolledPeople(store, owner ?? undefined, collection, most)
    if (people.length < LEAST_PEOPLE)
      throw new CommandError(
        `${people.length} people are enrolled there; a calibration needs ${LEAST_PEOPLE}, and ${peopleFor(1e-4)} to see one pair of strangers in ten thousand.`,
      )
    const bar = progress('pairs')
    const { calibration, suspects } = await calibrate(people, async (share) => {
      bar({ done: Math.round(100 * share), total: 100 })
      await nextTurn()
    })
    bar({ done: 100, total: 100 })
    const { name, version } = rowNamed('face-embedder')
    const definition = JSON.stringify({ ...calibration, ...(collection !== undefined && { collection }) })
    const made = options.try
      ? undefined
      : await recorded(store, isAudited, about, () =>
          store.database.transaction((queries) =>
            addCalibration(queries, owner, { name, version }, definition, Date.now()),
          ),
        )
    if (options.json) return say(JSON.stringify({ version: made ?? null, ...calibration }, null, 2))
    tell(calibration, suspects)
    const whose = owner === null ? 'every organisation without one of its own' : org
    say(
      made === undefined
        ? 'Nothing was stored.'
        : `Stored as ${owner === null ? 'server' : 'organisation'}-${made}: from now on it holds for ${whose}. "--reset" takes it back.`,
    )
  })
}

async function reset(store: Store, owner: string | null): Promise<void> {
  const count = await endCalibration(store.database, owner, Date.now())
  say(
    count === 0
      ? 'There is no calibration to take back.'
      : owner === null
        ? 'Taken back: likenesses are by strangers at large again.'
        : 'Taken back: likenesses are by the calibration of the server, where there is one, or by strangers at large.',
  )
}

/** One in how many, as people say it. */
const oneIn = (rate: number): string =>
  rate <= 0 ? 'none' : `1 in ${Number((1 / rate).toPrecision(2)).toLocaleString('en')}`
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

function tell(calibration: Calibration, suspects: readonly Suspect[]): void {
  const { people, pairs, leftOut, firmCosine, defaultRate, lowestRate, own, curve } = calibration
  say(`${people} people, ${pairs.toLocaleString('en')} pairs of strangers.`)
  if (leftOut > 0) {
    say(`About ${leftOut} pairs look like one person under two ids and are left out:`)
    for (const { one, other, cosine } of suspects)
      say(
        `  ${JSON.stringify(one.externalPersonId)} and ${JSON.stringify(other.externalPersonId)}, ${similarityPercent(cosine).toFixed(1)} on the scale of strangers at large`,
      )
    say('  If these are different people, such as twins, strangers are more alike than the curve says.')
  }
  say(
    `Without calibration, sim 80 lets in ${oneIn(defaultRate.value)} of these strangers (${oneIn(defaultRate.high)} to ${oneIn(defaultRate.low)}), where 1 in 10,000 is promised.`,
  )
  say(
    `By this curve, sim 80 is a cosine of ${firmCosine.value.toFixed(3)} (${firmCosine.low.toFixed(3)} to ${firmCosine.high.toFixed(3)}); by strangers at large it is ${cosineOfPercent(80).toFixed(3)}.`,
  )
  const atLarge = firmRateAtLarge(curve)
  if (atLarge >= 0.99e-4)
    say(
      'These people are no more alike than strangers at large: sim stays what it is, since a calibration never makes it laxer.',
    )
  else say(`Of strangers at large, sim 80 then lets in ${oneIn(atLarge)}.`)
  if (own)
    say(
      `Of ${own.pairs} pairs of photos under one id, sim 80 refuses ${percent(own.refused)}, without calibration ${percent(own.refusedBefore)}.`,
    )
  say(`Seen are rates down to ${oneIn(lowestRate)}; below, the curve is drawn on.`)
  const next = [1e-3, 1e-4, 1e-5, 1e-6].filter((rate) => rate < lowestRate * 0.99)
  if (next.length > 0)
    say(
      `To see ${next.map((rate) => `${oneIn(rate)}, calibrate on ${peopleFor(rate).toLocaleString('en')} people`).join('; ')}.`,
    )
}

/** People drawn evenly from the collections, one or two faces of each. */
async function enrolledPeople(
  store: Store,
  organisationId: string | undefined,
  collectionId: string | undefined,
  most: number,
): Promise<EnrolledPerson[]> {
  const { name, version } = rowNamed('face-embedder')
  const faces = openKnownFaces({ ...store, embedder: { name, version } })
  const collections = await collectionsToCalibrate(store.database, organisationId, collectionId)
  const total = collections.reduce((sum, one) => sum + one.faces, 0)
  const bar = progress('faces')
  const people = new Map<string, EnrolledPerson>()
  const wanted = Math.min(total, 2 * most)
  let read = 0
  for (const collection of collections) {
    const key = { organisationId: collection.organisationId, collectionId: collection.id }
    const share = Math.ceil((wanted * collection.faces) / total)
    for await (const page of drawn(faces, key, collection, share)) {
      for (const face of page) addTo(people, key.organisationId, face)
      read += page.length
      bar({ done: Math.min(read, wanted), total: wanted })
    }
  }
  const all = [...people.values()]
  for (let i = all.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[all[i], all[j]] = [all[j] as EnrolledPerson, all[i] as EnrolledPerson]
  }
  return all.slice(0, most)
}

function addTo(people: Map<string, EnrolledPerson>, organisationId: string, face: KnownFace): void {
  const { externalPersonId, vector } = face
  const id = JSON.stringify([organisationId, externalPersonId])
  const known = people.get(id)
  if (!known) people.set(id, { organisationId, externalPersonId, vectors: [vector] })
  else if (known.vectors.length === 1) people.set(id, { ...known, vectors: [...known.vectors, vector] })
}

const PAGE = 500

/** All faces of a small collection; of a large one those under numbers drawn by lot, since numbers have few gaps. */
async function* drawn(
  faces: KnownFaces,
  key: CollectionKey,
  { changes, faces: count }: { readonly changes: number; readonly faces: number },
  wanted: number,
): AsyncIterable<KnownFace[]> {
  if (count <= 2 * wanted) {
    for (let after = 0; ; ) {
      const page = await faces.following(key, { after, upTo: changes, limit: PAGE })
      const last = page.at(-1)
      if (!last) return
      yield page
      after = last.number
    }
  }
  const tried = new Set<number>()
  for (let found = 0; found < wanted && tried.size < changes / 2; ) {
    const numbers: number[] = []
    while (numbers.length < PAGE) {
      const number = 1 + randomInt(changes)
      if (!tried.has(number)) numbers.push(number)
      tried.add(number)
      if (tried.size >= changes) break
    }
    const page = await faces.numbered(key, numbers)
    found += page.length
    yield page
  }
}

export async function showCalibrations(
  config: Settings,
  { json = false }: { json?: boolean },
): Promise<void> {
  const rows = await withStore(config, ({ database }) => listCalibrations(database))
  const { name, version } = rowNamed('face-embedder')
  const shown = rows.map(({ definition, ...row }) => ({
    ...row,
    ...(JSON.parse(definition) as Calibration & { readonly collection?: string }),
    isOfThisEmbedder: row.embedder === name && row.embedderVersion === version,
  }))
  if (json) return say(JSON.stringify(shown, null, 2))
  for (const one of shown) {
    const where = one.organisation ?? 'the server'
    const state =
      one.endedAt !== null
        ? `ended ${new Date(one.endedAt).toISOString()}`
        : one.isOfThisEmbedder
          ? 'in force'
          : 'not in force: of another embedder, calibrate again'
    const scope = one.organisationId === null ? 'server' : 'organisation'
    const of = one.collection === undefined ? '' : ` of collection ${JSON.stringify(one.collection)}`
    say(
      `${where}  ${scope}-${one.version}  ${new Date(one.createdAt).toISOString()}  ${one.people} people${of}, sim 80 at ${one.firmCosine.value.toFixed(3)}  ${state}`,
    )
  }
  if (shown.length === 0) warn('There is no calibration: likenesses are by strangers at large.')
}
