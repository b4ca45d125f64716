// npm run docs: rewrites the pages that are made from tables, and the client's types, which are made from the OpenAPI.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiTypes } from '../client/write-types.ts'
import { startTestServer } from '../specimens/kit/servers/server.ts'
import { pages } from './render.ts'

const server = await startTestServer()
const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as object
await server.stop()
const written = [
  ...pages(openapi).map(({ file, text }) => ({ file: join('docs', file), text })),
  { file: 'client/src/api-types.ts', text: await apiTypes(openapi) },
]
for (const { file, text } of written) {
  writeFileSync(new URL(`../${file}`, import.meta.url), text)
  console.log(file)
}
