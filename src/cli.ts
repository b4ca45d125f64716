// The command line: selfsame serve, org, keys, migrate, models, see, read, compare, faces, specimen, doctor.
import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { type CompareOptions, compare } from './commands/compare.ts'
import { doctor } from './commands/doctor.ts'
import { fillQdrant, listFaces, reEmbedFaces, type WhichFaces } from './commands/faces.ts'
import { rotateKeys } from './commands/keys.ts'
import { migrateDatabase } from './commands/migrate.ts'
import { listModels, type ModelsOptions } from './commands/models.ts'
import { addOrg, listOrgs, removeOrg, rotateOrg } from './commands/org.ts'
import { type ReadOptions, read } from './commands/read.ts'
import { type SeeOptions, see } from './commands/see.ts'
import { serve } from './commands/serve.ts'
import { drawSpecimen } from './commands/specimen.ts'
import { Sorry } from './commands/terminal.ts'
import { readConfig, type Settings } from './config.ts'
import { version } from './version.ts'

// Whatever a command writes is for its owner alone.
process.umask(0o077)
// `selfsame models | head` is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
})
if (existsSync('.env')) process.loadEnvFile('.env')

function config(): Settings {
  const reading = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
  if ('config' in reading) return reading.config
  const faults = reading.faults.map((fault) => `  ${fault}`).join('\n')
  throw new Sorry(
    `The configuration has ${reading.faults.length === 1 ? 'a fault' : 'faults'}:\n${faults}\nEvery setting is described in docs/configuration.md.`,
  )
}

const program = new Command('selfsame')
  .description(
    'Self-hosted identity verification. Settings are SELFSAME_* variables, also read from .env; see docs/configuration.md.',
  )
  .version(version)
  .showHelpAfterError()

program
  .command('serve')
  .description(
    'Start the server. The first start makes the data folder and an organisation, and prints its password once.',
  )
  .action(() => serve(config()))

const org = program
  .command('org')
  .description('Organisations: who may call the API. All they store is theirs alone.')
org
  .command('add')
  .argument('<name>', 'user name of the organisation')
  .description('Add an organisation and print its password, once.')
  .action((name: string) => addOrg(config(), name))
org
  .command('list')
  .description('List organisations with their ids, as they appear in the log.')
  .option('--json', 'as JSON')
  .action((options: { json?: boolean }) => listOrgs(config(), options))
org
  .command('rotate')
  .argument('<name>')
  .description('Give an organisation a new password and print it, once.')
  .option('--grace <hours>', 'how long the old password goes on working', '0')
  .action((name: string, options: { grace: string }) => rotateOrg(config(), name, options))
org
  .command('remove')
  .argument('<name>')
  .description('Remove an organisation and everything it stored, and destroy its keys. There is no way back.')
  .requiredOption('--yes', 'I mean it')
  .action((name: string) => removeOrg(config(), name))

const keys = program
  .command('keys')
  .description('Encryption keys at rest: one master key, which wraps a key per organisation.')
keys
  .command('rotate')
  .description('Rotate the master key, or the key of organisations.')
  .option('--master', 'make a new master key and wrap every organisation key with it')
  .option('--org <name>', 'a new key for this organisation')
  .option('--all', 'a new key for every organisation')
  .option('--reseal', 'also seal every stored file with the new key and destroy the old one')
  .action((options: { master?: boolean; org?: string; all?: boolean; reseal?: boolean }) =>
    rotateKeys(config(), options),
  )

program
  .command('migrate')
  .description('Bring the database to this version.')
  .option('--dry-run', 'only list what would be done')
  .action((options: { dryRun?: boolean }) => migrateDatabase(config(), options))

program
  .command('models')
  .description('List the networks: purpose, origin, licence, and whether each is sound and ready.')
  .option('--json', 'as JSON, with whole hashes')
  .option('--prepare', 'first make ready those that are not, as a start does')
  .action((options: ModelsOptions) => listModels(config(), options))

program
  .command('see')
  .argument('<file...>', 'JPEG, PNG, WebP, HEIC or AVIF')
  .description('Say what is seen in a picture: faces, how they are held, lit and covered, and whether alive.')
  .option('--overlay <png>', 'also draw it onto the picture, into this file')
  .option('--everywhere', 'look for small faces too, such as the portrait on a card')
  .option('--cover', 'also say what covers each face')
  .option('--json', 'all of it as JSON, with mesh and vector')
  .action((files: string[], options: SeeOptions) => see(config(), files, options))

program
  .command('read')
  .argument('<files...>', 'JPEG, PNG, WebP, HEIC or AVIF')
  .description(
    'Read the documents in pictures: kind and side, fields, lines with confidences, codes, how each was taken.',
  )
  .option('--overlay <png>', 'also draw it onto the picture, into this file; of one picture only')
  .option(
    '--everywhere',
    'look for codes and machine-readable zones on any page, not only where its kind has them',
  )
  .option('--json', 'all of it as JSON, a line for each file, with boxes and characters')
  .action((files: string[], options: ReadOptions) => read(config(), files, options))

program
  .command('compare')
  .argument('<live>', 'picture of the living face')
  .argument('<card>', 'picture of the ID card')
  .description('Say whether a live face and the portrait on a card are the same person, and why.')
  .option('--similarity <threshold>', 'at least so similar, in percent or as a share', '80')
  .option('--liveness <threshold>', 'at least so genuine, in percent or as a share', '0.5')
  .option('--json', 'as JSON')
  .action((live: string, card: string, options: CompareOptions) => compare(config(), live, card, options))

const faces = program
  .command('faces')
  .description('Registered faces: which network made their vectors, and moving them to another.')
faces
  .command('list')
  .description('List collections with the number of their faces and the embedder that made them.')
  .option('--json', 'as JSON')
  .action((options: { json?: boolean }) => listFaces(config(), options))
faces
  .command('re-embed')
  .description(
    "Make the vectors anew with this version's embedder, from the kept photos, beside running servers. Stopped, it goes on where it was.",
  )
  .option('--org <name>', 'only of this organisation')
  .option('--collection <id>', 'only this collection of it')
  .action((options: WhichFaces) => reEmbedFaces(config(), options))
faces
  .command('fill-qdrant')
  .description('Write every registered face to Qdrant: for one that is new, or lost what it held.')
  .action(() => fillQdrant(config()))

program
  .command('specimen')
  .argument(
    '[words...]',
    'document, photo, camera, pdf, sheet, person, export; alone it says what each takes',
  )
  .description(
    'Draw a document or a person that does not exist, with everything that is true about it. For development: needs a checkout.',
  )
  // What it takes is known to the program that draws, which answers --help too.
  .helpOption(false)
  .allowUnknownOption()
  .action(async (words: string[]) => {
    process.exitCode = await drawSpecimen(words)
  })

program
  .command('doctor')
  .description('Say what is wrong with this installation and how to mend it.')
  .action(() => doctor(config()))

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof Sorry)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
