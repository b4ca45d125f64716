// The checks of a chip as a chain: from the key of the state over its signer and the signed list to each file and field.
import type { ComponentChildren } from 'preact'
import type { AnswerOf, components } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Icon } from '../parts/icon.tsx'
import { chips } from '../words/chips.ts'
import { fieldNames, fieldWords } from '../words/fields.ts'

export type ChipAnswer = AnswerOf<'createChipDocument'>
type Certificate = components['schemas']['ChipCertificate']
type Check = components['schemas']['Check']
type Tone = 'pass' | 'warn' | 'fail'

const toneOf: Readonly<Record<string, Tone>> = { passed: 'pass', noted: 'warn', failed: 'fail' }
const worst = (tones: readonly Tone[]): Tone =>
  tones.includes('fail') ? 'fail' : tones.includes('warn') ? 'warn' : 'pass'
const tonesOf = (checks: readonly Check[]): Tone[] => checks.map(({ outcome }) => toneOf[outcome] ?? 'warn')

const states: Readonly<Record<string, Tone>> = {
  trusted: 'pass',
  'unknown-anchor': 'warn',
  expired: 'warn',
  revoked: 'fail',
  broken: 'fail',
}

const dayOf = (written: string): string => written.slice(0, 10)

interface StepProps {
  step: string
  tone: Tone
  title: string
  facts?: readonly (string | undefined)[]
  children?: ComponentChildren
}

function Step({ step, tone, title, facts = [], children }: StepProps) {
  const t = chips()
  const words = { pass: t.holds, warn: t.open, fail: t.broken }
  return (
    <li class={`chain-step tone-${tone}`} data-step={step} data-tone={tone}>
      <span class="chain-mark">
        <Icon name={tone} size={22} />
      </span>
      <div class="chain-words">
        <p class="chain-title">
          <strong>{title}</strong>
          <span class="chain-outcome">{words[tone]}</span>
        </p>
        {facts.map((fact) => fact && <p key={fact}>{fact}</p>)}
        {children}
      </div>
    </li>
  )
}

const factsOf = ({ subject, not_before, not_after }: Certificate): string[] => [
  subject,
  fill(chips().valid, { from: dayOf(not_before), until: dayOf(not_after) }),
]

function AnchorSteps({ answer }: { answer: ChipAnswer }) {
  const t = chips()
  const { anchor, chain, authenticity = 'broken' } = answer
  // The chain runs from the signer to the anchor; both have steps of their own.
  const between = chain.slice(1, anchor ? -1 : undefined).toReversed()
  const tone = authenticity === 'broken' && anchor ? 'warn' : (states[authenticity] ?? 'warn')
  return (
    <>
      <Step step="anchor" tone={tone} title={t.anchor} facts={anchor ? factsOf(anchor) : [t.anchorMissing]} />
      {between.map((each) => (
        <Step key={each.sha256} step="link" tone={tone} title={t.link} facts={factsOf(each)} />
      ))}
    </>
  )
}

/** What only chips have. */
const OWN = ['father_name', 'mother_name', 'spouse_name', 'old_id', 'other_names', 'telephone', 'profession']

/** The values that stand in a file, by the names of their fields. */
function valuesIn(answer: ChipAnswer, file: string): [name: string, value: string][] {
  const data = answer.recognized_data
  if (!data) return []
  const record = data as unknown as Readonly<Record<string, unknown>>
  return [...fieldNames, ...OWN]
    .filter((name) => data.data_group[name] === file)
    .map((name): [string, string] => [name, String(record[name] ?? '')])
    .filter(([, value]) => value !== '')
}

function FileSteps({ answer }: { answer: ChipAnswer }) {
  const t = chips()
  const own: Readonly<Record<string, string>> = {
    father_name: t.fatherName,
    mother_name: t.motherName,
    spouse_name: t.spouseName,
    old_id: t.oldId,
  }
  return answer.data_groups
    .filter(({ name }) => name.startsWith('dg'))
    .map(({ name, bytes, signed }) => {
      const about = answer.checks.filter((check) => check.field === name)
      const tone = worst([...tonesOf(about), ...(signed ? [] : ['fail' as const])])
      const values = valuesIn(answer, name)
      const facts = [fill(t.bytes, { count: bytes }), signed ? undefined : t.unsigned]
      return (
        <Step
          key={name}
          step={name}
          tone={tone}
          title={fill(t.file, { name: name.toUpperCase() })}
          facts={facts}
        >
          {values.length > 0 && (
            <dl class="chain-fields">
              {values.map(([field, value]) => (
                <div key={field} data-field={field}>
                  <dt>{own[field] ?? fieldWords(field)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </Step>
      )
    })
}

export function ChipChain({ answer }: { answer: ChipAnswer }) {
  const t = chips()
  const { signer, signature, copy = 'not-asked', checks } = answer
  const starting = (...starts: readonly string[]) =>
    checks.filter(({ name }) => starts.some((start) => name.startsWith(start)))
  const lists = starting('sod-')
  const list = signature && [
    fill(t.listText, { algorithm: signature.algorithm, key: signature.key, hash: signature.hash }),
    signature.signed_at && fill(t.signedAt, { day: dayOf(signature.signed_at) }),
  ]
  const copies = {
    genuine: { tone: 'pass', text: t.genuine },
    copy: { tone: 'fail', text: t.copy },
    'not-asked': { tone: 'warn', text: t.notAsked },
  } as const
  return (
    <section class="panel" aria-labelledby="chain-title">
      <h2 id="chain-title">{t.chain}</h2>
      <ol class="chain" data-testid="chain">
        <AnchorSteps answer={answer} />
        <Step
          step="signer"
          tone={signer ? worst(tonesOf(starting('signer-', 'revocation-'))) : 'fail'}
          title={t.signer}
          facts={signer ? factsOf(signer) : [t.signerMissing]}
        />
        <Step
          step="list"
          // What is kept of a chip has the checks of the list, and not how it was signed.
          tone={signature || lists.length > 0 ? worst(tonesOf(lists)) : 'fail'}
          title={t.list}
          facts={list || []}
        />
        <FileSteps answer={answer} />
        <Step step="chip" tone={copies[copy].tone} title={t.chip} facts={[copies[copy].text]} />
      </ol>
    </section>
  )
}
