// The forms that settings are written in: numbers, sizes, times, choices, and how each is read.

import { isIP } from 'node:net'

export interface SettingRow<T> {
  readonly group: string
  readonly fallback: string
  readonly meaning: string
  readonly form: string
  readonly secret?: boolean
  readonly parse: (text: string) => T
}

type Options = { readonly secret?: boolean }

/** A value that cannot be read throws this sentence; it is collected, never shown alone. */
export class SettingFault extends Error {}

function row<T>(form: string, parse: (text: string) => T) {
  return (group: string, fallback: string, meaning: string, options: Options = {}): SettingRow<T> => ({
    group,
    fallback,
    meaning,
    form,
    parse,
    ...options,
  })
}

export const text = row('text', (value) => value)

export const flag = row('true or false', (value) => {
  if (value === 'true' || value === 'false') return value === 'true'
  throw new SettingFault('must be true or false')
})

/** What the proxy option of the HTTP server understands. */
export const proxies = row('addresses or ranges, comma-separated', (value) => {
  const known = /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/
  const list = value === '' ? [] : value.split(',').map((one) => one.trim())
  if (list.every((one) => known.test(one))) return list
  throw new SettingFault('must be addresses or ranges such as 10.0.0.0/8 or loopback, separated by commas')
})

/** Somebody whom the server may call although it would refuse otherwise: a host or a range, at one port or at the usual ones. */
export interface AllowedReceiver {
  /** In small letters; `*.example` for every name below it. */
  readonly host?: string
  /** In CIDR notation. */
  readonly range?: string
  readonly port?: number
}

export const receivers = row(
  'hosts, addresses or ranges, comma-separated, each with a port or without',
  (value) => (value === '' ? [] : value.split(',').map((one) => readReceiver(one.trim()))),
)

function readReceiver(text: string): AllowedReceiver {
  const [, bracketed, plain, portText] =
    /^(?:\[([0-9a-fA-F:.]+(?:\/\d{1,3})?)\]|([^\s:[\]]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:\/\d{1,3})?))(?::(\d{1,5}))?$/.exec(
      text,
    ) ?? []
  const written = (bracketed ?? plain)?.toLowerCase()
  const port = portText === undefined ? {} : { port: Number(portText) }
  if (written === undefined || port.port === 0 || (port.port ?? 0) > 65535)
    throw new SettingFault(`must be ${receiverForms}: ${JSON.stringify(text)} is none`)
  const [address = '', bits] = written.split('/')
  const family = isIP(address)
  if (
    family !== 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
    return { range: `${address}/${bits ?? (family === 4 ? 32 : 128)}`, ...port }
  // A last part of digits would be read as an address.
  if (bits === undefined && /^(?:\*\.)?(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*$/.test(written))
    return { host: written, ...port }
  throw new SettingFault(`must be ${receiverForms}: ${JSON.stringify(text)} is none`)
}

const receiverForms =
  'hosts such as hooks.internal, *.corp.example or receiver:8080, or ranges such as 10.2.0.0/16 or [fd00::/8]:8443, separated by commas'

export const path = row('path such as `/ekyc`, or empty', (value) => {
  if (value === '' || /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(value)) return value
  throw new SettingFault(
    'must be a path such as /ekyc: a slash first, none at the end, and letters, digits, - . _ ~',
  )
})

/** `*` alone is any. Browsers compare letter by letter, so an origin must be written exactly as they send it. */
export const origins = row('origins, comma-separated; or `*`', (value) => {
  const list = value === '' ? [] : value.split(',').map((one) => one.trim())
  if (list.length > 1 && list.includes('*')) throw new SettingFault('must be * alone, or origins without it')
  for (const one of list) if (one !== '*') checkOrigin(one)
  return list
})

/** Pages in apps have schemes of their own, such as `capacitor://localhost`; URL reads an origin only of the web's. */
const anyOrigin = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

function checkOrigin(one: string): void {
  const form = 'such as https://app.example or http://localhost:5173, separated by commas'
  const { protocol, origin } = URL.canParse(one) ? new URL(one) : { protocol: '', origin: '' }
  if ((protocol === 'http:' || protocol === 'https:') && origin !== one && anyOrigin.test(origin))
    throw new SettingFault(`must be origins ${form}: write ${origin} instead of ${one}`)
  if (!anyOrigin.test(one)) throw new SettingFault(`must be origins ${form}: ${JSON.stringify(one)} is none`)
}

export function whole(min: number, max: number) {
  return row(`whole number, ${min} to ${max}`, (value) => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    throw new SettingFault(`must be a whole number from ${min} to ${max}`)
  })
}

export const share = row('share, above 0 and at most 0.5', (value) => {
  const number = Number(value)
  if (/^0?\.\d+$/.test(value) && number > 0 && number <= 0.5) return number
  throw new SettingFault('must be a share such as 0.01, above 0 and at most 0.5')
})

export const ratio = row('number, 0 to 1', (value) => {
  const number = Number(value)
  if (/^(0|1|[01]?\.\d+)$/.test(value) && number <= 1) return number
  throw new SettingFault('must be a number from 0 to 1 such as 0.05')
})

export function choice<const C extends string>(...choices: C[]) {
  return row(choices.join(' or '), (value): C => {
    const found = choices.find((one) => one === value)
    if (found !== undefined) return found
    throw new SettingFault(`must be one of ${choices.join(', ')}`)
  })
}

const byteUnits = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

function readBytes(value: string): number | undefined {
  const match = /^(\d{1,12})\s*(B|KiB|MiB|GiB|TiB)$/.exec(value)
  const read = match && Number(match[1]) * byteUnits[match[2] as keyof typeof byteUnits]
  return read !== null && Number.isSafeInteger(read) ? read : undefined
}

export const bytes = row('size: 500 B, 64 KiB, 10 MiB, 1 GiB', (value) => {
  const read = readBytes(value)
  if (read !== undefined) return read
  throw new SettingFault('must be a size such as 500 B, 64 KiB, 10 MiB or 1 GiB')
})

/** Infinite is unlimited. */
export const bytesOrUnlimited = row('size: 500 MiB, 100 GiB, 2 TiB; or `unlimited`', (value) => {
  const read = value === 'unlimited' ? Number.POSITIVE_INFINITY : readBytes(value)
  if (read !== undefined) return read
  throw new SettingFault('must be a size such as 500 MiB, 100 GiB or 2 TiB, or unlimited')
})

const timeUnits = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

function readDuration(value: string): number | undefined {
  const match = /^(\d+)\s*(ms|s|min|h|d)$/.exec(value)
  return match ? Number(match[1]) * timeUnits[match[2] as keyof typeof timeUnits] : undefined
}

export const duration = row('time: 500 ms, 30 s, 5 min, 1 h', (value) => {
  const read = readDuration(value)
  if (read !== undefined) return read
  throw new SettingFault('must be a time such as 500 ms, 30 s, 5 min or 1 h')
})

/** Milliseconds; infinite is never. */
export const durationOrNever = row('time: 12 h, 30 d; or `never`', (value) => {
  const read = value === 'never' ? Number.POSITIVE_INFINITY : readDuration(value)
  if (read !== undefined) return read
  throw new SettingFault('must be a time such as 12 h or 30 d, or never')
})

export const url = (...protocols: string[]) =>
  row(`${protocols.join('// or ')}// address, or empty`, (value) => {
    if (value === '') return value
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new SettingFault(
      `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  })
