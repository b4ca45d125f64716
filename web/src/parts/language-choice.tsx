// The choice of the language, each in its own name.

import type { Language } from '../../../src/words/languages.ts'
import { languages } from '../../../src/words/languages.ts'
import { shell } from '../words/shell.ts'
import { language, speak } from '../words/words.ts'

export function LanguageChoice() {
  const t = shell()
  return (
    <fieldset class="language">
      <legend class="unseen">{t.language}</legend>
      {(Object.keys(languages) as Language[]).map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language.value}
          aria-label={`${each.toUpperCase()} · ${languages[each]}`}
          title={languages[each]}
          onClick={() => speak(each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
