// Types the README's own first commands in a clean copy of the repository: the start, the studio, a drawn card that is read.
import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../specimens/kit/engines/sandbox.ts'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { readText } from '../house/source.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** The first block that begins so, as it is written. */
function blockWith(beginning: string): string {
  const blocks = [...readText('README.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  return blocks.find((text) => text.startsWith(beginning)) ?? ''
}

/** What git has, with the packages that are installed already: `npm ci` takes minutes, and was typed before these tests. */
async function cleanCopy(): Promise<string> {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!training', ':!test']
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: 1e8 })
  for (const path of stdout.split('\0').filter((one) => one !== '')) {
    mkdirSync(join(folder.path, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder.path, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  symlinkSync(join(root, 'client/node_modules'), join(folder.path, 'client/node_modules'))
  return folder.path
}

test('a new user starts the server, finds the studio built, and reads a drawn card', async () => {
  const [install = '', start = ''] = blockWith('npm ci && npm start').trim().split(' && ')
  expect([install, start]).toEqual(['npm ci', 'npm start'])
  const cwd = await cleanCopy()
  const port = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, SELFSAME_PORT: port, SELFSAME_NETWORK_CACHE: networksCache }
  const server = spawn('bash', ['-c', start], { cwd, env, detached: true })
  onTestFinished(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    // npm starts a shell, which starts the server: all are of one group.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    if (server.exitCode === null) await gone
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (piece: Buffer) => {
      said += String(piece)
      if (said.includes('The API to browse')) resolve()
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.once('exit', () => reject(new Error(`the server ended: ${said}`)))
  })
  const password = /^ {4}password {2}(\S+)$/m.exec(said)?.[1] ?? ''
  const address = `http://127.0.0.1:${port}`
  expect(said).toContain(`${address}/studio/`)
  const studio = await fetch(`${address}/`)
  expect([studio.status, new URL(studio.url).pathname]).toEqual([200, '/studio/'])
  expect(await studio.text()).toContain('<title>')

  const card = blockWith('npx selfsame specimen photo')
  const promised = /^# \{.*?"name":"([^"]+)"/m.exec(card)?.[1]
  expect(promised).toBeDefined()
  const typed = card.replaceAll('PASSWORD', password).replaceAll('http://127.0.0.1:8080', address)
  const { stdout } = await run('bash', ['-c', typed], { cwd, env, maxBuffer: 1e7 })
  // The specimen says where it was written; the answer is the line behind it.
  expect(JSON.parse(stdout.slice(stdout.indexOf('{"'))).recognized_data).toMatchObject({
    name: promised,
    result_code: 200,
  })
}, 600_000)
