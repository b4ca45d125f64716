// Tests selfsame footprint: it lists what packages weigh, and removes only what this machine never opens.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { footprint } from '../../src/commands/footprint.ts'
import { networkRows } from '../../src/models/manifest.ts'

test('what other systems need is named with its weight, then removed, and every network stays', () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const put = (path: string, bytes: number): string => {
    const whole = join(folder.path, 'node_modules', path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, Buffer.alloc(bytes))
    return whole
  }
  const { platform, arch } = process
  const used = [
    put(`onnxruntime-node/bin/napi-v6/${platform}/${arch}/libonnxruntime.so.1`, 3_000_000),
    put('onnxruntime-node/dist/index.js', 10),
    put('onnxruntime-node/package.json', 10),
    put(`node-${platform}-${arch}/bin/node`, 10),
    put('pdfkit/js/pdfkit.js', 10),
    ...networkRows.flatMap(({ source }) =>
      source.package
        ? [source.file, source.description?.file].flatMap(
            (file) => file && put(`${source.package}/${file}`, 10),
          )
        : [],
    ),
  ].filter((one) => one !== undefined)
  const [carrier = ''] = networkRows.flatMap(({ source }) => source.package ?? [])
  const unused = [
    put('onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll', 2_000_000),
    put(`node-${platform}-${arch}/include/node/v8.h`, 10),
    put(`${carrier}/dist/browser.js`, 10),
  ]
  const lines: string[] = []
  const print = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  onTestFinished(() => print.mockRestore())
  const said = (trim: boolean) => {
    lines.length = 0
    footprint({ trim }, folder.path)
    return lines.join('')
  }
  expect(said(false)).toMatch(
    / 5\.0 MB {2}onnxruntime-node\n[\s\S]*Never used[\s\S]* 2\.0 MB {2}onnxruntime-node: /,
  )
  expect(unused.map(existsSync)).toEqual([true, true, true])
  expect(said(true)).toMatch(/Removed[\s\S]*2\.0 MB {2}together/)
  expect(unused.map(existsSync)).toEqual([false, false, false])
  expect(used.filter((path) => !existsSync(path))).toEqual([])
  expect(said(false)).toMatch(/ 3\.0 MB {2}onnxruntime-node\n[\s\S]*Nothing of it is known to be unused/)
})
