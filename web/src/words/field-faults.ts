// What servers say of a field, in the language that is chosen: they write English, in few forms.
import { inLanguage, language, spoken, unbroken } from './words.ts'

type Forms = readonly (readonly [form: string, words: string])[]

const faultForms = inLanguage(
  import.meta.glob<Forms>('../../../src/words/*/studio/field-faults.ts', {
    eager: true,
    import: 'faultForms',
  }),
)

/** Each form as a pattern, by language. */
const patterns = new Map<string, readonly (readonly [pattern: RegExp, said: string])[]>()

function formsNow(): readonly (readonly [pattern: RegExp, said: string])[] {
  const known = patterns.get(language.value)
  if (known) return known
  const forms = faultForms().map(([form, said]) => [new RegExp(`^(?:${form})`), said] as const)
  patterns.set(language.value, forms)
  return forms
}

/** Undefined where no form fits. */
function fieldFault(message: string): string | undefined {
  const form = formsNow().find(([pattern]) => pattern.test(message))
  if (!form) return undefined
  const held = form[0].exec(message) ?? []
  const said = form[1].replace(/\$(\d)/g, (_, place: string) => inVietnamese(held[Number(place)] ?? ''))
  return unbroken(said)
}

/** Numbers with a comma; choices joined by the Vietnamese word. */
const inVietnamese = (held: string): string => held.replace(/(\d)\.(\d)/g, '$1,$2').replace(/\bor\b/g, 'hoặc')

const names = spoken(
  import.meta.glob<Record<string, string>>('../../../src/words/*/studio/field-faults.ts', {
    eager: true,
    import: 'faultyFields',
  }),
)

/** What people call a field; undefined for those that only programs know. */
export const faultyFieldName = (path: string): string | undefined =>
  (names() as Readonly<Record<string, string>>)[path]

/** What is wrong with a field, as people read it: the server's own sentence where it is in their language. */
export const faultWords = (message: string): string | undefined =>
  language.value === 'en' ? message : fieldFault(message)
