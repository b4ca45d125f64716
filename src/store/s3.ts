// Files in an S3 bucket, for several servers.
import { S3mini } from 's3mini'
import { assertKey, type Files, StoreUnavailable } from './port.ts'

interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** A request that takes longer is aborted, so that no late write outlives its journal row. */
  readonly requestTimeoutMs: number
}

export function openS3(options: S3Options): Files {
  const s3 = new S3mini({
    endpoint: `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`,
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    requestAbortTimeout: options.requestTimeoutMs,
  })

  return {
    engine: 's3',

    async put(key, bytes) {
      assertKey(key)
      const response = await reached(() =>
        s3.putObject(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      )
      if (!response.ok) throw new StoreUnavailable(`S3 answers ${response.status} to a write`)
    },

    async get(key) {
      assertKey(key)
      return reached(async () => {
        const response = await s3.getObjectRaw(key).catch((error: unknown) => {
          // A missing bucket is also answered 404, but says nothing about the file.
          const { status, serviceCode } = error as { status?: number; serviceCode?: string }
          if (status === 404 && serviceCode !== 'NoSuchBucket') return undefined
          throw error
        })
        return response && new Uint8Array(await response.arrayBuffer())
      })
    },

    async remove(key) {
      assertKey(key)
      await reached(() => s3.deleteObject(key))
    },

    async *list(prefix) {
      let token: string | undefined
      do {
        const page = await reached(() => s3.listObjectsPaged('/', prefix, 1000, token))
        if (!page) throw new StoreUnavailable(`S3 has no bucket ${options.bucket}`)
        for (const object of page.objects ?? []) yield object.Key
        token = page.nextContinuationToken
      } while (token)
    },

    async check() {
      const there = await reached(() => s3.bucketExists())
      if (!there) throw new StoreUnavailable(`S3 has no bucket ${options.bucket}, or does not let us in`)
    },
  }
}

async function reached<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { status, code, message, cause } = error as Partial<Error> & { status?: number; code?: string }
    const reason = code ?? (cause as { code?: string } | undefined)?.code ?? message ?? 'unreachable'
    throw new StoreUnavailable(`S3: ${status ?? ''} ${reason}`.replaceAll('  ', ' '))
  }
}
