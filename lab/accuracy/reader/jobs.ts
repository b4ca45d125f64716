// Defines the worker jobs of the reader's evaluation: photograph specimens and measure them, and read files and crops.
import sharp from 'sharp'
import type { Conditions, TrueDocument } from '../../../specimens/camera/scene.ts'
import { correctAddress } from '../../../src/documents/fields/corrections.ts'
import {
  scanLines,
  seenLetters,
  spanOf,
  textOf,
  withoutOrnaments,
} from '../../../src/documents/fields/spans.ts'
import { rectangle } from '../../../src/documents/mrz/plane.ts'
import { openPageNetworks, type PageNetworks } from '../../../src/documents/pages/networks.ts'
import type { PageAsk, PageConfidences } from '../../../src/documents/pages/page.ts'
import { wholePage } from '../../../src/documents/pages/places.ts'
import { readWithin } from '../../../src/documents/pages/read-lines.ts'
import { readPages } from '../../../src/documents/pages/read-pages.ts'
import { ontoPicture } from '../../../src/documents/pages/straighten.ts'
import { readLine } from '../../../src/documents/text/decoding/read-line.ts'
import { knowledgeOf } from '../../../src/documents/text/lexicon.ts'
import { type Box, boundingBox } from '../../../src/image/geometry/geometry.ts'
import { project, type Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { type Network, threshold } from '../../../src/models/network.ts'
import { judgePage, type Quality } from '../../../src/models/page-judge.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { detectLines } from '../../../src/models/text-detector.ts'
import { scoreLines } from '../../../src/models/text-reader.ts'
import type { Crew } from '../../kit/parallel.ts'
import { cropsOf, cutCrop, type LineCrop, type TruePage, truePage, withoutMargins } from './crops.ts'
import type { Shot } from './plan.ts'
import { detectByPpOcr, openPpOcr } from './pp-ocr.ts'
import { decoded, MOST_MEGAPIXELS, take } from './shots.ts'
import { readStamp, type StampSeen, type StampWanted } from './stamp-read.ts'
import { readByTesseract } from './tesseract.ts'

export type ReaderJobs = ReturnType<typeof readerJobs>
export type ReaderCrew = Crew<ReaderJobs>

/** The parts to measure of a photograph; each costs time. */
export interface WantedParts {
  /** Which lines are cut at their true places. */
  readonly lines?: 'all' | 'mrz'
  /** The folder of Tesseract's data; when set, Tesseract reads the same crops. */
  readonly tesseract?: string
  /** Runs the whole pipeline from the file, as the server does. */
  readonly pages?: boolean
  /** Finds lines on the page as it truly lies. */
  readonly detector?: boolean
  readonly quality?: boolean
}

/** A line in the ways to read it, each with what the one before it does not have. */
export type PrintRead = Readonly<Record<'raw' | 'words' | 'boxes' | 'places', string>>

interface LineRead {
  readonly text: string
  readonly role: string
  /** The text read with the lexicon, and without it. */
  readonly read: string
  readonly raw: string
  readonly tesseract?: string
}

export interface PageSeen {
  readonly kind: string
  readonly side: string
  readonly confidences: PageConfidences
  readonly corners: Quad
  /** The boxes are in pixels of the picture. */
  readonly lines: readonly { readonly text: string; readonly raw: string; readonly quad: Quad }[]
  readonly quality?: Quality
}

export interface DocumentSeen {
  readonly truth: TrueDocument
  /** The count of lines that the picture does not show whole. */
  readonly cutOff: number
  readonly lines: readonly LineRead[]
  /** The true boxes on the straightened page, and those found. */
  readonly trueBoxes: readonly { readonly text: string; readonly box: Box }[]
  readonly foundBoxes: readonly Box[]
  /** The boxes that PP-OCR finds, where it is installed. */
  readonly peerBoxes?: readonly Box[]
  readonly quality?: Quality
}

export interface ShotSeen {
  readonly conditions: Conditions
  readonly documents: readonly DocumentSeen[]
  readonly pages: readonly PageSeen[]
  readonly tesseractMs: number
}

export function readerJobs(networks: PageNetworks, peer?: Network) {
  return {
    'measure-shot': async ({
      shot,
      parts,
    }: {
      readonly shot: Shot
      readonly parts: WantedParts
    }): Promise<ShotSeen> => {
      const { bytes, truth } = await take(shot)
      const pixels = await decoded(bytes)
      const documents: DocumentSeen[] = []
      let tesseractMs = 0
      for (const document of truth.documents) {
        const page = truePage(document, truth)
        const crops = parts.lines ? cropsOf(page.lines, parts.lines, shot.seed) : []
        const theirs = parts.tesseract
          ? await readByTesseract(
              crops.map(({ quad }) => cutCrop(pixels, page.onto, quad)),
              parts.tesseract,
            )
          : undefined
        tesseractMs += theirs?.processorMs ?? 0
        documents.push({
          truth: document,
          cutOff: page.cutOff,
          lines: await readCrops(networks, pixels, page, crops, theirs?.texts),
          trueBoxes: page.lines.map(({ text, box }) => ({ text, box })),
          foundBoxes: parts.detector ? await foundOn(networks, pixels, page) : [],
          ...(parts.detector &&
            peer && { peerBoxes: await detectByPpOcr(peer, pixels, page.onto, page.size) }),
          ...(parts.quality && {
            quality: await judgePage(networks.judge, pixels, page.onto, page.size),
          }),
        })
      }
      const pages = parts.pages ? await readFile(networks, bytes, { lines: true }) : []
      return { conditions: truth.conditions, documents, pages, tesseractMs }
    },
    'read-file': ({
      bytes,
      ask,
    }: {
      readonly bytes: Uint8Array
      readonly ask: PageAsk
    }): Promise<PageSeen[]> => readFile(networks, bytes, ask),
    'read-print': ({
      bytes,
      ink,
      isPlace,
    }: {
      readonly bytes: Uint8Array
      readonly ink: readonly number[]
      readonly isPlace: boolean
    }): Promise<PrintRead> => readPrint(networks, bytes, ink, isPlace),
    'read-stamp': (wanted: StampWanted): Promise<StampSeen | undefined> => readStamp(networks, wanted),
  }
}

async function openReaderJobs({ networksFolder }: JobSettings): Promise<ReaderJobs> {
  const networks = await openPageNetworks((name) => openNetwork(name, networksFolder))
  return readerJobs(networks, await openPpOcr())
}

export { openReaderJobs as openJobs }

/** Both readers get the same places; the crops for ours are sampled once, as the server does. */
async function readCrops(
  { reader }: PageNetworks,
  pixels: Pixels,
  { onto }: TruePage,
  crops: readonly LineCrop[],
  theirs: readonly string[] | undefined,
): Promise<LineRead[]> {
  const knowledge = knowledgeOf(reader)
  const [above, beside] = [threshold(reader, 'above'), threshold(reader, 'beside')]
  const quads = crops.map(({ quad }) => withoutMargins(quad, above, beside))
  const scores = await scoreLines(reader, pixels, onto, quads)
  return crops.map(({ text, role }, i) => {
    const score = scores[i]
    if (score === undefined) throw new Error('the reader left a line out')
    const { text: read, raw } = readLine(score, knowledge)
    return { text, role, read, raw: raw.text, ...(theirs && { tesseract: theirs[i] ?? '' }) }
  })
}

/** A crop of one line; the server takes no picture so small. */
async function readPrint(
  { reader }: PageNetworks,
  bytes: Uint8Array,
  ink: readonly number[],
  isPlace: boolean,
): Promise<PrintRead> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, data }
  const [left = 0, top = 0, right = 0, bottom = 0] = ink
  const quad = rectangle(left, top, right, bottom)
  const onto = ontoPicture(pixels, wholePage(pixels).corners)
  const [words] = await scoreLines(reader, pixels, onto, [quad])
  const [boxes] = await readWithin(reader, pixels, onto, [quad])
  if (words === undefined || boxes === undefined) throw new Error('the reader left a line out')
  const { raw, text } = readLine(words, knowledgeOf(reader))
  const [line] = scanLines({ lines: [{ ...boxes, quad, score: 1 }] })
  const span = line && spanOf(line, 0, line.texts.length)
  const value = isPlace && span ? withoutOrnaments(span) : undefined
  const places = value ? correctAddress(textOf(value), seenLetters([value])) : boxes.text
  return { raw: raw.text, words: text, boxes: boxes.text, places }
}

async function foundOn({ detector }: PageNetworks, pixels: Pixels, { onto, size }: TruePage): Promise<Box[]> {
  return (await detectLines(detector, pixels, onto, size)).map(({ quad }) => boundingBox(quad))
}

async function readFile(networks: PageNetworks, bytes: Uint8Array, ask: PageAsk): Promise<PageSeen[]> {
  const reading = await readPages(networks, bytes, MOST_MEGAPIXELS, ask)
  if ('fault' in reading) throw new Error(`the picture ${reading.fault}`)
  return reading.pages.map(({ kind, side, confidences, corners, lines, quality, width, height }) => {
    const onto = ontoPicture({ width, height }, corners)
    return {
      kind,
      side,
      confidences,
      corners,
      lines: lines.map(({ text, raw, quad: [a, b, c, d] }) => ({
        text,
        raw: raw.text,
        quad: [project(onto, a), project(onto, b), project(onto, c), project(onto, d)],
      })),
      ...(quality && { quality }),
    }
  })
}
