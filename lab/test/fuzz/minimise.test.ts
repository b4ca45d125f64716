// Tests that a finding is shortened to the steps that it needs, and no further.
import { expect, test } from 'vitest'
import type { WrittenFinding } from '../../fuzz/findings.ts'
import { shortened } from '../../fuzz/minimise.ts'

const step = (method: string): WrittenFinding['steps'][number] => ({
  pieces: [],
  ending: 'wait',
  answers: 1,
  method,
  alone: false,
  told: {},
})
const found = (...methods: string[]): WrittenFinding => ({
  kind: '5xx',
  what: 'status 500',
  operation: 'none',
  seed: 1,
  sequence: 1,
  logins: [],
  steps: methods.map(step),
})
const methodsOf = ({ steps }: WrittenFinding) => steps.map(({ method }) => method).join('')

test.each([
  ['ABCD', 'D', 'D'],
  ['ABCD', 'BD', 'BD'],
  ['ABCD', 'ABCD', 'ABCD'],
  ['D', 'D', 'D'],
])('of %s, where it takes %s, there remain %s', async (all, needed, remain) => {
  const shows = async (candidate: WrittenFinding) =>
    [...needed].every((method) => methodsOf(candidate).includes(method))
  expect(methodsOf(await shortened(found(...all), shows))).toBe(remain)
})
