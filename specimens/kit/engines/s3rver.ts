// Starts s3rver, a fast imitation of S3 that checks no V4 signature and ignores conditional writes.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { killProcessesIn } from './processes.ts'
import { createBucket, type S3Server } from './s3.ts'
import { freePort, openSandbox } from './sandbox.ts'
import { pausingIn } from './stoppable.ts'

const require = createRequire(import.meta.url)

/** It runs in a process of its own, because its old code must neither slow nor end the test runner. */
export async function startS3rver(): Promise<S3Server> {
  const sandbox = openSandbox('s3rver', 0)
  try {
    const port = await freePort()
    const program = join(dirname(require.resolve('s3rver/package.json')), 'bin/s3rver.js')
    const args = [
      '--directory',
      join(sandbox.folder, 'files'),
      '--address',
      '127.0.0.1',
      '--port',
      String(port),
    ]
    // Its page tokens use DES, which OpenSSL 3 has in its legacy provider; without this a paged listing is a 500.
    const flags = ['--openssl-legacy-provider', program, '--silent', '--no-vhost-buckets']
    const access = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER', // the one account that s3rver knows
      secretAccessKey: 'S3RVER',
    }
    const begin = async () => {
      const child = sandbox.start(process.execPath, [...flags, ...args])
      await sandbox.untilReady(child, () => fetch(access.endpoint))
    }
    const kill = () => killProcessesIn(sandbox.folder)
    await begin()
    return {
      ...access,
      bucket: (name) => createBucket(access, name),
      stop: () => sandbox.close(),
      ...pausingIn(sandbox.folder),
      kill,
      async restart() {
        kill()
        await begin()
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
