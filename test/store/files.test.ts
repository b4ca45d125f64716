// Runs the contract of a file store on disk and S3, and tests what is particular to each.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../../specimens/kit/engines/sandbox.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openDisk } from '../../src/store/disk.ts'
import { type Files, StoreUnavailable } from '../../src/store/port.ts'
import { openS3 } from '../../src/store/s3.ts'
import { fileStores, freshBucket } from './adapters.ts'
import { filesContract, listed } from './files.contract.ts'

for (const adapter of fileStores) filesContract(adapter)

function diskIn(): { files: Files; path: string } {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const path = join(folder.path, 'files')
  return { files: openDisk(path), path }
}

describe('the disk', () => {
  test('lets no other user read files or look into their folders', async () => {
    const { files, path } = diskIn()
    await files.put('org/abcdef', Buffer.of(1))
    const modes = ['', 'org', 'org/ab', 'org/ab/abcdef'].map((at) => statSync(join(path, at)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
  })

  test('removes what a broken-off write left, and leaves that of others', async () => {
    const { files, path } = diskIn()
    await files.put('org/abcdef', Buffer.of(1))
    for (const leftover of ['abcdef.1.part', 'abcdef.2.part', 'abcdefg.3.part'])
      writeFileSync(join(path, 'org/ab', leftover), 'half')
    await files.remove('org/abcdef')
    expect(readdirSync(join(path, 'org/ab'))).toEqual(['abcdefg.3.part'])
  })

  test('lists whole files only', async () => {
    const { files, path } = diskIn()
    await files.put('org/abcdef', Buffer.of(1))
    writeFileSync(join(path, 'org/ab/abcdeg.1.part'), 'half')
    writeFileSync(join(path, '.check-left'), '')
    expect(await listed(files, '')).toEqual(['org/abcdef'])
  })

  test('leaves no part behind when a write fails', async () => {
    const { files, path } = diskIn()
    mkdirSync(join(path, 'org/ab/abcdef'), { recursive: true }) // a folder where the file should go
    await expect(files.put('org/abcdef', Buffer.of(1))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(readdirSync(join(path, 'org/ab'))).toEqual(['abcdef'])
  })

  test('that is not there is unavailable, whatever is asked', async () => {
    const { files, path } = diskIn()
    writeFileSync(path, 'a file where the folder should be')
    await expect(files.put('org/a', Buffer.of(1))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.get('org/a')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.remove('org/a')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.check()).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(listed(files, '')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

test('an S3 that does not answer is unavailable, whatever is asked', async () => {
  const files = openS3({
    endpoint: `http://127.0.0.1:${await freePort()}`,
    bucket: 'none',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    requestTimeoutMs: 5000,
  })
  await expect(files.put('org/a', Buffer.of(1))).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(files.get('org/a')).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(files.remove('org/a')).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(listed(files, '')).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(files.check()).rejects.toBeInstanceOf(StoreUnavailable)
})

describe.each(['s3rver', 'radosgw'] as const)('%s', (name) => {
  const access = inject(name)

  test.skipIf(access === null)('without the bucket is unavailable, whatever is asked', async () => {
    const { access: reached } = await freshBucket(access)
    const files = openS3({ ...reached, bucket: 'no-such-bucket', requestTimeoutMs: 5000 })
    await expect(files.check()).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.put('org/a', Buffer.of(1))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.get('org/a'), 'get').rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.remove('org/a'), 'remove').rejects.toBeInstanceOf(StoreUnavailable)
    await expect(listed(files, ''), 'list').rejects.toBeInstanceOf(StoreUnavailable)
  })

  // s3rver checks no signature.
  test.skipIf(access === null || name === 's3rver')('that does not let us in is unavailable', async () => {
    const { access: reached, bucket } = await freshBucket(access)
    const files = openS3({ ...reached, bucket, secretAccessKey: 'another', requestTimeoutMs: 5000 })
    await expect(files.check()).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.put('org/a', Buffer.of(1))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.get('org/a'), 'get').rejects.toBeInstanceOf(StoreUnavailable)
    await expect(files.remove('org/a'), 'remove').rejects.toBeInstanceOf(StoreUnavailable)
    await expect(listed(files, ''), 'list').rejects.toBeInstanceOf(StoreUnavailable)
  })
})
