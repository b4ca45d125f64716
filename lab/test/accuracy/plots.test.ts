// Tests that plots are well-formed SVG with a description; a person judges what they look like.
import { describe, expect, test } from 'vitest'
import { plotBars } from '../../kit/plots/bars.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import { plotReliability } from '../../kit/plots/reliability.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import { plainNumber, roundRange, scaleOf, ticksOf } from '../../kit/plots/scale.ts'
import { plotScatter } from '../../kit/plots/scatter.ts'
import { reliability } from '../../kit/statistics/calibration.ts'
import { wilson } from '../../kit/statistics/proportion.ts'

const scores = { positives: [0.9, 0.8, 0.4], negatives: [0.1, 0.2, 0.5, 0.3] }

const plots = [
  plotRoc({ name: 'roc', title: 'A & B <both>', curves: [{ name: 'one', scores }] }),
  plotRoc({
    name: 'roc-log',
    title: 'Log',
    log: true,
    lowestTrueRate: 0.5,
    curves: [{ name: 'one', scores }],
  }),
  plotHistogram({
    name: 'histogram',
    title: 'Scores',
    label: 'cosine',
    classes: [
      { name: 'same', values: [...scores.positives, Number.NEGATIVE_INFINITY] },
      { name: 'none', values: [] },
    ],
    thresholds: [{ name: 'threshold', at: 0.45 }],
  }),
  plotReliability({
    name: 'reliability',
    title: 'Said and seen',
    of: 'same person',
    curves: [{ name: 'ours', reliability: reliability([{ probability: 0.2, outcome: false }]) }],
  }),
  plotBars({
    name: 'bars',
    title: 'APCER',
    label: 'share of clips',
    bars: [
      { name: 'print', share: wilson(1, 10), note: '1/10' },
      { name: 'nobody', share: wilson(0, 0) },
    ],
    bound: { name: 'target 5 %', at: 0.05 },
  }),
  plotScatter({
    name: 'scatter',
    title: 'Angles',
    xLabel: 'yaw (degrees)',
    yLabel: 'pitch (degrees)',
    identity: true,
    classes: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => ({
      name,
      points: [
        { x: index * 5, y: -index },
        { x: Number.NaN, y: 0 },
      ],
    })),
    verticals: [{ name: 'left', at: -20 }],
    horizontals: [{ name: 'up', at: 12 }],
  }),
]

/** Parses enough of XML to notice an open tag, an extra character, or a number that is none. */
function expectWellFormed(svg: string): void {
  const open: string[] = []
  const rest = svg.replaceAll(
    /<(\/?)([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<>]*")*)(\/?)>/g,
    (_, end, name, __, alone) => {
      if (end) expect(open.pop()).toBe(name)
      else if (!alone) open.push(name)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>"]/)
  expect(svg.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toContain('&')
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
}

describe('every plot', () => {
  test.each(plots.map((plot) => [plot.name, plot] as const))('%s is well-formed', (_, { svg }) => {
    expectWellFormed(svg)
  })

  test('says what it shows', () => {
    const svgOf = (name: string) => plots.find((plot) => plot.name === name)?.svg
    expect(svgOf('roc')).toContain('A &amp; B &lt;both&gt;')
    // One of twelve pairs is in the wrong order.
    expect(svgOf('roc')).toMatch(/AUC 0\.9167 \(.*\), n = 3 \+ 4/)
    expect(svgOf('roc-log')).toContain('>10 %<')
    expect(svgOf('histogram')).toContain('n = 4, 1 beyond the axis')
    expect(svgOf('reliability')).toContain('ECE 0.200')
    expect(svgOf('bars')).toMatch(/print.*10\.0 %.*target 5 %/s)
    expect(svgOf('scatter')).toMatch(/yaw \(degrees\).*pitch \(degrees\)/s)
  })
})

describe('axes', () => {
  test('place values, and those beyond at the edge', () => {
    const linear = scaleOf({ label: '', low: -10, high: 10 }, 0, 100)
    expect([-99, -10, 0, 10, 99].map(linear)).toEqual([0, 0, 50, 100, 100])
    const log = scaleOf({ label: '', low: 0.001, high: 1, log: true }, 0, 300)
    expect([0, 0.001, 0.01, 0.1, 1].map((value) => Math.round(log(value)))).toEqual([0, 0, 100, 200, 300])
  })

  test('have ticks at round values', () => {
    const textsOf = (low: number, high: number, log = false) =>
      ticksOf({ label: '', low, high, log, format: plainNumber }).map(({ text }) => text)
    expect(textsOf(0, 1)).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1'])
    expect(textsOf(-30, 30)).toEqual(['−30', '−20', '−10', '0', '10', '20', '30'])
    expect(textsOf(0.001, 1, true)).toEqual(['0.001', '0.01', '0.1', '1'])
    expect(textsOf(0.983, 1)).toContain('0.99')
  })

  test('hold all values in a round range', () => {
    expect(roundRange([-31.2, 28.4])).toEqual({ low: -40, high: 30 })
    expect(roundRange([2, 2])).toEqual({ low: 1.5, high: 2.5 })
    expect(roundRange([Number.NaN])).toEqual({ low: 0, high: 1 })
  })
})
