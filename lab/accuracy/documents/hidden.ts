// Measures whether a name of which letters cannot be seen is ever answered as certain, and whether a name in full sight is doubted.
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { foldName } from '../../../src/documents/text/knowledge/fold.ts'
import type { Context, Report } from '../../kit/report.ts'
import { atMost, none } from '../../kit/targets.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import type { PictureDefect } from './picture-defects.ts'
import { type Case, hiddenCases, LICENCES } from './plan.ts'
import type { Said } from './score.ts'
import type { Answered, Session } from './session.ts'

const KINDS = ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip', 'licence-pet', 'licence-paper'] as const

const ROWS: readonly (readonly [what: string, defect?: PictureDefect])[] = [
  ['light on it', 'glare-on-name'],
  ['a finger on it', 'finger-on-name'],
  ['its start beyond the edge', 'name-without-start'],
  ['its end beyond the edge', 'name-without-end'],
  ['all of it'],
  ['all of it, at the edge', 'at-the-edge'],
]

const casesOf = ({ sample }: Context, kind: Kind, defect: PictureDefect | undefined): Case[] =>
  sample(hiddenCases(kind, defect))

export const hiddenPlan = (context: Context): Case[] =>
  ROWS.flatMap(([, defect]) => KINDS.flatMap((kind) => casesOf(context, kind, defect)))

/** An answer of at least this confidence is taken as certain. */
const CERTAIN = 0.9

const nameOf = ({ whole }: Answered): Said | undefined => whole.fields.get('name')

/** Tells whether fewer letters were answered than are printed. */
const isShort = (answered: Answered): boolean => {
  const letters = (text: string | undefined): number => foldName(text ?? '').replaceAll(' ', '').length
  return letters(nameOf(answered)?.value) < letters(answered.truth.name)
}

const isCertain = (answered: Answered): boolean => (nameOf(answered)?.confidence ?? 0) > CERTAIN
const isTold = ({ whole }: Answered): boolean => whole.failed.includes('hidden-fields')
const isRead = (answered: Answered): boolean => (nameOf(answered)?.value ?? '') !== ''

export async function evaluateHidden(session: Session): Promise<Report> {
  const rows: (readonly [what: string, answered: Answered[]])[] = []
  for (const [what, defect] of ROWS)
    for (const kind of KINDS) {
      const how = LICENCES.some((one) => one === kind) ? { endpoint: licenceEndpoint } : {}
      const own = await session.answers(casesOf(session.context, kind, defect), how)
      rows.push([`${what}, ${kind}`, own])
    }
  const [hidden, seen] = [false, true].map((isAll) =>
    rows.filter(([what]) => what.startsWith('all') === isAll).flatMap(([, own]) => own),
  ) as [Answered[], Answered[]]
  const short = hidden.filter((one) => isRead(one) && isShort(one))
  const wrong = short.filter(isCertain)
  for (const { kind, seed, set, whole, truth } of wrong)
    console.error(`${set} ${kind} ${seed}: ${whole.fields.get('name')?.value} of ${truth.name}`)
  return {
    tables: [
      {
        title: 'Names of which the picture does not show everything',
        columns: ['seen', 'pictures', 'name answered', 'with letters missing', 'of these certain', 'told'],
        rows: rows.map(([what, own]) => {
          const missing = own.filter((one) => isRead(one) && isShort(one))
          return [
            what,
            own.length,
            own.filter(isRead).length,
            missing.length,
            missing.filter(isCertain).length,
            own.filter(isTold).length,
          ]
        }),
        note: `Certain: above ${CERTAIN}. Told: the check hidden-fields fails. Light and fingers may lie beside letters; what they leave to read is counted as read.`,
      },
    ],
    plots: [],
    figures: {
      hidden: {
        pictures: hidden.length,
        short: short.length,
        certain: wrong.length,
        seen: seen.length,
        seenCertain: seen.filter(isCertain).length,
        seenTold: seen.filter(isTold).length,
      },
    },
    targets: [
      none('documents_hidden_certain', wrong.length),
      atMost('documents_hidden_false', seen.filter(isTold).length / Math.max(1, seen.length), 0.02),
    ],
  }
}
