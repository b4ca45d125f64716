// Tests the turns of those who may be guessing: whom a crowd holds up, what it can learn, and what it cannot make forgotten.
import { describe, expect, test } from 'vitest'
import { type Guessing, openGuessing } from '../../src/organisations/guessing.ts'

type Tried = Awaited<ReturnType<Guessing['attempt']>>

const open = (limit = 1000, hashesAtATime = 1) =>
  openGuessing({
    now: () => 1_000_000,
    failuresPerMinute: limit,
    failuresOfAddressPerMinute: 1_000_000,
    hashesAtATime,
  })

/** Hashes that end when the test says so, in the order in which they began. */
function hashes() {
  const begun: { readonly who: string; readonly end: (found?: true) => void }[] = []
  return {
    begun,
    /** The names of those whose hashes began. */
    order: () => begun.map(({ who }) => who),
    hash: (who: string) => () => {
      const { promise, resolve } = Promise.withResolvers<true | undefined>()
      begun.push({ who, end: resolve })
      return promise
    },
    /** Ends hash by hash until nothing begins any more. */
    async endAll() {
      await settle()
      for (let at = 0; at < begun.length; at++) {
        begun[at]?.end()
        await settle()
      }
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const wrong = async () => undefined
const right = async () => true as const
const isAway = (one: Tried) => 'refused' in one && one.refused === 'too many'

const at = (network: string, account: string, exists = true) => ({ network, account, exists })
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `10.${n >> 8}.${n & 255}.7`)

describe('a newcomer', () => {
  test('is hashed next, however many addresses guess at another account', async () => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    const crowd = addresses(500).map((one) => guessing.attempt(at(one, 'attacked'), hash('crowd')))
    await settle()
    const mine = guessing.attempt(at('192.0.2.1', 'mine'), hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order()).toEqual(['crowd', 'mine'])
    begun[1]?.end(true)
    expect(await mine).toEqual({ found: true })
    await endAll()
    await Promise.all(crowd)
  })

  test('is hashed next, however many names the crowd makes up', async () => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    const crowd = addresses(900).map((one, n) =>
      guessing.attempt(at(one, `nobody ${n}`, false), hash('crowd')),
    )
    await settle()
    const mine = guessing.attempt(at('192.0.2.1', 'mine'), hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order()).toEqual(['crowd', 'mine'])
    begun[1]?.end(true)
    expect(await mine).toEqual({ found: true })
    await endAll()
    await Promise.all(crowd)
  })

  test('comes before every account that was tried in vain', async () => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    const accounts = Array.from({ length: 40 }, (_, n) => `account ${n}`)
    for (const account of accounts) await guessing.attempt(at(`10.1.${account}.1`, account), wrong)
    const crowd = accounts.map((account) => guessing.attempt(at('10.9.9.9', account), hash('crowd')))
    await settle()
    const mine = guessing.attempt(at('192.0.2.1', 'mine'), hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order()).toEqual(['crowd', 'mine'])
    await endAll()
    await Promise.all([...crowd, mine])
  })

  test('to an account that is guessed at comes before networks that were wrong, and their neighbours', async () => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    for (let n = 0; n < 16; n++) await guessing.attempt(at(`10.0.0.${n}`, 'attacked'), wrong)
    const crowd = Array.from({ length: 100 }, (_, n) =>
      guessing.attempt(at(`10.0.0.${n}`, 'attacked'), hash('crowd')),
    )
    await settle()
    const mine = guessing.attempt(at('192.0.2.1', 'attacked'), hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order()).toEqual(['crowd', 'mine'])
    await endAll()
    await Promise.all([...crowd, mine])
  })
})

describe('whoever was let in before', () => {
  test.each([
    ['in the same network', at('192.0.2.1', 'mine')],
    ['on the same device', { ...at('192.0.2.99', 'mine'), device: 'phone' }],
  ])('%s is hashed next, however many addresses guess at the same account', async (_, who) => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    await guessing.attempt(at('192.0.2.1', 'mine'), right)
    const crowd = addresses(500).map((one) => guessing.attempt(at(one, 'mine'), hash('crowd')))
    await settle()
    const mine = guessing.attempt(who, hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order()).toEqual(['crowd', 'mine'])
    await endAll()
    await Promise.all([...crowd, mine])
  })

  test('sets a password in turn, whatever is guessed', async () => {
    const { begun, hash, endAll } = hashes()
    const guessing = open()
    const crowd = addresses(500).map((one) => guessing.attempt(at(one, 'mine'), hash('crowd')))
    await settle()
    const made = guessing.inTurn('member 1', async () => 'made')
    begun[0]?.end()
    expect(await made).toBe('made')
    await endAll()
    await Promise.all(crowd)
  })
})

describe('whether an account exists', () => {
  test.each([1, 2])('is not told by who is sent away, with %i at a time', async (atATime) => {
    const awayWhere = async (exists: boolean) => {
      const guessing = open(1000, atATime)
      const tries = addresses(100).map((one) => guessing.attempt(at(one, 'one', exists), wrong))
      return (await Promise.all(tries)).map(isAway)
    }
    expect(await awayWhere(true)).toEqual(await awayWhere(false))
    expect((await awayWhere(false)).filter(Boolean)).toHaveLength(100 - 32 - atATime)
  })

  test('is not told by how many hashes of others it holds up', async () => {
    const orderWhere = async (exists: boolean) => {
      const { order, hash, endAll } = hashes()
      const guessing = open()
      const tries = addresses(20).map((one) => guessing.attempt(at(one, 'one', exists), hash('one')))
      const mine = guessing.attempt(at('192.0.2.1', 'mine'), hash('mine'))
      await endAll()
      await Promise.all([...tries, mine])
      return order()
    }
    expect(await orderWhere(true)).toEqual(await orderWhere(false))
  })

  test('is not told by the count of wrong ones', async () => {
    for (const exists of [true, false]) {
      const guessing = open(3)
      for (let n = 0; n < 3; n++)
        expect(await guessing.attempt(at('192.0.2.1', 'one', exists), wrong)).toEqual({ refused: 'wrong' })
      expect(isAway(await guessing.attempt(at('192.0.2.1', 'one', exists), wrong))).toBe(true)
    }
  })
})

test('no crowd of made-up names makes it forgotten who guessed too often', async () => {
  const guessing = open(3)
  const who = at('192.0.2.1', 'attacked')
  for (let n = 0; n < 3; n++) await guessing.attempt(who, wrong)
  for (let round = 0; round < 30; round++)
    await Promise.all(
      addresses(500).map((one, n) => guessing.attempt(at(one, `nobody ${round} ${n}`, false), wrong)),
    )
  expect(isAway(await guessing.attempt(who, right))).toBe(true)
  expect(await guessing.attempt(at('192.0.2.1', 'another'), right)).toEqual({ found: true })
})

describe('a secret that cannot be guessed', () => {
  test('is looked up, however many wrong ones came from its address', async () => {
    const guessing = open(3)
    for (let n = 0; n < 2000; n++)
      expect(await guessing.lookUp('192.0.2.1', wrong)).toEqual({ refused: 'wrong' })
    expect(await guessing.lookUp('192.0.2.1', right)).toEqual({ found: true })
    expect(await guessing.attempt(at('192.0.2.1', 'mine'), right)).toEqual({ found: true })
  })

  test('is looked up next, however many addresses of one network wait; few are looked up at a time', async () => {
    const { begun, order, hash, endAll } = hashes()
    const guessing = open()
    for (let n = 0; n < 64; n++) await guessing.lookUp(`2001:db8:1:${n}`, wrong)
    const flood = Array.from({ length: 3000 }, (_, n) =>
      guessing.lookUp(`2001:db8:1:${100 + (n >> 1)}`, hash('flood')),
    )
    await settle()
    expect(begun).toHaveLength(4)
    const mine = guessing.lookUp('192.0.2.1', hash('mine'))
    begun[0]?.end()
    await settle()
    expect(order().slice(4)).toEqual(['mine'])
    await endAll()
    await Promise.all([...flood, mine])
  })
})
