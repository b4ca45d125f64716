// A link by which another browser or device of the person goes on; the one who made it may go on as well.
import { useEffect, useState } from 'preact/hooks'
import type { Journey } from '../journey.ts'

interface MadeLink {
  readonly url: string
  readonly expiresAt: number
}

/** A server that does not know how people reach it answers with a path: then it is reached as this page reaches it. */
async function makeLink({ client, baseUrl }: Journey): Promise<MadeLink> {
  const { url, token, expires_at } = await client.handOverSession({})
  const isWhole = /^https?:/.test(url)
  return { url: isWhole ? url : `${baseUrl}/verify/${token}`, expiresAt: Date.parse(expires_at) }
}

/** A link that is there as long as this is shown; a new one takes the place of one that has expired. */
export function useLink(journey: Journey): MadeLink | undefined {
  const [link, setLink] = useState<MadeLink | undefined>(undefined)
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const make = async () => {
      const made = await makeLink(journey).catch(() => undefined)
      if (isLeft) return
      setLink(made)
      // A moment before it ends; after a failure soon.
      timer = setTimeout(make, made ? Math.max(5_000, made.expiresAt - Date.now() - 15_000) : 5_000)
    }
    void make()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [journey])
  return link
}
