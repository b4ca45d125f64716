// Measures how well certificates are read as text PDFs, scans and photographs, and what reading costs, beside Tesseract.
import { prepareNetworks } from '../../../src/models/cache.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { median } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { openTesseract } from '../reader/tesseract.ts'
import type { BusinessJobs, CertificateRead, Medium, Said } from './business-jobs.ts'
import { GROUPS } from './business-truth.ts'

const JOB_TIMEOUT_MS = 900_000
const MEMORY_CEILING_BYTES = 3 * 2 ** 30
/** These seeds are below those of training, and apart from those of other parts. */
const FIRST_SEED = 592_000
const DOCUMENTS = 100
const MEDIA: readonly Medium[] = ['text', 'scan', 'photo']
/** The bounds are seconds of processor time. */
const TEXT_BOUND = 0.3
const SCAN_BOUND = 2.5
const LONG_PAGES = 4

type Reads = ReadonlyMap<Medium, readonly CertificateRead[]>

export async function evaluateBusiness(context: Context): Promise<Report> {
  const tesseract = context.asked('tesseract') ? (await openTesseract()).data : undefined
  await prepareNetworks(context.networksFolder)
  const seeds = context.sample(Array.from({ length: DOCUMENTS }, (_, i) => FIRST_SEED + i))
  const reads = await withCrew<BusinessJobs, Reads>(
    {
      jobsModule: new URL('./business-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      memoryCeilingBytes: MEMORY_CEILING_BYTES,
    },
    async (crew) => {
      const all = new Map<Medium, readonly CertificateRead[]>()
      for (const medium of MEDIA) {
        const outcomes = await crew.run({
          label: `certificates, ${medium}`,
          job: 'read-certificate',
          items: seeds,
          // A text PDF is read letter by letter, so there is no peer to compare with.
          inputOf: (seed) => ({ seed, medium, ...(tesseract && medium !== 'text' && { tesseract }) }),
        })
        const { done, failed } = sortOutcomes(outcomes)
        for (const { item, error } of failed) console.error(`${medium} ${item}: ${error.message}`)
        all.set(
          medium,
          done.map(({ output }) => output),
        )
      }
      return all
    },
  )
  return reportOf(reads)
}

function reportOf(reads: Reads): Report {
  const readers = [...reads].flatMap(([medium, own]) => {
    const theirs = own.filter(({ tesseract }) => tesseract !== undefined)
    return [
      { medium, reader: 'Selfsame', own, fieldsOf: (read: CertificateRead) => read.fields },
      ...(theirs.length === 0
        ? []
        : [
            {
              medium,
              reader: 'Tesseract',
              own: theirs,
              fieldsOf: (read: CertificateRead) => read.tesseract?.fields ?? {},
            },
          ]),
    ]
  })
  const rows = readers.map(({ medium, reader, own, fieldsOf }) => {
    const groups = GROUPS.map(({ fields }) => exactOf(own, fields, fieldsOf))
    return { medium, reader, documents: own.length, groups }
  })
  const seconds = [...reads].map(([medium, own]) => ({ medium, ...costOf(own) }))
  return {
    tables: [
      {
        title: 'Certificates: fields that are exactly right',
        columns: ['as', 'reader', 'documents', ...GROUPS.map(({ name }) => name)],
        rows: rows.map(({ medium, reader, documents, groups }) => [
          medium,
          reader,
          documents,
          ...groups.map((group) => percentWithInterval(group)),
        ]),
        note: 'Letter by letter, tones and commas included; of fields that are printed. Tesseract reads the same pages, and the same parser makes fields of its lines.',
      },
      {
        title: 'Certificates: fields that are not always right',
        columns: ['as', 'field', 'printed', 'right', 'invented'],
        rows: [...reads].flatMap(([medium, own]) => weakFields(medium, own)),
      },
      {
        title: 'Certificates: seconds of processor time',
        columns: ['as', 'documents', 'median', 'of four pages', 'a page', 'Tesseract, a page'],
        rows: seconds.map(({ medium, documents, all, long, page, theirs }) => [
          medium,
          documents,
          all,
          long,
          page,
          theirs,
        ]),
      },
    ],
    plots: [],
    figures: { certificates: { rows, seconds } },
    targets: [...fieldTargets(rows), ...costTargets(seconds)],
  }
}

interface GroupRow {
  readonly medium: Medium
  readonly reader: string
  readonly groups: readonly { readonly value: number }[]
}

function fieldTargets(rows: readonly GroupRow[]): Report['targets'] {
  return rows
    .filter(({ reader }) => reader === 'Selfsame')
    .flatMap(({ medium, groups }) =>
      GROUPS.flatMap(({ key, bound }, i) =>
        bound === undefined
          ? []
          : [
              {
                name: `certificates_${medium}_${key}`,
                value: 100 * (groups[i]?.value ?? 0),
                bound,
                good: 'at least' as const,
              },
            ],
      ),
    )
}

function costTargets(
  seconds: readonly { medium: Medium; all: number; long: number | undefined }[],
): Report['targets'] {
  return seconds.flatMap(({ medium, all, long }) => {
    if (medium === 'text')
      return [{ name: 'certificates_text_seconds', value: all, bound: TEXT_BOUND, good: 'at most' as const }]
    if (medium !== 'scan' || long === undefined) return []
    return [
      {
        name: 'certificates_scan_four_pages_seconds',
        value: long,
        bound: SCAN_BOUND,
        good: 'at most' as const,
      },
    ]
  })
}

type FieldsOf = (read: CertificateRead) => Readonly<Record<string, Said>>

function exactOf(reads: readonly CertificateRead[], fields: readonly string[], fieldsOf: FieldsOf) {
  const all = reads.flatMap((read) =>
    fields
      .filter((field) => read.truth[field])
      .map((field) => isExact(fieldsOf(read)[field]?.text ?? '', read.truth[field] ?? '')),
  )
  return proportionOf(all, (isRight) => isRight)
}

const isExact = (said: string, truth: string): boolean => said.normalize('NFC') === truth.normalize('NFC')

function weakFields(medium: Medium, reads: readonly CertificateRead[]) {
  return GROUPS.flatMap(({ fields }) => [...fields]).flatMap((field) => {
    const printed = reads.filter(({ truth }) => truth[field])
    const right = printed.filter((read) => isExact(read.fields[field]?.text ?? '', read.truth[field] ?? ''))
    const invented = reads.filter((read) => !read.truth[field] && read.fields[field]?.text).length
    return right.length === printed.length && invented === 0
      ? []
      : [[medium, field, printed.length, right.length, invented]]
  })
}

function costOf(reads: readonly CertificateRead[]) {
  const seconds = (read: CertificateRead): number => read.processorMs / 1000
  const long = reads.filter(({ pages }) => pages === LONG_PAGES)
  const theirs = reads.filter(({ tesseract }) => tesseract !== undefined)
  return {
    documents: reads.length,
    all: median(reads.map(seconds)),
    long: long.length === 0 ? undefined : median(long.map(seconds)),
    page: median(reads.map((read) => seconds(read) / read.pages)),
    theirs:
      theirs.length === 0
        ? undefined
        : median(theirs.map((read) => (read.tesseract?.processorMs ?? 0) / 1000 / read.pages)),
  }
}
