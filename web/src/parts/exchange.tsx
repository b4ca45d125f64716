// What went over the wire: the answer as it came, and the same request as a line for curl.
import type { Exchange } from '../../../client/src/index.ts'
import { baseUrl, session } from '../session.tsx'
import { shell } from '../words/shell.ts'
import { CopyButton } from './copy.tsx'
import { curlOf } from './curl.ts'
import { Disclosure } from './disclosure.tsx'

function Code({ text }: { text: string }) {
  const t = shell()
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={() => text} label={t.copy} />
    </div>
  )
}

export function ExchangeView({ exchange }: { exchange: Exchange | undefined }) {
  const t = shell()
  if (!exchange) return null
  return (
    <div class="exchange">
      <Disclosure summary={t.rawAnswer} note={`HTTP ${exchange.status}`} testId="raw-answer">
        {() => <Code text={JSON.stringify(exchange.answer, null, 2)} />}
      </Disclosure>
      <Disclosure summary={t.asCurl} note={`${exchange.method} ${exchange.path}`} testId="as-curl">
        {() => <Code text={curlOf(exchange, baseUrl, session.value?.name ?? 'NAME')} />}
      </Disclosure>
    </div>
  )
}
