// The head of every bilingual card: emblem, name of the state and motto in two languages.
import type { Cast } from '../drawing/casts.ts'
import { emblem } from '../drawing/emblem.ts'
import { centred } from '../drawing/words.ts'
import type { Run, TypefaceRole } from '../sheet.ts'
import { underline } from './layout.ts'

interface HeadLine {
  readonly text: string
  readonly typeface: TypefaceRole
  readonly sizeMm: number
  readonly baseline: number
  readonly underlined?: true
}

const LINES: readonly HeadLine[] = [
  { text: 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', typeface: 'sans-bold', sizeMm: 2.2, baseline: 4.9 },
  {
    text: 'Độc lập - Tự do - Hạnh phúc',
    typeface: 'sans-bold',
    sizeMm: 1.95,
    baseline: 7.2,
    underlined: true,
  },
  { text: 'SOCIALIST REPUBLIC OF VIET NAM', typeface: 'sans-bold', sizeMm: 1.85, baseline: 9.7 },
  {
    text: 'Independence - Freedom - Happiness',
    typeface: 'sans-italic',
    sizeMm: 1.85,
    baseline: 11.7,
    underlined: true,
  },
]

export function bilingualHead(
  cast: Cast,
  middle: number,
  colour: string,
  widthMm: number,
): { plate: string; runs: Run[] } {
  let plate = emblem(12.4, 9.3, 11.4)
  const runs = LINES.flatMap(({ text, typeface, sizeMm, baseline, underlined }) => {
    const line = centred(cast, middle, baseline, [{ text, typeface, sizeMm, colour, role: 'title' }], widthMm)
    const [run] = line
    if (underlined && run !== undefined) plate += underline(cast, run, 0.55, 0.1)
    return line
  })
  return { plate, runs }
}
