// The verdict on a document: read and sound, read but doubtful, or not read at all.
import type { Exchange } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Verdict } from '../parts/verdict.tsx'
import { codeWords, detectedWords, warningWords } from '../words/codes.ts'
import { documents } from '../words/documents.ts'
import { kindWords } from '../words/fields.ts'
import { type Check, minConfidence, type ReadField } from './read-fields.ts'

/** A field that is less sure than this is worth a look. */
const DOUBTFUL = 0.6

/** The screens that read what others only see. */
function readers(): Readonly<Record<string, { readonly href: string; readonly screen: string }>> {
  const t = documents()
  const identity = { href: '#/documents/identity', screen: t.identityTitle }
  const zone = { href: '#/documents/mrz', screen: t.mrzTitle }
  return {
    'IDENTITY CARD': identity,
    PASSPORT: identity,
    'DRIVER LICENCE': { href: '#/documents/licence', screen: t.licenceTitle },
    'BUSINESS REGISTRATION': { href: '#/documents/business', screen: t.businessTitle },
    'FOREIGN IDENTITY CARD': zone,
    'FOREIGN PASSPORT': zone,
  }
}

/** What a person can do about a picture that cannot be read, by the checks that failed. */
function adviceOn(checks: readonly Check[]): string[] {
  const t = documents()
  const told: Readonly<Record<string, string>> = {
    blur: t.advice_blur,
    glare: t.advice_glare,
    darkness: t.advice_darkness,
    'pixels-per-millimetre': t.advice_small,
    'page-cut': t.advice_cut,
  }
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => told[name])
  return [...new Set(failed.filter((words) => words !== undefined))]
}

export interface OutcomeProps {
  code: number
  message: string
  /** What kind of document it is, in words. */
  kind: string
  /** Those that have a value. */
  fields: readonly ReadField[]
  checks: readonly Check[]
  warningCodes?: readonly number[]
  warnings?: readonly string[]
  /** What was seen where the document is not there. */
  seen?: { readonly detected?: string; readonly detected_document?: string }
  exchange: Exchange | undefined
}

export function Outcome({
  code,
  message,
  kind,
  fields,
  checks,
  warningCodes = [],
  warnings = [],
  seen = {},
  exchange,
}: OutcomeProps) {
  const t = documents()
  const facts = {
    code,
    message,
    milliseconds: exchange?.milliseconds,
    requestId: exchange?.requestId,
    checks,
  }
  if (code !== 200) {
    const { detected = '', detected_document = '' } = seen
    // 103 and 105 have words of their own.
    const { title, help } =
      (code === 101 ? detectedWords(detected, kindWords(detected_document)) : undefined) ?? codeWords(code)
    const isSeen = detected.endsWith('-not-legible')
    const why = isSeen ? adviceOn(checks) : []
    const there = detected === 'another-document' ? readers()[detected_document] : undefined
    return (
      <Verdict
        {...facts}
        tone="fail"
        title={title}
        text={why.length > 0 ? why.join(' ') : help}
        // That no document of its own was found is said already, and another one was.
        checks={there ? [] : checks}
      >
        {there && (
          <p>
            <a class="button button-primary" href={there.href} data-testid="read-there">
              {fill(t.readThere, { screen: there.screen })}
            </a>
          </p>
        )}
      </Verdict>
    )
  }
  if (warningCodes.length > 0) {
    const text =
      warningCodes.length === 1 ? t.readWarnOne : fill(t.readWarnText, { count: warningCodes.length })
    return (
      <Verdict tone="warn" title={fill(t.readWarn, { kind })} text={text} {...facts}>
        <ul class="warnings" aria-label={t.warnings}>
          {warningCodes.map((each, index) => {
            const { title, help } = warningWords(each, warnings[index] ?? '')
            return (
              <li key={each} data-warning={each}>
                <strong>{title}.</strong> {help}
              </li>
            )
          })}
        </ul>
      </Verdict>
    )
  }
  const failed = checks.filter(({ outcome }) => outcome === 'failed').length
  if (failed > 0) {
    const text = failed === 1 ? t.readFailedOne : fill(t.readFailedText, { count: failed })
    return <Verdict tone="warn" title={fill(t.readFailed, { kind })} text={text} {...facts} />
  }
  const count = fields.length
  const doubtful = fields.filter(({ lines }) => (minConfidence(lines) ?? 1) < DOUBTFUL).length
  if (doubtful > 0) {
    const text = fill(t.readDoubtText, { doubtful, count })
    return <Verdict tone="warn" title={fill(t.readDoubt, { kind })} text={text} {...facts} />
  }
  const text = count === 1 ? t.readWellOne : fill(t.readWellText, { count })
  return <Verdict tone="pass" title={fill(t.readWell, { kind })} text={text} {...facts} />
}
