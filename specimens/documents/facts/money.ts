// Sums of money as certificates write them: in figures with points, and in Vietnamese words.

const DIGITS = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'] as const

/** 1500000 -> 1.500.000 */
export const grouped = (amount: number): string => String(amount).replace(/\B(?=(?:\d{3})+$)/g, '.')

/** Three digits; a group that is not the first says its missing hundreds. */
function group(value: number, first: boolean): string[] {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10]
  const words: string[] = []
  const digit = (index: number): string => DIGITS[index] ?? ''
  if (hundreds > 0 || !first) words.push(digit(hundreds), 'trăm')
  if (tens === 0 && ones > 0 && words.length > 0) words.push('lẻ')
  if (tens === 1) words.push('mười')
  if (tens > 1) words.push(digit(tens), 'mươi')
  if (ones === 1 && tens > 1) words.push('mốt')
  else if (ones === 5 && tens > 0) words.push('lăm')
  else if (ones > 0) words.push(digit(ones))
  return words
}

const SCALES = ['', 'nghìn', 'triệu'] as const

/** Below a thousand million. */
function belowBillion(amount: number, first: boolean): string[] {
  const groups = [Math.floor(amount / 1_000_000), Math.floor(amount / 1000) % 1000, amount % 1000]
  let silent = first
  return groups.flatMap((value, index) => {
    if (value === 0) return []
    const words = group(value, silent)
    silent = false
    const scale = SCALES[2 - index] ?? ''
    return scale === '' ? words : [...words, scale]
  })
}

/** 1500000 -> một triệu năm trăm nghìn */
export function numberWords(amount: number): string {
  if (amount === 0) return 'không'
  const billions = Math.floor(amount / 1_000_000_000)
  const rest = amount % 1_000_000_000
  const high = billions === 0 ? [] : [...belowBillion(billions, true), 'tỷ']
  return [...high, ...belowBillion(rest, billions === 0)].join(' ')
}

/** `Một triệu đồng` */
export function moneyWords(amount: number): string {
  const words = numberWords(amount)
  return `${words.slice(0, 1).toLocaleUpperCase('vi')}${words.slice(1)} đồng`
}
