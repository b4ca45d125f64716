// Measures one peer at one size in a process of its own, so that its memory can be measured.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { median, quantile } from '../kit/statistics/summary.ts'
import { type Built, VALUES } from './search-peers/peer.ts'
import { peers } from './search-peers/peers.ts'
import type { Question } from './search-vectors.ts'

export interface Measured {
  readonly recall: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly perSecond: number
  readonly buildSeconds: number
  readonly megabytes: number
  readonly insertMs: number | undefined
  readonly removeMs: number | undefined
  readonly remark: string | undefined
}

const IN_FLIGHT = 4
const FEWEST = 8
const CHANGES = 200

const [name = '', folder = '', seconds = ''] = process.argv.slice(2)
const boxMs = Number(seconds) * 1000

async function measure(): Promise<Measured> {
  const peer = peers.find((row) => row.name === name)
  if (peer === undefined) throw new Error(`there is no peer named ${name}`)
  const { buffer } = await readFile(join(folder, 'gallery'))
  const values = new Float32Array(buffer)
  const questions = await readQuestions()
  const [rssBefore, startedAt] = [residentBytes(), performance.now()]
  const built = await peer.build({ size: values.length / VALUES, values })
  const buildSeconds = (performance.now() - startedAt) / 1000
  const megabytes = (residentBytes() - rssBefore) / 1e6
  const searched = await search(built, questions)
  const perSecond = await searchTogether(built, questions)
  const remark = built.remark?.()
  const changed = change(built, questions, values.length / VALUES)
  await built.close()
  return { ...searched, perSecond, buildSeconds, megabytes, ...changed, remark }
}

async function readQuestions(): Promise<Question[]> {
  const text = await readFile(join(folder, 'questions'), 'utf8')
  const plain = JSON.parse(text) as { vector: number[]; nearest: number }[]
  return plain.map(({ vector, nearest }) => ({ vector: Float32Array.from(vector), nearest }))
}

/** Queries run one after the other; a slow peer gets fewer. */
async function search(built: Built, questions: readonly Question[]) {
  for (const { vector } of questions.slice(0, 3)) await built.search(vector)
  const times: number[] = []
  let right = 0
  const endMs = performance.now() + boxMs
  for (const { vector, nearest } of questions) {
    if (times.length >= FEWEST && performance.now() > endMs) break
    const startedAt = performance.now()
    const slot = await built.search(vector)
    times.push(performance.now() - startedAt)
    if (slot === nearest) right += 1
  }
  const p95Ms = quantile(times, 0.95)
  return { recall: right / times.length, medianMs: median(times), p95Ms }
}

async function searchTogether(built: Built, questions: readonly Question[]): Promise<number> {
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > boxMs / 2
  const vectors = questions.map(({ vector }) => vector)
  let asked = 0
  const next = () => vectors[asked++ % vectors.length] ?? new Float32Array(VALUES)
  const keepAsking = async () => {
    do await built.search(next())
    while (!isOver())
  }
  if (built.searchTogether === undefined) await Promise.all(Array.from({ length: IN_FLIGHT }, keepAsking))
  else
    do await built.searchTogether(Array.from({ length: IN_FLIGHT }, next))
    while (!isOver())
  return (1000 * asked) / (performance.now() - startedAt)
}

function change(built: Built, questions: readonly Question[], size: number) {
  const timed = (act: ((i: number) => void) | undefined) => {
    if (act === undefined) return undefined
    return median(
      Array.from({ length: CHANGES }, (_, i) => {
        const startedAt = performance.now()
        act(i)
        return performance.now() - startedAt
      }),
    )
  }
  const { insert, remove } = built
  const vectorOf = (i: number) => questions[i % questions.length]?.vector ?? new Float32Array(VALUES)
  const insertMs = timed(insert && ((i) => insert(vectorOf(i))))
  const removeMs = timed(remove && ((i) => remove(Math.floor((i * size) / CHANGES))))
  return { insertMs, removeMs }
}

function residentBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

process.send?.(await measure(), () => process.exit(0))
