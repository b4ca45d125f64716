// Checks the studio's words against the server's tables, and its requests against the curl commands it shows.
import { glob, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { codes } from '../../src/codes.ts'
import { DETECTED } from '../../src/documents/detected-names.ts'

interface Words {
  readonly codeWords: (code: number) => { readonly title: string; readonly help: string }
  readonly detectedWords: (
    detected: string,
    document: string,
  ) => { readonly title: string; readonly help: string } | undefined
}
interface Curl {
  readonly curlOf: (exchange: object, baseUrl: string, name: string) => string
}

/** The file is written for browsers, and so not for the types of this folder. */
const load = async <Module>(file: string): Promise<Module> =>
  (await import(new URL(`../../web/src/${file}`, import.meta.url).href)) as Module

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
})

/** Every English sentence has one of these, and none is a Vietnamese word. */
const english =
  /(?<![\p{L}\p{M}-])(?:the|and|with|your|you|this|that|from|please|picture|choose|error|not|is|are|was|of|has|have|nothing)(?![\p{L}\p{M}-])/iu

interface Speech {
  readonly speak: (language: 'en' | 'vi') => void
}

interface FaultWords {
  readonly faultWords: (message: string) => string | undefined
}

describe('what is wrong with a field', () => {
  it('is said in Vietnamese, whatever the server says of it', async () => {
    const { faultWords } = await load<FaultWords>('words/field-faults.ts')
    const { speak } = await load<Speech>('words/words.ts')
    speak('vi')
    const said = await faultsOfServer()
    expect(said.length).toBeGreaterThan(100)
    for (const message of said) {
      expect.soft(faultWords(message), message).toBeDefined()
      expect.soft(faultWords(message) ?? '', message).not.toMatch(english)
    }
    expect(faultWords('is larger than 2.5 MiB')).toBe('lớn hơn 2,5\u00a0MiB')
    expect(faultWords('must be "low" or "high"')).toBe('phải là "low" hoặc "high"')
    expect(faultWords('hums')).toBeUndefined()
    speak('en')
    expect(faultWords('hums')).toBe('hums')
  })
})

/** Sentences about a field begin with its verb. Chips and their DER are for technicians, and have one sentence of their own. */
async function faultsOfServer(): Promise<string[]> {
  const found = new Set<string>()
  const parts =
    'http,image,liveness,documents,faces,members,verifications,webhooks,brand,organisations,capture-keys'
  for await (const file of glob(`src/{${parts}}/**/*.ts`)) {
    if (/chip|jpeg2000|capture-keys.settings|openapi/.test(file)) continue
    const code = await readFile(file, 'utf8')
    const quoted = code.matchAll(
      /(['`])((?:is|are|has|must|holds|names|shows|needs|cannot|differs|starts|broke|would|repeats|follows|was) [^'`\n]+)\1/g,
    )
    for (const [, , text = ''] of quoted) found.add(text.replaceAll(/\$\{[^}]*\}/g, '7'))
  }
  return [...found]
}

describe('result codes', () => {
  it('of a document that is not there say what was seen', async () => {
    const { detectedWords } = await load<Words>('words/codes.ts')
    for (const detected of DETECTED.filter((name) => !['nothing', 'name-not-legible'].includes(name)))
      expect(detectedWords(detected, 'passport')?.title, detected).toMatch(/./)
    expect(detectedWords('another-document', 'passport')?.help).toContain('passport')
    expect(detectedWords('nothing', '')).toBeUndefined()
  })

  it('say something else than the number in both languages', async () => {
    const { codeWords } = await load<Words>('words/codes.ts')
    const codesInWords = Object.values(codes).map(({ code }) => code)
    const { speak } = await load<{ speak: (language: string) => void }>('words/words.ts')
    for (const language of ['en', 'vi']) {
      speak(language)
      for (const code of codesInWords)
        expect(codeWords(code).title, `${code} ${language}`).toMatch(/\p{L}{2}/u)
    }
  })
})

describe('curl', () => {
  const exchange = {
    method: 'POST',
    path: '/mrz-reader',
    status: 200,
    answer: {},
    requestId: 'r',
    milliseconds: 1,
  }

  it('has no password, and no file in full', async () => {
    const { curlOf } = await load<Curl>('parts/curl.ts')
    const line = curlOf(
      { ...exchange, requestBody: { content: 'A'.repeat(5000), name: "it's.jpg" } },
      'http://here',
      'me',
    )
    expect(line).toContain(`curl -u 'me':"$PASSWORD"`)
    expect(line).toContain(`-d '{"content":"${'A'.repeat(24)}...","name":"it'\\''s.jpg"}'`)
    expect(line).toContain("'http://here/mrz-reader'")
    expect(line).not.toContain('-X')
  })

  it('sends forms as forms, and says the method where it is not the usual', async () => {
    const { curlOf } = await load<Curl>('parts/curl.ts')
    const form = { ...exchange, requestBody: { files: [{ name: 'a.pdf', bytes: 7 }] } }
    expect(curlOf(form, 'http://here', 'me')).toContain("-F 'files=@a.pdf'")
    const frame = { ...exchange, method: 'PUT', requestBody: { task: 'smile' } }
    expect(curlOf(frame, 'http://here', 'me')).toContain('-X PUT')
  })
})
