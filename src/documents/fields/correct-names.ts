// The marks of a surname that were hardly seen, set right where no family is called as it was read and one is with other marks.
import { foldName } from '../text/knowledge/fold.ts'
import { nameCounts } from '../text/knowledge/names.ts'
import { type Doubt, NEARLY_SURE } from './correct-units.ts'

/** Of two surnames with the same letters, one so many times as frequent is meant. */
const FAR_MORE = 10

/** In the register; a surname so common is a thousand times likelier than one that is not in it at all. */
const COMMON = 100

/** In capitals; the first word is the surname. */
export function correctSurname(name: string, isDoubtful: Doubt): string {
  const [read = '', ...rest] = name.split(' ')
  const alike = [...nameCounts('surname')].filter(([surname]) => foldName(surname) === foldName(read))
  const [first, second] = alike.sort((one, other) => other[1] - one[1])
  if (first === undefined || alike.some(([surname]) => capitals(surname) === capitals(read))) return name
  const below = first[1] >= COMMON ? NEARLY_SURE : undefined
  if ((second !== undefined && first[1] < FAR_MORE * second[1]) || !isDoubtful(read, below)) return name
  return [capitals(first[0]), ...rest].join(' ')
}

const capitals = (text: string): string => text.normalize('NFC').toUpperCase()
