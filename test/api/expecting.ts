// Checks the shape of a refusal, and what is left in the database after it.
import { expect } from 'vitest'
import type { TestServer } from '../../specimens/kit/servers/server.ts'

export const signPath = '/face-collections/sign-collection-id'

interface AnyAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Every refusal has this one shape; `path` is the field it must name. */
export function expectRefusal(answer: AnyAnswer, status: number, path?: string): void {
  expect(answer.body).toMatchObject({ message: expect.stringMatching(/./), result_code: status })
  expect(answer.status).toBe(status)
  const keys = Object.keys(answer.body).filter((key) => key !== 'errors')
  expect(keys).toEqual(['message', 'result_code'])
  if (path === undefined) return
  expect(answer.body.errors).toContainEqual({ path, message: expect.stringMatching(/./) })
}

export const registeredCollections = (server: TestServer): Promise<number> =>
  server.number('COUNT(*)', 'face_collections')

/** Every counter must be back at zero once all callers are gone. */
export async function expectNothingHeld(server: TestServer): Promise<void> {
  const { traffic, limits } = server.server.runtime
  await expect
    .poll(() => ({ inFlight: traffic.inFlight, reserved: limits.reservedBytes() }), { timeout: 120_000 })
    .toEqual({ inFlight: 0, reserved: 0 })
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
