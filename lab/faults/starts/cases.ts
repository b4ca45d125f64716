// Lists the starts that must be refused: what is wrong, what the operator reads, and what stays unchanged.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '../../kit/installation.ts'

export interface Case {
  readonly what: string
  /** Prepares the data folder of an installation with one organisation. */
  readonly prepare?: (data: string) => void
  readonly variables?: Variables
  readonly says: RegExp
  /** The server runs as a user without root's rights. */
  readonly asNobody?: true
}

const keyIn = (data: string): string => join(data, 'master.key')
const newKey = (bytes = 32): string => randomBytes(bytes).toString('base64')

export const cases: readonly Case[] = [
  {
    what: 'the master key is missing',
    prepare: (data) => rmSync(keyIn(data)),
    says: /master\.key is missing.*Restore it from your backup/,
  },
  {
    what: 'the master key is another one',
    prepare: (data) => writeFileSync(keyIn(data), newKey()),
    says: /wrapped by master key \w+; the one in use is \w+.*from your backup/,
  },
  {
    what: 'the master key is of another size',
    prepare: (data) => writeFileSync(keyIn(data), newKey(31)),
    says: /master\.key must hold 32 bytes in Base64 or hex/,
  },
  {
    what: 'the master key is empty',
    prepare: (data) => writeFileSync(keyIn(data), ''),
    says: /master\.key is empty/,
  },
  {
    what: 'the master key is no file',
    prepare: (data) => {
      rmSync(keyIn(data))
      mkdirSync(keyIn(data))
    },
    says: /master\.key is there and cannot be read \(EISDIR\)/,
  },
  {
    what: 'the master key belongs to somebody else',
    prepare: (data) => chmodSync(keyIn(data), 0o000),
    says: /master\.key is there and cannot be read \(EACCES\)/,
    asNobody: true,
  },
  {
    what: 'the setting holds another key',
    variables: { SELFSAME_MASTER_KEY: newKey() },
    says: /wrapped by master key \w+; the one in use is \w+/,
  },
  {
    what: 'the setting holds a key of another size',
    variables: { SELFSAME_MASTER_KEY: newKey(33) },
    says: /SELFSAME_MASTER_KEY must hold 32 bytes in Base64 or hex/,
  },
  {
    what: 'the setting names a file that is not there',
    variables: { SELFSAME_MASTER_KEY_FILE: '/nowhere/key' },
    says: /SELFSAME_MASTER_KEY: .*cannot be read: SELFSAME_MASTER_KEY_FILE names "\/nowhere\/key"/,
  },
  {
    what: 'the data folder may not be written',
    prepare: (data) => chmodSync(data, 0o500),
    says: /Selfsame cannot start\. .*(read-only|cannot be opened|EACCES|permission)/i,
    asNobody: true,
  },
  {
    what: 'the place of the lock is taken by a folder',
    prepare: (data) => {
      rmSync(join(data, 'serving.lock'), { force: true })
      mkdirSync(join(data, 'serving.lock'))
    },
    says: /the database cannot be opened/,
  },
  {
    what: 'the database of another installation lies there',
    prepare: (data) => renameSync(join(data, '..', 'other', 'selfsame.db'), join(data, 'selfsame.db')),
    says: /wrapped by master key \w+; the one in use is \w+/,
  },
]
