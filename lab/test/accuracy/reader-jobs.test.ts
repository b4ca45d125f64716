// Tests what a worker of the reader's evaluation returns for a photograph, with networks of fixed outputs.
import { expect, test } from 'vitest'
import { literalPages } from '../../../specimens/kit/networks/literal-pages.ts'
import { readerJobs } from '../../accuracy/reader/jobs.ts'
import { shotsOf } from '../../accuracy/reader/plan.ts'

const networks = literalPages({
  found: { x: 160, y: 160, right: 150, down: 95 },
  kind: 'cmnd-9',
  side: 'front',
  present: 0.9,
  turns: [0],
  line: { x: 200, y: 100, width: 200, height: 24 },
  text: 'AN 1',
})

test('a photograph is measured in every way that is asked, and its truth comes along', async () => {
  const [shot] = shotsOf('clean')
  if (shot === undefined) throw new Error('the set is empty')
  const parts = { lines: 'all', pages: true, detector: true, quality: true } as const
  const seen = await readerJobs(networks)['measure-shot']({ shot, parts })
  const [document] = seen.documents
  expect(seen.documents).toHaveLength(1)
  expect(document?.truth).toMatchObject({ kind: 'cmnd-9', side: 'front' })
  expect(document?.lines.length).toBeGreaterThan(5)
  for (const line of document?.lines ?? []) expect(line).toMatchObject({ read: 'AN 1', raw: 'AN 1' })
  expect(document?.lines.map(({ text }) => text)).not.toContain('SPECIMEN')
  // The page of 1024 pixels has one line of 640.
  const [found] = document?.foundBoxes ?? []
  expect(found?.x).toBeGreaterThan(300)
  expect(found?.x).toBeLessThan(340)
  expect(seen.pages).toMatchObject([{ kind: 'cmnd-9', lines: [{ text: 'AN 1' }] }])
  expect(document?.quality?.blur).toBeCloseTo(0.119, 2)
})
