// A client for the examples: where the server is and who asks comes from the environment.
import { createClient } from '../src/index.ts'

const { SELFSAME_URL = 'http://127.0.0.1:8080', SELFSAME_NAME = '', SELFSAME_PASSWORD = '' } = process.env

export const client = createClient({
  baseUrl: SELFSAME_URL,
  name: SELFSAME_NAME,
  password: SELFSAME_PASSWORD,
})
