// Shows every line of the specification about the service as a whole on a started server.
import { afterAll, beforeAll } from 'vitest'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { type Caller, contractCaller, testRows } from './row.ts'
import { serviceRows } from './service-rows.ts'

let server: TestServer
let caller: Caller
beforeAll(async () => {
  server = await sharedServer()
  caller = contractCaller(server)
})
afterAll(() => server.stop())

testRows(serviceRows, () => caller)
