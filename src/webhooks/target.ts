// Says whether messages may be sent to a URL, and to the addresses that its name stands for.
import type { BlockList } from 'node:net'
import { isIP, isIPv4 } from 'node:net'
import type { AllowedReceiver } from '../system/setting-forms.ts'
import { isPublic, rangeList } from './addresses.ts'

/** A URL whose form is allowed; its addresses are checked when a message is sent. */
export interface WebhookTarget {
  readonly url: URL
  /** Without brackets, and without a dot at its end. */
  readonly host: string
  readonly port: number
  /** Set where the operator allows this host, whatever its addresses. */
  readonly isAllowedHost: boolean
  /** Set where it is good only for addresses that the operator allows. */
  readonly needsAllowedAddress: boolean
}

/** Why nothing is sent there; in words for whoever set it up. */
export interface Forbidden {
  readonly why: string
}

const usualPorts = [443, 8443]
/** Of receivers that the operator allows without naming a port. */
const allowedPorts = [80, 443, 8443]
const longestUrl = 2048

export interface TargetRules {
  /** What cannot be known without the addresses of a name is left to `checkAddresses`. */
  readTarget(text: string): WebhookTarget | Forbidden
  /** Every address is looked at: of several, any might be connected to. */
  checkAddresses(target: WebhookTarget, addresses: readonly string[]): Forbidden | undefined
}

interface Range {
  readonly list: BlockList
  readonly port: number | undefined
}

export function targetRules(allowed: readonly AllowedReceiver[]): TargetRules {
  const ranges: Range[] = allowed.flatMap(({ range, port }) =>
    range === undefined ? [] : [{ list: rangeList([range]), port }],
  )
  const isAllowedHost = (host: string, port: number): boolean =>
    allowed.some((one) => one.host !== undefined && isNamed(one.host, host) && isAtPort(one.port, port))
  const isAllowedAddress = (address: string, port: number): boolean =>
    ranges.some(
      (one) => one.list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') && isAtPort(one.port, port),
    )

  function readTarget(text: string): WebhookTarget | Forbidden {
    if (text.length > longestUrl) return { why: `must have at most ${longestUrl} characters` }
    if (!URL.canParse(text)) return { why: 'must be a URL such as https://example.com/webhooks' }
    const url = new URL(text)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return { why: 'must begin with https://' }
    if (url.username !== '' || url.password !== '')
      return { why: 'must hold no user name and no password: messages are signed instead' }
    if (url.hash !== '') return { why: 'must have no part after #, which is never sent' }
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    if (host === '' || host.endsWith('.')) return { why: 'must name a host' }
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
    if (isAllowedHost(host, port)) return { url, host, port, isAllowedHost: true, needsAllowedAddress: false }
    const unusual = unusualOf(url, host, port)
    // A name may stand for addresses of an allowed range; that is known when it is asked for.
    const mayBeInRange = ranges.some((one) => isAtPort(one.port, port))
    if (unusual !== undefined && !mayBeInRange) return { why: unusual }
    const target = {
      url,
      host,
      port,
      isAllowedHost: false,
      needsAllowedAddress: unusual !== undefined,
    }
    return (isIP(host) ? checkAddresses(target, [host]) : undefined) ?? target
  }

  function checkAddresses(target: WebhookTarget, addresses: readonly string[]): Forbidden | undefined {
    if (target.isAllowedHost) return undefined
    const others = addresses.filter((address) => !isAllowedAddress(address, target.port))
    if (others.length === 0) return undefined
    if (others.some((address) => !isPublic(address)))
      return {
        why: 'leads to an address inside a network; the operator can allow it with SELFSAME_WEBHOOK_ALLOW',
      }
    const unusual = target.needsAllowedAddress && unusualOf(target.url, target.host, target.port)
    return unusual ? { why: unusual } : undefined
  }

  return { readTarget, checkAddresses }
}

/** Why the URL is not allowed for a receiver on the internet; undefined where it is. */
function unusualOf({ protocol }: URL, host: string, port: number): string | undefined {
  if (protocol !== 'https:')
    return 'must begin with https://; http:// is only for receivers that SELFSAME_WEBHOOK_ALLOW names'
  if (!usualPorts.includes(port))
    return `must use port ${usualPorts.join(' or ')}; the operator can allow another with SELFSAME_WEBHOOK_ALLOW`
  if (!isIP(host) && !host.includes('.'))
    return 'must name a host of the internet; the operator can allow one inside with SELFSAME_WEBHOOK_ALLOW'
  return undefined
}

const isAtPort = (allowed: number | undefined, port: number): boolean =>
  allowed === undefined ? allowedPorts.includes(port) : allowed === port

/** `*.corp.example` is every name below it. */
const isNamed = (allowed: string, host: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed
