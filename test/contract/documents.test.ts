// Shows every line of the specification about documents on a started server.
import { afterAll, beforeAll } from 'vitest'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { documentRows } from './document-rows.ts'
import { type Caller, contractCaller, testRows } from './row.ts'

let server: TestServer
let caller: Caller
beforeAll(async () => {
  server = await sharedServer()
  caller = contractCaller(server)
})
afterAll(() => server.stop())

testRows(documentRows, () => caller)
