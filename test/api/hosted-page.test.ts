// Tests the page of the person over HTTP: its address, its headers, who may use its files, and who may show it in a frame.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { copyOfStudio } from '../kit/built-studio.ts'
import { expectRefusal } from './expecting.ts'
import { networkPath } from './studio-kit.ts'

const servers = testServers()
let server: TestServer
let built: Awaited<ReturnType<typeof copyOfStudio>>
beforeAll(async () => {
  built = await copyOfStudio()
  const corsOrigins = ['https://shop.example']
  server = await servers.start({ studio: 'off', corsOrigins }, undefined, built.path)
})
afterAll(async () => {
  await servers.stopAll()
  built.remove()
})

const SECRET = 'ssl_ThisLinkOpensNothingAndMustNotBeLogged1234567890'
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' })

test.each(['/verify/', `/verify/${SECRET}`])(
  '%s is the page, which nothing stores and no other site hears of',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain('frame-ancestors https://shop.example')
    expect(policy).not.toMatch(/'unsafe-/)
    const page = await answer.text()
    expect(page).toContain('<html lang="vi">')
    expect(page).not.toMatch(/<style|style=|onclick=/)
    expect(page).not.toContain(SECRET)
  },
)

test('the link in its address is not logged', async () => {
  await (await get(`/verify/${SECRET}`)).text()
  expect(server.logged()).not.toContain(SECRET)
})

test('the element and the networks may be used by pages of any origin', async () => {
  for (const path of ['/verify/element.js', `/verify/${networkPath('face-mesh')}`]) {
    const answer = await get(path, { origin: 'https://anybody.example', 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    await answer.arrayBuffer()
  }
})

test.each(['index.html', 'verify.html', 'licences.txt', 'ssl_', 'assets/none.js', 'a/b'])(
  '/verify/%s is not there',
  async (path) => {
    const answer = await get(`/verify/${path}`)
    expect(answer.status).toBe(404)
    await answer.text()
  },
)

test('a studio that is off leaves the page of the person as it is', async () => {
  const answer = await get('/studio/')
  expectRefusal({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }, 404)
  expect((await get('/verify/mark.svg')).status).toBe(200)
})
