// The command line: every command of `selfsame` with its options; each loads its own code when it is called.
import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { CreateOptions, RotateOptions } from './commands/api-key.ts'
import type { VerifyAuditOptions } from './commands/audit.ts'
import type { MakeBackupOptions } from './commands/backup.ts'
import type { CalibrateOptions } from './commands/calibrate.ts'
import type { BridgeOptions } from './commands/chip/bridge.ts'
import type { ReadCardOptions } from './commands/chip/read.ts'
import type { CompareOptions } from './commands/compare.ts'
import type { VerifyStoredOptions } from './commands/database.ts'
import type { WhichFaces } from './commands/faces.ts'
import type { FootprintOptions } from './commands/footprint.ts'
import type { KeyOptions } from './commands/keys.ts'
import type { InviteOptions } from './commands/member.ts'
import type { ModelsOptions } from './commands/models.ts'
import type { RetentionOptions } from './commands/org.ts'
import type { PurgeOptions } from './commands/purge.ts'
import type { ReadOptions } from './commands/read.ts'
import type { ReceiptOptions } from './commands/receipt.ts'
import type { SeeOptions } from './commands/see.ts'
import { CommandError, warn } from './commands/terminal.ts'
import type { ImportOptions, ListOptions } from './commands/trust.ts'
import type { AddOptions, DeliveriesOptions } from './commands/webhook.ts'
import { readConfig, type Settings } from './config.ts'
import { FolderUnusable } from './system/make-folder.ts'
import { version } from './system/version.ts'

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
  if ('config' in reading) {
    if (reading.serviceLinks.length > 0)
      warn(
        `Not read, because Kubernetes set them for a Service and nobody meant them as settings: ${reading.serviceLinks.join(', ')}. \`enableServiceLinks: false\` in the pod keeps them away.`,
      )
    for (const name of reading.unknown) warn(name)
    if (reading.formerNames.length > 0)
      warn(`Settings with other names today: ${reading.formerNames.join(', ')}. The former are still read.`)
    return reading.config
  }
  const faults = reading.faults.map((fault) => `  ${fault}`).join('\n')
  throw new CommandError(
    `The configuration has ${reading.faults.length === 1 ? 'a fault' : 'faults'}:\n${faults}\nEvery setting is described in docs/reference/configuration.md.`,
  )
}

/** Each command is loaded when it is asked for: listing organisations does not wait for the server's libraries. */
const program = new Command('selfsame')
  .description(
    'Self-hosted identity verification. Settings are SELFSAME_* variables, also read from .env; see docs/reference/configuration.md.',
  )
  .version(version)
  .showHelpAfterError()

program
  .command('serve')
  .description(
    'Start the server. The first start makes the data folder and an organisation, and prints its password once.',
  )
  .action(async () => (await import('./commands/serve.ts')).serve(config()))

const org = program
  .command('org')
  .description('Organisations: who may call the API. All they store is theirs alone.')
org
  .command('add')
  .argument('<name>', 'user name of the organisation')
  .description('Add an organisation and print its password, once.')
  .action(async (name: string) => (await import('./commands/org.ts')).addOrg(config(), name))
org
  .command('list')
  .description('List organisations with their ids, as they appear in the log.')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./commands/org.ts')).listOrgs(config(), options),
  )
org
  .command('rotate')
  .argument('<name>')
  .description('Give an organisation a new password and print it, once.')
  .option('--grace <hours>', 'how long the old password goes on working', '0')
  .action(async (name: string, options: { grace: string }) =>
    (await import('./commands/org.ts')).rotateOrg(config(), name, options),
  )
org
  .command('remove')
  .argument('<name>')
  .description('Remove an organisation and everything it stored, and destroy its keys. There is no way back.')
  .requiredOption('--yes', 'I mean it')
  .action(async (name: string) => (await import('./commands/org.ts')).removeOrg(config(), name))

org
  .command('retention')
  .argument('<name>')
  .description(
    'Say how long an organisation keeps things, or set it: a time such as 12h or 30d, never, or default for what the settings say.',
  )
  .option('--frames <time>', 'challenges with their frames, after they are over')
  .option('--files <time>', 'pictures of documents')
  .option('--readings <time>', 'documents with what was read in them')
  .option('--faces <time>', 'registered faces with their photos')
  .option('--verifications <time>', 'verifications, after they came to an end')
  .option('--json', 'as JSON')
  .action(async (name: string, options: RetentionOptions) =>
    (await import('./commands/org.ts')).retentionOfOrg(config(), name, options),
  )
org
  .command('mirrored')
  .argument('<name>')
  .argument('[answer]', 'yes, no, or default for what the settings say')
  .description(
    'Say whether an organisation sends frames of the profile challenge as in a mirror, or set it. A start may say otherwise.',
  )
  .action(async (name: string, answer: string | undefined) =>
    (await import('./commands/org.ts')).mirroredOfOrg(config(), name, answer),
  )
org
  .command('floor')
  .argument('<name>')
  .argument('[strength]', 'none, low, standard, high, or default for what the settings say')
  .description('Say how strong the liveness challenges of an organisation must be at least, or set it.')
  .action(async (name: string, strength: string | undefined) =>
    (await import('./commands/org.ts')).floorOfOrg(config(), name, strength),
  )
org
  .command('capture')
  .argument('<name>')
  .option('--set <file>', 'JSON as PUT /capture-settings takes it')
  .option('--versions', 'list the versions of its apps that registered keys, by the quarter')
  .description('Say which apps an organisation believes and what it asks of captures, or set it.')
  .action(async (name: string, options: { set?: string; versions?: boolean }) =>
    (await import('./commands/org.ts')).captureOfOrg(config(), name, options),
  )
org
  .command('storage')
  .argument('[name]', 'all organisations without it')
  .argument('[limit]', 'a size such as 200GiB, unlimited, or default for what the settings say')
  .description('Say how much an organisation stores and how much it may, or set the limit.')
  .option('--recount', 'count anew what is stored, where doctor says that the count is wrong')
  .action(async (name: string | undefined, limit: string | undefined, options: { recount?: boolean }) =>
    (await import('./commands/org.ts')).storageOfOrg(config(), name, limit, options),
  )

const apiKey = program
  .command('api-key')
  .description(
    'API keys: how programs of an organisation sign in, each with what it may do and for how long.',
  )
apiKey
  .command('create')
  .argument('<org>', 'name of the organisation')
  .argument('<name>', 'what the key is for, such as onboarding')
  .description('Create a key and print it, once.')
  .requiredOption(
    '--scope <scopes>',
    'what it may do: all, documents, faces, liveness, verifications, persons, read (GET only); several between commas',
  )
  .option('--expires <time>', 'how long it works: a time such as 90d, or never', '365d')
  .option('--test', 'a key of the sandbox: it makes and sees test verifications only')
  .option('--json', 'as JSON')
  .action(async (org: string, name: string, options: CreateOptions) =>
    (await import('./commands/api-key.ts')).createKey(config(), org, name, options),
  )
apiKey
  .command('list')
  .argument('[org]', 'name of the organisation; all without it')
  .description('List keys with what they may do, when they end and when they were last used.')
  .option('--json', 'as JSON')
  .action(async (org: string | undefined, options: { json?: boolean }) =>
    (await import('./commands/api-key.ts')).listKeys(config(), org, options),
  )
apiKey
  .command('rotate')
  .argument('<id>', 'id of the key')
  .description('Give a key a new secret and print it, once. Id, name and scopes stay.')
  .option('--grace <hours>', 'how long the old secret goes on working', '0')
  .option('--expires <time>', 'how long the key works from now on; without it, as long as before')
  .option('--json', 'as JSON')
  .action(async (id: string, options: RotateOptions) =>
    (await import('./commands/api-key.ts')).rotateKey(config(), id, options),
  )
apiKey
  .command('revoke')
  .argument('<id...>', 'ids of keys, or whole keys that were found in the open')
  .description('Revoke keys: every server refuses them at once. There is no way back.')
  .action(async (ids: string[]) => (await import('./commands/api-key.ts')).revokeKeys(config(), ids))

const member = program
  .command('member')
  .description('Members: the people of an organisation, who sign in to the studio each with their own role.')
member
  .command('invite')
  .argument('<org>', 'name of the organisation')
  .argument('<email>', 'e-mail address of the member')
  .description('Invite a member and print the link by which they join, once.')
  .requiredOption('--role <role>', 'what the member may do: viewer, reviewer or admin')
  .option('--name <name>', 'name of the member; without it what stands before the @')
  .option('--json', 'as JSON')
  .action(async (org: string, email: string, options: InviteOptions) =>
    (await import('./commands/member.ts')).inviteMember(config(), org, email, options),
  )
member
  .command('list')
  .argument('<org>', 'name of the organisation')
  .description('List members with their roles, and when they last signed in.')
  .option('--json', 'as JSON')
  .action(async (org: string, options: { json?: boolean }) =>
    (await import('./commands/member.ts')).listOrgMembers(config(), org, options),
  )
member
  .command('reset')
  .argument('<org>', 'name of the organisation')
  .argument('<email>', 'e-mail address of the member')
  .description('End password, passkeys and sessions of a member, and print a new link, once.')
  .option('--json', 'as JSON')
  .action(async (org: string, email: string, options: { json?: boolean }) =>
    (await import('./commands/member.ts')).resetMember(config(), org, email, options),
  )
member
  .command('remove')
  .argument('<org>', 'name of the organisation')
  .argument('<email>', 'e-mail address of the member')
  .description('Remove a member: every server refuses their sessions at once.')
  .action(async (org: string, email: string) =>
    (await import('./commands/member.ts')).removeMember(config(), org, email),
  )

const webhook = program
  .command('webhook')
  .description('Webhooks: where events of verifications are sent, and what became of each.')
webhook
  .command('list')
  .argument('[org]', 'name of the organisation; all without it')
  .description('List endpoints.')
  .option('--json', 'as JSON')
  .action(async (org: string | undefined, options: { json?: boolean }) =>
    (await import('./commands/webhook.ts')).listWebhooks(config(), org, options),
  )
webhook
  .command('add')
  .argument('<org>', 'name of the organisation')
  .argument('<url>', 'https address; SELFSAME_WEBHOOK_ALLOW names others')
  .description('Add an endpoint and print its secret, once.')
  .option(
    '--events <types>',
    'types of events between commas, or * for all; without it those that end or decide',
  )
  .option('--description <text>', 'what it is for')
  .option('--test', 'for events of tests, and no others')
  .option('--json', 'as JSON')
  .action(async (org: string, url: string, options: AddOptions) =>
    (await import('./commands/webhook.ts')).addWebhook(config(), org, url, options),
  )
webhook
  .command('rotate')
  .argument('<id>', 'id of the endpoint')
  .description('Give an endpoint a new secret and print it, once.')
  .option('--grace <hours>', 'how long the old secret goes on signing beside it', '0')
  .option('--json', 'as JSON')
  .action(async (id: string, options: { grace: string; json?: boolean }) =>
    (await import('./commands/webhook.ts')).rotateWebhook(config(), id, options),
  )
webhook
  .command('remove')
  .argument('<id>', 'id of the endpoint')
  .description('Remove an endpoint. Its secrets are destroyed, and what waits for it is given up.')
  .action(async (id: string) => (await import('./commands/webhook.ts')).removeWebhook(config(), id))
webhook
  .command('deliveries')
  .argument('<org>', 'name of the organisation')
  .description('List deliveries, the newest first.')
  .option('--state <state>', 'waiting, delivered or given-up')
  .option('--endpoint <id>', 'only those to one endpoint')
  .option('--verification <id>', 'only those of one verification')
  .option('--limit <count>', 'how many at most', '50')
  .option('--json', 'as JSON')
  .action(async (org: string, options: DeliveriesOptions) =>
    (await import('./commands/webhook.ts')).listWebhookDeliveries(config(), org, options),
  )
webhook
  .command('replay')
  .argument('<org>', 'name of the organisation')
  .argument('<id...>', 'ids of deliveries')
  .description('Send deliveries again.')
  .action(async (org: string, ids: string[]) =>
    (await import('./commands/webhook.ts')).replayWebhooks(config(), org, ids),
  )

const keys = program
  .command('keys')
  .description('Encryption keys at rest: one master key, which wraps a key per organisation.')
keys
  .command('rotate')
  .description('Rotate the master key, the key of organisations, or the one that signs receipts.')
  .option('--master', 'make a new master key and wrap every organisation key with it')
  .option('--org <name>', 'a new key for this organisation')
  .option('--all', 'a new key for every organisation')
  .option('--receipts', 'a new key to sign receipts; the public halves of old ones are kept')
  .option('--reseal', 'also seal every stored file with the new key and destroy the old one')
  .action(async (options: KeyOptions) => (await import('./commands/keys.ts')).rotateKeys(config(), options))

program
  .command('migrate')
  .description('Bring the database to this version.')
  .option('--dry-run', 'only list what would be done')
  .action(async (options: { dryRun?: boolean }) =>
    (await import('./commands/database.ts')).migrateDatabase(config(), options),
  )

program
  .command('models')
  .description('List the networks: purpose, origin, licence, and whether each is sound and ready.')
  .option('--json', 'as JSON, with whole hashes')
  .option('--prepare', 'first prepare those that are not, as a start does')
  .option(
    '--export <folder>',
    'instead write them to a folder, which SELFSAME_NETWORK_CACHE may name: a mirror',
  )
  .action(async (options: ModelsOptions) =>
    (await import('./commands/models.ts')).listModels(config(), options),
  )

program
  .command('footprint')
  .description(
    'List what each part of this installation weighs, and what of it is never used on this machine.',
  )
  .option('--trim', 'remove what is never used; `npm ci` brings it back')
  .action(async (options: FootprintOptions) => (await import('./commands/footprint.ts')).footprint(options))

program
  .command('see')
  .argument('<file...>', 'JPEG, PNG, WebP, HEIC or AVIF')
  .description('Say what is seen in a picture: faces, how they are held, lit and covered, and whether alive.')
  .option('--overlay <png>', 'also draw it onto the picture, into this file')
  .option('--everywhere', 'look for small faces too, such as the portrait on a card')
  .option('--cover', 'also say what covers each face')
  .option('--json', 'all of it as JSON, with mesh and vector')
  .action(async (files: string[], options: SeeOptions) =>
    (await import('./commands/see.ts')).see(config(), files, options),
  )

program
  .command('read')
  .argument('<files...>', 'JPEG, PNG, WebP, HEIC or AVIF; a certificate as PDF')
  .description(
    'Read the documents in pictures: kind and side, fields, lines with confidences, codes, how each was taken.',
  )
  .option(
    '--overlay <png>',
    'also draw it onto the picture, into this file; of one picture only, of a PDF a file for each page',
  )
  .option(
    '--everywhere',
    'look for codes and machine-readable zones on any page, not only where its kind has them',
  )
  .option('--json', 'all of it as JSON, a line for each file, with boxes and characters')
  .action(async (files: string[], options: ReadOptions) =>
    (await import('./commands/read.ts')).read(config(), files, options),
  )

program
  .command('compare')
  .argument('<live>', 'picture of the living face')
  .argument('<card>', 'picture of the ID card')
  .description('Say whether a live face and the portrait on a card are the same person, and why.')
  .option('--similarity <threshold>', 'at least so similar, in percent or as a share', '80')
  .option('--liveness <threshold>', 'at least so genuine, in percent or as a share', '0.5')
  .option('--json', 'as JSON')
  .action(async (live: string, card: string, options: CompareOptions) =>
    (await import('./commands/compare.ts')).compare(config(), live, card, options),
  )

const faces = program
  .command('faces')
  .description('Registered faces: which network made their vectors, and moving them to another.')
faces
  .command('list')
  .description('List collections with the number of their faces and the embedder that made them.')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./commands/faces.ts')).listFaces(config(), options),
  )
faces
  .command('re-embed')
  .description(
    "Compute the vectors again with this version's embedder, from the kept photos, beside running servers. Stopped, it goes on where it was.",
  )
  .option('--org <name>', 'only of this organisation')
  .option('--collection <id>', 'only this collection of it')
  .action(async (options: WhichFaces) =>
    (await import('./commands/faces.ts')).reEmbedFaces(config(), options),
  )
faces
  .command('calibrate')
  .description(
    'Measure how alike strangers are among enrolled people, and have the likenesses of the organisation judged by that: ids that differ are taken for different people. Without --org it is measured over all organisations, and holds for those without a calibration of their own.',
  )
  .option('--org <name>', 'on the people of this organisation, for this organisation')
  .option('--collection <id>', 'only on the people of this collection of it')
  .option('--people <number>', 'how many people to draw at most', '4000')
  .option('--try', 'only say what would come of it')
  .option('--reset', 'take the calibration in force back')
  .option('--json', 'as JSON')
  .action(async (options: CalibrateOptions) =>
    (await import('./commands/calibrate.ts')).calibrateFaces(config(), options),
  )
faces
  .command('calibrations')
  .description('List calibrations: of whom, on how many people, and which are in force.')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./commands/calibrate.ts')).showCalibrations(config(), options),
  )
faces
  .command('fill-qdrant')
  .description('Write every registered face to Qdrant: for one that is new, or lost what it held.')
  .action(async () => (await import('./commands/faces.ts')).fillQdrant(config()))

const person = program
  .command('person')
  .description('All that belongs to one person of an organisation, by its external_person_id.')
person
  .command('erase')
  .argument('<org>', 'name of the organisation')
  .argument('<person>', 'external_person_id')
  .description('Erase all that belongs to a person. There is no way back.')
  .requiredOption('--yes', 'I mean it')
  .action(async (org: string, id: string) => (await import('./commands/person.ts')).erase(config(), org, id))
person
  .command('export')
  .argument('<org>', 'name of the organisation')
  .argument('<person>', 'external_person_id')
  .description('Write out all that is kept of a person: records as JSON, files beside it.')
  .requiredOption('--out <folder>', 'a folder that is new or empty')
  .action(async (org: string, id: string, options: { out: string }) =>
    (await import('./commands/person.ts')).exportTo(config(), org, id, options),
  )

program
  .command('purge')
  .description('Remove what is over by the retention clocks, as running servers do by themselves.')
  .option('--dry-run', 'only count what would be removed')
  .option('--confirm-clock', 'say that the clock of this machine is right, where purging pauses after a jump')
  .action(async (options: PurgeOptions) => (await import('./commands/purge.ts')).purgeNow(config(), options))

program
  .command('backup')
  .description(
    'Copy the embedded database and its files into a folder, while the server runs. The same folder again takes only what is new.',
  )
  .requiredOption('--out <folder>', 'new, empty, or of an earlier backup')
  .option('--with-master-key', 'put the master key beside it: whoever has the folder can then read all of it')
  .action(async (options: MakeBackupOptions) =>
    (await import('./commands/backup.ts')).makeBackup(config(), options),
  )
program
  .command('restore')
  .argument('<folder>', 'of a backup')
  .description('Put a backup into an empty data folder, and open everything in it once.')
  .action(async (folder: string) => (await import('./commands/restore.ts')).restoreBackup(config(), folder))
program
  .command('verify')
  .description(
    'Open everything that is stored, once: keys, records, files, the audit trail, and name rows changed outside the server. Beside running servers, on every engine.',
  )
  .option('--remove-strays', 'remove files that nothing refers to, as a restored older database leaves them')
  .option('--accept', 'bind the rows that are named as they are now, after looking at each')
  .action(async (options: VerifyStoredOptions) =>
    (await import('./commands/database.ts')).verifyStored(config(), options),
  )

const audit = program
  .command('audit')
  .description('The audit trail: who asked for what with which outcome, in chains of hashes.')
audit
  .command('verify')
  .description('Say whether the trail is as it was written, or where the first break is.')
  .option('--head <hash>', 'a hash kept elsewhere, of `audit head` or of a receipt: it must be there')
  .option('--from <number>', 'believe the chains before this number')
  .action(async (options: VerifyAuditOptions) =>
    (await import('./commands/audit.ts')).verifyAudit(config(), options),
  )
audit
  .command('head')
  .description(
    'Print a hash that stands for the whole trail up to now: keep it where this machine cannot write.',
  )
  .action(async () => (await import('./commands/audit.ts')).auditHead(config()))
audit
  .command('export')
  .description('Print the entries from a date on, one JSON object a line, in the order of time.')
  .requiredOption('--since <date>', 'such as 2026-01-31 or 2026-01-31T08:00:00Z')
  .action(async (options: { since: string }) =>
    (await import('./commands/audit.ts')).exportAudit(config(), options),
  )

const receipt = program
  .command('receipt')
  .description('Receipts: signed records of verdicts, to be proved later.')
receipt
  .command('verify')
  .argument('<file>', 'what GET /receipts/{request_id} or the evidence of a chip answered')
  .description('Say whether a receipt, or evidence about a chip, is genuine. Works offline, on any machine.')
  .option('--key <key>', 'the thumbprint of the key you trust, or a file with what `receipt key` prints')
  .option('--input <file...>', 'also say whether these files are what was judged')
  .action(async (file: string, options: ReceiptOptions) =>
    (await import('./commands/receipt.ts')).verifyReceiptFile(file, options),
  )
receipt
  .command('key')
  .description('Print the public keys that sign receipts, newest first, as a JWK set.')
  .action(async () => (await import('./commands/receipt.ts')).showReceiptKeys(config()))

const trust = program
  .command('trust')
  .description(
    'The trust store: whose signatures on the chips of documents are believed. One for the whole server.',
  )
trust
  .command('import')
  .argument('<file>', 'a master list, certificates, LDIF or a revocation list; DER or PEM')
  .description('Import certificates of states, or what they revoked. Running servers use it at once.')
  .option('--root <file>', 'the certificate that stands for the signer of a master list')
  .action(async (file: string, options: ImportOptions) =>
    (await import('./commands/trust.ts')).importTrust(config(), file, options),
  )
trust
  .command('list')
  .description('List what is trusted, with fingerprints (SHA-256).')
  .option('--country <letters>', 'only of this country, such as VN')
  .option('--json', 'as JSON, with the certificates themselves')
  .action(async (options: ListOptions) => (await import('./commands/trust.ts')).listTrust(config(), options))
trust
  .command('remove')
  .argument('<fingerprint...>', 'SHA-256 of a certificate or a revocation list, or how it begins')
  .description('Trust it no more. What was judged before stays as it was judged.')
  .action(async (fingerprints: string[]) =>
    (await import('./commands/trust.ts')).removeTrust(config(), fingerprints),
  )

const chip = program
  .command('chip')
  .description('The chips of identity cards and passports, on a USB reader at a counter.')
chip
  .command('read')
  .description(
    'Read a document on a reader of PC/SC into files, or send it to a server. Without options for it, what opens the chip is asked for, or read from standard input: on the command line other users see it.',
  )
  .option('--reader [name]', 'the reader, or a part of its name; without a name the one with a card')
  .option('--can <digits>', 'six digits on the front open the chip')
  .option(
    '--number <number>',
    'number of the document, as printed; with --birth and --expiry it opens the chip',
  )
  .option('--birth <date>', 'birthday as printed, 15/11/1990, or 1990-11-15')
  .option('--expiry <date>', 'until when it is valid, in the same form')
  .option('--mrz <photo>', 'a photo of the machine-readable zone, which the server reads, opens the chip')
  .option('--out <folder>', 'write its files there; new or empty')
  .option('--url <address>', 'send it to this server, with proof that it is no copy')
  .option('--api-key-file <file>', 'a file with an API key of the organisation')
  .option('--api-key <key>', 'the API key itself')
  .option('--verification <id>', 'as the step of this verification; ends the link that the person has')
  .option('--document <id>', 'it belongs to this document of pictures')
  .option('--external-person-id <id>', 'whose it is')
  .option('--consent-reference <text>', 'where the consent of the person is kept')
  .option('--wait <seconds>', 'how long to wait for a card', '60')
  .option('--socket <path>', 'socket of the card service (pcscd)')
  .option('--json', 'print the whole answer of the server, the person in it')
  .action(async (options: ReadCardOptions) =>
    (await import('./commands/chip/read.ts')).readFromReader(options),
  )
  .addHelpText(
    'after',
    `
Exit codes:
  0  it was read, and the server, where there is one, says Success
  1  an option is wrong, or the server refused it or cannot be reached
  2  the server judged otherwise: broken, a copy, of another document
  3  number and dates, or the six digits, do not open the chip
  4  it was not read: no reader, no card, a card that slipped or is none of a document`,
  )

chip
  .command('bridge')
  .description(
    'Let the studio in a browser of this machine read cards on its reader. The server needs SELFSAME_CHIP_BRIDGE_PORT.',
  )
  .requiredOption(
    '--studio <address>',
    'of the server, such as https://verify.example: no other page is answered',
  )
  .option('--port <number>', 'of 127.0.0.1, as SELFSAME_CHIP_BRIDGE_PORT says', '7423')
  .option('--reader <name>', 'the reader, or a part of its name; otherwise the one with a card')
  .option('--code-file <file>', 'keep the pairing code there, so that browsers stay paired')
  .option('--wait <seconds>', 'how long to wait for a card', '60')
  .option('--socket <path>', 'socket of the card service (pcscd)')
  .action(async (options: BridgeOptions) => (await import('./commands/chip/bridge.ts')).bridge(options))

program
  .command('specimen')
  .argument(
    '[words...]',
    'document, photo, pdf, selfie, frames, video and more; alone it says what each takes',
  )
  .description(
    'Draw a document or a person that does not exist, with everything that is true about it. For development: needs a checkout.',
  )
  // What it takes is known to the program that draws, which answers --help too.
  .helpOption(false)
  .allowUnknownOption()
  .action(async (words: string[]) => {
    process.exitCode = await (await import('./commands/specimen.ts')).drawSpecimen(words)
  })

program
  .command('doctor')
  .description('Say what is wrong with this installation and how to fix it.')
  .action(async () => (await import('./commands/doctor.ts')).doctor(config()))

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommandError || error instanceof FolderUnusable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
