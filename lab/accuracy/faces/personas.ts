// Measures the bound by which faces of the sandbox's personas are known: strangers must stay below it, changed pictures of personas above.
import { readdir, readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { Ask } from '../../../src/vision/observation.ts'
import { MOST_LIKE_PERSONA, personaLikeness } from '../../../src/vision/persona-faces.ts'
import { lfwPhotos, readLfwPairs, readPopulations } from '../../kit/datasets/faces.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { atMost } from '../../kit/targets.ts'
import type { FacesCrew } from './jobs.ts'
import { observe } from './observe-files.ts'

/** As live faces are looked at. */
const ask: Ask = { search: 'frame', closely: 1, vector: true }
const films = new URL('../../../src/verifications/sandbox/specimens/', import.meta.url)

const cutBy = (share: number) => async (picture: Sharp) => {
  const { width, height } = await picture.metadata()
  const [left, top] = [Math.round(width * share), Math.round(height * share)]
  return picture.extract({ left, top, width: width - 2 * left, height: height - 2 * top })
}

/** The same on every run. */
const noisy = (sigma: number) => async (picture: Sharp) => {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  let state = 7
  const dice = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const around = (value: number) => value + sigma * 2 * (dice() + dice() + dice())
  return sharp(Buffer.from(Uint8ClampedArray.from(data, around).buffer), { raw: info })
}

/** What somebody does to a published picture so that it is another file, and still a face. */
const changes: Readonly<Record<string, (picture: Sharp) => Sharp | Promise<Sharp>>> = {
  'a comment': (picture) => picture.withExif({ IFD0: { ImageDescription: '8 bytes!' } }),
  'JPEG of quality 90': (picture) => picture.jpeg({ quality: 90 }),
  'JPEG of quality 60': (picture) => picture.jpeg({ quality: 60 }),
  'JPEG of quality 30': (picture) => picture.jpeg({ quality: 30 }),
  WebP: (picture) => picture.webp({ quality: 60 }),
  'cut by 4 %': cutBy(0.04),
  'cut by 10 %': cutBy(0.1),
  'with a border': (picture) => picture.extend({ top: 40, bottom: 40, left: 40, right: 40 }),
  'twice as large': (picture) => picture.resize(720),
  'half as large': (picture) => picture.resize(180),
  'made wide': (picture) => picture.resize(430, 480, { fit: 'fill' }),
  'made narrow': (picture) => picture.resize(310, 480, { fit: 'fill' }),
  mirrored: (picture) => picture.flop(),
  'turned by 5°': (picture) => picture.rotate(5, { background: '#888' }),
  'turned by 10°': (picture) => picture.rotate(10, { background: '#888' }),
  brighter: (picture) => picture.modulate({ brightness: 1.4 }),
  darker: (picture) => picture.modulate({ brightness: 0.6 }),
  'more contrast': (picture) => picture.linear(1.4, -40),
  grey: (picture) => picture.greyscale(),
  'in another colour': (picture) => picture.modulate({ hue: 40, saturation: 1.6 }),
  'blurred by 1': (picture) => picture.blur(1),
  'blurred by 2': (picture) => picture.blur(2),
  sharpened: (picture) => picture.sharpen({ sigma: 2 }),
  'with little noise': noisy(6),
  'with much noise': noisy(16),
}

async function strangers(context: Context, crew: FacesCrew) {
  const lfw = lfwPhotos(await readLfwPairs(context.data)).map((file) => ({ file, person: 'lfw' }))
  const photos = [...context.sample(lfw), ...context.sample(await readPopulations(context.data))]
  const seen = await observe(crew, 'strangers', photos, ({ file }) => file, ask)
  const found = seen.flatMap(({ item, faces: [face] }) =>
    face?.vector ? [{ source: item.person.split(' ')[0] ?? '', likeness: personaLikeness(face.vector) }] : [],
  )
  return [...Map.groupBy(found, ({ source }) => source)].map(([source, own]) => ({
    ...{ source, pictures: own.length },
    likest: Math.max(...own.map(({ likeness }) => likeness)),
  }))
}

async function changed(context: Context, crew: FacesCrew) {
  const files = (await readdir(films)).filter((name) => /-(keep-face-ahead|turn-face-\w+)\.jpg$/.test(name))
  const items = Object.entries(changes).flatMap(([source, change]) =>
    files.map((file) => ({ source, change, file })),
  )
  const outcomes = await crew.run({
    label: 'changed pictures',
    job: 'observe-image',
    items: context.sample(items),
    inputOf: async ({ file, change }) => {
      const picture = await change(sharp(await readFile(new URL(file, films))))
      const { format } = await picture.metadata()
      const bytes = await (format === 'raw' ? picture.png() : picture).toBuffer()
      return { bytes: new Uint8Array(bytes), maxMegapixels: 50, ask }
    },
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${item.file}, ${item.source}: ${error.message}`)
  // A picture in which no face is found is of no use to whoever changed it.
  const found = done.flatMap(({ item, output }) => {
    const vector = 'faces' in output ? output.faces[0]?.vector : undefined
    return vector ? [{ source: item.source, likeness: personaLikeness(vector) }] : []
  })
  return [...Map.groupBy(found, ({ source }) => source)].map(([source, own]) => ({
    ...{ source, pictures: own.length },
    unlikest: Math.min(...own.map(({ likeness }) => likeness)),
  }))
}

export async function evaluatePersonas(context: Context, crew: FacesCrew): Promise<Report> {
  const [others, own] = [await strangers(context, crew), await changed(context, crew)]
  return {
    tables: [
      {
        title: 'Photographs of real people beside the personas',
        columns: ['set', 'photos', 'highest cosine to a persona'],
        rows: others.map(({ source, pictures, likest }) => [source, pictures, likest.toFixed(3)]),
      },
      {
        title: 'Changed pictures of the personas',
        columns: ['change', 'pictures', 'least cosine to a persona'],
        rows: own.map(({ source, pictures, unlikest }) => [source, pictures, unlikest.toFixed(3)]),
      },
    ],
    plots: [],
    figures: { personas: { strangers: others, changed: own } },
    targets: [
      atMost('personas-strangers', Math.max(...others.map(({ likest }) => likest)), MOST_LIKE_PERSONA),
      {
        name: 'personas-changed',
        value: Math.min(...own.map(({ unlikest }) => unlikest)),
        bound: MOST_LIKE_PERSONA,
        good: 'at least',
      },
    ],
  }
}
