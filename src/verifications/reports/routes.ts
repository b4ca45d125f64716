// The routes of reports: statistics of verifications, the list as CSV, and one case as PDF.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso, time } from '../../http/times.ts'
import { filterOf, found } from '../manage.ts'
import {
  exampleId,
  filterFields,
  flag,
  idParam,
  instant,
  locale,
  stateName,
  verificationTag as tag,
} from '../route-fields.ts'
import { csvOf } from './csv.ts'
import { drawReport, type Reporting, reportPages } from './report.ts'
import { openStatistics, type StatisticsSource } from './statistics.ts'

export const reportRoutes = (reporting: Reporting): Route[] => [
  showingStatistics(reporting, openStatistics(reporting.store.database, reporting.now)),
  exporting(reporting),
  reportingCase(reporting),
]

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const MOST_DAYS = 366
const MINUTE_MS = 60_000

const count = z.int().describe('How many.')
const milliseconds = (about: string) => z.number().describe(`${about}, in milliseconds.`)

const showingStatistics = ({ now }: Reporting, statistics: StatisticsSource) =>
  route({
    name: 'verificationStatistics',
    method: 'GET',
    path: '/verification-statistics',
    tag,
    summary:
      'Count verifications: started, finished, where people give up, why they are refused, how long it takes.',
    description:
      'Of those created in the given time, at most 366 days; without it, of the last 30. Days are those of Việt Nam. Times are of the newest 5,000. It may be half a minute old.',
    query: z.strictObject({
      from: instant('From this time on, as ISO 8601; 30 days before `to` where it is left out.'),
      to: instant('Before this time, as ISO 8601; now where it is left out.'),
      policy: text(1, 64).optional().describe('Only those of this policy.'),
      is_test: flag.optional().describe('Whether those of test keys are counted, or the others.'),
    }),
    fields: {
      from: time('From when on'),
      to: time('Before when'),
      created: z.int().describe('How many were created.'),
      started: z.int().describe('Of how many the link was opened.'),
      finished: z.int().describe('How many were approved or declined.'),
      by_state: z
        .array(namedSchema('StateCount', z.object({ state: stateName, count })))
        .describe('How many are in each state.'),
      given_up: z
        .array(
          namedSchema(
            'LastStepCount',
            z.object({
              step: z
                .string()
                .describe(
                  'The step that was tried last; `opened` for none, `not-opened` for an unused link.',
                ),
              count,
            }),
          ),
        )
        .describe('Where people stopped, of those that expired or were cancelled.'),
      reasons: z
        .array(
          namedSchema(
            'ReasonCount',
            z.object({
              reason: z.string().describe('Name of the reason.'),
              outcome: z.string().describe('What it led to: `declined`, `review` or `noted`.'),
              count,
            }),
          ),
        )
        .describe('The reasons of verdicts, the most frequent first.'),
      times: z
        .array(
          namedSchema(
            'TimesOf',
            z.object({
              what: z
                .string()
                .describe('`verdict` for creation to end, or a step, from its begin to its end.'),
              count,
              median_ms: milliseconds('The median'),
              p90_ms: milliseconds('What nine of ten stay below'),
            }),
          ),
        )
        .describe('How long things took.'),
      days: z
        .array(
          namedSchema(
            'DayCount',
            z.object({
              day: z.string().describe('The day, as YYYY-MM-DD.'),
              created: count,
              approved: count,
              declined: count,
              other: z.int().describe('How many are neither approved nor declined.'),
            }),
          ),
        )
        .describe('Every day, by when verifications were created.'),
    },
    answers: [codes.success],
    example: {
      query: { policy: 'bank-vn' },
      answers: [
        {
          when: 'Two were created.',
          code: codes.success,
          fields: {
            from: '2026-11-16T00:00:00.000Z',
            to: '2026-11-17T00:00:00.000Z',
            created: 2,
            started: 2,
            finished: 1,
            by_state: [{ state: 'approved', count: 1 }],
            given_up: [{ step: 'chip', count: 1 }],
            reasons: [{ reason: 'chip-skipped', outcome: 'noted', count: 1 }],
            times: [{ what: 'verdict', count: 1, median_ms: 94_000, p90_ms: 94_000 }],
            days: [{ day: '2026-11-16', created: 2, approved: 1, declined: 0, other: 1 }],
          },
        },
      ],
    },
    handle: async ({ query, organisationId, isTest }) => {
      // To the minute, so that a page that is loaded anew is answered from what was counted before.
      const to = query.to ? Date.parse(query.to) : Math.ceil(now() / MINUTE_MS) * MINUTE_MS
      const from = query.from ? Date.parse(query.from) : to - USUAL_DAYS * DAY_MS
      if (from >= to) throw refuse(codes.badRequest, 'from', 'must be before to')
      if (to - from > MOST_DAYS * DAY_MS)
        throw refuse(codes.badRequest, 'from', `must be at most ${MOST_DAYS} days before to`)
      const counted = await statistics.of({
        organisationId,
        from,
        to,
        policyId: query.policy,
        isTest: isTest || query.is_test === 'true',
      })
      return {
        code: codes.success,
        fields: {
          from: iso(from),
          to: iso(to),
          created: counted.created,
          started: counted.started,
          finished: counted.finished,
          by_state: [...counted.byState],
          given_up: [...counted.lastSteps],
          reasons: [...counted.reasons],
          times: counted.times.map(({ what, count, median, p90 }) => ({
            what,
            count,
            median_ms: median,
            p90_ms: p90,
          })),
          days: [...counted.days],
        },
      }
    },
  })

const exporting = ({ store, judging }: Reporting) =>
  route({
    name: 'exportVerifications',
    method: 'GET',
    path: '/verification-export',
    tag,
    summary: 'Get the list of verifications as CSV, the newest first.',
    description:
      'Narrowed as the list is. It is UTF-8 with a byte order mark and comes as it is written. A value that a spreadsheet would run as a formula has an apostrophe before it.',
    query: z.strictObject(filterFields),
    answersFile: { types: ['text/csv'], about: 'The list.' },
    fields: {},
    answers: [codes.success],
    example: { query: { state: 'review' }, answers: [] },
    handle: async ({ query, organisationId, isTest }) => {
      const filter = await filterOf(judging, { organisationId, isTest }, query)
      return {
        code: codes.success,
        fields: {},
        file: {
          type: 'text/csv; charset=utf-8',
          name: 'verifications.csv',
          bytes: csvOf(store.database, organisationId, filter),
        },
      }
    },
  })

const reportingCase = (reporting: Reporting) =>
  route({
    name: 'verificationReport',
    method: 'GET',
    path: '/verifications/{verification_id}/report',
    tag,
    summary: 'Get one case as PDF, with its signed receipt.',
    description:
      'It holds personal data: what was read, checks, reasons, what happened, and pictures if asked for.',
    params: idParam,
    query: z.strictObject({
      locale: locale.optional().describe('Its language; Vietnamese where it is left out.'),
      pictures: flag.optional().describe('Whether it shows portrait, document and frames.'),
    }),
    answersFile: { types: ['application/pdf'], about: 'The report.' },
    fields: {},
    answers: [codes.success, codes.notFound],
    example: { params: { verification_id: exampleId }, query: { locale: 'en' }, answers: [] },
    handle: async ({ params, query, organisationId, isTest }) => {
      const record = await found(reporting, { organisationId, isTest }, params.verification_id)
      const pages = await reportPages(reporting, record, query.locale ?? 'vi', query.pictures === 'true')
      return {
        code: codes.success,
        fields: {},
        file: {
          type: 'application/pdf',
          name: `verification-${record.id.slice(0, 8)}.pdf`,
          bytes: await drawReport(pages),
        },
      }
    },
  })
