// Checks the import rules: which folder may import which, and which files may use which library.
import { describe, expect, test } from 'vitest'
import { networkRows } from '../../src/models/manifest.ts'
import { importRules } from './import-rules.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const files = sourceFiles('src')

/** A capability of a wing consists of its routes, its verbs and its tables. */
function wingRules(file: SourceFile): readonly string[] | undefined {
  const wing = /^src\/(faces|documents|liveness)\//.exec(file.path)?.[1]
  if (!wing) return undefined
  const folder = folderOf(file.path)
  const own = capabilityOf(folder) ?? folder
  const head = [`HEAD src/${wing}`]
  if (isOfRoutes(file.path))
    return [
      own,
      ...head,
      'src/access',
      'src/http',
      'src/store/records',
      'src/uploaded-images.ts',
      'src/runtime.ts',
      'src/codes.ts',
      // Checks stand in the examples of answers.
      'src/checks.ts',
    ]
  const below = [
    ...['src/vision', 'src/models', 'src/image', 'src/gallery'],
    ...['src/der', 'src/trust', 'src/attestation'],
  ]
  // What a wing hands up as a whole: what its routes are given, its jobs, its evidence, and how its uploads are read.
  const handedUp = ['src/config.ts', 'src/runtime.ts', 'src/uploaded-images.ts', 'src/workers/port.ts']
  if (/^src\/\w+\/(parts|jobs|evidence|uploaded-pages)\.ts$/.test(file.path))
    below.push(`src/${wing}`, ...handedUp)
  const store = ['src/store/port.ts', 'src/store/records', 'src/store/vault.ts']
  return [own, ...head, ...below, ...store, 'src/codes.ts', 'src/checks.ts', 'src/system/statistics.ts']
}

/** Routes, and the fields that several of them share: these know HTTP, and nothing else of a wing does. */
const isOfRoutes = (path: string): boolean =>
  /\/(routes|(frame|next-task|session)-routes|route-fields)\.ts$/.test(path)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const capabilities = files.filter(({ path }) => path.endsWith('/routes.ts')).map(({ path }) => folderOf(path))

/** A folder inside a capability is part of it. */
const capabilityOf = (folder: string): string | undefined =>
  capabilities.find((each) => folder === each || folder.startsWith(`${each}/`))

/** A folder of a wing that has no routes serves all its capabilities, as the files at its head do. */
const isHead = (wing: string, folder: string): boolean =>
  folder === wing || (folder.startsWith(`${wing}/`) && capabilityOf(folder) === undefined)

function allowed(rule: string, target: string): boolean {
  if (rule === 'ROUTES') return target.endsWith('/routes.ts')
  if (rule === 'PARTS') return target.endsWith('/parts.ts')
  if (rule.startsWith('HEAD ')) return isHead(rule.slice(5), folderOf(target))
  return target === rule || target.startsWith(`${rule}/`)
}

describe('import rules', () => {
  const rulesOf = (file: SourceFile) =>
    wingRules(file) ?? importRules.find(([path]) => allowed(path, file.path))?.[1]

  test('every file has an import rule', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !rulesOf(file)).map((file) => file.path)).toEqual([])
  })

  test('files import only what their rule allows', () => {
    const breaches = files.flatMap((file) =>
      file.imports
        .filter((one) => !rulesOf(file)?.some((rule) => allowed(rule, one.path)))
        .map((one) => `${file.path} imports ${one.path}`),
    )
    expect(breaches).toEqual([])
  })
})

/** One file per library means that replacing the library rewrites one file. */
const libraryFiles: Readonly<Record<string, readonly string[]>> = {
  '@cornerstonejs/codec-openjpeg': ['src/image/decode/jpeg2000.ts'],
  '@embedpdf/pdfium': ['src/image/pdf/library.ts'],
  '@fastify/multipart': ['src/app.ts', 'src/http/uploads.ts'],
  '@fastify/static': ['src/http/studio.ts'],
  '@fastify/swagger': ['src/http/openapi.ts'],
  '@fastify/swagger-ui': ['src/http/openapi.ts'],
  '@opentelemetry/api': ['src/observability/opentelemetry.ts'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/observability/opentelemetry.ts'],
  '@opentelemetry/resources': ['src/observability/opentelemetry.ts'],
  '@opentelemetry/sdk-trace': ['src/observability/opentelemetry.ts'],
  '@qdrant/js-client-rest': ['src/gallery/qdrant-client.ts'],
  '@simplewebauthn/server': ['src/members/passkeys.ts'],
  commander: ['src/cli.ts'],
  fastify: [
    'src/app.ts',
    'src/http/route.ts',
    'src/http/route-spec.ts',
    'src/http/cross-origin.ts',
    'src/http/errors.ts',
    'src/http/lifecycle.ts',
    'src/http/guard.ts',
    'src/http/openapi.ts',
    'src/http/studio.ts',
    'src/http/traced.ts',
    'src/http/uploads.ts',
    'src/http/verdict.ts',
  ],
  jose: ['src/attestation/play-integrity.ts'],
  'libheif-js': ['src/image/decode/heic.ts'],
  'onnxruntime-node': ['src/models/session.ts'],
  'openapi-types': ['src/http/openapi.ts'],
  pdfkit: ['src/verifications/reports/pdf-thread.ts'],
  pg: ['src/store/postgres.ts'],
  pino: ['src/observability/log.ts'],
  'pino-pretty': ['src/observability/log.ts'],
  'prom-client': ['src/observability/metrics.ts'],
  s3mini: ['src/store/s3.ts'],
  sharp: ['src/image/decode/image.ts'],
  wabt: ['src/gallery/memory/build-scan.ts', 'src/image/build-kernels.ts'],
  'zxing-wasm': ['src/image/codes.ts'],
  'node:child_process': [
    'src/commands/specimen.ts',
    'src/image/video/program.ts',
    'src/workers/cage-trial.ts',
    'src/workers/child-handle.ts',
  ],
  'node:sqlite': ['src/store/sqlite.ts', 'src/store/sqlite-thread.ts'],
}

describe('libraries', () => {
  const used = new Map<string, string[]>()
  for (const file of files)
    for (const library of new Set(file.libraries))
      used.set(library, [...(used.get(library) ?? []), file.path])

  test.each(Object.entries(libraryFiles))('%s is imported only by its own files', (library, paths) => {
    expect(used.get(library)?.toSorted()).toEqual(paths.toSorted())
  })

  test('zod is used by src/http and routes, and by nothing else', () => {
    const others = used.get('zod')?.filter((path) => !path.startsWith('src/http/') && !isOfRoutes(path))
    expect(others).toEqual([])
  })

  test('every library is in the table', () => {
    const known = [...Object.keys(libraryFiles), 'zod']
    const unlisted = [...used.keys()].filter(
      (library) => !library.startsWith('node:') && !known.includes(library),
    )
    expect(unlisted).toEqual([])
  })
})

describe('packages that carry weights', () => {
  const carriers = [...new Set(networkRows.flatMap(({ source }) => source.package ?? []))]
  const everywhere = ['src', 'docs', 'lab', 'test'].flatMap(sourceFiles)

  test.each(carriers)('%s: one file of it is read, and its code never runs', (carrier) => {
    const loads = new RegExp(
      `(?:\\bfrom|\\bimport|\\brequire|\\bimport\\.meta\\.resolve)\\s*\\(?\\s*['"\`]${carrier}\\b`,
    )
    expect(everywhere.filter(({ text }) => loads.test(text)).map(({ path }) => path)).toEqual([])
  })
})
