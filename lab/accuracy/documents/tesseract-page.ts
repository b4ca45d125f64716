// Reads a whole page with Tesseract, as lines with their places, so that the same parser can make fields of them.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PageLine } from '../../../src/documents/pages/page.ts'
import { wholePage } from '../../../src/documents/pages/places.ts'
import type { Sheet } from '../../../src/documents/registration/sheet.ts'

const run = promisify(execFile)

/** The command prints the seconds of processor time as the last line of stderr. */
const TIMED = 'TIMEFORMAT="%U %S"; time tesseract "$@"'

interface TesseractPage {
  readonly sheet: Sheet
  readonly processorMs: number
}

/** `png` is the upright page. Tesseract runs on one thread, as our networks do. */
export async function pageByTesseract(
  png: Uint8Array,
  size: { readonly width: number; readonly height: number },
  data: string,
): Promise<TesseractPage> {
  const folder = await mkdtemp(join(tmpdir(), 'selfsame-page-'))
  try {
    const file = join(folder, 'page.png')
    await writeFile(file, png)
    const words = [
      file,
      'stdout',
      '--tessdata-dir',
      data,
      '-l',
      'vie',
      '--psm',
      '4',
      '--dpi',
      '150',
      '-c',
      'tessedit_create_tsv=1',
    ]
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
    const { stdout, stderr } = await run('bash', ['-c', TIMED, 'bash', ...words], { env })
    const seconds = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
    return {
      sheet: { ...size, lines: linesOf(stdout), place: wholePage(size), source: 'ocr' },
      processorMs: 1000 * seconds.reduce((sum, one) => sum + one, 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The input is tab-separated: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function linesOf(tsv: string): PageLine[] {
  const words = tsv
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .filter((row) => row[0] === '5' && (row[11] ?? '').trim() !== '')
  const lines = Map.groupBy(words, (row) => row.slice(1, 5).join(' '))
  return [...lines.values()].map((row) => {
    const boxes = row.map(([, , , , , , left, top, width, height]) => ({
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
    }))
    const text = row.map((cells) => cells[11] ?? '').join(' ')
    const confidence = Math.min(...row.map((cells) => Number(cells[10]) / 100))
    const [left, right] = [
      Math.min(...boxes.map((box) => box.left)),
      Math.max(...boxes.map((box) => box.right)),
    ]
    const [top, bottom] = [
      Math.min(...boxes.map((box) => box.top)),
      Math.max(...boxes.map((box) => box.bottom)),
    ]
    return {
      text,
      confidence,
      characters: Array.from(text.normalize('NFC'), (letter) => ({ text: letter, confidence })),
      raw: { text, confidence },
      quad: [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ],
      score: 1,
    }
  })
}
