// What can go wrong, and how it is told apart: node failures.ts
import { createClient, SelfsameRefusal, SelfsameUnreachable } from '../src/index.ts'
import { client } from './connect.ts'

async function tellWhy(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (error instanceof SelfsameRefusal)
      console.log(
        `refused ${error.status}`,
        error.errors.map(({ path, message }) => `${path} ${message}`).join('; '),
      )
    else if (error instanceof SelfsameUnreachable)
      console.log(`unreachable ${error.reason} after ${error.attempts}`)
    else if (error instanceof DOMException) console.log(`ended ${error.name}`)
    else throw error
  }
}

// A field that is wrong.
await tellWhy(client.startNoseChallenge({ external_person_id: '', image_width: 480, image_height: 640 }))
// A server that is not there.
const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', name: 'acme', password: 'secret', retries: 1 })
await tellWhy(nowhere.organisation())
// A caller who does not want to wait any longer.
await tellWhy(client.organisation({ signal: AbortSignal.abort() }))
