// Plans which photographs are taken: every kind and side evenly at each level, and extra sets for rare conditions.
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photocopyOf, printOf, screenOf } from '../../../specimens/camera/mishaps.ts'
import type { Level, Scene } from '../../../specimens/camera/scene.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { PAGE_CLASSES, type PageClass } from '../../../src/documents/kinds/kinds.ts'

/** Training takes seeds from a million on (TRAINING_SEED of the specimens' export); all seeds of evaluations are below. */
export const FIRST_SEED = 500_000
const SEEDS_OF_A_SET = 10_000

export interface DocumentWanted extends PageClass {
  readonly seed: number
}

export interface Shot {
  readonly set: SetName
  /** The seed identifies the shot. */
  readonly seed: number
  readonly documents: readonly DocumentWanted[]
  readonly scene: Scene
}

interface SetRow {
  readonly about: string
  readonly level: Level
  /** The number of shots of every kind and side. */
  readonly each: number
  /** Selects pages; by default all of them. */
  readonly of?: (page: PageClass) => boolean
  readonly change?: (scene: Scene, dice: Dice) => Partial<Scene>
  /** Properties that the level may have and this set has not. */
  readonly without?: readonly (keyof Scene)[]
  /** The number of documents in one picture; by default 1. */
  readonly documents?: number
}

const MRZ_PAGES = [
  'cccd-chip back',
  'can-cuoc back',
  'passport-old front',
  'passport-new front',
  'foreign-td1 back',
  'foreign-td3 front',
]

const turned = ({ pose }: Scene, dice: Dice): Partial<Scene> => ({
  pose: { ...pose, quarterTurns: dice.pick([1, 2, 3]) },
  orientation: dice.pick([1, 3, 6, 8]),
})

const two = (_: Scene, dice: Dice): Partial<Scene> => ({
  next: {
    below: dice.next() < 0.5,
    gapMm: dice.between(3, 20),
    rollDegrees: dice.about(0, 6),
    quarterTurns: dice.next() < 0.7 ? 0 : dice.pick([1, 2, 3]),
  },
})

export const sets = {
  clean: { about: 'scans and ideal photographs', level: 'clean', each: 8 },
  photo: { about: 'as an ordinary person takes it', level: 'photo', each: 8 },
  bad: { about: 'dark, moved, blurred, in glare, small, JPEG down to 15', level: 'bad', each: 8 },
  two: {
    about: 'two cards or passports in one picture',
    level: 'photo',
    each: 2,
    documents: 2,
    of: ({ kind }) => kind !== 'business-registration' && kind !== 'other',
    // The sheet of a copy is a page itself, and a hand holds only one card.
    without: ['hand', 'fingers', 'screen', 'print', 'photocopy'],
    change: two,
  },
  turned: { about: 'by a quarter or half, and by EXIF', level: 'photo', each: 4, change: turned },
  tight: {
    about: 'cut to the document by an app',
    level: 'photo',
    each: 2,
    change: ({ frame, pose }, dice) => ({
      frame: { ...frame, hold: 'tight' },
      pose: { ...pose, fill: dice.between(0.985, 1.005) },
    }),
  },
  mrz: {
    about: 'bad photographs of machine-readable zones alone',
    level: 'bad',
    each: 16,
    of: ({ kind, side }) => MRZ_PAGES.includes(`${kind} ${side}`),
  },
  screen: {
    about: 'photographed from a display',
    level: 'photo',
    each: 2,
    change: (_, dice) => ({ screen: screenOf(dice) }),
  },
  print: {
    about: 'photographed from a colour print',
    level: 'photo',
    each: 2,
    change: (_, dice) => ({ print: printOf(dice) }),
  },
  photocopy: {
    about: 'photographed from a black-and-white copy',
    level: 'photo',
    each: 2,
    change: (_, dice) => ({ photocopy: photocopyOf(dice) }),
  },
} as const satisfies Record<string, SetRow>

export type SetName = keyof typeof sets

/** The result is the same every time. */
export function shotsOf(set: SetName): Shot[] {
  const row: SetRow = sets[set]
  const first = FIRST_SEED + SEEDS_OF_A_SET * Object.keys(sets).indexOf(set)
  const pages = PAGE_CLASSES.filter(row.of ?? (() => true))
  return Array.from({ length: row.each * pages.length }, (_, i) => {
    const seed = first + i
    const dice = seededDice(seed, 0xe7a1)
    const scene = without(sceneOf(row.level, seed), row.without ?? [])
    const documents = Array.from({ length: row.documents ?? 1 }, (_, k) => {
      // The kinds come one after the other, so that a few shots spread evenly over the list are of all kinds.
      const page = k === 0 ? pages[Math.floor(i / row.each)] : dice.pick(pages)
      return { ...(page as PageClass), seed: seed + k * (SEEDS_OF_A_SET / 2) }
    })
    return { set, seed, documents, scene: { ...scene, ...row.change?.(scene, dice) } }
  })
}

function without(scene: Scene, names: readonly (keyof Scene)[]): Scene {
  const kept = Object.entries(scene).filter(([name]) => !names.some((one) => one === name))
  return Object.fromEntries(kept) as unknown as Scene
}
