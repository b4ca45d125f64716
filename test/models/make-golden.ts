// Writes weights/golden/faces.json anew; run it by hand when a network, or what is fed to it, was changed on purpose.
import { writeFileSync } from 'node:fs'
import { openTestNetworks } from '../kit/networks.ts'
import { measureGolden } from './golden-faces.ts'

const golden = await measureGolden(await openTestNetworks())
const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value
const text = JSON.stringify(golden, rounded, 1)
  // Lists of numbers on one line.
  .replace(/\[\s+([-\d.e,\s]+?)\s+\]/g, (_all, list: string) => `[${list.replace(/\s+/g, ' ')}]`)
writeFileSync(new URL('../../weights/golden/faces.json', import.meta.url), `${text}\n`)
