// npm run docs: rewrites the pages that are made from tables.
import { writeFileSync } from 'node:fs'
import { startTestServer } from '../test/kit/server.ts'
import { pages } from './render.ts'

const server = await startTestServer()
const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as object
await server.stop()
for (const { file, text } of pages(openapi)) {
  writeFileSync(new URL(file, import.meta.url), text)
  console.log(`docs/${file}`)
}
