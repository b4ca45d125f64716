// Which passwords members may choose: none that a guesser tries first, as NIST SP 800-63B asks; length does the rest.
import { codes, refuse } from '../codes.ts'

export const leastPassword = 12
export const mostPassword = 256

/**
 * The same letters are the same bytes, whatever keyboard wrote them, and spaces that came along with what was pasted are
 * none of the password.
 */
export const preparedPassword = (given: string): string => given.normalize('NFKC').trim()

/**
 * What leads the lists of leaked passwords, and what people here put into theirs, without marks, spaces and capitals. Most
 * such lists hold shorter ones than are taken anyway; these words stand in the longer ones.
 */
const common = `
  correcthorsebatterystaple administrator selfsame password passwort passw0rd matkhau motkhau iloveyou anhyeuem emyeuanh
  yeuemnhieu yeuanhnhieu tinhyeu giadinh hanhphuc xinchao khongbiet khongco chaoban congty nganhang vietnam vietnamese
  saigon hanoi danang thanhpho nguyen admin manager reviewer viewer member users user login signin letmein welcome
  changeme default secret private master superman batman spiderman pokemon starwars football baseball basketball soccer
  liverpool chelsea arsenal barcelona manchester princess sunshine monkey dragon shadow flower summer winter spring autumn
  monday friday january february october november december computer internet samsung iphone android google facebook zalo
  youtube microsoft windows linkedin hello whatever trustno1 freedom charlie michael jennifer jessica ashley daniel andrew
  thomas robert jordan hunter ranger harley buster tigger ginger cookie cheese pepper banana orange apple chocolate loveme
  lovely babygirl baby angel jesus blessed family forever mylove love money lucky qwerty azerty asdfgh zxcvbn qazwsx
  1qaz2wsx q1w2e3r4 zaq12wsx qwer asdf zxcv abcd abc test temp guest root pass account company office server database`
  .split(/\s+/)
  .filter((word) => word !== '')
  .toSorted((a, b) => b.length - a.length)

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')])

/** So much must be left when names, common words, years and runs are taken away. */
const LEAST_LEFT = 5
const LEAST_BESIDE_NAMES = 8
const LEAST_LETTERS = 5

/** Refuses what is guessed first. `names` are the member's, the address's and the organisation's. */
export function checkPassword(password: string, names: readonly string[]): void {
  const plain = bare(password)
  const own = [/[\s@.]+/, /[^a-z0-9]+/]
    .flatMap((between) => names.flatMap((name) => bare(name).split(between)))
    .filter((word) => word.length >= 4)
  const refusal = (why: string) => refuse(codes.badRequest, 'password', why)
  if (password.length < leastPassword) throw refusal(`has fewer than ${leastPassword} characters`)
  if (without(plain, own).length < LEAST_BESIDE_NAMES)
    throw refusal('is hardly more than your name, your address or the organisation')
  if (new Set(plain).size < LEAST_LETTERS || /^(.{1,7}?)\1+$/s.test(plain))
    throw refusal('repeats the same few characters')
  if (isRun(plain)) throw refusal('follows the order of letters, digits or keys')
  const spellings = [
    letters(plain),
    letters(plain.replaceAll(/[013457]/g, (digit) => digits[digit] ?? digit)),
  ]
  if (spellings.some((text) => leftOf(text, [...own, ...common]).length < LEAST_LEFT))
    throw refusal('is made of words that many people take; choose other words')
}

/** Without capitals and the marks of Vietnamese. */
const bare = (text: string): string =>
  text.toLowerCase().replaceAll('đ', 'd').normalize('NFD').replaceAll(/\p{M}/gu, '')

const digits: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

const letters = (text: string): string =>
  text
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const without = (text: string, words: readonly string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ''), text)

/** A gap stays where something was taken away: what stood apart does not become a word. */
function leftOf(text: string, words: readonly string[]): string {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), text)
  return left
    .replaceAll(/(?:19|20)\d\d/g, ' ')
    .replaceAll(/(.)\1{2,}/g, ' ')
    .split(' ')
    .filter((part) => part.length > 0 && !(part.length > 2 && isRun(part)))
    .join('')
}

/** Most pairs of neighbours stand side by side in the alphabet, among the digits or on a keyboard. */
function isRun(plain: string): boolean {
  const pairs = [...plain].slice(1).map((letter, index) => `${plain[index]}${letter}`)
  return pairs.filter((pair) => runs.some((row) => row.includes(pair))).length > 0.7 * pairs.length
}
