// Measures faces against the portraits of chips, about 15 kB of JPEG 2000, beside the same portraits on photographed cards.
import { readFile } from 'node:fs/promises'
import { cosineAt, impostors } from '../../../src/faces/similarity.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import { cardPhotos, observeCards } from './card-domain.ts'
import { cosineBeyond, cosineOn, falling, fitImpostors } from './impostor-fit.ts'
import type { FacesCrew } from './jobs.ts'
import { type Comparisons, compareCards, lfwHalves, type Photo, type Shot } from './people.ts'
import { falseAccepts, falseRejects } from './person-bootstrap.ts'

/** The meaning of `sim` 80 in the API. */
const FIRM = 1e-4

interface ChipPortrait extends Shot {
  /** The photo that the portrait was made from. */
  readonly from: string
  readonly bytes: number
  readonly isFound: boolean
}

/** The same people and photos as those of the cards, so that both are compared with the same others. */
async function observeChips(
  crew: FacesCrew,
  label: string,
  photos: readonly Photo[],
): Promise<ChipPortrait[]> {
  const outcomes = await crew.run({
    label,
    job: 'observe-chip',
    items: cardPhotos(photos),
    inputOf: async ({ file, box }) => ({ bytes: await readFile(file), face: box }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`chip of ${item.file}: ${error.message}`)
  return done.map(({ item, output: { bytes, faces } }) => ({
    person: item.person,
    from: item.file,
    bytes,
    vector: faces[0]?.vector ?? new Float32Array(),
    isFound: faces[0] !== undefined,
  }))
}

export async function evaluateChipPortraits(context: Context, crew: FacesCrew): Promise<Report> {
  const halves = await lfwHalves(context, crew)
  const chips = {
    tune: await observeChips(crew, 'chips, fitted', halves.tune),
    report: await observeChips(crew, 'chips, reported', halves.report),
  }
  const cards = await observeCards(crew, { label: 'cards, reported', firstSeed: 2000 }, halves.report)
  const tuned = compareCards(chips.tune, halves.tune)
  const domains = [
    { name: 'selfie by chip', of: compareCards(chips.report, halves.report) },
    { name: 'selfie by card', of: compareCards(cards, halves.report) },
  ] as const
  const [chip, card] = domains.map(({ name, of }) => ({ name, of, ...ratesOf(of) }))
  if (!chip || !card) throw new Error('there are two domains')
  const fitted = fitImpostors(tuned.impostors.cosines)
  const found = proportionOf([...chips.tune, ...chips.report], ({ isFound }) => isFound)
  const bytes = [...chips.tune, ...chips.report].map((one) => one.bytes).toSorted((a, b) => a - b)
  return {
    tables: [
      {
        title: 'Portraits of chips beside those of photographed cards, people not fitted on, at sim 80',
        columns: ['domain', 'FAR (95 %)', 'pairs', 'FRR (95 %)', 'pairs'],
        rows: [chip, card].map(({ name, accepted, refused, of }) => [
          name,
          percentWithInterval(accepted),
          of.impostors.cosines.length,
          percentWithInterval(refused),
          of.genuine.cosines.length,
        ]),
        note: `Portraits of 413 x 531 pixels; half of them have at most ${bytes[Math.floor(bytes.length / 2)]} bytes.`,
      },
      fitTable(fitted, tuned, chip.of),
    ],
    plots: [],
    figures: { chipPortraits: { shipped: impostors, fitted, chip: plain(chip), card: plain(card), found } },
    targets: [
      { name: 'chip-portrait-far-at-sim-80', value: chip.accepted.low, bound: FIRM, good: 'at most' },
      {
        name: 'chip-portrait-frr-beside-cards',
        value: chip.refused.value,
        bound: card.refused.value,
        good: 'at most',
      },
      { name: 'chip-portrait-found', value: found.value, bound: 0.99, good: 'at least' },
    ],
  }
}

const ratesOf = (of: Comparisons) => ({
  accepted: falseAccepts(of, cosineAt(FIRM)),
  refused: falseRejects(of, cosineAt(FIRM)),
})

const plain = ({ accepted, refused }: ReturnType<typeof ratesOf>) => ({ accepted, refused })

/** Whether portraits of chips need numbers of their own: where strangers lie, by one half, and by the numbers that are shipped. */
function fitTable(fitted: ReturnType<typeof fitImpostors>, tuned: Comparisons, reported: Comparisons): Table {
  const measured = ({ impostors: { cosines } }: Comparisons) =>
    cosineBeyond(falling(cosines), FIRM).toFixed(3)
  return {
    title: 'Cosines of strangers, selfie by chip: a bell curve fitted on one half of the people',
    columns: ['numbers', 'mean', 'deviation', 'cosine at 1e-4', 'measured', 'measured, other half'],
    rows: [
      [
        'fitted',
        fitted.mean.toFixed(4),
        fitted.deviation.toFixed(4),
        cosineOn(fitted, FIRM).toFixed(3),
        measured(tuned),
        measured(reported),
      ],
      [
        'shipped',
        impostors.mean.toFixed(4),
        impostors.deviation.toFixed(4),
        cosineAt(FIRM).toFixed(3),
        '',
        '',
      ],
    ],
  }
}
