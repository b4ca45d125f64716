// Tests what the packages for phones decide by themselves: which page may call the app, when a chip is waited for, and which key signs.
import { describe, expect, test } from 'vitest'
import { type ChipField, chipCalls } from '../../client/react-native/src/chip-calls.ts'
import { androidKeyCalls, appleKeyCalls } from '../../client/react-native/src/key-calls.ts'
import { originOf, pageOf, turnOf } from '../../client/react-native/src/page-address.ts'
import { isChipCommand, openShellHost } from '../../client/src/shell/shell.ts'
import { readText } from '../house/source.ts'

describe('the address of a page', () => {
  const origin = 'https://verify.example'
  const returnUrl = 'https://app.example/verified'

  test.each([
    ['https://verify.example/verify/ssl_a', origin],
    ['HTTPS://Verify.Example:443/verify/', origin],
    ['https://verify.example', origin],
    ['https://verify.example?theme=dark', origin],
    ['https://verify.example:8443/', 'https://verify.example:8443'],
    ['http://localhost:8080/verify/ssl_a', 'http://localhost:8080'],
  ])('%s is of %s', (url, expected) => {
    expect(originOf(url)).toBe(expected)
  })

  test.each([
    'https://verify.example@evil.example/',
    'https://verify.example:443@evil.example/',
    'https://verify.example\\@evil.example/',
    'https://verify.example\\.evil.example/',
    'https://verify.example%2eevil.example/',
    'https://verify.example\t.evil.example/',
    ' https://verify.example/',
    'https:/verify.example/',
    'https:verify.example',
    '//verify.example/',
    'http://verify.example/',
    'http://localhost.evil.example/',
    'javascript:alert(1)//https://verify.example',
    'intent://verify.example/#Intent;scheme=https;end',
    'data:text/html,https://verify.example/',
    'about:blank',
    '',
  ])('%j is not of the server', (url) => {
    expect(originOf(url)).toBeUndefined()
    expect(turnOf(url, { origin, returnUrl }).kind).not.toBe('stay')
  })

  test('another site opens in the browser, and only by https', () => {
    const turn = (url: string) => turnOf(url, { origin, returnUrl }).kind
    expect(turn('https://verify.example.evil.example/')).toBe('outside')
    expect(turn('https://evil.example/?verify.example')).toBe('outside')
    expect(turn('tel:113')).toBe('refuse')
    expect(turn('http://evil.example/')).toBe('refuse')
    expect(turn('https://verify.example/privacy')).toBe('stay')
  })

  test('the way back ends the journey with the state, and nothing but it does', () => {
    expect(turnOf(`${returnUrl}?verification_id=7f-1&state=approved#top`, { origin, returnUrl })).toEqual({
      kind: 'done',
      result: { state: 'approved', verificationId: '7f-1' },
    })
    expect(turnOf(returnUrl, { origin, returnUrl })).toEqual({ kind: 'done', result: { state: '' } })
    for (const url of [
      `${returnUrl}/more`,
      `${returnUrl}2?state=approved`,
      'https://app.example/?state=approved',
    ])
      expect(turnOf(url, { origin, returnUrl }).kind).toBe('outside')
    expect(turnOf(`${returnUrl}?state=approved`, { origin }).kind).toBe('outside')
  })

  test('the page is opened with the look that was asked for', () => {
    expect(pageOf('https://verify.example/verify/ssl_a', { theme: 'dark', locale: undefined })).toBe(
      'https://verify.example/verify/ssl_a?theme=dark',
    )
    expect(pageOf('https://verify.example/v?a=1', { locale: 'vi' })).toBe(
      'https://verify.example/v?a=1&locale=vi',
    )
    expect(pageOf('https://verify.example/v', {})).toBe('https://verify.example/v')
  })
})

/** A phone whose chip answers 9000, and is lost or left where the test says so. */
function phone({ failing = [] as readonly number[], fault = 'lost' as const } = {}) {
  const happened: string[] = []
  let sent = 0
  let giveUp = () => {}
  const field: ChipField = {
    begin: async (prompt, wasLost) => {
      happened.push(wasLost ? `again ${prompt}` : `begin ${prompt}`)
      if (prompt === 'never')
        await new Promise<void>((_, reject) => {
          giveUp = () => reject(new Error('cancelled'))
        })
    },
    send: async () => {
      if (failing.includes(++sent)) throw new Error(fault)
      return [0x90, 0x00]
    },
    end: async (message, isFailure) => {
      happened.push(`end ${message} ${isFailure}`)
      giveUp()
    },
    faultOf: (error) => (String(error).includes('cancelled') ? 'cancelled' : fault),
  }
  return { happened, host: openShellHost(chipCalls(field)) }
}

const select = 'AKQEDAegAAACRxAB'
const ask = (call: string, ...given: unknown[]) =>
  JSON.stringify({ selfsame: 1, id: 1, call, arguments: given })
const ok = '{"id":1,"result":"kAA="}'

describe('the chip', () => {
  test('is waited for once, by the first command', async () => {
    const { host, happened } = phone()
    expect(await host.answer(ask('transceive', select, { prompt: 'hold' }))).toBe(ok)
    expect(await host.answer(ask('transceive', select, { prompt: 'hold' }))).toBe(ok)
    await host.answer(ask('endChip', 'thank you', false))
    await host.answer(ask('endChip'))
    expect(happened).toEqual(['begin hold', 'end thank you false'])
  })

  test('that was lost is waited for again, by the next command', async () => {
    const { host, happened } = phone({ failing: [2] })
    await host.answer(ask('transceive', select, { prompt: 'hold' }))
    expect(await host.answer(ask('transceive', select))).toBe('{"id":1,"error":"lost"}')
    expect(await host.answer(ask('transceive', select, { prompt: 'still' }))).toBe(ok)
    expect(happened).toEqual(['begin hold', 'again still'])
  })

  test('need not come: the person leaves, and may begin anew', async () => {
    const { host, happened } = phone()
    const waiting = host.answer(ask('transceive', select, { prompt: 'never' }))
    await Promise.resolve()
    expect(await host.answer(ask('transceive', select))).toBe('{"id":1,"error":"busy"}')
    await host.answer(ask('endChip'))
    expect(await waiting).toBe('{"id":1,"error":"cancelled"}')
    expect(await host.answer(ask('transceive', select, { prompt: 'hold' }))).toBe(ok)
    expect(happened.filter((one) => one.startsWith('begin'))).toEqual(['begin never', 'begin hold'])
  })

  test('of a payment card is not asked, and the field stays off', async () => {
    const { host, happened } = phone()
    const payment = Buffer.from('00a4040007a000000003101000', 'hex').toString('base64')
    expect(await host.answer(ask('transceive', payment))).toBe('{"id":1,"error":"refused"}')
    expect(happened).toEqual([])
  })

  test('gets the same commands from the shells in Kotlin, Swift and Dart', () => {
    const shells = ['android/ChipCommands.kt', 'ios/ShellChip.swift', 'flutter/selfsame_shell.dart']
    const instructions = Array.from({ length: 256 }, (_, ins) => ins)
      .filter((ins) => isChipCommand(Uint8Array.of(0, ins, 0, 0)))
      .map((ins) => `0x${ins.toString(16).toUpperCase().padStart(2, '0')}`)
    for (const shell of shells) expect(readText(`client/shells/${shell}`)).toContain(instructions.join(', '))
  })
})

describe('a key of the phone', () => {
  const frame = `selfsame-frame-v1\nchallenge\n1\n1700000000000\n${'0f'.repeat(32)}`
  const nonce = 'n'.repeat(32)
  const android = {
    make: async () => 'selfsame-1',
    certificateChain: async (key: string) => [`chain of ${key}`],
    sign: async (key: string) => {
      if (key !== 'selfsame-1') throw new Error('java.lang.IllegalArgumentException: unknown-key')
      return 'c2lnbmVk'
    },
  }
  const apple = {
    generateKeyAsync: async () => 'apple-1',
    attestKeyAsync: async (key: string, text: string) => `${key} for ${text}`,
    generateAssertionAsync: async (key: string) => {
      if (key === 'broken') throw new Error('the phone is busy')
      if (key !== 'apple-1') throw Object.assign(new Error('no'), { code: 'ERR_APP_INTEGRITY_INVALID_KEY' })
      return 'YXNzZXJ0'
    },
  }

  test('of Android comes with its chain, and with a token of Play where the app has one', async () => {
    const plain = openShellHost(androidKeyCalls(android))
    const shown = { key: 'selfsame-1', platform: 'android', certificate_chain: ['chain of selfsame-1'] }
    expect(JSON.parse((await plain.answer(ask('attestation', nonce))) ?? '')).toEqual({
      id: 1,
      result: shown,
    })
    const withToken = openShellHost(androidKeyCalls(android, async (asked) => `token for ${asked}`))
    expect(JSON.parse((await withToken.answer(ask('attestation', nonce))) ?? '').result).toEqual({
      ...shown,
      integrity_token: `token for ${nonce}`,
    })
  })

  test('of Apple is attested for the nonce', async () => {
    const host = openShellHost(appleKeyCalls(apple))
    expect(JSON.parse((await host.answer(ask('attestation', nonce))) ?? '').result).toEqual({
      key: 'apple-1',
      platform: 'apple',
      attestation: `apple-1 for ${nonce}`,
    })
  })

  test('signs frames again later, and one of an app that was removed is unknown', async () => {
    for (const [calls, key] of [
      [androidKeyCalls(android), 'selfsame-1'],
      [appleKeyCalls(apple), 'apple-1'],
    ] as const) {
      const host = openShellHost(calls)
      expect(JSON.parse((await host.answer(ask('signFrame', key, frame))) ?? '').result).toBeTypeOf('string')
      expect(await host.answer(ask('signFrame', 'before', frame))).toBe('{"id":1,"error":"unknown-key"}')
      expect(await host.answer(ask('signFrame', key, 'another text'))).toBe('{"id":1,"error":"refused"}')
    }
    const host = openShellHost(appleKeyCalls(apple))
    expect(await host.answer(ask('signFrame', 'broken', frame))).toBe('{"id":1,"error":"failed"}')
  })
})
