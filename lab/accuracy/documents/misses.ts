// Keeps every value that was not right, for those who mend the reader: specimens are of nobody.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Judged } from './score.ts'

const folder = fileURLToPath(new URL('../results', import.meta.url))

export async function keepMisses(misses: readonly Judged[]): Promise<string> {
  const file = join(folder, 'documents-misses.json')
  await mkdir(folder, { recursive: true })
  const rows = misses.map(({ isRight: _right, confidence, ...miss }) =>
    JSON.stringify({ ...miss, confidence: Number(confidence.toFixed(4)) }),
  )
  await writeFile(file, `[\n${rows.join(',\n')}\n]\n`)
  return file
}
