// Tests that the library that runs networks sends no report, reads no machine id and leaves no file.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'

const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
const program = `
import { openNetwork } from ${module('../../src/models/session.ts')}
const { row } = await openNetwork('face-blendshapes', ${JSON.stringify(networksCache)})
console.log('opened ' + row.name)
`

test('a process that opens a network writes nothing into its home folder and its temporary folder', () => {
  const folder = temporaryFolder()
  const [home, temporary] = [join(folder.path, 'home'), join(folder.path, 'temporary')]
  for (const one of [home, temporary]) mkdirSync(one)
  try {
    const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary }
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env })
    expect(said.toString()).toContain('opened face-blendshapes')
    expect([...readdirSync(home), ...readdirSync(temporary)]).toEqual([])
  } finally {
    folder.remove()
  }
})
