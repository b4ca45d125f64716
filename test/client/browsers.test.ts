// Tests which app and which system a page is shown in, by the user agents that they send.
import { expect, test } from 'vitest'
import { appOf, browserOf, chromeAddress, systemOf } from '../../client/verify/handover/browsers.ts'

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F Build/TP1A; wv) AppleWebKit/537.36 Chrome/119.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

test.each([
  [`${android} Zalo android/12100 ZaloTheme/light`, 'Zalo'],
  [`${iphone} Zalo iOS/472 ZaloTheme/light`, 'Zalo'],
  [`${android} [FB_IAB/FB4A;FBAV/443.0.0;]`, 'Facebook'],
  [`${iphone} [FBAN/FBIOS;FBAV/440.0;FBDV/iPhone14]`, 'Facebook'],
  [`${android} [FB_IAB/MESSENGER;FBAV/430.0;]`, 'Messenger'],
  [`${iphone} [FBAN/MessengerForiOS;FBAV/430.0;]`, 'Messenger'],
  [`${iphone} Instagram 308.0.2 (iPhone14; iOS 17_1)`, 'Instagram'],
  [iphone.replace('Mobile', 'Version/17.1 Mobile').concat(' Safari/604.1'), undefined],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/119.0 Safari/537.36', undefined],
])('%s is %s', (userAgent, app) => expect(appOf(userAgent)).toBe(app))

test('the system decides what the page asks people to press', () => {
  expect(systemOf(android, 5)).toBe('android')
  expect(systemOf(iphone, 5)).toBe('ios')
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.1 Safari/605.1.15'
  expect([systemOf(mac, 5), systemOf(mac, 0)]).toEqual(['ios', 'desktop'])
})

test('Android opens a link in Chrome, whole', () => {
  expect(chromeAddress('https://kyc.example/a/verify/ssl_1?x=1')).toBe(
    'intent://kyc.example/a/verify/ssl_1?x=1#Intent;scheme=https;package=com.android.chrome;end',
  )
})

test('help to allow the camera is that of the browser', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(browserOf(`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 0)).toBe('chrome')
  expect(browserOf(`${windows} Gecko/20100101 Firefox/144.0`, 0)).toBe('firefox')
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  expect(browserOf(`${mac} Version/18.6 Safari/605.1.15`, 0)).toBe('safari')
  expect(browserOf(`${mac} Version/18.6 Safari/605.1.15`, 5)).toBe('ios')
})
