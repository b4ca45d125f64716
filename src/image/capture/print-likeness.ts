// Compares the prints of a session with prints of earlier ones: which are of the same picture, however it was changed?
import { mean, spread } from '../../system/statistics.ts'
import {
  type Bending,
  bend,
  bendBetween,
  bent,
  type Ground,
  groundOf,
  likenessOfShapes,
  unbent,
} from './print-bending.ts'
import {
  correlation,
  type Detail,
  detailOf,
  difference,
  likenessEitherWay,
  mirroredField,
  PRINT_GREYS,
  type PrintField,
} from './print-detail.ts'
import { comesInCourse, replayedRows, type SequenceRow } from './print-sequence.ts'

/** A print made ready to be compared with many. */
interface ReadyPrint {
  readonly detail: Detail
  readonly ground: Ground
}

function readyPrint(print: Uint8Array): ReadyPrint {
  const detail = detailOf(print)
  return { detail, ground: groundOf(detail.shape) }
}

/** The degree of bending of each stage, its steps, and the likeness of shapes below which two prints are of two pictures. */
const stages = [
  { degree: 1, steps: 4, least: 0.5 },
  { degree: 2, steps: 2, least: 0.75 },
  { degree: 3, steps: 6, least: 0.9 },
] as const

interface Laid {
  readonly bending: Bending
  readonly isMirrored: boolean
}

/** How the other is laid over the one, plain or mirrored; undefined for pictures of different things. */
function laidOver({ ground }: ReadyPrint, { shape }: Detail): Laid | undefined {
  const ways = [false, true]
    .map((isMirrored) => ({ isMirrored, field: isMirrored ? mirroredField(shape) : shape }))
    .map((way) => ({ ...way, before: likenessOfShapes(ground, way.field, unbent(), 0) }))
    .toSorted((one, other) => other.before - one.before)
  for (const { field, isMirrored } of ways) {
    const bending = unbent()
    const isLike = stages.every(({ degree, steps, least }) => {
      bend(bending, ground, field, degree, steps)
      return likenessOfShapes(ground, field, bending, degree) >= least
    })
    if (isLike) return { bending, isMirrored }
  }
  return undefined
}

const drawn = (field: PrintField, { bending, isMirrored }: Laid, isFine = false): PrintField =>
  bent(isMirrored ? mirroredField(field) : field, bending, isFine)

/** From this likeness of fine detail on, -1 to 1, two prints may be of one picture: somebody who sits still reaches it too. */
const LEAST_LIKE = 0.88
/** From here on they are, where no other frame tells. */
const SURELY_LIKE = 0.93
/** A picture that is only cut, turned or scaled bends less; a head that turns by some degrees bends more. */
const MOST_BENT = 1.5
/** One that bends more was waved if another frame bends as it does, but for this and a share of the whole. */
const [LEAST_OTHERWISE, SHARE_OTHERWISE] = [0.4, 0.5]
/** From this likeness of two differences on, -1 to 1, frames changed as those of before did. */
const LEAST_SAME_CHANGE = 0.35

/** The prints of a session in the order in which they were taken, and prints of earlier sessions that each may be of. */
export interface ComparedPrints {
  readonly prints: readonly Uint8Array[]
  readonly known: readonly Uint8Array[]
  /** Indices into both. */
  readonly pairs: readonly { readonly asked: number; readonly known: number }[]
  /** Indices of `known`: all prints of an earlier session with which most have something in common. */
  readonly sequences: readonly (readonly number[])[]
}

/** The print of earlier sessions that is most like one of this session. */
interface Partner {
  readonly known: number
  readonly like: number
  readonly bending: Bending
  readonly shape: PrintField
}

/**
 * Returns the indices of prints that are known. Somebody who sits still looks the same a minute later, but does not move in the same
 * way from frame to frame: where a frame lies over the next one, what changed between them must have changed between their partners.
 */
export function knownPrints({ prints, known, pairs, sequences }: ComparedPrints): number[] {
  const ready = new Map<number, ReadyPrint>()
  const readyAt = (i: number): ReadyPrint => {
    const one = ready.get(i) ?? readyPrint(prints[i] ?? new Uint8Array(PRINT_GREYS))
    ready.set(i, one)
    return one
  }
  const details = new Map<number, Detail>()
  const detailAt = (i: number): Detail => {
    const one = details.get(i) ?? detailOf(known[i] ?? new Uint8Array(PRINT_GREYS))
    details.set(i, one)
    return one
  }
  const layings = new Map<string, Laid | undefined>()
  const layingOf = (asked: number, place: string, detail: () => Detail): Laid | undefined => {
    const key = `${asked} ${place}`
    if (!layings.has(key)) layings.set(key, laidOver(readyAt(asked), detail()))
    return layings.get(key)
  }
  const knownOver = (asked: number, i: number) => layingOf(asked, `known ${i}`, () => detailAt(i))
  const ownOver = (asked: number, i: number) => layingOf(asked, `own ${i}`, () => readyAt(i).detail)
  const partnersAmong = (pairs: ComparedPrints['pairs'], least: number): Map<number, Partner> => {
    const partners = new Map<number, Partner>()
    for (const pair of pairs) {
      const [one, other] = [readyAt(pair.asked), detailAt(pair.known)]
      const laid = knownOver(pair.asked, pair.known)
      if (!laid) continue
      const like = correlation(one.detail.fine, drawn(other.fine, laid, true))
      if (like < Math.max(least, partners.get(pair.asked)?.like ?? 0)) continue
      partners.set(pair.asked, {
        known: pair.known,
        like,
        bending: laid.bending,
        shape: drawn(other.shape, laid),
      })
    }
    return partners
  }
  const partners = partnersAmong(pairs, LEAST_LIKE)
  /** How alike the changes are from a frame to another one; undefined where the one does not lie over the other. */
  const sameChange = (
    asked: number,
    partner: Partner,
    beside: number,
    among: ReadonlyMap<number, Partner> = partners,
  ): number | undefined => {
    const other = among.get(beside)
    if (!other) return undefined
    const one = readyAt(asked)
    const own = ownOver(asked, beside)
    if (!own) return undefined
    if (other.known === partner.known) return 0
    const theirs = knownOver(asked, other.known)
    if (!theirs) return 0
    const change = difference(one.detail.shape, drawn(readyAt(beside).detail.shape, own))
    return correlation(change, difference(partner.shape, drawn(detailAt(other.known).shape, theirs)))
  }
  const askedOnes = [...partners.keys()].sort((one, other) => one - other)
  const inOrder = askedOnes.filter((asked, place) => {
    const partner = partners.get(asked)
    if (!partner || !isBentAlike(partner, partners.values())) return false
    const besides = [askedOnes[place - 1], askedOnes[place + 1]].filter((beside) => beside !== undefined)
    const changes = besides.flatMap((beside) => sameChange(asked, partner, beside) ?? [])
    return changes.length === 0 ? partner.like >= SURELY_LIKE : mean(changes) >= LEAST_SAME_CHANGE
  })
  if (2 * inOrder.length >= prints.length) return inOrder
  const rows = spread([...prints.keys()], MOST_IN_SEQUENCE)
  const rowOf = (asked: number, columns: readonly number[]): SequenceRow => ({
    asked,
    fine: readyAt(asked).detail.fine,
    own: rows.flatMap((other) => {
      const laid = other === asked ? undefined : ownOver(asked, other)
      return laid ? [drawn(readyAt(other).detail.fine, laid, true)] : []
    }),
    known: columns.map((column) => {
      const laid = knownOver(asked, column)
      if (!laid) return undefined
      const fine = drawn(detailAt(column).fine, laid, true)
      return { fine, like: correlation(readyAt(asked).detail.fine, fine), bending: laid.bending }
    }),
  })
  const replayed = sequences.flatMap((sequence) => {
    const columns = spread(sequence, MOST_IN_SEQUENCE)
    return replayedRows(rows.map((asked) => rowOf(asked, columns)))
  })
  const found = new Set([...inOrder, ...replayed])
  if (2 * found.size >= prints.length) return [...found].sort((one, other) => one - other)
  const likestAsTheyLie = (asked: number, sequence: readonly number[]): ComparedPrints['pairs'] => {
    const { shape } = readyAt(asked).detail
    return sequence
      .map((known) => ({ asked, known, like: likenessEitherWay(shape, detailAt(known).shape) }))
      .toSorted((one, other) => other.like - one.like)
      .slice(0, MOST_LAID)
  }
  const inCourse = sequences.flatMap((sequence) => {
    const own = partnersAmong(
      rows.flatMap((asked) => likestAsTheyLie(asked, sequence)),
      LEAST_LIKE_IN_COURSE,
    )
    const asked = [...own.keys()].sort((one, other) => one - other)
    const changes = asked.flatMap((one, i) => {
      const [partner, next] = [own.get(one), asked[i + 1]]
      return partner && next !== undefined ? (sameChange(one, partner, next, own) ?? []) : []
    })
    const places = asked.map((one) => sequence.indexOf(own.get(one)?.known ?? -1))
    return comesInCourse({ places, changes, prints: rows.length }) ? asked : []
  })
  return [...new Set([...found, ...inCourse])].sort((one, other) => one - other)
}

/** A smooth bend of each frame costs likeness; in its course a frame may be less like its partner. */
const LEAST_LIKE_IN_COURSE = 0.86
/** So many prints of a longer session are laid over each. */
const MOST_LAID = 4

/** So many prints of each side are compared each with each: more cost time and add little. */
const MOST_IN_SEQUENCE = 8

/** Whether a print lies on its partner as flat as a picture does, or bent like another print of the session. */
function isBentAlike(partner: Partner, all: Iterable<Partner>): boolean {
  const whole = bendBetween(partner.bending)
  if (whole <= MOST_BENT) return true
  const most = LEAST_OTHERWISE + SHARE_OTHERWISE * whole
  return [...all].some((other) => other !== partner && bendBetween(partner.bending, other.bending) <= most)
}
