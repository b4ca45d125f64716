// Rows of the networks that read pages: those of the manifest, or as they are foreseen where it has none yet.
import { networkRows } from '../../src/models/manifest.ts'
import type { NetworkRow } from '../../src/models/network.ts'

/** A byte by 127.5, less 1; outside of the picture 0. */
const fit = { order: 'rgb', times: 2 / 255, shift: -1, outside: 127.5 } as const
const size = (width: number, height: number) => ({ width, height })

type Foreseen = Pick<NetworkRow, 'name' | 'input' | 'outputs' | 'thresholds'>

const foreseen: readonly Foreseen[] = [
  {
    name: 'page-finder',
    input: { name: 'x', shape: [1, 3, 320, 320], ...size(320, 320), ...fit },
    outputs: { heat: 'heat', corners: 'corners' },
    thresholds: { score: 0.4, suppression: 0.3 },
  },
  {
    name: 'page-aligner',
    input: { name: 'x', shape: [1, 3, 256, 256], ...size(256, 256), ...fit },
    outputs: { corners: 'corners', turn: 'turn', class: 'class', present: 'present' },
    thresholds: { present: 0.5 },
  },
  {
    name: 'page-judge',
    input: { name: 'x', shape: ['N', 3, 192, 192], ...fit },
    outputs: { scores: 'scores' },
    thresholds: {},
  },
  {
    name: 'text-detector',
    input: { name: 'x', shape: [1, 3, 'H', 'W'], ...fit },
    outputs: { text: 'text', reach: 'reach' },
    thresholds: { band: 0.4, score: 0.6 },
  },
  {
    name: 'text-reader',
    input: { name: 'x', shape: ['N', 3, 40, 'W'], ...fit },
    outputs: { y: 'y' },
    thresholds: { squeeze: 0.75, above: 0.1, beside: 0.15, temperature: 1 },
  },
]

export function pageRow(name: string): NetworkRow {
  const listed = networkRows.find((row) => row.name === name)
  if (listed) return listed
  const row = foreseen.find((one) => one.name === name)
  if (!row) throw new Error(`no network named ${name} is foreseen`)
  const sha256 = '0'.repeat(64)
  const rest = { version: '0', purpose: '', origin: '', licence: '', format: 'onnx', figures: [] } as const
  return { ...row, ...rest, sha256, source: { file: `weights/${name}.onnx`, sha256 } }
}
