// Reads the chip of a passport or identity card through any NFC that can exchange commands: the files, and what proves the chip to the server.
import { type Answer, END_OF_FILE, exchanged, OK, type Transceive } from './apdu.ts'
import { basicAccess, type Random } from './bac.ts'
import {
  type Bytes,
  equal,
  fromBase64,
  fromHex,
  fromNumber,
  headerAt,
  joined,
  onlyValue,
  tagged,
  toBase64,
} from './bytes.ts'
import { type Channel, ChannelOver, openChannel, secureChannel, type Way } from './channel.ts'
import { ChipError, tampered } from './chip-error.ts'
import { choosePace, pace } from './pace.ts'
import { type ChipPassword, paceSecret, zoneSecret } from './password.ts'

export type { Transceive } from './apdu.ts'
export { ChipError, type ChipReason } from './chip-error.ts'
export type { ChipPassword, ZoneFields } from './password.ts'

/** In the order of reading: what the server needs to begin with first, the portrait last. Sizes are a guess for the progress. */
const rows = {
  dg14: { id: 0x0e, tag: 0x6e, usual: 200 },
  sod: { id: 0x1d, tag: 0x77, usual: 2500 },
  dg15: { id: 0x0f, tag: 0x6f, usual: 200 },
  com: { id: 0x1e, tag: 0x60, usual: 30 },
  dg1: { id: 0x01, tag: 0x61, usual: 95 },
  dg13: { id: 0x0d, tag: 0x6d, usual: 500 },
  dg11: { id: 0x0b, tag: 0x6b, usual: 200 },
  dg12: { id: 0x0c, tag: 0x6c, usual: 100 },
  dg16: { id: 0x10, tag: 0x70, usual: 100 },
  dg2: { id: 0x02, tag: 0x75, usual: 18_000 },
} as const

export type ChipFile = keyof typeof rows

/** In the order of reading. */
export const chipFiles = Object.keys(rows) as readonly ChipFile[]

/** Every chip has these. */
const needed: readonly ChipFile[] = ['sod', 'dg1']

const APPLICATION = fromHex('a0000002471001')

/** What `POST /chip-sessions` answers, as far as a chip is concerned. */
export interface ChipSession {
  readonly session_id: string
  readonly active_authentication?: { readonly challenge: string } | null
  readonly chip_authentication?: {
    /** Dotted, such as `0.4.0.127.0.7.2.2.3.2.2`. */
    readonly oid: string
    readonly key_id: number | null
    /** The server's key, as the chip takes it. */
    readonly public_key: string
    /** One command under keys that only the server and the true chip can have. */
    readonly command: string
  } | null
}

export interface ChipReadingOptions {
  readonly password: ChipPassword
  /** Those that the chip does not have are left out of the result; `sod` and `dg1` must be there if they are asked for. */
  readonly files: readonly ChipFile[]
  /** Asks the server for a session as soon as DG14 was read, while other files are read on. */
  readonly session?: (dg14: Uint8Array | undefined) => Promise<ChipSession>
  /** Percent, which never become fewer. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
  /** Random bytes; by default those of `crypto.getRandomValues`. */
  readonly random?: Random
  /** The longest command or answer that the phone can carry. Without it lengths are tried. */
  readonly maxLength?: number
  /** A file that claims to be longer is refused. */
  readonly maxFileBytes?: number
}

export interface ChipContent {
  readonly files: Readonly<Partial<Record<ChipFile, Uint8Array>>>
  readonly accessProtocol: 'PACE' | 'BAC'
  /** For `chip_session` of `POST /chip-documents`, in Base64; without an answer where the chip has none. */
  readonly session?: {
    readonly session_id: string
    readonly active_response?: string
    readonly chip_response?: string
  }
}

export interface ChipReading {
  /** After `lost` it is called again, with the chip back in the field: it goes on with the byte that was missing. */
  read(transceive: Transceive): Promise<ChipContent>
}

interface Part {
  readonly bytes: Bytes
  have: number
}

/** What a reading has learned of the chip and of the phone. It stays when the chip leaves the field. */
interface Learned {
  cardAccess?: Bytes
  /** Bytes of an answer that came through. */
  answerBytes: number
  /** How many times as long the next longer one is; 1 when no longer one comes. */
  growth: number
  /** Whether the chip takes a first read that reaches beyond the end of a short file. */
  reachesBeyond: 'untried' | 'works' | 'fails'
  hasShortNames: boolean
  readonly parts: Map<ChipFile, Part>
  readonly missing: Set<ChipFile>
  /** The file at whose first byte the chip ended the channel. */
  broke?: ChipFile
  session?: Promise<ChipSession>
  /** How often active and chip authentication were begun: a chip that ends the channel at one is asked twice. */
  triedActive: number
  triedChip: number
  activeResponse?: Bytes
  chipResponse?: Bytes
}

/** Answers of 256 bytes need no extended length. */
const SHORT_ANSWER = 256
const LEAST_ANSWER = 64
const FILE_HEADER = 8
/** Without a byte more between them. */
const REOPENINGS = 4

export function startReading(options: ChipReadingOptions): ChipReading {
  const { password, signal, random = platformRandom, maxFileBytes = 512 * 1024 } = options
  const maxLength = Math.min(options.maxLength ?? 65_538, 65_538)
  // A password that is none fails here, not when the card lies on the phone.
  paceSecret(password)
  const wanted = chipFiles.filter((name) => options.files.includes(name))
  const learned: Learned = {
    answerBytes: SHORT_ANSWER,
    growth: 4,
    reachesBeyond: 'untried',
    hasShortNames: true,
    parts: new Map(),
    missing: new Set(),
    triedActive: 0,
    triedChip: 0,
  }
  let shown = -1

  /** Opening is a tenth, the files are nearly all of the rest. */
  function tell(opened: boolean, isDone = false): void {
    let have = 0
    let all = 0
    for (const name of wanted) {
      const part = learned.parts.get(name)
      have += learned.missing.has(name) ? 0 : (part?.have ?? 0)
      all += learned.missing.has(name) ? 0 : (part?.bytes.length ?? rows[name].usual)
    }
    const percent = isDone ? 100 : Math.floor((opened ? 10 : 0) + (all === 0 ? 0 : (88 * have) / all))
    if (percent <= shown) return
    shown = percent
    options.onProgress?.(percent)
  }

  async function opened(way: Way): Promise<{ channel: Channel; protocol: 'PACE' | 'BAC' }> {
    const plain = openChannel(way)
    const cardAccess = await readCardAccess(plain)
    if (learned.cardAccess !== undefined && !equal(learned.cardAccess, cardAccess))
      throw new ChipError('not-this-chip', 'another chip than before')
    learned.cardAccess = cardAccess
    const choice = cardAccess.length === 0 ? undefined : choosePace(cardAccess)
    if (choice !== undefined) {
      try {
        const channel = secureChannel(way, await pace(way, choice, password, random))
        await selectApplication(channel)
        return { channel, protocol: 'PACE' }
      } catch (error) {
        const isOtherWay = error instanceof ChipError && ['unsupported', 'refused'].includes(error.reason)
        if (!isOtherWay || !('mrz' in password)) throw error
      }
    }
    await selectApplication(plain)
    if (!('mrz' in password)) throw new ChipError('unsupported', 'only number and dates open this chip')
    const channel = secureChannel(way, await basicAccess(way, zoneSecret(password.mrz), random))
    return { channel, protocol: 'BAC' }
  }

  async function selectApplication(channel: Channel): Promise<void> {
    const { status } = await channel.send({ ins: 0xa4, p1: 4, p2: 0x0c, data: APPLICATION })
    if (status !== OK) throw new ChipError('not-this-chip', 'no application of travel documents', status)
  }

  async function readFile(channel: Channel, name: ChipFile): Promise<void> {
    let part = learned.parts.get(name)
    if (part === undefined) {
      const first = await firstBytes(channel, name)
      if (first === undefined) {
        learned.missing.add(name)
        return
      }
      part = begun(first, name)
      learned.parts.set(name, part)
    } else if (part.have < part.bytes.length) {
      const { status } = await channel.send({
        ins: 0xa4,
        p1: 2,
        p2: 0x0c,
        data: Uint8Array.of(1, rows[name].id),
      })
      if (status !== OK) throw new ChipError('not-this-chip', `no ${name} any more`, status)
    }
    while (part.have < part.bytes.length) {
      const more = await nextBytes(channel, part)
      part.bytes.set(more, part.have)
      part.have += more.length
      tell(true)
    }
  }

  function begun(first: Bytes, name: ChipFile): Part {
    const header = headerAt(first, 0)
    if (header === undefined || header.tag !== rows[name].tag) throw tampered(`another file than ${name}`)
    const length = header.start + header.length
    if (length > maxFileBytes) throw tampered(`${name} claims ${length} bytes`)
    const bytes = new Uint8Array(length)
    bytes.set(first.subarray(0, length))
    return { bytes, have: Math.min(first.length, length) }
  }

  /** The beginning of a file, or `undefined` when the chip does not have it. */
  async function firstBytes(channel: Channel, name: ChipFile): Promise<Bytes | undefined> {
    const { id } = rows[name]
    const most = channel.fits(learned.answerBytes)
    let status = 0
    const ways: { isShortName: boolean; le: number }[] = []
    if (learned.hasShortNames && learned.reachesBeyond !== 'fails') ways.push({ isShortName: true, le: most })
    if (learned.hasShortNames) ways.push({ isShortName: true, le: FILE_HEADER })
    ways.push({ isShortName: false, le: FILE_HEADER })
    for (const { isShortName, le } of ways) {
      if (isShortName && (status === 0x6a82 || status === 0x6982)) continue
      if (!isShortName) {
        const selected = await channel.send({ ins: 0xa4, p1: 2, p2: 0x0c, data: Uint8Array.of(1, id) })
        status = selected.status
        if (status !== OK) break
      }
      const answer = await channel.send({ ins: 0xb0, p1: isShortName ? 0x80 | id : 0, p2: 0, le })
      status = answer.status
      if ((status === OK || status === END_OF_FILE) && answer.data.length > 0) {
        if (le > FILE_HEADER) learned.reachesBeyond = 'works'
        else if (isShortName) learned.reachesBeyond = 'fails'
        else learned.hasShortNames = false
        return answer.data
      }
    }
    if (needed.includes(name)) throw new ChipError('refused', `no ${name}`, status)
    return undefined
  }

  async function nextBytes(channel: Channel, part: Part): Promise<Bytes> {
    const left = part.bytes.length - part.have
    const usual = channel.fits(learned.answerBytes)
    const { growth } = learned
    if (growth > 1 && left > usual && learned.answerBytes < maxLength - 2) {
      const longer = Math.min(growth * learned.answerBytes, maxLength - 2, 65_536)
      // It counts as failed until it has come through: the field may be lost by it.
      learned.growth = growth / 2
      const { bytes, isWhole } = await binary(channel, part.have, left, longer).catch((error) => {
        if (error instanceof ChannelOver) learned.growth = 1
        throw error
      })
      if (bytes.length > usual) learned.answerBytes = longer
      if (bytes.length > 0) {
        // A chip that gives less than was asked for gives what it can.
        learned.growth = isWhole ? growth : 1
        return bytes
      }
    }
    for (;;) {
      const { bytes, status } = await binary(channel, part.have, left, learned.answerBytes)
      if (bytes.length > 0) return bytes
      if (status === OK || status === END_OF_FILE) throw tampered('a file that ends before its end')
      if (learned.answerBytes <= LEAST_ANSWER) throw new ChipError('refused', 'the chip ends a file', status)
      learned.answerBytes = Math.ceil(learned.answerBytes / 2)
    }
  }

  /** One read from a place of the file that is selected. It is whole when as much came as was asked for. */
  async function binary(
    channel: Channel,
    offset: number,
    left: number,
    answerBytes: number,
  ): Promise<{ readonly bytes: Bytes; readonly isWhole: boolean; readonly status: number }> {
    const room = channel.fits(answerBytes)
    if (offset <= 0x7fff) {
      const le = Math.min(left, room)
      const { data, status } = await channel.send({ ins: 0xb0, p1: offset >> 8, p2: offset & 0xff, le })
      return { bytes: data, isWhole: data.length === le, status }
    }
    // Two bytes of a command hold no larger offset; the data then comes in an item of its own.
    const data = tagged(0x54, fromNumber(BigInt(offset), offset > 0xffff ? 3 : 2))
    const around = left < 0x80 ? 2 : left < 0x100 ? 3 : 4
    const le = Math.min(left + around, room)
    const answer = await channel.send({ ins: 0xb1, p1: 0, p2: 0, data, le })
    const bytes = answer.data.length === 0 ? answer.data : onlyValue(answer.data, 0x53)
    return { bytes: bytes.subarray(0, left), isWhole: bytes.length >= le - 4, status: answer.status }
  }

  async function prove(channel: Channel, way: Way): Promise<ChipContent['session']> {
    if (learned.session === undefined) return undefined
    const session = await learned.session
    const { active_authentication: active, chip_authentication: chip } = session
    if (active && learned.activeResponse === undefined && learned.triedActive < 2) {
      const response = await activeResponse(channel, fromBase64(active.challenge))
      if (response !== undefined) learned.activeResponse = response
      else learned.triedActive = 2
    }
    if (chip && learned.chipResponse === undefined && learned.triedChip < 2) {
      learned.triedChip++
      const response = await chipResponse(channel, way, chip)
      if (response !== undefined) learned.chipResponse = response
    }
    return {
      session_id: session.session_id,
      ...(learned.activeResponse && { active_response: toBase64(learned.activeResponse) }),
      ...(learned.chipResponse && { chip_response: toBase64(learned.chipResponse) }),
    }
  }

  /** Keys from RSA 2048 on answer more than a short answer holds; DG15 tells by its length. */
  async function activeResponse(channel: Channel, challenge: Bytes): Promise<Bytes | undefined> {
    const isLong = (learned.parts.get('dg15')?.bytes.length ?? 0) > 280 && maxLength > 1024
    const lengths = isLong && learned.triedActive === 0 ? [65_536, 256] : [256]
    for (const le of lengths) {
      // A chip that ends the channel at it is asked in the short way next, and then no more.
      learned.triedActive++
      const { data, status } = await channel.send({ ins: 0x88, p1: 0, p2: 0, data: challenge, le })
      if (status === OK && data.length > 0) return data
    }
    return undefined
  }

  /** The keys of the channel change with it, so it is the last that is done. The server's command goes as it is. */
  async function chipResponse(
    channel: Channel,
    { transceive }: Way,
    chip: NonNullable<ChipSession['chip_authentication']>,
  ): Promise<Bytes | undefined> {
    const oid = chip.oid.split('.').map(Number)
    const key = fromBase64(chip.public_key)
    const reference = chip.key_id === null ? new Uint8Array() : tagged(0x84, fromNumber(BigInt(chip.key_id)))
    if (oid.at(-1) === 1) {
      const data = joined(tagged(0x91, key), reference)
      const { status } = await channel.send({ ins: 0x22, p1: 0x41, p2: 0xa6, data })
      if (status !== OK) return undefined
    } else {
      // All numbers of these identifiers are below 128, the first two stand in one byte.
      const name = tagged(0x80, Uint8Array.from([4, ...oid.slice(2)]))
      const chosen = await channel.send({ ins: 0x22, p1: 0x41, p2: 0xa4, data: joined(name, reference) })
      if (chosen.status !== OK) return undefined
      const data = tagged(0x7c, tagged(0x80, key))
      const { status } = await channel.send({ ins: 0x86, p1: 0, p2: 0, data, le: 256 })
      if (status !== OK) return undefined
    }
    const { data, status } = await exchanged(transceive, fromBase64(chip.command), signal)
    return joined(data, fromNumber(BigInt(status), 2))
  }

  async function readAll(way: Way): Promise<ChipContent> {
    tell(false)
    const { channel, protocol } = await opened(way)
    tell(true)
    for (const name of wanted) {
      if (learned.missing.has(name)) continue
      try {
        await readFile(channel, name)
      } catch (error) {
        if (error instanceof ChannelOver) leftAt(name, error.status)
        throw error
      }
      if (name === 'dg14') askSession()
    }
    askSession()
    const session = await prove(channel, way)
    tell(true, true)
    const files: Partial<Record<ChipFile, Uint8Array>> = {}
    for (const [name, { bytes }] of learned.parts) files[name] = bytes
    return { files, accessProtocol: protocol, ...(session && { session }) }
  }

  /** Some chips end the channel at a command that they do not like: first the careful way is taken, then the file is left out. */
  function leftAt(name: ChipFile, status: number): void {
    if (learned.parts.has(name)) return
    if (learned.broke === name) {
      if (needed.includes(name)) throw new ChipError('refused', `no ${name}`, status)
      learned.missing.add(name)
    }
    learned.broke = name
    learned.reachesBeyond = 'fails'
    learned.hasShortNames = false
  }

  function askSession(): void {
    if (options.session === undefined || learned.session !== undefined) return
    const session = options.session(learned.parts.get('dg14')?.bytes)
    // It is waited for when the files are there. A server that could not be reached is asked again then.
    session.catch(() => {
      delete learned.session
    })
    learned.session = session
  }

  return {
    async read(transceive) {
      let have = -1
      for (let reopened = 0; ; reopened++) {
        try {
          return await readAll({ transceive, signal, maxLength })
        } catch (error) {
          if (!(error instanceof ChannelOver)) throw error
          const now = [...learned.parts.values()].reduce((sum, part) => sum + part.have, learned.missing.size)
          if (now > have) reopened = 0
          have = now
          if (reopened === REOPENINGS)
            throw new ChipError('refused', 'the chip ends every channel', error.status)
        }
      }
    },
  }
}

const CARD_ACCESS = 0x1c

/** EF.CardAccess, which says how PACE goes; nothing where the chip has none. */
async function readCardAccess(channel: Channel): Promise<Bytes> {
  // Some chips refuse to select what is selected already.
  await channel.send({ ins: 0xa4, p1: 0, p2: 0x0c, data: fromHex('3f00') })
  const isThere = ({ status }: Answer): boolean => status === OK || status === END_OF_FILE
  let first = await channel.send({ ins: 0xb0, p1: 0x80 | CARD_ACCESS, p2: 0, le: 256 })
  if (!isThere(first)) {
    const selected = await channel.send({ ins: 0xa4, p1: 2, p2: 0x0c, data: Uint8Array.of(1, CARD_ACCESS) })
    if (selected.status !== OK) return new Uint8Array()
    first = await channel.send({ ins: 0xb0, p1: 0, p2: 0, le: FILE_HEADER })
    if (!isThere(first)) return new Uint8Array()
  }
  let bytes = first.data
  const header = headerAt(bytes, 0)
  if (header === undefined) return new Uint8Array()
  const length = header.start + header.length
  if (length > 4096) throw tampered('a list of protocols without an end')
  while (bytes.length < length) {
    const le = Math.min(length - bytes.length, 256)
    const more = await channel.send({ ins: 0xb0, p1: bytes.length >> 8, p2: bytes.length & 0xff, le })
    if (more.data.length === 0) throw tampered('a list of protocols that ends before its end')
    bytes = joined(bytes, more.data)
  }
  return bytes.slice(0, length)
}

function platformRandom(length: number): Uint8Array {
  const { crypto } = globalThis
  if (crypto?.getRandomValues === undefined)
    throw new TypeError('no crypto.getRandomValues here: give `random`')
  return crypto.getRandomValues(new Uint8Array(length))
}
