// Shows why a request failed: what the server refused and where, or that it could not be reached.
import { SelfsameRefusal, SelfsameUnreachable } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { signOut } from '../session.tsx'
import { codeWords } from '../words/codes.ts'
import { faultWords, faultyFieldName } from '../words/field-faults.ts'
import { shell } from '../words/shell.ts'
import { language } from '../words/words.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

function Refused({ error }: { error: SelfsameRefusal }) {
  const t = shell()
  const { title, help } =
    error.status === 401 ? { title: t.signedOut, help: t.signedOutHelp } : codeWords(error.resultCode)
  return (
    <>
      <p class="verdict-title">{title}</p>
      <p>{help}</p>
      <Fields errors={error.errors} />
      {error.retryAfterSeconds !== undefined && (
        <p>{fill(t.retryAfter, { seconds: error.retryAfterSeconds })}</p>
      )}
      <p class="verdict-facts">
        <span>
          {error.resultCode}
          {language.value === 'en' && ` · ${shortMessage(error)}`}
        </span>
        {error.requestId && <span class="mono">{error.requestId}</span>}
      </p>
    </>
  )
}

/** What is wrong with each field; servers write English, so that what has no words here stands apart. */
function Fields({ errors }: { errors: SelfsameRefusal['errors'] }) {
  const t = shell()
  if (!errors || errors.length === 0) return null
  const strange = errors.filter(({ message }) => faultWords(message) === undefined)
  return (
    <>
      <ul class="trouble-fields">
        {errors.map(({ path, message }) => (
          <li key={path}>
            {faultyFieldName(path) ?? <code>{path}</code>} {faultWords(message) ?? t.wrongField}
          </li>
        ))}
      </ul>
      {strange.length > 0 && (
        <details class="small">
          <summary>{t.technical}</summary>
          <ul class="trouble-fields" lang="en">
            {strange.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The message without its list of fields, which is shown above already. */
const shortMessage = ({ message, errors }: SelfsameRefusal): string =>
  errors.length > 0 ? (message.split(':')[0] ?? message) : message

/** The same sent again would be refused again, unless the server was only busy. */
const mayPassLater = ({ status }: SelfsameRefusal): boolean =>
  status === 429 || status === 408 || status >= 500

export function Trouble({
  error,
  isAway = false,
  onRetry,
}: {
  error: unknown
  /** Whether to say that the server cannot be reached, whatever the error is. */
  isAway?: boolean
  onRetry?: (() => void) | undefined
}) {
  const t = shell()
  const refusal = error instanceof SelfsameRefusal ? error : null
  const away = error instanceof SelfsameUnreachable || isAway
  return (
    <section
      class="verdict tone-fail"
      role="alert"
      data-testid="trouble"
      data-code={refusal?.resultCode}
      data-why={refusal ? 'refused' : away ? 'unreachable' : 'fault'}
    >
      <span class="verdict-icon">
        <Icon name="fail" size={30} />
      </span>
      <div class="verdict-words">
        {refusal ? (
          <Refused error={refusal} />
        ) : (
          <>
            <p class="verdict-title">{away ? t.unreachable : t.fault}</p>
            <p>{away ? t.unreachableHelp : t.faultHelp}</p>
            {!away && <p lang="en">{error instanceof Error ? error.message : String(error)}</p>}
          </>
        )}
        <div class="row">
          {refusal?.resultCode === 401 && <Button onClick={signOut}>{t.signInAgain}</Button>}
          {onRetry && (!refusal || mayPassLater(refusal)) && (
            <Button icon="again" onClick={onRetry}>
              {t.tryAgain}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
