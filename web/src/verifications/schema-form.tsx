// A form made from a schema of the API: each field by its type, with its limits, and what the server said of it at its place.
import { reasonNames, rowOf } from '../../../src/verifications/reasons.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Field, Tick } from '../parts/field.tsx'
import { kindWords } from '../words/fields.ts'
import { policyWord } from '../words/policy-fields.ts'
import { verifications, wordOf } from '../words/verifications.ts'
import { Select, Ticks } from './controls.tsx'
import { reasonWords } from './shown.tsx'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

type Values = Readonly<Record<string, unknown>>

export interface FormContext {
  readonly schemas: Readonly<Record<string, Schema>>
  /** The kinds of documents that this server reads. */
  readonly kinds: readonly string[]
  /** What the server said, by the path of the field. */
  readonly faults: ReadonlyMap<string, string>
  readonly isLocked: boolean
}

const resolved = (schema: Schema, { schemas }: FormContext): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined
    ? schema
    : { ...schemas[name], ...('default' in schema && { default: schema.default }) }
}

/** What a part begins with when somebody asks for it. */
function blankOf(given: Schema, context: FormContext): unknown {
  const schema = resolved(given, context)
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name, part]) => schema.required?.includes(name) || part.default !== undefined)
        .map(([name, part]) => [name, blankOf(part, context)]),
    )
  return ''
}

/** The words about a field itself, or about one of the values in it. */
const faultAt = ({ faults }: FormContext, path: string, within = false): string | undefined =>
  faults.get(path) ?? (within ? [...faults].find(([at]) => at.startsWith(`${path}.`))?.[1] : undefined)

interface PartProps {
  readonly name: string
  readonly parent: string
  readonly path: string
  readonly schema: Schema
  readonly value: unknown
  readonly context: FormContext
  readonly onChange: (value: unknown) => void
}

function Outcomes({ path, value, context, onChange }: PartProps) {
  const t = verifications()
  const chosen = (value ?? {}) as Readonly<Record<string, string>>
  return (
    <fieldset class="schema-group" disabled={context.isLocked}>
      <legend>{t.outcomes}</legend>
      <div class="outcomes">
        {reasonNames.map((reason) => (
          <Select
            key={reason}
            label={reasonWords(reason)}
            name={`${path}.${reason}`}
            value={chosen[reason] ?? ''}
            error={faultAt(context, `${path}.${reason}`)}
            options={[
              { value: '', label: fill(t.usual, { outcome: wordOf(`outcome_${rowOf(reason).outcome}`) }) },
              ...['declined', 'review', 'noted'].map((one) => ({
                value: one,
                label: wordOf(`outcome_${one}`),
              })),
            ]}
            onChange={(outcome) => {
              const { [reason]: _, ...rest } = chosen
              onChange(outcome === '' ? rest : { ...rest, [reason]: outcome })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Many(props: PartProps) {
  const { name, parent, path, schema, value, context, onChange } = props
  const choices = schema.items && resolved(schema.items, context).enum
  const chosen = (value ?? []) as readonly string[]
  const values = choices ?? [...new Set([...context.kinds, ...chosen])]
  return (
    <Ticks
      legend={policyWord(name, parent)}
      name={path}
      values={values}
      chosen={chosen}
      disabled={context.isLocked}
      labelOf={(one) => (choices ? policyWord(one, name) : kindWords(one))}
      error={faultAt(context, path, true)}
      onChange={onChange}
    />
  )
}

function Part(props: PartProps) {
  const { name, parent, path, value, context, onChange } = props
  const schema = resolved(props.schema, context)
  const label = policyWord(name, parent)
  if (schema.type === 'object' && schema.additionalProperties && !schema.properties)
    return <Outcomes {...props} schema={schema} />
  if (schema.type === 'object') return <Group {...props} schema={schema} />
  if (schema.type === 'array') return <Many {...props} schema={schema} />
  if (schema.enum)
    return (
      <Select
        label={label}
        name={path}
        value={String(value ?? schema.default ?? '')}
        disabled={context.isLocked}
        error={faultAt(context, path)}
        options={schema.enum.map((one) => ({ value: one, label: policyWord(one, name) }))}
        onChange={onChange}
      />
    )
  if (schema.type === 'boolean')
    return (
      <fieldset class="plain-group" disabled={context.isLocked}>
        <Tick label={label} name={path} checked={value === true} onChange={onChange} />
      </fieldset>
    )
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  return (
    <Field
      label={label}
      name={path}
      type={isNumber ? 'number' : 'text'}
      value={value === undefined ? '' : String(value)}
      disabled={context.isLocked}
      error={faultAt(context, path)}
      {...(schema.minimum !== undefined && { min: schema.minimum })}
      {...(schema.maximum !== undefined && { max: schema.maximum })}
      {...(isNumber && { step: schema.type === 'integer' ? 1 : ('any' as const) })}
      onInput={(text) => onChange(!isNumber ? text : text === '' ? undefined : Number(text))}
    />
  )
}

/** Parts of one kind under a heading; what may be left out has a tick that asks for it. */
function Group({ name, parent, path, schema, value, context, onChange }: PartProps) {
  const t = verifications()
  const values = (value ?? {}) as Values
  const set = (part: string, next: unknown): void => {
    const { [part]: _, ...rest } = values
    onChange(next === undefined ? rest : { ...rest, [part]: next })
  }
  const parts = Object.entries(schema.properties ?? {})
  const fault = faultAt(context, path)
  const body = parts.map(([part, given]) => {
    const inner = resolved(given, context)
    const isOptional =
      inner.type === 'object' && inner.properties !== undefined && !schema.required?.includes(part)
    const at = path === '' ? part : `${path}.${part}`
    const own = {
      name: part,
      parent: name,
      path: at,
      schema: given,
      value: values[part],
      context,
      onChange: (next: unknown) => set(part, next),
    }
    if (!isOptional) return <Part key={part} {...own} />
    return (
      <fieldset key={part} class="schema-group" data-part={at}>
        <legend>{policyWord(part, name)}</legend>
        <fieldset class="plain-group" disabled={context.isLocked}>
          <Tick
            label={t.asked}
            name={`${at}.asked`}
            checked={values[part] !== undefined}
            onChange={(on) => set(part, on ? blankOf(given, context) : undefined)}
          />
        </fieldset>
        {values[part] === undefined ? (
          faultAt(context, at) && <p class="field-error small">{faultAt(context, at)}</p>
        ) : (
          <GroupBody {...own} schema={inner} />
        )}
      </fieldset>
    )
  })
  if (path === '') return <div class="schema-form">{body}</div>
  return (
    <fieldset class="schema-group" data-part={path}>
      <legend>{policyWord(name, parent)}</legend>
      {fault && <p class="field-error small">{fault}</p>}
      {body}
    </fieldset>
  )
}

/** The parts of a group whose heading stands already. */
function GroupBody(props: PartProps) {
  const { name, path, schema, value, context, onChange } = props
  const values = (value ?? {}) as Values
  const fault = faultAt(context, path)
  const isNested = Object.values(schema.properties ?? {}).some(
    (part) => resolved(part, context).properties !== undefined,
  )
  if (isNested) return <Group {...props} />
  return (
    <div class="schema-fields">
      {fault && <p class="field-error small">{fault}</p>}
      {Object.entries(schema.properties ?? {}).map(([part, given]) => (
        <Part
          key={part}
          {...{
            name: part,
            parent: name,
            path: `${path}.${part}`,
            schema: given,
            value: values[part],
            context,
          }}
          onChange={(next) => {
            const { [part]: _, ...rest } = values
            onChange(next === undefined ? rest : { ...rest, [part]: next })
          }}
        />
      ))}
    </div>
  )
}

export function SchemaForm({
  schema,
  value,
  context,
  onChange,
}: {
  schema: Schema
  value: Values
  context: FormContext
  onChange: (value: Values) => void
}) {
  return (
    <Group
      {...{ name: '', parent: '', path: '', schema, value, context }}
      onChange={(next) => onChange(next as Values)}
    />
  )
}
