// Writes the licences of the bundled packages into a file beside the studio.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The bundled packages; test/house compares them with NOTICE and with the imports. `holder` is set where a package has no licence text. */
export const bundled: readonly { readonly name: string; readonly holder?: string }[] = [
  { name: '@fontsource/be-vietnam-pro' },
  { name: '@preact/signals' },
  { name: '@preact/signals-core' },
  { name: 'onnxruntime-common', holder: 'Microsoft Corporation' },
  { name: 'onnxruntime-web', holder: 'Microsoft Corporation' },
  { name: 'preact' },
]

export async function licenceTexts(root: string): Promise<string> {
  const read = (name: string, file: string) => readFile(join(root, 'node_modules', name, file), 'utf8')
  const mit = (await read('preact', 'LICENSE')).replace(/^[\s\S]*?(?=Permission is hereby)/, '')
  const texts = bundled.map(async ({ name, holder }) => {
    const { version, license } = JSON.parse(await read(name, 'package.json')) as Record<string, string>
    if (holder !== undefined && license !== 'MIT')
      throw new Error(`${name} is not under the MIT licence any more`)
    const text = holder === undefined ? await read(name, 'LICENSE') : `Copyright (c) ${holder}\n\n${mit}`
    return `${name} ${version}, ${license}\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}
