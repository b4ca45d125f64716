// The report of one case: gathers what is known of it in one language, and has a thread draw it as PDF.
import { Worker } from 'node:worker_threads'
import type { Check } from '../../checks.ts'
import { eventsOf } from '../../store/records/verification-events.ts'
import { picturesOf } from '../../store/records/verification-review.ts'
import type { VerificationRecord } from '../../store/records/verifications.ts'
import type { ReportWords } from '../../words/en/report.ts'
import type { Language } from '../../words/languages.ts'
import { checkName, fieldName, reasonName } from '../../words/names.ts'
import { filled, numberText, stampText } from '../../words/numbers.ts'
import type { TimeWords } from '../../words/shapes.ts'
import { words } from '../../words/words.ts'
import { verdictOf } from '../decide.ts'
import type { Evidence, SentEvidence } from '../evidence.ts'
import type { ManagingVerifications } from '../manage.ts'

type Tone = 'pass' | 'warn' | 'fail'

/** What is drawn: plain texts and pictures, in their order. */
export interface ReportPages {
  readonly language: Language
  readonly title: string
  readonly lead: string
  readonly sections: readonly {
    readonly heading: string
    /** Short rows stand side by side. */
    readonly columns?: 2
    readonly rows: readonly {
      readonly label?: string
      readonly text: string
      readonly tone?: Tone
    }[]
  }[]
  readonly pictures: readonly { readonly caption: string; readonly bytes: Uint8Array }[]
  readonly appendix: {
    readonly heading: string
    readonly about: string
    readonly text: string
    /** What is attached, so that it can be taken out as it is. */
    readonly file?: string
  }
  readonly footer: string
}

export interface Reporting extends ManagingVerifications {
  readonly evidence: Pick<Evidence, 'fields' | 'portrait' | 'picture'>
  readonly receiptOf: (
    organisationId: string,
    id: string,
  ) => Promise<{ readonly receipt: object; readonly signature: object } | undefined>
}

const MOST_EVENTS = 200
/** A report is to be read: it shows the card and some frames, not a film. */
const MOST_PICTURES = 8

/** Report and words are of one language. */
const timesOf = (language: Language): TimeWords => words[language].times

export async function reportPages(
  reporting: Reporting,
  record: VerificationRecord,
  language: Language,
  withPictures: boolean,
): Promise<ReportPages> {
  const t = words[language].report
  const { organisationId, id } = record
  const attempts = await reporting.judging.openAttempts(record)
  const passed = (step: string) =>
    attempts.findLast((one) => one.step === step && one.outcome === 'passed')?.subjectId ?? undefined
  const sent: SentEvidence = { documentId: passed('document'), chipId: passed('chip') }
  const verdict = await verdictOf(reporting, record)
  const fields = await reporting.evidence.fields(organisationId, sent)
  const events = await eventsOf(reporting.store.database, record, { after: 0, limit: MOST_EVENTS })
  const kept = await reporting.receiptOf(organisationId, id)
  const checks = attempts.flatMap(({ findings }) => findings.checks ?? [])
  return {
    language,
    title: t.title,
    lead: filled(t.lead, { id, at: stampText(reporting.now(), timesOf(language)) }),
    sections: [
      { heading: t.about, rows: overview(record, t, language) },
      ...(verdict ? [{ heading: t.verdict, rows: verdictRows(verdict, t, language) }] : []),
      ...(fields.length === 0
        ? []
        : [
            {
              heading: t.fields,
              rows: fields.map(({ field, value, sources }) => ({
                label: fieldName(field, language),
                text: `${value}  (${[...new Set(sources.map(({ source }) => t.sources[source]))].join(', ')})`,
              })),
            },
          ]),
      ...(checks.length === 0
        ? []
        : [{ heading: t.checks, columns: 2 as const, rows: checkRows(checks, t, language) }]),
      {
        heading: t.timeline,
        rows: events.map(({ at, type, actor }) => ({
          label: stampText(at, timesOf(language)),
          text: `${nameOf(t.events, type.replace('verification.', ''))} (${t.actors[actor]})`,
        })),
      },
    ],
    pictures: withPictures ? await picturesIn(reporting, record, sent, t) : [],
    appendix: {
      heading: t.receipt,
      about: t.receiptAbout,
      ...(kept && { file: JSON.stringify({ receipt: kept.receipt, signature: kept.signature }, null, 1) }),
      text: kept ? JSON.stringify({ receipt: kept.receipt, signature: kept.signature }) : t.noReceipt,
    },
    footer: `Selfsame  ·  ${id}`,
  }
}

const overview = (record: VerificationRecord, t: ReportWords, language: Language) => [
  ...(record.isTest ? [{ text: t.test, tone: 'warn' as const }] : []),
  { label: t.state, text: t.states[record.state] },
  { label: t.person, text: record.externalPersonId },
  { label: t.policy, text: `${record.policyId} v${record.policyVersion}` },
  { label: t.created, text: stampText(record.createdAt, timesOf(language)) },
  ...(record.finishedAt === null
    ? []
    : [{ label: t.finished, text: stampText(record.finishedAt, timesOf(language)) }]),
]

const tones: Readonly<Record<string, Tone>> = {
  declined: 'fail',
  review: 'warn',
  noted: 'warn',
  failed: 'fail',
  passed: 'pass',
}

function verdictRows(
  verdict: NonNullable<Awaited<ReturnType<typeof verdictOf>>>,
  t: ReportWords,
  language: Language,
) {
  const { decision, decided_by, reviewer = '', proposed_by, note, reasons, match } = verdict
  const by = decided_by === 'policy' ? t.byPolicy : filled(t.byReviewer, { name: reviewer })
  const proposed = proposed_by === undefined ? '' : `, ${filled(t.proposed, { name: proposed_by })}`
  return [
    { label: t.decided, text: `${t.states[decision]}, ${by}${proposed}` },
    ...(note === undefined ? [] : [{ label: t.note, text: note }]),
    ...(match
      ? [
          {
            label: t.match,
            text: `${numberText(match.sim, timesOf(language))} % (≥ ${numberText(match.accept, timesOf(language))} %)`,
          },
        ]
      : []),
    ...(reasons.length === 0 ? [{ text: t.noReasons, tone: 'pass' as const }] : []),
    ...reasons.map(({ reason, outcome }) => ({
      text: `${reasonName(reason, language)} (${reason})`,
      ...(tones[outcome] && { tone: tones[outcome] }),
    })),
  ]
}

/** The word of a name; one that has none is shown as it is. */
const nameOf = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name

const worst: readonly Check['outcome'][] = ['failed', 'noted', 'passed']
const rules = { 'at-least': '≥', 'at-most': '≤' } as const

const checkRows = (checks: readonly Check[], t: ReportWords, language: Language) =>
  checks
    .toSorted((a, b) => worst.indexOf(a.outcome) - worst.indexOf(b.outcome))
    .map(({ name, score, threshold, rule, outcome, field }) => ({
      // The name of the API stands beside its number: names in words are positive, and some numbers count what is bad.
      text: `${checkName(name, language)}${field === undefined ? '' : ` (${fieldName(field, language)})`}: ${name} ${numberText(score, timesOf(language))}, ${[t.needs, rules[rule], numberText(threshold, timesOf(language))].join('\u00a0')}`,
      ...(tones[outcome] && { tone: tones[outcome] }),
    }))

async function picturesIn(
  { evidence, store }: Reporting,
  record: VerificationRecord,
  sent: SentEvidence,
  t: ReportWords,
): Promise<ReportPages['pictures']> {
  const { organisationId } = record
  const portrait = await evidence.portrait(organisationId, sent)
  const rows = await picturesOf(store.database, record, 500)
  const cards = rows.filter(({ subjectId }) => subjectId === sent.documentId)
  const frames = rows.filter(({ of }) => of === 'liveness').slice(-MOST_PICTURES + cards.length)
  const shown = await Promise.all(
    [...cards, ...frames].slice(0, MOST_PICTURES).map(async ({ id, of }) => ({
      caption: t[of],
      bytes: (await evidence.picture(organisationId, id, 'print'))?.bytes,
    })),
  )
  return [{ caption: t.portrait, bytes: portrait }, ...shown].flatMap(({ caption, bytes }) =>
    bytes ? [{ caption, bytes }] : [],
  )
}

/** So many are drawn at a time; the others wait. */
const AT_ONCE = 2
let drawing = 0
const waiting: (() => void)[] = []

export async function drawReport(pages: ReportPages): Promise<Uint8Array> {
  while (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  drawing++
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: pages })
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', (code) => reject(new Error(`the thread of a report ended with ${code}`)))
    })
  } finally {
    drawing--
    waiting.shift()?.()
  }
}
