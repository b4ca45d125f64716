// Every reason for which a start fails, with its cause and remedy: what is printed, and the table in docs/guides/operations.md.
import { AttestationSettingUnusable } from '../attestation/fault.ts'
import { CannotStart } from '../main.ts'
import { NetworkUnusable } from '../models/manifest.ts'
import { MasterKeyUnusable } from '../store/master-key.ts'
import { MigrationRefused } from '../store/migrate.ts'
import { StoredDataDamaged, StoreUnavailable } from '../store/port.ts'
import { FolderUnusable } from '../system/make-folder.ts'
import { CageRequired } from '../workers/cage.ts'
import { NoWorkerReady } from '../workers/errors.ts'

/** Errors that explain themselves; anything else that stops a start is a fault of ours, and shows where. */
export const startErrorKinds = [
  AttestationSettingUnusable,
  CageRequired,
  CannotStart,
  FolderUnusable,
  MasterKeyUnusable,
  MigrationRefused,
  NetworkUnusable,
  NoWorkerReady,
  StoreUnavailable,
  StoredDataDamaged,
]

export interface StartError {
  /** What the message says; … stands for names, numbers and what the system said. */
  readonly says: string
  readonly cause: string
  readonly remedy: string
  /** The message has the remedy in it; otherwise it is printed behind the message. */
  readonly isTold?: true
}

const told = true
const restore = 'Restore from a backup: `selfsame restore` (docs/guides/operations.md, "Backup and restore").'
const reachS3 =
  'Check SELFSAME_S3_ENDPOINT, SELFSAME_S3_BUCKET, the key and its rights; `selfsame doctor` tries to write, read and remove.'
const reachQdrant = 'Check SELFSAME_QDRANT_URL with its port, SELFSAME_QDRANT_API_KEY, and that Qdrant runs.'

// biome-ignore format: one error a row
export const startErrors: readonly StartError[] = [
  { says: 'Another Selfsame server is running on …', cause: 'a second server on the same embedded data', remedy: 'Stop the other, give this one its own SELFSAME_DATA, or use PostgreSQL for several.', isTold: told },
  { says: 'Port … is taken', cause: 'another program, or another Selfsame, listens there', remedy: 'Stop it, or set SELFSAME_PORT.', isTold: told },
  { says: 'SELFSAME_HOST … is not an address of this machine', cause: 'a name or address of another machine', remedy: 'Set it to 127.0.0.1, to 0.0.0.0, or to an address that `ip address` lists.', isTold: told },
  { says: 'This user may not listen on port …', cause: 'ports below 1024 are for root', remedy: 'Set SELFSAME_PORT to 1024 or more, and have a proxy or Service listen below.', isTold: told },
  { says: 'The folder … cannot be made', cause: 'its parent belongs to somebody else, is read-only or full', remedy: 'Give it to this user (`chown`), make room, or set the variable that the message names.', isTold: told },
  { says: '… may not be … by this user', cause: 'another owner', remedy: '`chown -R` to the user that the server runs as, or another folder.', isTold: told },
  { says: '… is on a disk that is …', cause: 'read-only, or full', remedy: 'Mount it so that it can be written, make room, or set another folder.', isTold: told },
  { says: '… is over the quota of this user', cause: 'the quota of the disk', remedy: 'Make room, or set another folder.', isTold: told },
  { says: '… is a file and no folder', cause: 'the setting names a file', remedy: 'Set it to a folder.', isTold: told },
  { says: '… takes no folders', cause: 'a place that the system makes, such as /proc', remedy: 'Set it to a folder of a disk.', isTold: told },
  { says: '… cannot be used (…)', cause: 'what the system says in brackets', remedy: 'Set another folder.', isTold: told },
  { says: '… is missing, but the database holds keys wrapped by master key …', cause: 'the key file was not moved along', remedy: 'Restore the file from your safe. Nothing makes another one: it would open nothing.', isTold: told },
  { says: '… is missing. Restore it from your backup', cause: 'the file that SELFSAME_MASTER_KEY_FILE names is not there', remedy: 'Restore the file, or correct the setting.', isTold: told },
  { says: 'The keys of this database are wrapped by master key …', cause: 'another key is in place', remedy: 'Put the wanted one in place; its fingerprint is in the message and in `backup.json`.', isTold: told },
  { says: '… is empty; it must hold 32 bytes in Base64 or hex', cause: 'an empty key file or variable, often a secret that was not mounted', remedy: 'Put your master key there; for a new installation `openssl rand -base64 32` makes one.' },
  { says: '… must hold 32 bytes in Base64 or hex', cause: 'the key is cut off, or is something else', remedy: 'Put your master key there; for a new installation `openssl rand -base64 32` makes one.' },
  { says: '… is there and cannot be read (…)', cause: 'another owner of the key file', remedy: 'Let the user of the server read it.', isTold: told },
  { says: 'The database lacks … migrations of this version', cause: 'SELFSAME_AUTO_MIGRATE is off', remedy: 'Make a backup, then `selfsame migrate`.', isTold: told },
  { says: 'The database holds migration … which this version does not know', cause: 'a newer version served this database', remedy: 'Run the newer version, or restore a backup of this one.', isTold: told },
  { says: 'Migration … differs from the one this database was made with', cause: 'a file of the installation was changed', remedy: 'Install this version again.', isTold: told },
  { says: 'The network … is missing', cause: 'packages are not installed, or not all', remedy: '`npm ci`.', isTold: told },
  { says: 'The network … is not the one that was measured', cause: 'a file was changed or damaged after it was published', remedy: '`npm ci`.', isTold: told },
  { says: 'The network … did not convert as it should', cause: 'a fault of ours', remedy: 'Report it.', isTold: told },
  { says: 'Networks cannot be kept in …', cause: 'the folder cannot be written, or is full', remedy: 'Let this user write there, or set SELFSAME_NETWORK_CACHE.', isTold: told },
  { says: 'SELFSAME_CAGE is "whole", and workers cannot be caged here: …', cause: 'the machine or container allows no user namespaces', remedy: 'Allow them ("The cage of the workers"), or set it to auto.', isTold: told },
  { says: 'A worker could read …', cause: 'a decoder that is taken over could open what the message names: mostly no user namespaces, and no perl or no Landlock', remedy: 'Install perl and util-linux, allow user namespaces, run as another user than root; or accept it with SELFSAME_CAGE=partial.', isTold: told },
  { says: 'no worker got ready within …', cause: 'the machine is too busy, memory is short, or a library is incomplete', remedy: 'Give the machine more processor time or memory, or lower SELFSAME_WORKERS; `selfsame doctor` starts one worker and says what it lacks, `npm ci` installs libraries again.' },
  { says: 'SELFSAME_PLAY_DECRYPTION_KEY must be …', cause: 'a key of the Play console is cut off', remedy: 'Copy it again, or leave both empty.', isTold: told },
  { says: 'SELFSAME_PLAY_VERIFICATION_KEY must be …', cause: 'a key of the Play console is cut off', remedy: 'Copy it again, or leave both empty.', isTold: told },
  { says: 'SELFSAME_ANDROID_ENDED_FACTORY=accept needs SELFSAME_ANDROID_REVOCATIONS', cause: 'one is set without the other', remedy: 'Set the list, or leave it at refuse.', isTold: told },
  { says: 'SELFSAME_…: …', cause: 'the file that the setting names is not there, not readable, or no certificates', remedy: 'As the message says; docs/guides/capture.md says what the files hold.', isTold: told },
  { says: 'another process keeps the database busy …', cause: 'a program holds the database file open', remedy: 'Close it: a backup tool or a browser of databases.' },
  { says: 'the database … Look at the owner of this file', cause: 'locked, read-only, or not to be opened', remedy: 'Give file and folder to this user.', isTold: told },
  { says: 'the disk of the database …', cause: 'it fails, or is full', remedy: 'Make room on it, or move SELFSAME_DATA; look at the system log for its errors.' },
  { says: 'the database file is …', cause: 'damaged, or no database', remedy: restore, isTold: told },
  { says: 'the database is closed: …', cause: 'the thread of the database ended', remedy: 'Look at the memory of the machine, then start again; `selfsame doctor` checks the file.' },
  { says: 'PostgreSQL…', cause: 'it does not run, is not reached, or does not let us in; the code says which', remedy: 'Check SELFSAME_DATABASE_URL (host, port, user, password, database), and that PostgreSQL runs and lets this machine in.' },
  { says: 'S3 …', cause: 'the endpoint is not reached, or the bucket or a right is missing', remedy: reachS3 },
  { says: 'S3: …', cause: 'the endpoint is not reached, or refuses', remedy: reachS3 },
  { says: 'the disk of the files …', cause: 'it is full, or fails with the code', remedy: 'Make room on it, or move SELFSAME_DATA.' },
  { says: 'Qdrant: … it has to be filled', cause: 'an empty Qdrant beside a database with faces', remedy: '`selfsame faces fill-qdrant` fills it.' },
  { says: 'Qdrant: …', cause: 'it is not reached, or does not let us in', remedy: reachQdrant },
  { says: 'the secret … of the server was removed', cause: 'a row of the database was deleted by hand', remedy: restore },
  { says: '… is damaged, or is not what was stored under this id', cause: 'rows were changed or swapped by hand, or a disk is failing', remedy: restore },
  { says: '… is not a sealed text: it is cut off or overwritten', cause: 'rows were changed by hand, or a disk is failing', remedy: restore },
  { says: '… names key version … which does not exist', cause: 'rows of keys were removed by hand', remedy: restore },
  { says: '… has no key: it was removed', cause: 'rows of keys were removed by hand', remedy: restore },
]

/** The row of a message; the first that fits, from those that say most to those that say least. */
export const startErrorOf = (message: string): StartError | undefined =>
  startErrors.find(({ says }) => patternOf(says).test(message))

const patternOf = (says: string): RegExp =>
  new RegExp(
    `^${says
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}`,
  )

/** The sentence for the person at the terminal; undefined for an error that has no row. */
export function explainStart(error: unknown): string | undefined {
  const { message } = error as Error
  if (startErrorKinds.some((kind) => error instanceof kind)) return withRemedy(message)
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken. Stop what listens there, or choose another with SELFSAME_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `SELFSAME_HOST ${address ?? ''} is not an address of this machine. Set it to 127.0.0.1, to 0.0.0.0, or to an address that \`ip address\` lists.`
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}. Set SELFSAME_PORT to 1024 or more.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return `${message}. Let this user write there, or make room on its disk.`
  return undefined
}

function withRemedy(message: string): string {
  const row = startErrorOf(message)
  return row === undefined || row.isTold ? message : `${message.replace(/\.$/, '')}. ${row.remedy}`
}
