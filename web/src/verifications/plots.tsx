// Plots of the statistics, drawn as SVG in the colours of the theme, each with its numbers as a table behind it.
import { useId } from 'preact/hooks'
import { Disclosure } from '../parts/disclosure.tsx'
import { verifications } from '../words/verifications.ts'

interface Series {
  readonly name: string
  /** A class that gives the colour. */
  readonly tone: string
  readonly values: readonly number[]
}

function TableOf({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}) {
  const t = verifications()
  return (
    <Disclosure summary={t.asTable}>
      <div class="table-scroll">
        <table class="cases">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((value, i) => (
                  <td key={i} class="number">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  )
}

const WIDTH = 720
const HEIGHT = 220
const LEFT = 40
const FOOT = 28

/** The next round number, so that the scale has plain marks. */
function roundUp(value: number): number {
  if (value <= 5) return 5
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

/** Bars of several parts, one for each label. */
export function StackedBars({
  title,
  first,
  labels,
  series,
}: {
  title: string
  first: string
  labels: readonly string[]
  series: readonly Series[]
}) {
  const id = useId()
  const totals = labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const top = roundUp(Math.max(0, ...totals))
  const high = HEIGHT - FOOT - 12
  const wide = (WIDTH - LEFT) / Math.max(1, labels.length)
  const y = (value: number): number => 12 + high - (value / top) * high
  const every = Math.ceil(labels.length / 8)
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="legend">
        {series.map(({ name, tone }) => (
          <li key={name}>
            <span class={`swatch ${tone}`} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img">
        <title>{title}</title>
        {[0, top / 2, top].map((mark) => (
          <g key={mark}>
            <line class="plot-line" x1={LEFT} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
            <text class="plot-text" x={LEFT - 6} y={y(mark) + 4} text-anchor="end">
              {mark}
            </text>
          </g>
        ))}
        {labels.map((label, i) => {
          let below = 0
          return (
            <g key={label}>
              {series.map(({ name, tone, values }) => {
                const from = below
                below += values[i] ?? 0
                return (
                  <rect
                    key={name}
                    class={tone}
                    x={LEFT + i * wide + wide * 0.12}
                    width={wide * 0.76}
                    y={y(below)}
                    height={Math.max(0, y(from) - y(below))}
                  />
                )
              })}
              {i % every === 0 && (
                <text class="plot-text" x={LEFT + (i + 0.5) * wide} y={HEIGHT - 8} text-anchor="middle">
                  {label.slice(5)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <TableOf
        caption={title}
        head={[first, ...series.map(({ name }) => name)]}
        rows={labels.map((label, i) => [label, ...series.map(({ values }) => values[i] ?? 0)])}
      />
    </section>
  )
}

interface Line {
  readonly label: string
  readonly value: number
  /** As people read it. */
  readonly shown?: string
  readonly tone?: string
  /** A second mark on the same scale. */
  readonly mark?: { readonly value: number; readonly shown: string }
}

const ROW = 30

/** One bar for each line, its label above it, so that long words have room on a phone. */
export function Bars({
  title,
  first,
  second,
  third,
  lines,
}: {
  title: string
  first: string
  second: string
  third?: string
  lines: readonly Line[]
}) {
  const t = verifications()
  const id = useId()
  const most = Math.max(1, ...lines.flatMap(({ value, mark }) => [value, mark?.value ?? 0]))
  const shown = ({ value, shown: written }: Line): string => written ?? String(value)
  if (lines.length === 0)
    return (
      <section class="panel" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p class="muted">{t.nothing}</p>
      </section>
    )
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bars">
        {lines.map((line) => (
          <li key={line.label}>
            <span class="bars-head">
              <span>{line.label}</span>
              <span class="number">
                {shown(line)}
                {line.mark && <span class="muted"> / {line.mark.shown}</span>}
              </span>
            </span>
            <svg class="bar" viewBox={`0 0 100 ${ROW / 3}`} preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar-ground" width="100" height={ROW / 3} />
              {line.mark && <rect class="bar-mark" width={(line.mark.value / most) * 100} height={ROW / 3} />}
              <rect class={line.tone ?? 'bar-fill'} width={(line.value / most) * 100} height={ROW / 3} />
            </svg>
          </li>
        ))}
      </ul>
      <TableOf
        caption={title}
        head={[first, second, ...(third === undefined ? [] : [third])]}
        rows={lines.map((line) => [line.label, shown(line), ...(line.mark ? [line.mark.shown] : [])])}
      />
    </section>
  )
}
