// Measures how many labelled faces are found: as photographed, filling the frame, far away, and as portraits of documents.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseCsvRecords } from '../../kit/csv.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { observeLfw } from './lfw.ts'
import { closeUp, observe } from './observe-files.ts'

/** Faces of LFW take about 0.45 of the side. */
const views = [
  { name: 'tight: the face fills the frame', view: { times: 0.42, side: 320 }, search: 'frame' },
  { name: 'far: the face is 1/9 of the frame', view: { times: 4, side: 1000 }, search: 'frame' },
  { name: 'very far: 1/18, searched everywhere', view: { times: 8, side: 2000 }, search: 'everywhere' },
] as const
const VIEWED_PHOTOS = 300

export async function evaluateDetection(context: Context, crew: FacesCrew): Promise<Report> {
  const { labelled } = await observeLfw(context, crew)
  const photos = [...labelled]
  const found = proportionOf(photos, ([, face]) => face !== undefined)
  const rows: (readonly [string, Proportion])[] = [['LFW, labelled face', found]]
  const files = photos
    .map(([file]) => file)
    .filter((_, i) => i % Math.ceil(photos.length / VIEWED_PHOTOS) === 0)
  for (const { name, view, search } of views) {
    const outcomes = await crew.run({
      label: name,
      job: 'observe-view',
      items: files,
      inputOf: async (file) => ({ bytes: await readFile(file), view, ask: { search, closely: 0 } }),
    })
    rows.push([`LFW ${name}`, proportionOf(sortOutcomes(outcomes).done, ({ output }) => output.length > 0)])
  }
  rows.push(['portraits of specimen documents', await documents(context, crew)])
  return {
    tables: [
      {
        title: 'Faces found',
        columns: ['set', 'found', 'share (95 %)'],
        rows: rows.map(([name, share]) => [name, countOf(share), percentWithInterval(share)]),
        note: 'Documents: every specimen counts, also the few that carry no portrait.',
      },
    ],
    plots: [],
    figures: {
      detection: Object.fromEntries(rows),
      missed: photos.filter(([, face]) => face === undefined).map(([file]) => join('lfw', nameOf(file))),
    },
    targets: [{ name: 'lfw-detection', value: found.value, bound: 0.999, good: 'at least' }],
  }
}

const nameOf = (file: string): string => file.split('/').slice(-2).join('/')

async function documents(context: Context, crew: FacesCrew): Promise<Proportion> {
  const labels = join(context.data, 'documents/mrz/labels.csv')
  const records = parseCsvRecords(await readFile(labels, 'utf8'))
  const files = context.sample(records.map((record) => join(dirname(labels), record.file ?? '')))
  const seen = await observe(crew, 'documents', files, (file) => file, { ...closeUp, search: 'everywhere' })
  return proportionOf(seen, ({ faces }) => faces.length > 0)
}
