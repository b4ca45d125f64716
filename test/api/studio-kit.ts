// Lists the headers that every answer of the studio carries, and the paths of its networks.
import { expect } from 'vitest'
import { rowNamed } from '../../src/models/manifest.ts'
import { fileOf } from '../../src/models/network.ts'

export const networkPath = (name: string): string => `networks/${fileOf(rowNamed(name))}`

export const strict = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
}

export function expectStrict({ headers }: Response): void {
  for (const [name, value] of Object.entries(strict)) expect(headers.get(name), name).toBe(value)
  expect(headers.get('permissions-policy')).toMatch(/camera=\(self\).*microphone=\(\)/)
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('set-cookie')).toBeNull()
}
