// The words of the chip step, loaded with it: each language of src/words has them in a file of their own.
import { useEffect, useState } from 'preact/hooks'
import type { ChipWords } from '../../../src/words/vi/chip.ts'

export type { ChipWords }

const files = import.meta.glob<{ readonly chip: ChipWords }>('../../../src/words/*/chip.ts')

/** The words before stay until those of the new language are there. */
export function useChipWords(language: string): ChipWords | undefined {
  const [words, setWords] = useState<ChipWords | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    void files[`../../../src/words/${language}/chip.ts`]?.().then(({ chip }) => isWanted && setWords(chip))
    return () => {
      isWanted = false
    }
  }, [language])
  return words
}
