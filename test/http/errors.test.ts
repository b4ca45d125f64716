// Tests that whatever is thrown becomes one answer: refusals unchanged, known faults by their code, the rest a 500 without details.
import { expect, test } from 'vitest'
import { codes, Refusal } from '../../src/codes.ts'
import { answerTo } from '../../src/http/errors.ts'
import { DoesNotFit, ReferenceMissing, StoredDataDamaged, StoreUnavailable } from '../../src/store/port.ts'
import {
  JobCrashed,
  JobFailed,
  JobStarved,
  JobTimedOut,
  JobTooLarge,
  PoolClosed,
  QueueFull,
} from '../../src/workers/errors.ts'

const secret = 'secret detail 079203004567'
const coded = (code: string) => Object.assign(new Error(secret), { code })

test.each([
  ['a full queue', new QueueFull(7), { status: 503, retry: 7, logged: false }],
  ['a closed pool', new PoolClosed(), { status: 503, retry: 5, logged: false }],
  ['a job out of time', new JobTimedOut('read', 2500), { status: 422, logged: false, says: '2.5 s' }],
  [
    'a job out of time on a busy machine',
    new JobStarved('read', 2500, 9),
    { status: 503, retry: 9, logged: false, says: '2.5 s' },
  ],
  ['a job out of memory', new JobTooLarge('read', 2 ** 30), { status: 422, logged: false, says: 'memory' }],
  ['a job that crashed', new JobCrashed('read', 139, 'SIGSEGV'), { status: 500, logged: true }],
  [
    'a job whose workers were killed from outside',
    new JobCrashed('read', null, 'SIGKILL'),
    { status: 503, retry: 2, logged: true },
  ],
  [
    'a job that failed',
    new JobFailed('read', { name: 'TypeError', message: secret }),
    { status: 500, logged: true },
  ],
  ['a store out of reach', new StoreUnavailable(secret), { status: 503, retry: 2, logged: false }],
  [
    'more faces than fit',
    new DoesNotFit(secret, 'raise SELFSAME_GALLERY_MEMORY'),
    { status: 503, retry: 600, logged: false, says: 'SELFSAME_GALLERY_MEMORY' },
  ],
  ['damaged data', new StoredDataDamaged(secret), { status: 500, logged: true, says: 'damaged' }],
  ['a record that went away', new ReferenceMissing(secret), { status: 500, logged: true }],
  ['a bug', new TypeError(secret), { status: 500, logged: true }],
  ['an error with a code nobody knows', coded('ENOENT'), { status: 500, logged: true }],
  ['a body over the framework’s limit', coded('FST_ERR_CTP_BODY_TOO_LARGE'), { status: 413, logged: false }],
  [
    'a type the framework cannot read',
    coded('FST_ERR_CTP_INVALID_MEDIA_TYPE'),
    { status: 415, logged: false },
  ],
  ['a path the framework cannot read', coded('FST_ERR_BAD_URL'), { status: 400, logged: false }],
])('%s', (_name, error, expected: { status: number; logged: boolean; retry?: number; says?: string }) => {
  const answer = answerTo(error)
  expect(answer.code.status).toBe(expected.status)
  expect(answer.code.code).toBe(expected.status)
  expect(answer.worthLogging).toBe(expected.logged)
  expect(answer.retryAfterSeconds).toBe(expected.retry)
  expect(answer.message).toContain(expected.says ?? answer.code.message)
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test.each([[undefined], [null]])('%s thrown is a 500, too', (thrown) => {
  expect(answerTo(thrown).code.code).toBe(500)
})

test('a refusal keeps its code, message, fields and time to wait', () => {
  const errors = [{ path: 'id', message: 'is required' }]
  const refusal = new Refusal(codes.tooManyRequests, { message: 'slow down', errors, retryAfterSeconds: 3 })
  expect(answerTo(refusal)).toEqual({
    code: codes.tooManyRequests,
    message: 'slow down',
    errors,
    retryAfterSeconds: 3,
    worthLogging: false,
  })
  expect(answerTo(new Refusal(codes.notFound)).message).toBe('Not Found')
})
