// Finds words of features in src/http, in its names and in its sentences; comments are not looked at.
import type { SourceFile } from './source.ts'

/** What the wings and the journey are about, each in the singular. */
const featureWords: ReadonlySet<string> = new Set([
  ...[
    'document',
    'card',
    'passport',
    'licence',
    'certificate',
    'registration',
    'chip',
    'mrz',
    'ocr',
    'portrait',
  ],
  ...[
    'face',
    'likeness',
    'collection',
    'duplicate',
    'enrol',
    'liveness',
    'challenge',
    'genuineness',
    'genuine',
  ],
  ...['capture', 'glance', 'selfie', 'nose', 'profile', 'verification', 'journey', 'persona', 'webhook'],
  ...['brand', 'retention', 'recognized'],
])

/**
 * Names that are not a feature's. `verificationId` is whom a link or token stands for, as `organisationId` and `memberId`
 * are: http lets it in, limits it and writes it into log and trail. The others are names of the libraries and of browsers.
 */
const allowed: readonly string[] = [
  'verificationId',
  'OpenAPIV3.Document',
  'specification: { document:',
  'serves this document',
  'display-capture',
]

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))

export const featureWordsIn = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/http/'))
    .flatMap(({ path, text }) => {
      const looked = allowed.reduce((left, name) => left.replaceAll(name, ''), withoutComments(text))
      return looked.split('\n').flatMap((line) =>
        wordsOf(line)
          .filter((word) => featureWords.has(word))
          .map((word) => `${path}: ${word} in ${line.trim()}`),
      )
    })
