// Declares what a test needs to use an S3 server, whichever it is.
import { S3mini } from 's3mini'
import type { Stoppable } from './stoppable.ts'

export type S3Access = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

export type S3Server = S3Access &
  Stoppable & {
    /** Makes the bucket where it does not exist yet, and returns its URL. */
    bucket(name: string): Promise<string>
    stop(): Promise<void>
  }

export async function createBucket(access: S3Access, name: string): Promise<string> {
  const url = `${access.endpoint}/${name}`
  const { region, accessKeyId, secretAccessKey } = access
  const bucket = new S3mini({ region, accessKeyId, secretAccessKey, endpoint: url })
  await bucket.createBucket()
  if (!(await bucket.bucketExists())) throw new Error(`bucket ${name} was not made`)
  return url
}
