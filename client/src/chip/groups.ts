// The standardised groups of PACE, by their number in ICAO 9303-11: what a key is there, how a secret is agreed, and how a nonce maps the generator.
import {
  type WeierstrassPoint,
  type WeierstrassPointCons,
  weierstrass,
} from '@noble/curves/abstract/weierstrass.js'
import { type Bytes, fromNumber, toNumber } from './bytes.ts'
import { ChipError, tampered } from './chip-error.ts'

/** A group with one generator. A public key is written as the chip takes it. */
export interface Group {
  /** Chosen from this many random bytes. */
  readonly seedBytes: number
  /** The tag of a public key inside the authentication token. */
  readonly keyTag: number
  privateKey(seed: Bytes): bigint
  publicKey(privateKey: bigint): Bytes
  /** As the keys of a channel are derived from it. */
  shared(privateKey: bigint, publicKey: Bytes): Bytes
  /** Generic mapping: a group whose generator hangs on the nonce and on a secret that was agreed before. */
  mapped(nonce: Bytes, privateKey: bigint, publicKey: Bytes): Group
  /** How many bits the pseudo-random number of integrated mapping needs. */
  readonly fieldBits: number
  /** Integrated mapping: the generator is made of a pseudo-random number. */
  integrated(random: Bytes): Group
}

/** The way from a seed that is 8 bytes longer than the order leaves no order more likely than another. */
const inOrder = (seed: Bytes, order: bigint): bigint => (toNumber(seed) % (order - 1n)) + 1n

const bitsOf = (value: bigint): number => value.toString(2).length
const seedBytesOf = (order: bigint): number => Math.ceil(bitsOf(order) / 8) + 8

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

interface Curve {
  readonly p: bigint
  readonly a: bigint
  readonly b: bigint
  readonly n: bigint
  readonly h: bigint
  readonly Gx: bigint
  readonly Gy: bigint
}

type Point = WeierstrassPoint<bigint>

function curveGroup(Points: WeierstrassPointCons<bigint>, curve: Curve, generator: Point): Group {
  const width = Math.ceil(bitsOf(curve.p) / 8)
  const pointOf = (bytes: Bytes): Point => {
    if (bytes[0] !== 4 || bytes.length !== 2 * width + 1) throw tampered('no point of the curve')
    try {
      const point = Points.fromBytes(bytes)
      point.assertValidity()
      return point
    } catch {
      throw tampered('no point of the curve')
    }
  }
  const withGenerator = (point: Point): Group => {
    if (point.is0()) throw tampered('a generator that generates nothing')
    point.assertValidity()
    return curveGroup(Points, curve, point)
  }
  return {
    seedBytes: seedBytesOf(curve.n),
    keyTag: 0x86,
    fieldBits: bitsOf(curve.p),
    privateKey: (seed) => inOrder(seed, curve.n),
    publicKey: (privateKey) => generator.multiply(privateKey).toBytes(false),
    shared: (privateKey, publicKey) => fromNumber(pointOf(publicKey).multiply(privateKey).x, width),
    mapped(nonce, privateKey, publicKey) {
      const secret = pointOf(publicKey).multiply(privateKey)
      return withGenerator(generator.multiplyUnsafe(toNumber(nonce) % curve.n).add(secret))
    },
    integrated: (random) => withGenerator(Points.fromAffine(encodedPoint(toNumber(random) % curve.p, curve))),
  }
}

/** A point for a number of the field, as appendix B of ICAO 9303-11 computes it. */
function encodedPoint(number: bigint, { p, a, b }: Curve): { x: bigint; y: bigint } {
  if (p % 4n !== 3n) throw new ChipError('unsupported', 'integrated mapping on this curve')
  const mod = (value: bigint): bigint => ((value % p) + p) % p
  const inverse = (value: bigint): bigint => power(mod(value), p - 2n, p)
  const height = (x: bigint): bigint => mod(x * x * x + a * x + b)
  const alpha = mod(-number * number)
  const first = mod(-b * inverse(a) * (1n + inverse(alpha + alpha * alpha)))
  const second = mod(alpha * first)
  const firstHeight = height(first)
  const root = power(firstHeight, p - 1n - (p + 1n) / 4n, p)
  return mod(root * root * firstHeight) === 1n
    ? { x: first, y: mod(root * firstHeight) }
    : { x: second, y: mod(root * number * number * number * firstHeight) }
}

interface Field {
  readonly p: bigint
  readonly q: bigint
  readonly g: bigint
}

function fieldGroup({ p, q, g }: Field): Group {
  const width = Math.ceil(bitsOf(p) / 8)
  const numberOf = (bytes: Bytes): bigint => {
    const number = toNumber(bytes)
    if (bytes.length > width || number < 2n || number > p - 2n || power(number, q, p) !== 1n)
      throw tampered('no public key of the group')
    return number
  }
  const withGenerator = (generator: bigint): Group => {
    if (generator < 2n) throw tampered('a generator that generates nothing')
    return fieldGroup({ p, q, g: generator })
  }
  return {
    seedBytes: seedBytesOf(q),
    keyTag: 0x84,
    fieldBits: bitsOf(p),
    privateKey: (seed) => inOrder(seed, q),
    publicKey: (privateKey) => fromNumber(power(g, privateKey, p)),
    shared: (privateKey, publicKey) => fromNumber(power(numberOf(publicKey), privateKey, p), width),
    mapped: (nonce, privateKey, publicKey) =>
      withGenerator((power(g, toNumber(nonce), p) * power(numberOf(publicKey), privateKey, p)) % p),
    integrated: (random) => withGenerator(power(toNumber(random) % p, (p - 1n) / q, p)),
  }
}

const number = (hex: string): bigint => BigInt(`0x${hex}`)

const field = (p: string, q: string, g: string) => (): Group =>
  fieldGroup({ p: number(p), q: number(q), g: number(g) })

/** An empty `a` is -3. */
const curve = (p: string, a: string, b: string, x: string, y: string, n: string) => (): Group => {
  const all: Curve = {
    p: number(p),
    a: a === '' ? number(p) - 3n : number(a),
    b: number(b),
    n: number(n),
    h: 1n,
    Gx: number(x),
    Gy: number(y),
  }
  const Points = weierstrass(all)
  // Not `BASE`: the tables that it is given would take ten times as long as they save in two uses.
  return curveGroup(Points, all, Points.fromAffine({ x: all.Gx, y: all.Gy }))
}

/** Table 12 of ICAO 9303-11: RFC 5114, FIPS 186 and RFC 5639. A group is made when a chip asks for it. */
export const groups: Readonly<Record<number, () => Group>> = {
  // 1024-bit MODP group with 160-bit prime order subgroup
  0: field(
    'b10b8f96a080e01dde92de5eae5d54ec52c99fbcfb06a3c69a6a9dca52d23b616073e28675a23d189838ef1e2ee652c013ecb4aea906112324975c3cd49b83bfaccbdd7d90c4bd7098488e9c219a73724effd6fae5644738faa31a4ff55bccc0a151af5f0dc8b4bd45bf37df365c1a65e68cfda76d4da708df1fb2bc2e4a4371',
    'f518aa8781a8df278aba4e7d64b7cb9d49462353',
    'a4d1cbd5c3fd34126765a442efb99905f8104dd258ac507fd6406cff14266d31266fea1e5c41564b777e690f5504f213160217b4b01b886a5e91547f9e2749f4d7fbd7d3b9a92ee1909d0d2263f80a76a6a24c087a091f531dbf0a0169b6a28ad662a4d18e73afa32d779d5918d08bc8858f4dcef97c2a24855e6eeb22b3b2e5',
  ),
  // 2048-bit MODP group with 224-bit prime order subgroup
  1: field(
    'ad107e1e9123a9d0d660faa79559c51fa20d64e5683b9fd1b54b1597b61d0a75e6fa141df95a56dbaf9a3c407ba1df15eb3d688a309c180e1de6b85a1274a0a66d3f8152ad6ac2129037c9edefda4df8d91e8fef55b7394b7ad5b7d0b6c12207c9f98d11ed34dbf6c6ba0b2c8bbc27be6a00e0a0b9c49708b3bf8a317091883681286130bc8985db1602e714415d9330278273c7de31efdc7310f7121fd5a07415987d9adc0a486dcdf93acc44328387315d75e198c641a480cd86a1b9e587e8be60e69cc928b2b9c52172e413042e9b23f10b0e16e79763c9b53dcf4ba80a29e3fb73c16b8e75b97ef363e2ffa31f71cf9de5384e71b81c0ac4dffe0c10e64f',
    '801c0d34c58d93fe997177101f80535a4738cebcbf389a99b36371eb',
    'ac4032ef4f2d9ae39df30b5c8ffdac506cdebe7b89998caf74866a08cfe4ffe3a6824a4e10b9a6f0dd921f01a70c4afaab739d7700c29f52c57db17c620a8652be5e9001a8d66ad7c17669101999024af4d027275ac1348bb8a762d0521bc98ae247150422ea1ed409939d54da7460cdb5f6c6b250717cbef180eb34118e98d119529a45d6f834566e3025e316a330efbb77a86f0c1ab15b051ae3d428c8f8acb70a8137150b8eeb10e183edd19963ddd9e263e4770589ef6aa21e7f5f2ff381b539cce3409d13cd566afbb48d6c019181e1bcfe94b30269edfe72fe9b6aa4bd7b5a0f1c71cfff4c19c418e1f6ec017981bc087f2a7065b384b890d3191f2bfa',
  ),
  // 2048-bit MODP group with 256-bit prime order subgroup
  2: field(
    '87a8e61db4b6663cffbbd19c651959998ceef608660dd0f25d2ceed4435e3b00e00df8f1d61957d4faf7df4561b2aa3016c3d91134096faa3bf4296d830e9a7c209e0c6497517abd5a8a9d306bcf67ed91f9e6725b4758c022e0b1ef4275bf7b6c5bfc11d45f9088b941f54eb1e59bb8bc39a0bf12307f5c4fdb70c581b23f76b63acae1caa6b7902d52526735488a0ef13c6d9a51bfa4ab3ad8347796524d8ef6a167b5a41825d967e144e5140564251ccacb83e6b486f6b3ca3f7971506026c0b857f689962856ded4010abd0be621c3a3960a54e710c375f26375d7014103a4b54330c198af126116d2276e11715f693877fad7ef09cadb094ae91e1a1597',
    '8cf83642a709a097b447997640129da299b1a47d1eb3750ba308b0fe64f5fbd3',
    '3fb32c9b73134d0b2e77506660edbd484ca7b18f21ef205407f4793a1a0ba12510dbc15077be463fff4fed4aac0bb555be3a6c1b0c6b47b1bc3773bf7e8c6f62901228f8c28cbb18a55ae31341000a650196f931c77a57f2ddf463e5e9ec144b777de62aaab8a8628ac376d282d6ed3864e67982428ebc831d14348f6f2f9193b5045af2767164e1dfc967c1fb3f2e55a4bd1bffe83b9c80d052b985d182ea0adb2a3b7313d3fe14c8484b1e052588b9b7d2bbd2df016199ecd06e1557cd0915b3353bbb64e0ec377fd028370df92b52c7891428cdc67eb6184b523d1db246c32f63078490f00ef8d647d148d47954515e2327cfef98c582664b4c0f6cc41659',
  ),
  // P-192
  8: curve(
    'fffffffffffffffffffffffffffffffeffffffffffffffff',
    '',
    '64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1',
    '188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012',
    '7192b95ffc8da78631011ed6b24cdd573f977a11e794811',
    'ffffffffffffffffffffffff99def836146bc9b1b4d22831',
  ),
  // brainpoolP192r1
  9: curve(
    'c302f41d932a36cda7a3463093d18db78fce476de1a86297',
    '6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28ef',
    '469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9',
    'c0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd6',
    '14b690866abd5bb88b5f4828c1490002e6773fa2fa299b8f',
    'c302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1',
  ),
  // P-224
  10: curve(
    'ffffffffffffffffffffffffffffffff000000000000000000000001',
    '',
    'b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4',
    'b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21',
    'bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34',
    'ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d',
  ),
  // brainpoolP224r1
  11: curve(
    'd7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff',
    '68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43',
    '2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400b',
    'd9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07d',
    '58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cd',
    'd7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f',
  ),
  // P-256
  12: curve(
    'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
    '',
    '5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  ),
  // brainpoolP256r1
  13: curve(
    'a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377',
    '7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9',
    '26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6',
    '8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262',
    '547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997',
    'a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7',
  ),
  // brainpoolP320r1
  14: curve(
    'd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27',
    '3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4',
    '520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6',
    '43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611',
    '14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1',
    'd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311',
  ),
  // P-384
  15: curve(
    'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff',
    '',
    'b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef',
    'aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7',
    '3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f',
    'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  ),
  // brainpoolP384r1
  16: curve(
    '8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53',
    '7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826',
    '4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11',
    '1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e',
    '8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315',
    '8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565',
  ),
  // brainpoolP512r1
  17: curve(
    'aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3',
    '7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca',
    '3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723',
    '81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822',
    '7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892',
    'aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069',
  ),
  // P-521
  18: curve(
    '1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    '',
    '51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00',
    'c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66',
    '11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650',
    '1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
  ),
}
