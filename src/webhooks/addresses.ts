// Tells addresses of the public internet from those that lead inside: private, local, reserved and translated ones.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The special-purpose registry of IANA, and what clouds answer on inside. */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure: the machine's own host answers here.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** All that is public lies in here, less the ranges below. */
const global6 = '2000::/3'
const notPublic6 = [
  // Protocol assignments, with Teredo, which carries an IPv4 address, and ORCHID.
  '2001::/23',
  '2001:db8::/32',
  // 6to4 carries an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
]

/** What a NAT64 of the well-known prefix translates to the IPv4 address in its last four bytes. */
const nat64 = '64:ff9b::/96'

/** A range such as `10.0.0.0/8` as a list that can be asked. */
export function rangeList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return list
}

const inside4 = rangeList(notPublic4)
const whole6 = rangeList([global6])
const inside6 = rangeList(notPublic6)
const translated = rangeList([nat64])

/** False for whatever is no address. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !inside4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  if (translated.check(address, 'ipv6')) return isPublic(last4(address))
  return whole6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}

/** The IPv4 address in the last four bytes. */
function last4(address: string): string {
  const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (dotted?.[1]) return dotted[1]
  // The address parser of URLs writes all of it in groups, of which zeros may be left out.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = written.split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail)]
  const all = [...first, ...new Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last]
  const [high = 0, low = 0] = all.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
