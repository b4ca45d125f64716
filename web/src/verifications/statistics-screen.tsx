// The screen of statistics: how far people come, each day, where they give up, why they are refused, and how long it takes.
import './verifications.css'
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { Choice, Tick } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { shell } from '../words/shell.ts'
import { stepWord, verifications, wordOf } from '../words/verifications.ts'
import { length } from '../words/words.ts'
import { Select } from './controls.tsx'
import { usePolicies } from './filters.tsx'
import { Bars, StackedBars } from './plots.tsx'
import { reasonWords } from './shown.tsx'

type Statistics = AnswerOf<'verificationStatistics'>

const DAY_MS = 86_400_000
const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]

const lastStepWord = (step: string): string => wordOf(`stop_${step}`, stepWord(step))

const MOST_REASONS = 12

function Plots({ found }: { found: Statistics }) {
  const t = verifications()
  const { days } = found
  return (
    <div class="plots" data-testid="plots">
      <Bars
        title={t.funnel}
        first={t.step}
        second={t.count}
        lines={[
          { label: t.funnelCreated, value: found.created },
          { label: t.funnelStarted, value: found.started },
          { label: t.funnelFinished, value: found.finished },
        ]}
      />
      <StackedBars
        title={t.perDay}
        first={t.day}
        labels={days.map(({ day }) => day)}
        series={[
          { name: t.approved, tone: 'fill-pass', values: days.map((one) => one.approved) },
          { name: t.declined, tone: 'fill-fail', values: days.map((one) => one.declined) },
          { name: t.other, tone: 'fill-none', values: days.map((one) => one.other) },
        ]}
      />
      <Bars
        title={t.givenUp}
        first={t.step}
        second={t.count}
        lines={found.given_up.map(({ step, count }) => ({ label: lastStepWord(step), value: count }))}
      />
      <Bars
        title={t.refusals}
        first={t.reason}
        second={t.count}
        lines={found.reasons
          .filter(({ outcome }) => outcome !== 'noted')
          .slice(0, MOST_REASONS)
          .map(({ reason, outcome, count }) => ({
            label: `${reasonWords(reason)} (${wordOf(`outcome_${outcome}`)})`,
            value: count,
            tone: outcome === 'declined' ? 'fill-fail' : 'fill-warn',
          }))}
      />
      <Bars
        title={t.times}
        first={t.step}
        second={t.median}
        third={t.p90}
        lines={found.times.map(({ what, median_ms, p90_ms }) => ({
          label: what === 'verdict' ? t.time_verdict : stepWord(what),
          value: median_ms,
          shown: length(median_ms),
          mark: { value: p90_ms, shown: length(p90_ms) },
        }))}
      />
    </div>
  )
}

export function StatisticsScreen() {
  const t = verifications()
  const [period, setPeriod] = useState<Period>('30')
  const [policy, setPolicy] = useState('')
  const [isTest, setTest] = useState(false)
  const policies = usePolicies()
  const work = useWork<Statistics>()
  useEffect(() => {
    // To the minute, so that looking again does not count again.
    const to = Math.ceil(Date.now() / 60_000) * 60_000
    const query = {
      from: new Date(to - Number(period) * DAY_MS).toISOString(),
      to: new Date(to).toISOString(),
      ...(policy !== '' && { policy }),
      ...(isTest && { is_test: 'true' as const }),
    }
    void work.run((client, options) => client.verificationStatistics(query, options))
  }, [period, policy, isTest])
  const { state } = work
  return (
    <Page title={t.statistics} lead={t.statisticsLead}>
      <div class="screen" data-state={state.kind}>
        <div class="panel filters">
          <Choice
            label={t.period}
            value={period}
            options={periods.map((value) => ({ value, label: wordOf(`days${value}`) }))}
            onChange={setPeriod}
          />
          <Select
            label={t.policy}
            name="policy"
            value={policy}
            options={[{ value: '', label: t.any }, ...policies.map((value) => ({ value, label: value }))]}
            onChange={setPolicy}
          />
          <Tick label={t.tests} name="is_test" checked={isTest} onChange={setTest} />
        </div>
        {state.kind === 'working' && (
          <p class="muted" role="status">
            {shell().loading}
          </p>
        )}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind === 'done' && <Plots found={state.answer} />}
      </div>
    </Page>
  )
}
