// Draws a run: one panel for each thing that was watched, over the requests sent, on one sheet.
import { frame } from '../kit/plots/frame.ts'
import { plainNumber } from '../kit/plots/scale.ts'
import { colourOf, dashOf, element, ink, line, path, text } from '../kit/plots/svg.ts'
import { keptBytes } from './disk.ts'
import type { Sample } from './sample.ts'

const MEBIBYTE = 2 ** 20

interface Line {
  readonly name: string
  readonly read: (sample: Sample) => number
}

interface Panel {
  readonly title: string
  readonly subtitle: string
  readonly label: string
  readonly lines: readonly Line[]
}

const mebibytes = (read: (sample: Sample) => number) => (sample: Sample) => read(sample) / MEBIBYTE

function panelsOf(samples: readonly Sample[]): Panel[] {
  const places = Math.max(0, ...samples.map(({ workers }) => workers.length))
  const each = (read: (worker: Sample['workers'][number]) => number, name: string): Line[] =>
    Array.from({ length: places }, (_, place) => ({
      name: `worker ${place + 1}${name}`,
      read: ({ workers }) => {
        const one = workers[place]
        return one ? read(one) : Number.NaN
      },
    }))
  return [
    {
      title: 'Memory of the server',
      subtitle: 'Resident, of it what is no file, and the heap in use',
      label: 'MiB',
      lines: [
        { name: 'resident', read: mebibytes(({ server }) => server.rssBytes) },
        { name: 'anonymous', read: mebibytes(({ server }) => server.anonymousBytes) },
        { name: 'heap in use', read: mebibytes(({ heapUsedBytes }) => heapUsedBytes) },
      ],
    },
    {
      title: 'Memory of the workers',
      subtitle: 'Resident, and of it what is no file',
      label: 'MiB',
      lines: [
        ...each(({ rssBytes }) => rssBytes / MEBIBYTE, ''),
        ...each(({ anonymousBytes }) => anonymousBytes / MEBIBYTE, ', anonymous'),
      ],
    },
    {
      title: 'Open files',
      subtitle: 'Handles of each process, sockets and pipes with them',
      label: 'number',
      lines: [
        { name: 'server', read: ({ server }) => server.handles },
        ...each(({ handles }) => handles, ''),
      ],
    },
    {
      title: 'Disk',
      subtitle: 'The data folder; the audit trail is never removed, so it grows with the requests',
      label: 'MiB',
      lines: [
        {
          name: 'without the trail',
          read: mebibytes(keptBytes),
        },
        { name: 'audit trail', read: mebibytes(({ trailBytes }) => trailBytes) },
        { name: 'write-ahead log', read: mebibytes(({ walBytes }) => walBytes) },
      ],
    },
    {
      title: 'Work',
      subtitle: 'Jobs that wait for a worker, workers that work, and the event loop of the server',
      label: 'number',
      lines: [
        { name: 'waiting', read: ({ queued }) => queued },
        { name: 'workers at work', read: ({ busy }) => busy },
        { name: 'event-loop lag p99, tenths of a second', read: ({ loopLagSeconds }) => 10 * loopLagSeconds },
      ],
    },
    {
      title: 'Answers',
      subtitle: 'A second, and of them those that were refused; those that were not the right ones so far',
      label: 'number',
      lines: [
        { name: 'a second', read: ({ requestsPerSecond }) => requestsPerSecond },
        { name: 'refused a second', read: (one) => one.requestsPerSecond * one.refusedShare },
        { name: 'wrong so far', read: ({ unexpected }) => unexpected },
      ],
    },
  ]
}

/** More points than the paper can show are thinned out. */
const MOST_POINTS = 400

function drawPanel({ title, subtitle, label, lines }: Panel, samples: readonly Sample[]): string {
  const step = Math.max(1, Math.ceil(samples.length / MOST_POINTS))
  const shown = samples.filter((_, i) => i % step === 0)
  const values = lines.flatMap(({ read }) => shown.map(read)).filter(Number.isFinite)
  return frame({
    title,
    subtitle,
    x: {
      label: 'Requests sent',
      low: shown[0]?.requests ?? 0,
      high: shown.at(-1)?.requests ?? 1,
      format: plainNumber,
    },
    y: { label, low: 0, high: 1.08 * Math.max(1, ...values), format: plainNumber },
    legend: lines.map(({ name }, i) => ({
      name,
      sample: (x, y) => line(x - 14, y, x + 14, y, strokeOf(i)),
    })),
    draw: (area) =>
      lines.map(({ read }, i) =>
        path(
          shown.flatMap((sample): [number, number][] => {
            const value = read(sample)
            return Number.isFinite(value) ? [[area.x(sample.requests), area.y(value)]] : []
          }),
          strokeOf(i),
        ),
      ),
  })
}

const strokeOf = (index: number) => ({
  stroke: colourOf(index),
  'stroke-width': 1.8,
  'stroke-dasharray': dashOf(index),
})

const HEAD = 70

/** Each row has two panels. */
export function drawSoak(samples: readonly Sample[], title: string, subtitle: string): string {
  const panels = panelsOf(samples).map((panel) => drawPanel(panel, samples))
  const sizes = panels.map((svg) => ({
    width: Number(/ width="([\d.]+)"/.exec(svg)?.[1]),
    height: Number(/ height="([\d.]+)"/.exec(svg)?.[1]),
  }))
  const width = 2 * Math.max(...sizes.map((size) => size.width))
  let top = HEAD
  const placed: string[] = []
  for (let i = 0; i < panels.length; i += 2) {
    const row = panels.slice(i, i + 2)
    for (const [column, svg] of row.entries())
      placed.push(element('g', { transform: `translate(${(column * width) / 2} ${top})` }, svg))
    top += Math.max(...sizes.slice(i, i + 2).map(({ height }) => height))
  }
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height: top, viewBox: `0 0 ${width} ${top}` },
    [
      element('rect', { width, height: top, fill: ink.paper }),
      text(84, 38, title, { 'font-size': 24, 'font-weight': 'bold', 'font-family': 'sans-serif' }),
      text(84, 62, subtitle, { fill: ink.quiet, 'font-family': 'sans-serif' }),
      ...placed,
    ].join('\n'),
  )
}
