// Tests a run over real worker processes: results in order, failures collected, few in flight, all closed at the end.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { jobs } from './tiny-jobs.ts'

type TinyJobs = typeof jobs

function quietCrew(workers: number) {
  const said: string[] = []
  const options = {
    jobsModule: new URL('./tiny-jobs.ts', import.meta.url),
    workers,
    memoryCeilingBytes: 512 * 2 ** 20,
    stream: { write: (text: string) => said.push(text) },
  }
  return { said, options }
}

test('outcomes are in the order of the items, and who fails or dies does not stop the others', async () => {
  const { said, options } = quietCrew(2)
  const items = [0, 1, 2, 3, 4, 5, 6, 7].map((value) => ({ value }))
  const outcomes = await withCrew<TinyJobs, unknown>(options, (crew) => {
    expect(crew.workers).toBe(2)
    return crew.run({
      label: 'numbers',
      job: 'double',
      items,
      inputOf: async ({ value }) => {
        if (value === 6) throw new Error('there is no such file')
        return value
      },
    })
  })
  expect(outcomes).toEqual(
    items.map((item) => {
      if (item.value === 3) return { item, error: expect.objectContaining({ name: 'JobFailed' }) }
      if (item.value === 5) return { item, error: expect.objectContaining({ name: 'JobCrashed' }) }
      if (item.value === 6)
        return { item, error: expect.objectContaining({ message: 'there is no such file' }) }
      return { item, output: item.value * 2 }
    }),
  )
  const { done, failed } = sortOutcomes(outcomes as Parameters<typeof sortOutcomes>[0])
  expect(done.map(({ output }) => output)).toEqual([0, 2, 4, 8, 14])
  expect(failed.map(({ item }) => item)).toEqual([{ value: 3 }, { value: 5 }, { value: 6 }])
  expect(said.at(-1)).toContain('8/8')
})

test('one more item is in flight than there are workers, and no file is read before its turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-crew-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mark = join(folder, 'mark')
  const taken: number[] = []
  const { options } = quietCrew(1)
  await withCrew<TinyJobs, void>(options, async (crew) => {
    const round = crew.run({
      label: 'waiting',
      job: 'waitForFile',
      items: [0, 1, 2, 3, 4],
      inputOf: (item) => {
        taken.push(item)
        return mark
      },
    })
    await expect.poll(() => taken.length).toBeGreaterThanOrEqual(2)
    expect(taken).toEqual([0, 1])
    writeFileSync(mark, '')
    expect((await round).every(({ output }) => output === true)).toBe(true)
  })
  expect(taken).toEqual([0, 1, 2, 3, 4])
})

test('workers that cannot start are reported, and work that throws closes them', async () => {
  const { options } = quietCrew(1)
  const broken = {
    ...options,
    jobsModule: new URL('./no-such-jobs.ts', import.meta.url),
  }
  await expect(withCrew(broken, async () => 1)).rejects.toThrow(
    /could not load .*no-such-jobs.*ERR_MODULE_NOT_FOUND/s,
  )
  await expect(
    withCrew(options, async () => {
      throw new Error('the suite is broken')
    }),
  ).rejects.toThrow('the suite is broken')
})
