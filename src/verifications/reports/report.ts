// The report of one case: gathers what is known of it in one language, and has a thread draw it as PDF.
import { Worker } from 'node:worker_threads'
import { type Check, hasFailed } from '../../checks.ts'
import { eventsOf } from '../../store/records/verification-events.ts'
import { picturesOf } from '../../store/records/verification-review.ts'
import type { VerificationRecord } from '../../store/records/verifications.ts'
import type { Evidence, Sent } from '../evidence.ts'
import { type Managing, verdictOf } from '../manage.ts'
import { type ReasonName, reasonNames, rowOf } from '../reasons.ts'

export type ReportLanguage = 'vi' | 'en'
type Tone = 'pass' | 'warn' | 'fail'

/** What is drawn: plain texts and pictures, in their order. */
export interface ReportPages {
  readonly language: ReportLanguage
  readonly title: string
  readonly lead: string
  readonly sections: readonly {
    readonly heading: string
    readonly rows: readonly {
      readonly label?: string
      readonly text: string
      readonly tone?: Tone
    }[]
  }[]
  readonly pictures: readonly { readonly caption: string; readonly bytes: Uint8Array }[]
  readonly appendix: { readonly heading: string; readonly about: string; readonly text: string }
  readonly footer: string
}

export interface Reporting extends Managing {
  readonly evidence: Pick<Evidence, 'fields' | 'portrait' | 'picture'>
  readonly receiptOf: (
    organisationId: string,
    id: string,
  ) => Promise<{ readonly receipt: object; readonly signature: object } | undefined>
}

const wordsOf = {
  vi: {
    title: 'Hồ sơ xác minh',
    lead: 'Mã hồ sơ {id}. Lập ngày {at}.',
    about: 'Tổng quan',
    state: 'Trạng thái',
    person: 'Mã khách hàng',
    policy: 'Chính sách',
    created: 'Tạo lúc',
    finished: 'Kết thúc lúc',
    test: 'Hồ sơ thử, không có giá trị',
    verdict: 'Kết quả',
    decided: 'Quyết định',
    byPolicy: 'theo chính sách',
    byReviewer: 'bởi người xét duyệt {name}',
    proposed: 'theo đề xuất của {name}',
    note: 'Ghi chú',
    noReasons: 'Không có lý do bất lợi.',
    match: 'Độ giống khuôn mặt',
    fields: 'Thông tin đọc được',
    checks: 'Các phép kiểm tra, chưa đạt trước',
    timeline: 'Diễn biến',
    portrait: 'Ảnh chân dung',
    document: 'Giấy tờ',
    chip: 'Ảnh trong chip',
    liveness: 'Ảnh kiểm tra người thật',
    receipt: 'Biên nhận có chữ ký số',
    receiptAbout:
      'Biên nhận dưới đây do máy chủ ký. Kiểm tra bằng khóa công khai tại /receipts/keys; chữ ký áp dụng cho dạng JSON chuẩn của "receipt".',
    noReceipt: 'Không còn biên nhận.',
    states: {
      ...{ created: 'đã tạo', started: 'đang thực hiện', processing: 'đang xử lý', review: 'chờ xét duyệt' },
      ...{ approved: 'được chấp thuận', declined: 'bị từ chối', expired: 'hết hạn', cancelled: 'đã hủy' },
    },
    sources: { ocr: 'bản in', qr: 'mã QR', mrz: 'dòng máy đọc', chip: 'chip' },
  },
  en: {
    title: 'Verification case',
    lead: 'Case {id}. Made on {at}.',
    about: 'Overview',
    state: 'State',
    person: 'Person',
    policy: 'Policy',
    created: 'Created',
    finished: 'Finished',
    test: 'A test case, good for nothing',
    verdict: 'Verdict',
    decided: 'Decision',
    byPolicy: 'by the policy',
    byReviewer: 'by the reviewer {name}',
    proposed: 'as proposed by {name}',
    note: 'Note',
    noReasons: 'Nothing speaks against the person.',
    match: 'Similarity of faces',
    fields: 'What was read',
    checks: 'Checks, failed ones first',
    timeline: 'What happened',
    portrait: 'Portrait',
    document: 'Document',
    chip: 'Portrait of the chip',
    liveness: 'Frame of the liveness challenge',
    receipt: 'Signed receipt',
    receiptAbout:
      'The server signed this receipt. Check it with the public key of /receipts/keys; the signature is of the canonical JSON of "receipt".',
    noReceipt: 'There is no receipt any more.',
    states: {
      ...{ created: 'created', started: 'started', processing: 'processing', review: 'in review' },
      ...{ approved: 'approved', declined: 'declined', expired: 'expired', cancelled: 'cancelled' },
    },
    sources: { ocr: 'print', qr: 'QR code', mrz: 'zone', chip: 'chip' },
  },
} as const

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const MOST_EVENTS = 200
/** A report is to be read: it shows the card and some frames, not a film. */
const MOST_PICTURES = 8

/** In the time of Việt Nam, as people there write it. */
const dayAndTime = (ms: number): string =>
  new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ').concat(' +07')

export async function reportPages(
  reporting: Reporting,
  record: VerificationRecord,
  language: ReportLanguage,
  withPictures: boolean,
): Promise<ReportPages> {
  const t = wordsOf[language]
  const { organisationId, id } = record
  const attempts = await reporting.judging.openAttempts(record)
  const passed = (step: string) =>
    attempts.findLast((one) => one.step === step && one.outcome === 'passed')?.subjectId ?? undefined
  const sent: Sent = { documentId: passed('document'), chipId: passed('chip') }
  const verdict = await verdictOf(reporting, record)
  const fields = await reporting.evidence.fields(organisationId, sent)
  const events = await eventsOf(reporting.store.database, record, { after: 0, limit: MOST_EVENTS })
  const kept = await reporting.receiptOf(organisationId, id)
  const checks = attempts.flatMap(({ findings }) => findings.checks ?? [])
  return {
    language,
    title: t.title,
    lead: fill(t.lead, { id, at: dayAndTime(reporting.now()) }),
    sections: [
      { heading: t.about, rows: overview(record, t) },
      ...(verdict ? [{ heading: t.verdict, rows: verdictRows(verdict, t, language) }] : []),
      ...(fields.length === 0
        ? []
        : [
            {
              heading: t.fields,
              rows: fields.map(({ field, value, sources }) => ({
                label: field,
                text: `${value}  (${[...new Set(sources.map(({ source }) => t.sources[source]))].join(', ')})`,
              })),
            },
          ]),
      ...(checks.length === 0 ? [] : [{ heading: t.checks, rows: checkRows(checks) }]),
      {
        heading: t.timeline,
        rows: events.map(({ at, type, actor }) => ({ label: dayAndTime(at), text: `${type} (${actor})` })),
      },
    ],
    pictures: withPictures ? await picturesIn(reporting, record, sent, t) : [],
    appendix: {
      heading: t.receipt,
      about: t.receiptAbout,
      text: kept
        ? JSON.stringify({ receipt: kept.receipt, signature: kept.signature }, null, 1)
        : t.noReceipt,
    },
    footer: `Selfsame  ·  ${id}`,
  }
}

type Words = (typeof wordsOf)[ReportLanguage]

const overview = (record: VerificationRecord, t: Words) => [
  ...(record.isTest ? [{ text: t.test, tone: 'warn' as const }] : []),
  { label: t.state, text: t.states[record.state] },
  { label: t.person, text: record.externalPersonId },
  { label: t.policy, text: `${record.policyId} v${record.policyVersion}` },
  { label: t.created, text: dayAndTime(record.createdAt) },
  ...(record.finishedAt === null ? [] : [{ label: t.finished, text: dayAndTime(record.finishedAt) }]),
]

const tones: Readonly<Record<string, Tone>> = {
  ...{ declined: 'fail', review: 'warn', noted: 'warn' },
  ...{ failed: 'fail', passed: 'pass' },
}

function verdictRows(
  verdict: NonNullable<Awaited<ReturnType<typeof verdictOf>>>,
  t: Words,
  language: ReportLanguage,
) {
  const { decision, decided_by, reviewer = '', proposed_by, note, reasons, match } = verdict
  const by = decided_by === 'policy' ? t.byPolicy : fill(t.byReviewer, { name: reviewer })
  const proposed = proposed_by === undefined ? '' : `, ${fill(t.proposed, { name: proposed_by })}`
  return [
    { label: t.decided, text: `${t.states[decision]}, ${by}${proposed}` },
    ...(note === undefined ? [] : [{ label: t.note, text: note }]),
    ...(match ? [{ label: t.match, text: `${match.sim} % (≥ ${match.accept} %)` }] : []),
    ...(reasons.length === 0 ? [{ text: t.noReasons, tone: 'pass' as const }] : []),
    ...reasons.map(({ reason, outcome }) => ({
      text: `${isKnown(reason) ? rowOf(reason).words[language] : reason} (${reason})`,
      ...(tones[outcome] && { tone: tones[outcome] }),
    })),
  ]
}

const isKnown = (reason: string): reason is ReasonName => (reasonNames as readonly string[]).includes(reason)

const checkRows = (checks: readonly Check[]) =>
  checks
    .toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))
    .map(({ name, score, threshold, rule, outcome, field }) => ({
      text: `${name}${field === undefined ? '' : ` (${field})`}: ${score} (${rule} ${threshold})`,
      ...(tones[outcome] && { tone: tones[outcome] }),
    }))

async function picturesIn(
  { evidence, store }: Reporting,
  record: VerificationRecord,
  sent: Sent,
  t: Words,
): Promise<ReportPages['pictures']> {
  const { organisationId } = record
  const portrait = await evidence.portrait(organisationId, sent)
  const rows = await picturesOf(store.database, record, 500)
  const cards = rows.filter(({ subjectId }) => subjectId === sent.documentId)
  const frames = rows.filter(({ of }) => of === 'liveness').slice(-MOST_PICTURES + cards.length)
  const shown = await Promise.all(
    [...cards, ...frames].slice(0, MOST_PICTURES).map(async ({ id, of }) => ({
      caption: t[of],
      bytes: (await evidence.picture(organisationId, id))?.bytes,
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
