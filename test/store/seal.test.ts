// Tests sealed bytes: what went in comes out, and any other key, place or byte is noticed and named.
import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StoredDataDamaged } from '../../src/store/port.ts'
import {
  keyBytes,
  keyVersionOf,
  type SealContext,
  seal,
  sealAside,
  unseal,
  unsealAside,
} from '../../src/store/seal.ts'

const key = randomBytes(keyBytes)
const place: SealContext = { organisationId: 'org-1', label: 'file:one' }

const bytes = fc.uint8Array({ maxLength: 400 })
const places = fc.record({ organisationId: fc.string(), label: fc.string({ unit: 'grapheme' }) })
const versions = fc.integer({ min: 1, max: 2 ** 32 - 1 })

function expectDamaged(act: () => unknown, label = place.label): void {
  let thrown: unknown
  try {
    act()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(StoredDataDamaged)
  expect((thrown as Error).message).toContain(label)
}

describe('what was sealed', () => {
  test('opens to the same bytes, whatever they, the place and the version are', () => {
    fc.assert(
      fc.property(bytes, places, versions, (plain, where, version) => {
        const sealed = seal(key, version, where, plain)
        expect(keyVersionOf(sealed, where)).toBe(version)
        expect(Buffer.compare(unseal(key, where, sealed), plain)).toBe(0)
      }),
    )
  })

  test('shows nothing of the bytes and differs every time', () => {
    const plain = Buffer.from('the same words every time')
    const sealed = Array.from({ length: 1000 }, () => seal(key, 1, place, plain))
    expect(new Set(sealed.map((one) => one.subarray(8, 20).toString('hex'))).size).toBe(1000)
    expect(sealed.some((one) => one.includes('words'))).toBe(false)
    expect(sealed[0]).toHaveLength(plain.length + 36)
  })

  test('is damaged by any single changed byte', () => {
    const sealed = seal(key, 3, place, randomBytes(64))
    for (let at = 0; at < sealed.length; at++)
      for (const flip of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(sealed)
        changed[at] = (changed[at] as number) ^ flip
        expectDamaged(() => unseal(key, place, changed))
      }
  })

  test('is damaged when cut off anywhere, and when something is added', () => {
    const sealed = seal(key, 1, place, randomBytes(64))
    for (let length = 0; length < sealed.length; length++) {
      expectDamaged(() => unseal(key, place, sealed.subarray(0, length)))
      expectDamaged(() => unseal(key, place, sealed.subarray(sealed.length - length)))
    }
    expectDamaged(() => unseal(key, place, Buffer.concat([sealed, Buffer.of(0)])))
  })

  test('does not open in another place', () => {
    fc.assert(
      fc.property(bytes, places, places, (plain, here, there) => {
        fc.pre(here.organisationId !== there.organisationId || here.label !== there.label)
        const sealed = seal(key, 1, here, plain)
        expectDamaged(() => unseal(key, there, sealed), there.label)
      }),
    )
  })

  test('does not open where organisation and label only join to the same text', () => {
    const sealed = seal(key, 1, { organisationId: 'a', label: 'b","c' }, Buffer.of(1))
    expectDamaged(() => unseal(key, { organisationId: 'a","b', label: 'c' }, sealed), 'c')
  })

  test('does not open with another key', () => {
    expectDamaged(() => unseal(randomBytes(keyBytes), place, seal(key, 1, place, Buffer.of(1, 2, 3))))
  })

  test('does not open with parts of another that the same key sealed', () => {
    const one = seal(key, 1, place, Buffer.from('first words'))
    const two = seal(key, 1, place, Buffer.from('other words'))
    for (const cut of [12, 20, 25, one.length - 16])
      expectDamaged(() => unseal(key, place, Buffer.concat([one.subarray(0, cut), two.subarray(cut)])))
  })

  test('is nothing that anybody else wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (other) =>
        expectDamaged(() => unseal(key, place, other)),
      ),
    )
  })
})

describe('what is large', () => {
  const aside = createSecretKey(key)
  const plain = randomBytes(300_000)

  test('is sealed and opened in the thread pool to the same form as what is small', async () => {
    const sealed = await sealAside(aside, 7, place, plain)
    expect(keyVersionOf(sealed, place)).toBe(7)
    expect(unseal(key, place, sealed).equals(plain)).toBe(true)
    expect((await unsealAside(aside, place, seal(key, 7, place, plain))).equals(plain)).toBe(true)
    const small = await sealAside(aside, 7, place, plain.subarray(0, 100))
    expect((await unsealAside(aside, place, small)).equals(plain.subarray(0, 100))).toBe(true)
  })

  test('is damaged by a changed byte, another place and another key', async () => {
    const sealed = await sealAside(aside, 7, place, plain)
    const changed = [0, 5, 10, 30, 200_000, sealed.length - 1].map((at) => {
      const one = Buffer.from(sealed)
      one[at] = (one[at] as number) ^ 1
      return unsealAside(aside, place, one)
    })
    const others = [
      unsealAside(aside, { ...place, organisationId: 'org-2' }, sealed),
      unsealAside(createSecretKey(randomBytes(keyBytes)), place, sealed),
      unsealAside(aside, place, sealed.subarray(0, -1)),
    ]
    for (const end of await Promise.allSettled([...changed, ...others]))
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(StoredDataDamaged) })
  })
})
