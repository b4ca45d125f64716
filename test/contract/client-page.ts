// A page on an origin of its own that calls the service as somebody writes it who has read the specification and nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedPage {
  readonly origin: string
  close(): void
}

/** Every call is another origin; `localhost` is another site than the address at which tests serve the API. */
export async function servePage(): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => void server.close() }
}

/** What the page writes into its `output`. */
export interface Shown {
  readonly status?: number
  readonly requestId?: string | null
  readonly read?: {
    readonly id: string
    readonly linked_file_ids: readonly string[]
    readonly recognized_data: Readonly<Record<string, unknown>>
  }
  readonly error?: string
}

/** The base URL and the credentials are behind #. */
const PAGE = `<!doctype html>
<title>Read a card</title>
<input id="front" type="file"><input id="back" type="file"><output></output>
<script>
  const { base, credentials } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  const headers = { authorization: 'Basic ' + btoa(credentials), 'content-type': 'application/json' }
  const show = (told) => { document.querySelector('output').textContent = JSON.stringify(told) }
  const content = (file) => new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.readAsDataURL(file)
  })
  let id
  document.querySelector('#front').onchange = async ({ target: { files: [file] } }) => {
    try {
      const body = JSON.stringify({ attachment: { content: await content(file), name: file.name } })
      const answer = await fetch(base + '/kyc-documents-sync', { method: 'POST', headers, body })
      const read = await answer.json()
      id = read.id
      show({ status: answer.status, requestId: answer.headers.get('x-request-id'), read })
    } catch (error) {
      show({ error: String(error) })
    }
  }
  document.querySelector('#back').onchange = async ({ target: { files: [file] } }) => {
    const request = new XMLHttpRequest()
    request.open('POST', base + '/kyc-documents-sync/' + id)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onload = () => show({
      status: request.status,
      requestId: request.getResponseHeader('x-request-id'),
      read: JSON.parse(request.responseText),
    })
    request.onerror = () => show({ error: 'network' })
    request.send(JSON.stringify({ content: await content(file), name: file.name }))
  }
  // A form needs no preflight: only the server can refuse it.
  const submitForm = (path) => {
    const form = document.createElement('form')
    Object.assign(form, { action: base + path, method: 'post', enctype: 'multipart/form-data' })
    document.body.append(form)
    form.submit()
  }
</script>`
