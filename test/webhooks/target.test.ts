// Attacks the guard of webhooks: addresses that lead inside in every spelling, and what the operator allows.
import { describe, expect, test } from 'vitest'
import { settings } from '../../src/config.ts'
import { isPublic } from '../../src/webhooks/addresses.ts'
import { targetRules, type WebhookTarget } from '../../src/webhooks/target.ts'

const { readTarget, checkAddresses } = targetRules([])
const why = (url: string): string => {
  const read = readTarget(url)
  return 'why' in read ? read.why : ''
}

const inside = [
  // The first and last address of each range of IPv4 that is not public.
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.255.255.255', '168.63.129.16', '169.254.0.0', '169.254.169.254'],
  ...['169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ...['192.0.2.0', '192.0.2.255', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.0'],
  ...['192.168.255.255', '192.175.48.1', '198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
  // IPv6: unspecified, loopback, mapped, compatible, translated, discard, Teredo, documentation, 6to4, local, multicast.
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::7f00:1', '::127.0.0.1'],
  ...['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '64:ff9b::'],
  ...[
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:10::1',
    '2001:20::1',
  ],
  ...[
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3ffe::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  ...[
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ],
]
const outside = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '168.63.129.15', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['192.0.1.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2001:4860:4860::8888', '2606:4700::1111', '2a00:1450:4001::1', '64:ff9b::808:808', '64:ff9b::8.8.8.8'],
]

describe('addresses', () => {
  test.each(inside)('%s is inside', (address) => expect(isPublic(address)).toBe(false))
  test.each(outside)('%s is public', (address) => expect(isPublic(address)).toBe(true))
  test.each(['', 'localhost', '1.2.3', '08.8.8.8', '8.8.8.8 ', '[2606:4700::1]'])(
    '%j is no address, and so not public',
    (text) => expect(isPublic(text)).toBe(false),
  )
})

describe('a URL is refused', () => {
  const spelled = [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '0',
      '127.0.1',
    ],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]', '[fe80::1]'],
    ...[
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fd00::1]',
      '169.254.169.254',
      '0xa9fea9fe',
      '２１３０７０６４３３',
    ],
    ...['①②⑦.⓪.⓪.①', '127。0。0。1', '0300.0250.0.1'],
  ]
  test.each(spelled)('where its host is %s', (host) =>
    expect(why(`https://${host}/hooks`)).toContain('inside a network'),
  )

  test.each([
    ['http://shop.example/', 'must begin with https://'],
    ['ftp://shop.example/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['gopher://shop.example/', 'must begin with https://'],
    ['//shop.example/', 'must be a URL'],
    ['shop.example', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://user:pass@shop.example/', 'no user name and no password'],
    ['https://shop.example@127.0.0.1/', 'no user name and no password'],
    ['https://user@shop.example/', 'no user name and no password'],
    ['https://shop.example:22/', 'must use port'],
    ['https://shop.example:80/', 'must use port'],
    ['https://shop.example:6379/', 'must use port'],
    ['https://localhost/', 'must name a host of the internet'],
    ['https://localhost./', 'must name a host of the internet'],
    ['https://intranet/', 'must name a host of the internet'],
    ['https://shop.example../', 'must name a host'],
    ['https://shop.example/#part', 'after #'],
    [`https://shop.example/${'a'.repeat(3000)}`, 'at most 2048'],
    ['https://1.2.3.4.5/', 'must be a URL'],
    ['https://[::1', 'must be a URL'],
    ['https://sh op.example/', 'must be a URL'],
    ['https://shop.example\\@127.0.0.1/', ''],
  ])('%s', (url, words) => expect(why(url)).toContain(words))
})

test('a URL is taken with its host as it will be asked for: small letters, Punycode, no dot at the end', () => {
  const hostOf = (url: string) => (readTarget(url) as WebhookTarget).host
  expect(hostOf('https://Shop.Example./a?b')).toBe('shop.example')
  expect(hostOf('https://bücher.example/')).toBe('xn--bcher-kva.example')
  expect(hostOf('https://shop.example:8443/')).toBe('shop.example')
  expect(hostOf('https://8.8.8.8/')).toBe('8.8.8.8')
  expect(hostOf('https://[2606:4700::1111]/')).toBe('2606:4700::1111')
  // A backslash is a slash to browsers and to us, so that what follows is a path.
  expect(hostOf('https://shop.example\\@127.0.0.1/')).toBe('shop.example')
})

test('of several addresses of a name one inside is enough to refuse it', () => {
  const target = readTarget('https://shop.example/') as WebhookTarget
  expect(checkAddresses(target, ['8.8.8.8', '2606:4700::1111'])).toBeUndefined()
  for (const address of inside)
    expect(checkAddresses(target, ['8.8.8.8', address])?.why, address).toContain('inside a network')
})

describe('what the operator allows', () => {
  const rules = (text: string) => targetRules(settings.webhookAllow.parse(text))
  const isTaken = (allow: string, url: string, ...addresses: string[]) => {
    const read = rules(allow).readTarget(url)
    return !('why' in read) && rules(allow).checkAddresses(read, addresses) === undefined
  }

  test('is a host, with all names below it, or with a port', () => {
    expect(isTaken('hooks.internal', 'http://hooks.internal/', '10.0.0.1')).toBe(true)
    expect(isTaken('hooks.internal', 'https://HOOKS.internal.:8443/', '10.0.0.1')).toBe(true)
    expect(isTaken('hooks.internal', 'http://hooks.internal:8080/', '10.0.0.1')).toBe(false)
    expect(isTaken('hooks.internal:8080', 'http://hooks.internal:8080/', '10.0.0.1')).toBe(true)
    expect(isTaken('hooks.internal:8080', 'http://hooks.internal/', '10.0.0.1')).toBe(false)
    expect(isTaken('hooks.internal', 'http://evil-hooks.internal/', '10.0.0.1')).toBe(false)
    expect(isTaken('*.corp.example', 'http://a.b.corp.example/', '10.0.0.1')).toBe(true)
    expect(isTaken('*.corp.example', 'http://corp.example/', '10.0.0.1')).toBe(false)
    expect(isTaken('*.corp.example', 'http://evilcorp.example/', '10.0.0.1')).toBe(false)
    expect(isTaken('receiver', 'http://receiver/', '172.18.0.3')).toBe(true)
  })

  test('is an address or a range, of literal hosts and of names', () => {
    expect(isTaken('10.2.0.0/16', 'http://10.2.3.4/')).toBe(true)
    expect(isTaken('10.2.0.0/16', 'http://10.3.0.1/')).toBe(false)
    expect(isTaken('10.2.0.0/16', 'http://intranet/', '10.2.3.4')).toBe(true)
    expect(isTaken('10.2.0.0/16', 'http://intranet/', '10.2.3.4', '10.3.0.1')).toBe(false)
    expect(isTaken('10.2.0.0/16', 'http://shop.example/', '8.8.8.8')).toBe(false)
    expect(isTaken('10.2.0.0/16', 'https://shop.example/', '8.8.8.8', '10.2.0.1')).toBe(true)
    expect(isTaken('10.2.0.0/16:9000', 'http://10.2.3.4:9000/')).toBe(true)
    expect(isTaken('10.2.0.0/16:9000', 'http://10.2.3.4/')).toBe(false)
    expect(isTaken('[fd00::/8]:8443', 'https://[fd00::5]:8443/')).toBe(true)
    expect(isTaken('fd00::/8', 'http://[fd00::5]/')).toBe(true)
    expect(isTaken('127.0.0.1', 'http://127.0.0.1/')).toBe(true)
    expect(isTaken('127.0.0.1', 'http://2130706433/')).toBe(true)
    expect(isTaken('127.0.0.1', 'http://127.0.0.2/')).toBe(false)
    // It still takes no credentials and no other scheme.
    expect(isTaken('127.0.0.1', 'http://a:b@127.0.0.1/')).toBe(false)
    expect(isTaken('127.0.0.1', 'ftp://127.0.0.1/')).toBe(false)
  })

  test.each([
    'http://x',
    'a b',
    'host:0',
    'host:70000',
    '10.0.0.0/33',
    'fd00::/129',
    '300.1.1.1',
    '*',
    'a,,b',
    '[::1',
  ])('%j is no form of it', (text) => expect(() => settings.webhookAllow.parse(text)).toThrow('must be'))
})
