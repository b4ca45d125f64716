// Checks that every error that stops a start is in the table with its cause and remedy, and that what is printed says both.
import { describe, expect, test } from 'vitest'
import { explainStart, startErrorKinds, startErrorOf, startErrors } from '../../src/commands/start-errors.ts'
import { settings, variableOf } from '../../src/config.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { NoWorkerReady } from '../../src/workers/errors.ts'
import { readText, sourceFiles } from '../house/source.ts'

/** Files whose errors of these kinds come while requests are served, and never from a start. */
const whileServing = [
  'src/audit/trail.ts',
  'src/gallery/known-faces.ts',
  'src/gallery/memory/gallery.ts',
  'src/http/health.ts',
  'src/store/file-journal.ts',
  'src/store/vault.ts',
  'src/store/verify.ts',
  'src/webhooks/endpoints.ts',
]

/** Errors whose text is made where their class is. */
const ownWords = ['src/workers/cage.ts', 'src/workers/errors.ts']

interface Thrown {
  readonly where: string
  readonly message: string
}

/** What the source says behind `new KIND(`, with … in the place of what is filled in. */
function thrown(): Thrown[] {
  const names = [...startErrorKinds.map(({ name }) => name), 'NetworkMissing'].join('|')
  const made = new RegExp(`new (?:${names})\\(\\s*(?:\`([^\`]*)\`|'([^']*)')`, 'g')
  const told = /super\(\s*`([^`]*)`/g
  return sourceFiles('src')
    .filter(({ path }) => !whileServing.includes(path))
    .flatMap(({ path, text }) => {
      const found = [...text.matchAll(made), ...(ownWords.includes(path) ? text.matchAll(told) : [])]
      return found.map(([, filled, plain]) => ({
        where: path,
        message: filledIn(filled ?? plain ?? ''),
      }))
    })
    .filter(({ where, message }) => where !== 'src/workers/errors.ts' || message.includes('worker got ready'))
}

/** Templates inside templates end early, and what follows is no matter. */
const filledIn = (text: string): string => text.replaceAll(/\$\{[^}]*\}?/g, 'something')

describe('what stops a start', () => {
  test('is in the table, whatever its source', () => {
    const all = thrown()
    expect(all.length).toBeGreaterThan(25)
    // Words that are put together from others are looked up below, where those stand.
    const isPutTogether = (message: string) => /^(?:something[^a-z]*)+(?:$|Look at|Restore it)/.test(message)
    const unknown = all.filter(({ message }) => !isPutTogether(message) && !startErrorOf(message))
    expect(unknown.map(({ message }) => message)).toEqual([
      // While a face is registered.
      'the registration took longer than its deadline and was undone',
      // Where something is asked after the server has closed it.
      'the database is closed',
    ])
  })

  test('is in the table for each reason of SQLite and of the system', () => {
    const reasons = [
      ...readText('src/store/sqlite.ts').matchAll(/\[\d+, '([^']+)'\]/g),
      ...readText('src/system/make-folder.ts').matchAll(/^ {2}E[A-Z]+: '([^']+)'/gm),
    ].map(([, reason = '']) => reason)
    expect(reasons.length).toBeGreaterThan(12)
    const path = '/srv/data/selfsame.db'
    const message = (reason: string) =>
      /^(?:the|another) /.test(reason)
        ? `${reason} (said): ${path}. Look at the owner of this file`
        : `${path} ${reason} (EACCES)`
    expect(reasons.filter((reason) => !startErrorOf(message(reason)))).toEqual([])
  })

  test('has a cause and a remedy, and names only settings that there are', () => {
    const known = Object.keys(settings).map(variableOf)
    for (const { says, cause, remedy } of startErrors) {
      expect(cause, says).not.toBe('')
      expect(remedy, says).toMatch(/^[`A-Z].*\.$/)
      expect(remedy, says).not.toMatch(/see the (?:log|message)/i)
      const named = `${says} ${remedy}`.match(/SELFSAME_[A-Z0-9_]+[A-Z0-9]/g) ?? []
      expect(
        named.filter((name) => !known.some((one) => one.startsWith(name.replace(/_FILE$/, '')))),
      ).toEqual([])
    }
  })

  test('is printed with what to do, also where the error itself does not know', () => {
    const unreached = new StoreUnavailable('PostgreSQL: ECONNREFUSED')
    expect(explainStart(unreached)).toMatch(
      /^PostgreSQL: ECONNREFUSED\. Check SELFSAME_DATABASE_URL .*lets this machine in\.$/,
    )
    expect(explainStart(new StoreUnavailable('S3 has no bucket cards, or does not let us in'))).toContain(
      'SELFSAME_S3_BUCKET',
    )
    expect(explainStart(new NoWorkerReady(60_000, ['worker 1 ended']))).toMatch(
      /within 60 s: worker 1 ended\. Give the machine/,
    )
    const taken = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 8080, address: '127.0.0.1' })
    expect(explainStart(taken)).toBe(
      'Port 8080 of 127.0.0.1 is taken. Stop what listens there, or choose another with SELFSAME_PORT.',
    )
    expect(startErrorOf(explainStart(taken) ?? '')?.says).toBe('Port … is taken')
    expect(explainStart(new TypeError('a fault of ours'))).toBeUndefined()
  })

  test('is never answered by a doctor with a message or log to look for', () => {
    const doctors = sourceFiles('src/commands').filter(({ path }) => path.includes('/doctor'))
    expect(doctors.length).toBeGreaterThan(4)
    for (const { path, text } of doctors)
      expect(text, path).not.toMatch(/'(?:See|Look at) (?:the|its) (?:message|log)/)
  })
})
