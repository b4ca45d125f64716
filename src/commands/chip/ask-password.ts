// What opens the chip, as a clerk gives it: by options, as a photo of the zone, or typed in, where no list of processes shows it.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import type { ChipPassword } from '../../../client/src/chip/read-chip.ts'
import {
  passwordOfLines,
  typedAccessNumber,
  typedPassword,
  typedZone,
} from '../../../client/src/chip/typed.ts'
import type { Client } from '../../../client/src/types.ts'
import { CommandError } from '../terminal.ts'

export interface PasswordOptions {
  readonly can?: string
  readonly number?: string
  readonly birth?: string
  readonly expiry?: string
  readonly mrz?: string
}

const FORMS = 'six digits, or number, birthday and expiry with spaces between, or the lines of the zone'

export async function askPassword(
  { can, number, birth, expiry, mrz }: PasswordOptions,
  client: Client | undefined,
): Promise<ChipPassword> {
  const zone = [number, birth, expiry]
  const given = [can, mrz, zone.find((one) => one !== undefined)].filter((one) => one !== undefined)
  if (given.length > 1)
    throw new CommandError('Give one of --can, --mrz, or --number with --birth and --expiry.')
  if (can !== undefined)
    return typedAccessNumber(can) ?? wrong('--can is the number of six digits on the front of the document.')
  if (mrz !== undefined) return ofPhoto(mrz, client)
  if (number === undefined && birth === undefined && expiry === undefined) return ofInput()
  if (number === undefined || birth === undefined || expiry === undefined)
    throw new CommandError('--number, --birth and --expiry belong together.')
  return (
    typedZone({ documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry }) ??
    wrong('--number, --birth and --expiry are as printed: 001190000123 15/11/1990 15/11/2030.')
  )
}

function wrong(message: string): never {
  throw new CommandError(message)
}

async function ofInput(): Promise<ChipPassword> {
  if (!process.stdin.isTTY)
    return typedPassword(await text(process.stdin)) ?? wrong(`Standard input has to be ${FORMS}.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    for (;;) {
      const typed = await terminal.question('Six digits of the card, or number, birthday and expiry: ')
      const password = typedPassword(typed)
      if (password) return password
      process.stderr.write(`That has to be ${FORMS}.\n`)
    }
  } finally {
    terminal.close()
  }
}

/** The server reads the zone: this machine has no networks. */
async function ofPhoto(path: string, client: Client | undefined): Promise<ChipPassword> {
  if (!client)
    throw new CommandError('--mrz needs the server that reads the photo: --url and --api-key-file.')
  const answer = await client.readMrz({ content: photoAt(path) })
  const password = passwordOfLines(answer.recognized_data.mrz_lines)
  if (answer.result_code !== 200 || !password)
    throw new CommandError(
      `${path}: no machine-readable zone was read (${answer.message}). Take it closer and level.`,
    )
  return password
}

function photoAt(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
