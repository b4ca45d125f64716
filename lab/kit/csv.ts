// Reads and writes CSV by RFC 4180: quoted fields, doubled quotes, line breaks within quotes.

export type CsvRecord = Readonly<Record<string, string>>

/** Returns rows of fields; an empty last line is no row. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at, rows.length + 1) : plainField(text, at)
    row.push(field.value)
    at = field.end
    if (text[at] === ',') {
      at += 1
      // A comma announces one more field, even where the text ends.
      if (at < text.length) continue
      row.push('')
    }
    if (text.startsWith('\r\n', at)) at += 2
    else if (text[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  return rows
}

interface Field {
  readonly value: string
  readonly end: number
}

function plainField(text: string, start: number): Field {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && !text.startsWith('\r\n', end))
    end += 1
  return { value: text.slice(start, end), end }
}

function quotedField(text: string, start: number, row: number): Field {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new SyntaxError(`row ${row}: a quote is opened and never closed`)
    value += text.slice(at, quote)
    at = quote + 1
    if (text[at] !== '"') break
    value += '"'
    at += 1
  }
  if (at < text.length && text[at] !== ',' && text[at] !== '\n' && !text.startsWith('\r\n', at))
    throw new SyntaxError(`row ${row}: text follows a closing quote`)
  return { value, end: at }
}

/** Returns rows by the names in the first; every row must have as many fields as there are names. */
export function parseCsvRecords(text: string): CsvRecord[] {
  const [names = [], ...rows] = parseCsv(text)
  return rows.map((row, index) => {
    if (row.length !== names.length)
      throw new SyntaxError(`row ${index + 2}: ${row.length} fields, ${names.length} are named`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] as string]))
  })
}

/** Each row is one line; texts are quoted where necessary. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'string' && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value)
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('')
}
