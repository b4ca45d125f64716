// Writes weights/golden/*.json again; run it by hand when a network or its input was changed on purpose.
import { writeFileSync } from 'node:fs'
import { openTestNetworks, openTestPageNetworks } from '../../specimens/kit/networks/networks.ts'
import { measureGolden } from './golden-faces.ts'
import { goldenPicture, measureGoldenPages } from './golden-pages.ts'

write('faces', await measureGolden(await openTestNetworks()))
write('pages', await measureGoldenPages(await openTestPageNetworks(), await goldenPicture()))

function write(name: string, golden: unknown): void {
  const rounded = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value
  const text = JSON.stringify(golden, rounded, 1)
    // Lists of numbers go on one line.
    .replace(/\[\s+([-\d.e,\s]+?)\s+\]/g, (_all, list: string) => `[${list.replace(/\s+/g, ' ')}]`)
  writeFileSync(new URL(`../../weights/golden/${name}.json`, import.meta.url), `${text}\n`)
}
