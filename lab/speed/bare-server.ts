// Serves bare node:http with JSON.parse and nothing else, as the peer of bench:http.
import { createServer } from 'node:http'

const answer = JSON.stringify({ message: 'Success', result_code: 200 })

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { photo?: string }
    response.writeHead(body.photo ? 200 : 400, {
      'content-type': 'application/json',
      'content-length': answer.length,
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ url: `http://127.0.0.1:${port}/` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system })
})
process.on('disconnect', () => process.exit())
