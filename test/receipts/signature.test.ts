// Tests receipts on their own: canonical JSON, a signature over every character, and no trust in an unknown key.
import { describe, expect, test } from 'vitest'
import { openPageNetworks } from '../../src/documents/pages/networks.ts'
import type { Network } from '../../src/models/network.ts'
import { canonical } from '../../src/receipts/canonical.ts'
import { networksOf } from '../../src/receipts/networks.ts'
import { receiptOf } from '../../src/receipts/receipt.ts'
import { newSigningKey, signReceipt } from '../../src/receipts/signature.ts'
import type { ReceiptVerdict } from '../../src/receipts/verdict.ts'
import { findInput, readSigned, trustedKids, verifyReceipt } from '../../src/receipts/verify.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'

const verdict: ReceiptVerdict = {
  requestId: 'request-1',
  organisationId: 'organisation-1',
  operation: 'compareFaces',
  at: 1_700_000_000_000,
  inputs: [{ name: 'image_live', sha256: 'ab'.repeat(32), bytes: 12 }],
  judged: 'faces',
  checks: [
    {
      name: 'similarity',
      score: 81.25,
      threshold: 80,
      rule: 'at-least',
      outcome: 'passed',
      field: 'name',
      values: { ocr: 'NGUYỄN VĂN TÈO' },
    },
  ],
  resultCode: 200,
  message: 'Success',
}
const key = newSigningKey()
const entry = { chain: 'chain-1', number: 7, hash: 'cd'.repeat(32) }
const signed = signReceipt(receiptOf(verdict, networksOf.faces, '1.2.3', entry), key)
const kids = [key.jwk.kid]

describe('canonical JSON', () => {
  test('has names in the order of their units, no spaces, and the numbers of JavaScript', () => {
    const value = { b: 1, a: [true, null, 'é\n"'], '€': 1e21, '1': 0.1, ö: -0, '\u{1f600}': 1e-7 }
    // U+1F600 begins with the unit D83D, after the euro sign.
    expect(canonical(value)).toBe(
      '{"1":0.1,"a":[true,null,"é\\n\\""],"b":1,"ö":0,"€":1e+21,"\u{1f600}":1e-7}',
    )
  })

  test('does not depend on the order of making', () => {
    expect(canonical({ a: { d: 1, c: 2 }, b: 3 })).toBe(canonical({ b: 3, a: { c: 2, d: 1 } }))
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800'])('refuses %s', (value) => {
    expect(() => canonical({ value })).toThrow()
  })
})

describe('a receipt', () => {
  test('is genuine under its key, also rewritten with other spaces and another order', () => {
    expect(verifyReceipt(signed, kids).isGood).toBe(true)
    const { receipt, signature } = signed
    const reversed = Object.fromEntries(Object.entries(receipt).reverse())
    const text = JSON.stringify({ message: 'Success', signature, receipt: reversed }, null, 4)
    const read = readSigned(text)
    expect(read && verifyReceipt(read, kids).isGood).toBe(true)
  })

  test('is not genuine with any letter changed', () => {
    const text = Buffer.from(JSON.stringify(signed))
    for (let index = 0; index < text.length; index++) {
      const changed = Buffer.from(text)
      changed.writeUInt8(text.readUInt8(index) ^ 1, index)
      const read = readSigned(changed.toString())
      const at = `${index}: ${text.subarray(Math.max(0, index - 10), index + 10)}`
      expect(read !== undefined && verifyReceipt(read, kids).isGood, at).toBe(false)
    }
  })

  test('is not genuine with anything added or taken away', () => {
    const { message, ...less } = signed.receipt
    expect(message).toBe('Success')
    expect(verifyReceipt({ ...signed, receipt: less }, kids).isGood).toBe(false)
    expect(verifyReceipt({ ...signed, receipt: { ...signed.receipt, more: 1 } }, kids).isGood).toBe(false)
  })

  test('is not read where a name stands twice: another reader would take the one that nobody signed', () => {
    const text = JSON.stringify(signed)
    expect(readSigned(text)).toEqual(signed)
    for (const forged of [
      text.replace('"result_code":', '"result_code":141,"result_code":'),
      text.replace('"result_code":', '"result\\u005fcode":141,"result_code":'),
      text.replace('{"receipt":', '{"receipt":{"result_code":141},"receipt":'),
      text.replace('"score":', '"score":1,"score":'),
    ]) {
      expect(JSON.parse(forged)).toEqual(signed)
      expect(readSigned(forged), forged).toBeUndefined()
    }
  })

  test('of another key is not genuine, however well it is signed', () => {
    const forged = signReceipt(signed.receipt, newSigningKey())
    expect(verifyReceipt(forged, kids)).toMatchObject({
      isGood: false,
      sentence: expect.stringContaining('not the one given'),
    })
    // A receipt with the right key's name on the wrong key is not genuine either.
    const named = { ...forged, signature: { ...forged.signature, kid: key.jwk.kid } }
    expect(verifyReceipt(named, kids).isGood).toBe(false)
    const mixed = { ...forged, signature: { ...forged.signature, kid: key.jwk.kid, x: key.jwk.x } }
    expect(verifyReceipt(mixed, kids).isGood).toBe(false)
  })

  test('without a key that is trusted proves nothing', () => {
    expect(verifyReceipt(signed, [])).toMatchObject({
      isGood: false,
      sentence: expect.stringContaining('--key'),
    })
  })

  test('says nothing that a document said', () => {
    expect(JSON.stringify(signed)).not.toContain('NGUY')
    expect(signed.receipt.checks).toEqual([
      { name: 'similarity', score: 81.25, threshold: 80, rule: 'at-least', outcome: 'passed', field: 'name' },
    ])
  })

  test('knows its inputs by their bytes', () => {
    const bytes = Buffer.from('a picture')
    const sha256 = '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b'
    const other = receiptOf(
      { ...verdict, inputs: [{ name: 'photo', sha256, bytes: 9 }] },
      networksOf.faces,
      '1',
      undefined,
    )
    const signed = signReceipt(other, key)
    expect(findInput(signed, 'one.jpg', bytes)).toEqual({
      isGood: true,
      sentence: 'one.jpg is its input photo.',
    })
    expect(findInput(signed, 'two.jpg', Buffer.from('another')).isGood).toBe(false)
    expect(other.audit).toBeNull()
  })
})

test('a key is trusted by thumbprint, as JWK and as a set of them; a thumbprint is computed from the key, not read from the file', () => {
  const { jwk } = key
  const other = newSigningKey().jwk
  expect(trustedKids(` ${jwk.kid}\n`)).toEqual([jwk.kid])
  expect(trustedKids(JSON.stringify(jwk))).toEqual([jwk.kid])
  expect(trustedKids(JSON.stringify({ keys: [other, jwk] }))).toEqual([other.kid, jwk.kid])
  expect(trustedKids(JSON.stringify({ ...jwk, kid: other.kid }))).toEqual([jwk.kid])
  for (const nonsense of ['', '{}', '[]', 'null', '{"keys":[1,null]}'])
    expect(trustedKids(nonsense)).toEqual([])
})

test('the networks of a receipt are those that workers open', async () => {
  const opened = async (open: (by: (name: string) => Promise<Network>) => Promise<unknown>) => {
    const names: string[] = []
    await open(async (name) => {
      names.push(name)
      return {} as Network
    })
    return names.toSorted()
  }
  const named = (kind: keyof typeof networksOf) => networksOf[kind].map(({ name }) => name).toSorted()
  expect(named('faces')).toEqual(await opened(openFaceNetworks))
  expect(named('pages')).toEqual(await opened(openPageNetworks))
  for (const { sha256 } of [...networksOf.faces, ...networksOf.pages])
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
})
