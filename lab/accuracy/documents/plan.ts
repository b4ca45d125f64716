// Plans which documents are photographed: equally many of every kind, broken rules one at a time, and people whom a rule might wrong.
import { HARDSHIPS } from '../../../specimens/camera/mishaps.ts'
import type { Level } from '../../../specimens/camera/scene.ts'
import { BREAKS, type BreakRow } from '../../../specimens/documents/facts/breaks.ts'
import { type Day, dayOf } from '../../../specimens/documents/facts/days.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import type { Forgery } from '../../../specimens/documents/facts/forgeries.ts'
import type { BreakName, FactKind } from '../../../specimens/documents/facts/record.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { KINDS, type Kind, kindDefinition, type Side, sidesOf } from '../../../src/documents/kinds/kinds.ts'
import type { PictureDefect } from './picture-defects.ts'

/** One picture of one side of one document, or of several documents where the defect says so. */
export interface Shot {
  readonly kind: Kind
  readonly side: Side
  readonly seed: number
  readonly breaks?: BreakName
  readonly forgery?: Forgery
  readonly level: Level
  readonly sceneSeed: number
  readonly defect?: PictureDefect
  /** A row of HARDSHIPS. */
  readonly hardship?: string
  /** The camera is so far away that a module of the code has this many pixels. */
  readonly modulePx?: number
  /** A second document that lies beside it. */
  readonly beside?: Beside
}

export interface Beside {
  readonly kind: Kind
  readonly side: Side
  readonly seed: number
}

export type Sided = Omit<Beside, 'seed'>

/** One document: the pictures a caller sends of it, and the day they are sent on. */
export interface Case {
  readonly set: string
  readonly kind: Kind
  readonly seed: number
  readonly level: Level
  readonly breaks?: BreakName
  readonly today: Day
  readonly shots: readonly Shot[]
}

export const CARDS = ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip', 'can-cuoc'] as const
export const PASSPORTS = ['passport-old', 'passport-new'] as const
export const LICENCES = ['licence-paper', 'licence-pet', 'licence-2025'] as const
/** The number of these cards encodes sex, year and province. */
export const NUMBERED = ['cmnd-12', 'cccd-12', 'cccd-chip', 'can-cuoc'] as const

/** These seeds are above those of the reader's evaluation and below those of training, which start at a million. */
export const FIRST_SEED = 600_000
const SEEDS_OF_A_BLOCK = 1000
/** The back is photographed a moment later: the level is the same, the scene is another. */
const BACK_SCENE = 500
/** Each set has its own block of seeds, so that no two sets share a person. */
const BLOCKS = {
  fields: 0,
  breaks: 20,
  abroad: 180,
  dim: 200,
  bad: 220,
  hard: 240,
  forged: 360,
  qr: 380,
  beside: 260,
  cut: 280,
  hidden: 300,
  tilted: 320,
} as const
type Block = keyof typeof BLOCKS

export const EACH = 200
const EACH_WARNING = 20
const EACH_CHECK = 10
const EACH_HARD = 40
const EACH_BESIDE = 12
const EACH_CUT = 10
const EACH_HIDDEN = 13
const EACH_TILTED = 4
/** With the first of them in sight cards in films were given more room. */
const SEEN_TILTED = 4
/** By the first of them the lines of `blindRuns` were drawn, and these are reported. */
const SEEN_HIDDEN = 26

const blockOf = (block: Block, kind: Kind, row = 0): number =>
  FIRST_SEED +
  SEEDS_OF_A_BLOCK * (BLOCKS[block] + row * KINDS.length + KINDS.findIndex((one) => one.kind === kind))

/** People send most pictures by hand in a room; some are scanned, dark, moved or compressed by a messenger. */
export const LEVEL_SHARES: readonly (readonly [Level, number])[] = [
  ['clean', 0.15],
  ['photo', 0.7],
  ['bad', 0.15],
]

export function levelOf(seed: number): Level {
  let lot = seededDice(seed, 0x1e7e).next()
  for (const [level, share] of LEVEL_SHARES) {
    if (lot < share) return level
    lot -= share
  }
  return 'bad'
}

interface Wanted {
  readonly set: string
  readonly kind: Kind
  readonly seed: number
  readonly level?: Level
  readonly breaks?: BreakName
  readonly defect?: PictureDefect
}

function caseOf({ set, kind, seed, level = levelOf(seed), breaks, defect }: Wanted): Case {
  const broken = breaks === undefined ? {} : { breaks }
  const sides = sidesOf(kindDefinition(kind))
  const shots = sides.map((side) => ({
    kind,
    side,
    seed,
    ...broken,
    level,
    sceneSeed: seed + (side === 'back' ? BACK_SCENE : 0),
    ...(defect && { defect }),
  }))
  // Nothing is known about an unsupported document, not even when it was sent.
  const today = kind === 'other' ? dayOf(2026, 6, 1) : facts(kind, seed, broken).today
  return { set, kind, seed, level, ...broken, today, shots }
}

const seeds = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

export const casesOf = (kind: Kind): Case[] =>
  seeds(blockOf('fields', kind), EACH).map((seed) => caseOf({ set: kind, kind, seed }))

/** The cases of one rule and one kind are photographed well enough that only the rule is measured. */
export function brokenCases({ name, code }: BreakRow, kind: FactKind): Case[] {
  const first = blockOf(
    'breaks',
    kind,
    BREAKS.findIndex((row) => row.name === name),
  )
  const count = code === null ? EACH_CHECK : EACH_WARNING
  return seeds(first, count).map((seed) => caseOf({ set: name, kind, seed, breaks: name, level: 'photo' }))
}

/** One person in fifty is born abroad, so seeds are searched for them. */
export function abroadCases(kind: (typeof NUMBERED)[number]): Case[] {
  const isAbroad = (seed: number) => Number(facts(kind, seed).person.provinces.birth) > 100
  const found = seeds(blockOf('abroad', kind), SEEDS_OF_A_BLOCK / 2).filter(isAbroad)
  return found.slice(0, EACH_CHECK).map((seed) => caseOf({ set: 'abroad', kind, seed, level: 'photo' }))
}

/** A forger's documents, photographed as people do. */
export const forgedCases = (forgery: Forgery, kind: FactKind, row: number, count: number): Case[] =>
  seeds(blockOf('forged', kind) + row * 100, count).map((seed) => {
    const one = caseOf({ set: `forged ${forgery}`, kind, seed, level: 'photo' })
    return { ...one, shots: one.shots.map((shot) => ({ ...shot, forgery })) }
  })

/** Photographs from which somebody painted the code away. */
export const codelessCases = (kind: FactKind, count: number): Case[] =>
  seeds(blockOf('forged', kind) + 900, count).map((seed) =>
    caseOf({ set: 'forged code painted over', kind, seed, level: 'photo', defect: 'code-painted-over' }),
  )

/** These pictures are too dark or taken from too far. */
export function dimCases(kind: Kind, defect: 'dark' | 'far'): Case[] {
  const first = blockOf('dim', kind) + (defect === 'far' ? EACH_WARNING : 0)
  return seeds(first, EACH_WARNING).map((seed) => caseOf({ set: defect, kind, seed, level: 'photo', defect }))
}

/** Two documents in one picture: each kind has its own block, each pair its own hundred of seeds. */
export function besideCases(pair: readonly [Sided, Sided], isOnePerson: boolean, row: number): Case[] {
  const [{ kind, side }, other] = pair
  return seeds(blockOf('beside', kind) + row * 50, EACH_BESIDE).map((seed) => {
    const plain = caseOf({ set: `beside ${row}`, kind, seed, level: 'photo' })
    const beside = { ...other, seed: isOnePerson ? seed : seed + 25 }
    return {
      ...plain,
      shots: plain.shots.filter((shot) => shot.side === side).map((shot) => ({ ...shot, beside })),
    }
  })
}

/** A front that the picture does not show whole, or only just. */
export const cutCases = (
  kind: Kind,
  defect: PictureDefect,
  hardship: string | undefined,
  row: number,
): Case[] =>
  seeds(blockOf('cut', kind) + row * 20, EACH_CUT).map((seed) => {
    const plain = caseOf({ set: `cut ${row}`, kind, seed, level: 'photo', defect })
    const fronts = plain.shots.filter(({ side }) => side === 'front')
    return { ...plain, shots: fronts.map((shot) => (hardship ? { ...shot, hardship } : shot)) }
  })

/** The same fronts with a part of the name hidden in each way, and with none. */
export const hiddenCases = (kind: Kind, defect: PictureDefect | undefined): Case[] =>
  seeds(blockOf('hidden', kind) + SEEN_HIDDEN, EACH_HIDDEN).map((seed) => {
    const set = `hidden ${defect ?? 'nothing'}`
    const plain = caseOf({ set, kind, seed, level: 'photo', ...(defect && { defect }) })
    return { ...plain, shots: plain.shots.filter(({ side }) => side === 'front') }
  })

/** People whose cards are photographed flat and tilted. */
export const tiltedSeeds = (kind: Kind): number[] => seeds(blockOf('tilted', kind) + SEEN_TILTED, EACH_TILTED)

/** An ordinary photo first, to compare with. */
export const HARDSHIP_NAMES: readonly string[] = ['photo', ...Object.keys(HARDSHIPS)]

/** The same fronts in each condition, so that only the condition differs. */
export function hardCases(kind: Kind, name: string): Case[] {
  return seeds(blockOf('hard', kind), EACH_HARD).map((seed) => {
    const plain = caseOf({ set: `${kind} ${name}`, kind, seed, level: 'photo' })
    const fronts = plain.shots.filter(({ side }) => side === 'front')
    return { ...plain, shots: fronts.map((shot) => (name === 'photo' ? shot : { ...shot, hardship: name })) }
  })
}

/** These pictures should be answered with nothing, or with less than all fields. */
export function badCases(kind: Kind, defect: PictureDefect | undefined, count: number, row: number): Case[] {
  const first = blockOf('bad', kind) + row * 100
  return seeds(first, count).map((seed) => ({
    ...caseOf({ set: defect ?? 'stranger', kind, seed, level: 'photo', ...(defect && { defect }) }),
  }))
}

/** Pixels of a module. */
export const QR_SIZES = [1.2, 1.5, 2, 2.5, 3, 4] as const
const EACH_QR = 100

/** Chip cards whose code is seen that small, each another card; only their fronts are photographed. */
export function qrCases(modulePx: (typeof QR_SIZES)[number]): Case[] {
  const first = blockOf('qr', 'cccd-chip') + EACH_QR * QR_SIZES.indexOf(modulePx)
  return seeds(first, EACH_QR).map((seed) => {
    const one = caseOf({ set: `qr-${modulePx}`, kind: 'cccd-chip', seed, level: 'photo' })
    return { ...one, shots: one.shots.slice(0, 1).map((shot) => ({ ...shot, modulePx })) }
  })
}
