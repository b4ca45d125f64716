// The groups in which chips agree on keys: curves as OpenSSL knows them, and the prime groups of RFC 5114.
import { generateKeyPairSync } from 'node:crypto'
import type { Curve } from '../algorithms.ts'
import { fromHex, joined } from '../der.ts'
import { nodeOf } from './tlv.ts'

/** A point as x and y, none for the point at infinity; or the one number of a prime group. */
export type Element = readonly bigint[]

export interface Domain {
  /** Of the standardised parameters, as Doc 9303-11 numbers them. */
  readonly id: number
  readonly kind: 'ec' | 'dh'
  readonly prime: bigint
  readonly order: bigint
  readonly generator: Element
  /** The tag of a public key. */
  readonly tag: number
  combine(one: Element, other: Element): Element
  power(base: Element, exponent: bigint): Element
  encode(element: Element): Uint8Array
  /** Nothing for bytes that are no element of the group. */
  decode(bytes: Uint8Array): Element | undefined
  /** What keys are derived from. */
  secret(element: Element): Uint8Array
  /** An element from a number below the prime, for the integrated mapping. */
  embed(field: bigint): Element
}

const CURVES: Readonly<Record<number, Curve>> = {
  8: 'prime192v1',
  9: 'brainpoolP192r1',
  10: 'secp224r1',
  11: 'brainpoolP224r1',
  12: 'prime256v1',
  13: 'brainpoolP256r1',
  14: 'brainpoolP320r1',
  15: 'secp384r1',
  16: 'brainpoolP384r1',
  17: 'brainpoolP512r1',
  18: 'secp521r1',
}

const PRIME_GROUPS: Readonly<Record<number, readonly [prime: string, generator: string, order: string]>> = {
  0: [
    'b10b8f96a080e01dde92de5eae5d54ec52c99fbcfb06a3c69a6a9dca52d23b616073e28675a23d189838ef1e' +
      '2ee652c013ecb4aea906112324975c3cd49b83bfaccbdd7d90c4bd7098488e9c219a73724effd6fae5644738' +
      'faa31a4ff55bccc0a151af5f0dc8b4bd45bf37df365c1a65e68cfda76d4da708df1fb2bc2e4a4371',
    'a4d1cbd5c3fd34126765a442efb99905f8104dd258ac507fd6406cff14266d31266fea1e5c41564b777e690f' +
      '5504f213160217b4b01b886a5e91547f9e2749f4d7fbd7d3b9a92ee1909d0d2263f80a76a6a24c087a091f53' +
      '1dbf0a0169b6a28ad662a4d18e73afa32d779d5918d08bc8858f4dcef97c2a24855e6eeb22b3b2e5',
    'f518aa8781a8df278aba4e7d64b7cb9d49462353',
  ],
  1: [
    'ad107e1e9123a9d0d660faa79559c51fa20d64e5683b9fd1b54b1597b61d0a75e6fa141df95a56dbaf9a3c40' +
      '7ba1df15eb3d688a309c180e1de6b85a1274a0a66d3f8152ad6ac2129037c9edefda4df8d91e8fef55b7394b' +
      '7ad5b7d0b6c12207c9f98d11ed34dbf6c6ba0b2c8bbc27be6a00e0a0b9c49708b3bf8a317091883681286130' +
      'bc8985db1602e714415d9330278273c7de31efdc7310f7121fd5a07415987d9adc0a486dcdf93acc44328387' +
      '315d75e198c641a480cd86a1b9e587e8be60e69cc928b2b9c52172e413042e9b23f10b0e16e79763c9b53dcf' +
      '4ba80a29e3fb73c16b8e75b97ef363e2ffa31f71cf9de5384e71b81c0ac4dffe0c10e64f',
    'ac4032ef4f2d9ae39df30b5c8ffdac506cdebe7b89998caf74866a08cfe4ffe3a6824a4e10b9a6f0dd921f01' +
      'a70c4afaab739d7700c29f52c57db17c620a8652be5e9001a8d66ad7c17669101999024af4d027275ac1348b' +
      'b8a762d0521bc98ae247150422ea1ed409939d54da7460cdb5f6c6b250717cbef180eb34118e98d119529a45' +
      'd6f834566e3025e316a330efbb77a86f0c1ab15b051ae3d428c8f8acb70a8137150b8eeb10e183edd19963dd' +
      'd9e263e4770589ef6aa21e7f5f2ff381b539cce3409d13cd566afbb48d6c019181e1bcfe94b30269edfe72fe' +
      '9b6aa4bd7b5a0f1c71cfff4c19c418e1f6ec017981bc087f2a7065b384b890d3191f2bfa',
    '801c0d34c58d93fe997177101f80535a4738cebcbf389a99b36371eb',
  ],
  2: [
    '87a8e61db4b6663cffbbd19c651959998ceef608660dd0f25d2ceed4435e3b00e00df8f1d61957d4faf7df45' +
      '61b2aa3016c3d91134096faa3bf4296d830e9a7c209e0c6497517abd5a8a9d306bcf67ed91f9e6725b4758c0' +
      '22e0b1ef4275bf7b6c5bfc11d45f9088b941f54eb1e59bb8bc39a0bf12307f5c4fdb70c581b23f76b63acae1' +
      'caa6b7902d52526735488a0ef13c6d9a51bfa4ab3ad8347796524d8ef6a167b5a41825d967e144e514056425' +
      '1ccacb83e6b486f6b3ca3f7971506026c0b857f689962856ded4010abd0be621c3a3960a54e710c375f26375' +
      'd7014103a4b54330c198af126116d2276e11715f693877fad7ef09cadb094ae91e1a1597',
    '3fb32c9b73134d0b2e77506660edbd484ca7b18f21ef205407f4793a1a0ba12510dbc15077be463fff4fed4a' +
      'ac0bb555be3a6c1b0c6b47b1bc3773bf7e8c6f62901228f8c28cbb18a55ae31341000a650196f931c77a57f2' +
      'ddf463e5e9ec144b777de62aaab8a8628ac376d282d6ed3864e67982428ebc831d14348f6f2f9193b5045af2' +
      '767164e1dfc967c1fb3f2e55a4bd1bffe83b9c80d052b985d182ea0adb2a3b7313d3fe14c8484b1e052588b9' +
      'b7d2bbd2df016199ecd06e1557cd0915b3353bbb64e0ec377fd028370df92b52c7891428cdc67eb6184b523d' +
      '1db246c32f63078490f00ef8d647d148d47954515e2327cfef98c582664b4c0f6cc41659',
    '8cf83642a709a097b447997640129da299b1a47d1eb3750ba308b0fe64f5fbd3',
  ],
}

export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
export const bytesOf = (value: bigint, length: number): Uint8Array =>
  fromHex(value.toString(16).padStart(2 * length, '0'))
export const lengthOf = (value: bigint): number => Math.ceil(value.toString(16).length / 2)

const modulo = (value: bigint, prime: bigint): bigint => ((value % prime) + prime) % prime

function powerOf(base: bigint, exponent: bigint, prime: bigint): bigint {
  let [result, square] = [1n, modulo(base, prime)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

/** Of a number that a prime does not divide. */
export function inverseOf(value: bigint, prime: bigint): bigint {
  let [a, b, x, y] = [modulo(value, prime), prime, 1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b, x, y] = [b % a, a, y - quotient * x, x]
    if (a === 0n) throw new Error('there is no inverse')
  }
  return modulo(x, prime)
}

function primeGroup(id: number, row: readonly [string, string, string]): Domain {
  const [prime, generator, order] = row.map((hex) => BigInt(`0x${hex}`))
  if (prime === undefined || generator === undefined || order === undefined) throw new Error('a short row')
  return {
    id,
    kind: 'dh',
    prime,
    order,
    generator: [generator],
    tag: 0x84,
    combine: ([one = 0n], [other = 0n]) => [(one * other) % prime],
    power: ([base = 0n], exponent) => [powerOf(base, exponent, prime)],
    // A public key is written without zeros before it, a secret as long as the prime.
    encode: ([value = 0n]) => bytesOf(value, lengthOf(value)),
    decode: (bytes) => {
      const value = numberOf(bytes)
      return value > 1n && value < prime - 1n && powerOf(value, order, prime) === 1n ? [value] : undefined
    },
    secret: ([value = 0n]) => bytesOf(value, lengthOf(prime)),
    embed: (field) => [powerOf(field, (prime - 1n) / order, prime)],
  }
}

/** In Jacobian coordinates, where adding needs no division: x is X/Z², y is Y/Z³, and Z is 0 at infinity. */
type Jacobian = readonly [bigint, bigint, bigint]

function curve(id: number, namedCurve: string): Domain {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' })
  const [algorithm] = nodeOf(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))).inside
  const [, field, equation, base, size] = algorithm?.inside[1]?.inside ?? []
  const [prime, a, b, order] = [field?.inside[1], equation?.inside[0], equation?.inside[1], size].map(
    (node) => numberOf(node?.value ?? new Uint8Array()),
  )
  if (prime === undefined || a === undefined || b === undefined || order === undefined || !base)
    throw new Error(`${namedCurve} has no parameters`)
  const length = lengthOf(prime)
  const of = (value: bigint) => modulo(value, prime)
  const right = (x: bigint) => of(x * x * x + a * x + b)

  const doubled = ([x, y, z]: Jacobian): Jacobian => {
    if (z === 0n || y === 0n) return [1n, 1n, 0n]
    const yy = of(y * y)
    const s = of(4n * x * yy)
    const zz = of(z * z)
    const m = of(3n * x * x + a * zz * zz)
    const doubleX = of(m * m - 2n * s)
    return [doubleX, of(m * (s - doubleX) - 8n * yy * yy), of(2n * y * z)]
  }
  const added = (one: Jacobian, other: Jacobian): Jacobian => {
    const [[x1, y1, z1], [x2, y2, z2]] = [one, other]
    if (z1 === 0n) return other
    if (z2 === 0n) return one
    const [zz1, zz2] = [of(z1 * z1), of(z2 * z2)]
    const [u1, u2] = [of(x1 * zz2), of(x2 * zz1)]
    const [s1, s2] = [of(y1 * z2 * zz2), of(y2 * z1 * zz1)]
    if (u1 === u2) return s1 === s2 ? doubled(one) : [1n, 1n, 0n]
    const h = of(u2 - u1)
    const hh = of(h * h)
    const [hhh, r, v] = [of(h * hh), of(s2 - s1), of(u1 * hh)]
    const x = of(r * r - hhh - 2n * v)
    return [x, of(r * (v - x) - s1 * hhh), of(z1 * z2 * h)]
  }
  const lifted = ([x, y]: Element): Jacobian =>
    x === undefined || y === undefined ? [1n, 1n, 0n] : [x, y, 1n]
  const flat = ([x, y, z]: Jacobian): Element => {
    if (z === 0n) return []
    const inverse = inverseOf(z, prime)
    const square = of(inverse * inverse)
    return [of(x * square), of(y * square * inverse)]
  }
  const decode = (bytes: Uint8Array): Element | undefined => {
    if (bytes[0] !== 4 || bytes.length !== 1 + 2 * length) return undefined
    const [x, y] = [numberOf(bytes.subarray(1, 1 + length)), numberOf(bytes.subarray(1 + length))]
    return x < prime && y < prime && of(y * y) === right(x) ? [x, y] : undefined
  }
  const generator = decode(base.value)
  if (generator === undefined) throw new Error(`${namedCurve} has no generator`)
  return {
    id,
    kind: 'ec',
    prime,
    order,
    generator,
    tag: 0x86,
    combine: (one, other) => flat(added(lifted(one), lifted(other))),
    power: (point, exponent) => {
      let sum: Jacobian = [1n, 1n, 0n]
      for (const bit of modulo(exponent, order).toString(2)) {
        sum = doubled(sum)
        if (bit === '1') sum = added(sum, lifted(point))
      }
      return flat(sum)
    },
    encode: ([x = 0n, y = 0n]) => joined(Uint8Array.of(4), bytesOf(x, length), bytesOf(y, length)),
    decode,
    secret: ([x = 0n]) => bytesOf(x, length),
    // Appendix B.2 of Doc 9303-11; it holds for primes that leave 3 when divided by 4.
    embed: (field) => {
      const alpha = of(-field * field)
      const x2 = of(-b * inverseOf(a, prime) * (1n + inverseOf(alpha + alpha * alpha, prime)))
      const x3 = of(alpha * x2)
      const h2 = right(x2)
      const root = powerOf(h2, prime - 1n - (prime + 1n) / 4n, prime)
      return of(root * root * h2) === 1n ? [x2, of(root * h2)] : [x3, of(root * field * field * field * h2)]
    },
  }
}

/** The curve of these parameters, or nothing for a prime group. */
export const curveOf = (id: number): Curve | undefined => CURVES[id]

const known = new Map<number, Domain>()

export function domainOf(id: number): Domain {
  const made = known.get(id)
  if (made) return made
  const [row, name] = [PRIME_GROUPS[id], CURVES[id]]
  if (row === undefined && name === undefined) throw new Error(`there are no parameters ${id}`)
  const domain = row === undefined ? curve(id, name ?? '') : primeGroup(id, row)
  known.set(id, domain)
  return domain
}
