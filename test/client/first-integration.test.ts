// Types the blocks of the guide "Your first integration in 30 minutes" into a shell, in an empty folder, against a running server.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../specimens/kit/engines/sandbox.ts'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { installation } from '../commands/command-line.ts'
import { readText } from '../house/source.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** How this machine reaches the registry: the packed client brings packages that npm fetches. */
const certificatesAndProxies = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_registry|(?:https?|no)_proxy)$/i.test(name),
  ),
)

/** The first block starts the server, which the test has done; the last waits for a person with a camera. */
function typedBlocks(): string[] {
  const blocks = [...readText('docs/guides/first-integration.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  const [first = '', ...rest] = blocks.map(([, text = '']) => text)
  expect(first).toMatch(/^npm ci\necho SELFSAME_WEBHOOK_ALLOW=127\.0\.0\.1:8000 >> \.env\nnpm start\n$/)
  expect(rest.pop()).toBe('node --env-file=.env verify.js me\n')
  expect(rest).toHaveLength(4)
  return rest
}

test('the guide works as typed: the client is packed and installed, people are verified, the shop hears of it', async () => {
  const shop = String(await freePort())
  const at = installation()
  const allowed = { SELFSAME_WEBHOOK_ALLOW: `127.0.0.1:${shop}` }
  const server = at.start('serve', allowed)
  await server.until(/browse: .*\/docs\n/)
  // The address is in the log, which may come after what is printed.
  await server.until(/"url":"http:/)
  const url = /"url":"(http:[^"]+)"/.exec(server.output())?.[1] ?? ''
  const home = temporaryFolder()
  onTestFinished(home.remove)
  const heard = "grep -q 'hears: verification.declined' $HOME/said"
  const ending = `for try in $(seq 300); do ${heard} && break; sleep 0.2; done`
  const script = ['exec > $HOME/said 2>&1', 'set -e', 'trap "kill %1" EXIT', ...typedBlocks(), ending]
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll(/\b8000\b/g, shop)
  const env = {
    ...certificatesAndProxies,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: home.path,
    SELFSAME_DATA: at.data,
    SELFSAME_NETWORK_CACHE: networksCache,
    ...allowed,
  }
  await new Promise((resolve) =>
    execFile('bash', ['-c', script], { cwd: root, env, timeout: 400_000 }, resolve),
  )
  const said = readFileSync(join(home.path, 'said'), 'utf8')
  expect(said).toContain('the shop is open')
  expect(said).toContain('anna: approved')
  expect(said).toContain('binh: declined document-expired')
  expect(said).toContain('the shop hears: verification.approved of anna')
  expect(said).toContain('the shop hears: verification.declined of binh')
}, 600_000)
