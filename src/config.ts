// Every setting of the server: one table of rows; docs/reference/configuration.md is held to it by test.
import {
  bytes,
  bytesOrUnlimited,
  choice,
  duration,
  durationOrNever,
  flag,
  origins,
  path,
  proxies,
  ratio,
  receivers,
  SettingFault,
  type SettingRow,
  share,
  text,
  url,
  whole,
} from './system/setting-forms.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Keyed by the name in code; `variableOf` gives the environment variable, which carries its unit in the value. */
// biome-ignore format: one setting a row
export const settings = {
  host: text('Listening', '127.0.0.1', 'Address to listen on. `0.0.0.0` for every interface; put TLS in front.'),
  port: whole(0, 65535)('Listening', '8080', 'Port to listen on; 0 takes a free one.'),
  basePath: path('Listening', '', 'Path below which everything is served, such as `/ekyc`. `/healthz`, `/readyz` and `/metrics` also stay where they are without it.'),
  publicUrl: url('http:', 'https:')('Listening', '', 'Address by which people reach this server, without the base path, such as `https://verify.example`: links of verifications begin with it. Empty: links are paths, and whoever sends them puts the address before.'),
  trustProxy: proxies('Listening', '', 'Proxies whose `X-Forwarded-For` is believed.'),
  corsOrigins: origins('Listening', '', 'Origins whose pages may call from a browser, such as `https://app.example`; `*` is any, but then never with credentials that the browser remembers. Empty: only pages of this server.'),
  maxConnections: whole(1, 1_000_000)('Listening', '10000', 'Open sockets at a time; more are closed at once.'),
  headersTimeoutMs: duration('Listening', '15 s', 'How long a client may take to send its headers.'),
  requestTimeoutMs: duration('Listening', '120 s', 'How long a client may take to send a whole request.'),
  keepAliveTimeoutMs: duration('Listening', '72 s', 'How long an idle keep-alive socket is kept.'),
  shutdownDeadlineMs: duration('Listening', '20 s', 'How long requests in flight may take to finish after SIGTERM; then the process ends all the same.'),
  unknownFields: choice('ignore', 'refuse')('Listening', 'ignore', 'What becomes of a field that a request should not have: `ignore` names it in the header `x-selfsame-ignored-fields` of the answer, `refuse` answers 400.'),
  studio: choice('on', 'off')('Listening', 'on', 'The studio at `/studio`, where people try the server in a browser; `off` leaves only the API.'),
  chipBridgePort: whole(0, 65535)('Listening', '0', 'Port of the clerk’s own machine on which `selfsame chip bridge` lets the studio read cards, such as 7423 ([docs/guides/chip.md](../guides/chip.md#at-a-counter)). 0: pages of the studio may connect to this server alone.'),
  docs: choice('on', 'off')('Listening', 'on', 'The page at `/docs` that shows the API to people, with its description below it; `off` answers 404.'),
  openapi: choice('on', 'off')('Listening', 'on', 'The description of the API at `/openapi.json`; `off` answers 404. `/docs` has a copy of it: switch off both where nobody should read it.'),
  metrics: choice('on', 'off')('Listening', 'on', 'Metrics for Prometheus at `/metrics`; `off` answers 404. With SELFSAME_METRICS_TOKEN they are for those who know it.'),

  data: text('Storing', './data', 'Folder of the embedded database, the files and the master key.'),
  databaseUrl: url('postgres:', 'postgresql:')('Storing', '', 'PostgreSQL, for several servers; empty is the embedded SQLite.', { secret: true }),
  databasePool: whole(1, 1000)('Storing', '10', 'Connections to PostgreSQL, per server.'),
  autoMigrate: flag('Storing', 'true', 'Bring the database to this version at start; otherwise run `selfsame migrate`.'),
  s3Endpoint: url('http:', 'https:')('Storing', '', 'S3 service for files; empty is the disk.'),
  s3Bucket: text('Storing', '', 'Bucket for files; it must exist.'),
  s3Region: text('Storing', 'us-east-1', 'Region of the bucket.'),
  s3AccessKeyId: text('Storing', '', 'Access key of the S3 service.', { secret: true }),
  s3SecretAccessKey: text('Storing', '', 'Secret of the access key.', { secret: true }),
  networkCache: text('Storing', '', 'Folder for prepared networks; empty is `networks` in the data folder. It holds nothing of anybody and can be removed at any time. A folder that `selfsame models --export` wrote serves without the packages that carry them.'),
  writeDeadlineMs: duration('Storing', '60 s', 'How long one write of files with their record may take before it is undone.'),
  storageLimitBytes: bytesOrUnlimited('Storing', '100 GiB', 'What one organisation may store: its files, what was read in them, and 1 KiB for each record. More is answered 507. `selfsame org storage` sets it for one organisation.'),
  masterKey: text('Storing', '', 'Master key: 32 bytes in Base64 or hex; several separated by commas, the first in use, the others to read what they sealed. Empty: `master.key` in the data folder, made at first start.', { secret: true }),

  audit: choice('on', 'off')('Proving', 'on', 'The audit trail: an entry for every request of an organisation, durable before its answer leaves. `off` is for those who must.'),
  receiptRetentionMs: duration('Proving', '400 d', 'How long the signed receipt of a verdict can be fetched.'),

  credentialCacheMs: duration('Guarding', '1 s', 'How long verified credentials, and keys, are believed before the database is asked again whether they still hold; a removed organisation is out after this time. Credentials are hashed again only when nobody used them for an hour.'),
  apiKeyRetentionMs: duration('Guarding', '400 d', 'How long a revoked or expired API key stays in `selfsame api-key list`, so that entries of the audit trail can be told by its name.'),
  memberIdleMs: duration('Guarding', '30 min', 'How long the session of a member goes on without being used.'),
  memberSessionMs: duration('Guarding', '12 h', 'How long the session of a member goes on, however much it is used.'),
  invitationMs: duration('Guarding', '7 d', 'How long the link is good by which a member joins, or signs in anew after a reset.'),
  rate: whole(1, 1_000_000)('Guarding', '200', 'Requests per second of one organisation, per server, in the long run. People with links leave a quarter of SELFSAME_RATE_BURST and of SELFSAME_CONCURRENCY to its keys and members.'),
  rateBurst: whole(1, 1_000_000)('Guarding', '600', 'Requests one organisation may send at once before the rate holds it back.'),
  concurrency: whole(1, 100_000)('Guarding', '64', 'Requests of one organisation in flight at a time, per server.'),
  failedLogins: whole(1, 100_000)('Guarding', '20', 'Wrong passwords one address may send in a minute for one name before that name is answered 429 there. Credentials that were right within the last hour are never refused.'),
  failedLoginsPerAddress: whole(1, 1_000_000)('Guarding', '1000', 'Wrong passwords one address may send in a minute for all names together; keys, links and tokens are looked up whatever was sent before. All callers behind a proxy that SELFSAME_TRUST_PROXY does not name are one address.'),
  metricsToken: text('Guarding', '', 'Bearer token that `/metrics` asks for; empty leaves it open.', { secret: true,
  }),

  jsonLimitBytes: bytes('Limits', '24 MiB', 'Largest JSON body. A route takes no more than its pictures can need, and 64 KiB where it takes none.'),
  memoryForBodiesBytes: bytes('Limits', '512 MiB', 'Bodies held in memory at a time, all requests together; more are answered 503. Memory is set aside as bytes arrive, and an organisation may hold as much as it leaves free for others.'),
  uploadRateBytes: bytes('Limits', '4 KiB', 'Bytes that a body must bring a second; a slower one is answered 408.'),
  uploadGraceMs: duration('Limits', '15 s', 'How long a body may come more slowly than that.'),
  imageLimitBytes: bytes('Limits', '10 MiB', 'Largest image file.'),
  imageMegapixels: whole(1, 1000)('Limits', '50', 'Largest image, in millions of pixels; a pixel of AVIF counts twice, and so does one of a PNG that is interlaced or has 16 bits a colour, for decoders take that much more of them.'),

  workers: whole(0, 1024)('Working', '0', 'Child processes that decode and run networks; 0 is one per core. Of several, one is left to others by an organisation whose work takes long, where others are there.'),
  queue: whole(1, 100_000)('Working', '128', 'Jobs that may wait for a worker; more are answered 503.'),
  jobTimeoutMs: duration('Working', '30 s', 'How long one job may run before its worker is killed. What was sent is then refused as 422; as 503 where the machine was too busy for the job.'),
  decodingTimeoutMs: duration('Working', '10 s', 'How long a decoder may take over one picture, or one page of a PDF, before its worker is killed. The answer is as for a job that took too long.'),
  workerMemoryBytes: bytes('Working', '1 GiB', 'Memory ceiling of one worker; above it the job is refused and the worker replaced.'),
  cage: choice('auto', 'whole', 'partial', 'off')('Working', 'auto', 'The cage of the workers, which decode what was sent. `auto` takes all that this machine offers, and does not start where a worker could still read keys or data; `whole` does not start without user namespaces either; `partial` starts with what is left and says what is open; `off` takes none and is for finding faults. Before it was `SELFSAME_SANDBOX`, with `require` for `whole`.'),

  identifyFalsePositives: share('Faces', '0.01', 'Share of strangers that `identify` may take for somebody in the collection, whatever its size.'),
  duplicateSearchShare: share('Faces', '0.5', 'Of the time, how much a search through a whole collection for duplicates takes at most; the rest is left to other work.'),
  galleryMemoryBytes: bytes('Faces', '2 GiB', 'Memory for the vectors of all collections, about 150 MB a million faces; beyond it those not asked for the longest make room. At most 64 GiB.'),
  galleryThreads: whole(0, 64)('Faces', '0', 'Threads that search the gallery; 0 is one per core.'),
  gallerySnapshots: text('Faces', '', 'Folder for sealed snapshots of large collections, which make a start fast; empty is `gallery` in the data folder. It can be removed at any time.'),
  qdrantUrl: url('http:', 'https:')('Faces', '', 'Qdrant, where faces are searched instead of in this process: for more than one machine holds. It gets the vectors, unsealed.'),
  qdrantApiKey: text('Faces', '', 'Key of the Qdrant service.', { secret: true }),
  qdrantCollection: text('Faces', 'selfsame', 'First part of the name of the Qdrant collection; the rest is the embedder.'),
  qdrantSearch: choice('exact', 'quantised')('Faces', 'exact', '`exact` compares with every face; `quantised` with rough copies of all, then exactly with the likeliest.'),
  qdrantShards: whole(1, 1000)('Faces', '1', 'Shards of the Qdrant collection, when this server makes it.'),
  qdrantReplicas: whole(1, 10)('Faces', '1', 'Copies of each shard, when this server makes the collection.'),

  challengeLifeMs: duration('Liveness', '3 min', 'How long after its start a challenge takes frames and can be verified.'),
  challengeFrames: whole(1, 10_000)('Liveness', '240', 'Frames of one challenge; more are answered 413.'),
  challengeLimitBytes: bytes('Liveness', '128 MiB', 'All frames of one challenge together; more is answered 413.'),
  shotMemoryMs: duration('Liveness', '365 d', 'How long a picture is remembered, as a sealed print of it, so that it is refused in another challenge.'),
  shotMemoryOf: choice('server', 'organisation')('Liveness', 'server', 'Whose challenges are remembered together: `server` refuses a picture that anybody sent here before, `organisation` only what the same organisation sent.'),
  livenessFloor: choice('none', 'low', 'standard', 'high')('Liveness', 'none', 'Least strength of a challenge: a start or verify that asks for less is answered 400. `selfsame org floor` sets it for one organisation.'),
  capture: choice('any', 'signed', 'attested')('Liveness', 'any', 'What frames must prove about the camera that took them: `any` asks for nothing, `signed` for one key that signed all of them, `attested` for a key that hardware keeps ([docs/guides/capture.md](../guides/capture.md)). An organisation may ask for more with `PUT /capture-settings`; the stronger of both holds.'),
  captureKeyLifeMs: duration('Liveness', '90 d', 'How long a registered capture key is good. Then the device registers another.'),
  androidRoots: text('Liveness', '', 'File with certificates in PEM that chains of Android keys may end at, beside those of Google.'),
  appleRoots: text('Liveness', '', 'File with certificates in PEM that chains of App Attest may end at, beside that of Apple.'),
  androidRevocations: text('Liveness', '', 'File with the revocation list of Android keys, as Google publishes it (`https://android.googleapis.com/attestation/status`). It is read again when it changes.'),
  androidEndedFactory: choice('refuse', 'accept')('Liveness', 'refuse', 'What becomes of Android keys whose factory certificates have ended, as those of many phones from 2016 to 2021 did in May 2026: `accept` takes them, and needs `SELFSAME_ANDROID_REVOCATIONS` ([docs/guides/capture.md](../guides/capture.md)). Certificates that Google\'s servers renew must always be valid.'),
  playDecryptionKey: text('Liveness', '', 'Key that opens tokens of Play Integrity: 32 bytes in Base64, from the Play console. Empty: such tokens are refused.', { secret: true }),
  playVerificationKey: text('Liveness', '', 'Key by which Google signs tokens of Play Integrity: SubjectPublicKeyInfo in Base64, from the Play console.'),
  mirroredFrames: flag('Liveness', 'false', 'Callers send frames as in a mirror, as many selfie cameras preview them: left and right of the profile challenge change sides. `selfsame org mirrored` sets it for one organisation, and `mirrored` at start for one challenge.'),

  frameRetentionMs: durationOrNever('Keeping', '24 h', 'How long a challenge and its frames are kept after it is over. This and the four below hold for organisations that have no clocks of their own; see `selfsame org retention`.'),
  fileRetentionMs: durationOrNever('Keeping', '30 d', 'How long pictures of documents are kept.'),
  readingRetentionMs: durationOrNever('Keeping', '30 d', 'How long documents and what was read in them are kept; their pictures go with them.'),
  faceRetentionMs: durationOrNever('Keeping', 'never', 'How long registered faces and their photos are kept.'),
  verificationRetentionMs: durationOrNever('Keeping', '90 d', 'How long a verification is kept after it came to an end, with its attempts, events and deliveries; what is left of its documents and challenges goes with it. Those of test keys go after a day.'),

  pdfLimitBytes: bytes('Business registration', '32 MiB', 'Largest PDF file.'),
  pdfPages: whole(1, 1000)('Business registration', '30', 'Pages of a PDF, or pictures of pages, of one request; more are answered 413.'),
  registrationLimitBytes: bytes('Business registration', '128 MiB', 'All files of one request together; more is answered 413.'),

  webhookAllow: receivers('Webhooks', '', 'Receivers inside, which webhooks may be sent to although their addresses are private: hosts, addresses or ranges, such as `hooks.internal`, `*.corp.example`, `receiver:8080`, `10.2.0.0/16`. They may use `http:`; without a port the ports 80, 443 and 8443 are meant. All others need `https:`, port 443 or 8443, and public addresses only.'),
  webhookTimeoutMs: duration('Webhooks', '15 s', 'How long a receiver may take from its name to its answer; then the attempt has failed.'),
  webhookGiveUpMs: duration('Webhooks', '3 d', 'How long a delivery that fails is tried again, ever more rarely.'),
  webhookConcurrency: whole(8, 10_000)('Webhooks', '128', 'Deliveries under way at a time, per server. One organisation has at most a quarter of them, one endpoint an eighth, and endpoints that fail have half of them together.'),

  videoLimitBytes: bytes('Video', '64 MiB', 'Largest video file.'),
  videoShortestMs: duration('Video', '1 s', 'Shortest video that is looked at.'),
  videoLongestMs: duration('Video', '60 s', 'Longest video; of those over 30 s fewer pictures a second are looked at.'),
  videoMegapixels: whole(1, 100)('Video', '9', 'Largest picture of a video, in millions of pixels; 4K has 8.3.'),
  videoTimeoutMs: duration('Video', '60 s', 'How long a video may take to be decoded and looked at.'),
  ffmpeg: text('Video', '', 'Path of the program that decodes videos; no other is taken then. Empty: the first that decodes a video inside the cage, of the one that is installed with Selfsame and those of the machine; one older than 4.4 only where there is no other, with a warning.'),

  logLevel: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent',)('Logging', 'info', 'Least severe level written.'),
  logFormat: choice('auto', 'json', 'text')('Logging', 'auto', '`json` one object a line, `text` for people; auto is text on a terminal.'),

  strict: choice('on', 'off')('Logging', 'off', '`on` does not start where a variable that begins with SELFSAME_ is no setting; `off` warns and names the nearest setting.'),

  otelExporterOtlpEndpoint: url('http:', 'https:')('Tracing', '', 'OpenTelemetry collector that gets a trace of every request, over OTLP/HTTP as JSON, at `/v1/traces` below this address (port 4318 as a rule). Empty: nothing is traced.'),
  otelExporterOtlpTracesEndpoint: url('http:', 'https:')('Tracing', '', 'The whole address for traces, where it is another.'),
  otelExporterOtlpHeaders: text('Tracing', '', 'Headers for the collector: `name=value`, separated by commas.', { secret: true }),
  otelServiceName: text('Tracing', 'selfsame', 'Name of this service in traces.'),
  otelResourceAttributes: text('Tracing', '', 'More about this server for every trace: `deployment.environment.name=production`, separated by commas.'),
  otelTracesSampler: choice('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio')('Tracing', 'parentbased_always_on', 'Which requests are traced. `parentbased_*` follows what the caller decided, where it sends `traceparent`; the others do not.'),
  otelTracesSamplerArg: ratio('Tracing', '1', 'Share of requests traced by `traceidratio` and `parentbased_traceidratio`.'),
  otelSdkDisabled: flag('Tracing', 'false', '`true` switches tracing off, whatever else is set.'),
} as const

export type Settings = {
  readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']>
} & {
  /** The files from which NAME_FILE read secrets, by the names of those variables. */
  readonly secretFiles: Readonly<Record<string, string>>
}

export type ConfigReading =
  | {
      readonly config: Settings
      /** Variables that Kubernetes set for a Service: they are no settings, and were not read. */
      readonly serviceLinks: readonly string[]
      /** What is no setting but begins like one, each as a sentence. */
      readonly unknown: readonly string[]
      /** Former names that were read, each with the name of today. */
      readonly formerNames: readonly string[]
    }
  | { readonly faults: readonly string[] }

/** `requestTimeoutMs` is set by SELFSAME_REQUEST_TIMEOUT; the names of OpenTelemetry are its own, as every server has them. */
export function variableOf(name: string): string {
  const words = name.replace(/(Ms|Bytes)$/, '').replace(/([A-Z])/g, '_$1')
  return name.startsWith('otel') ? words.toUpperCase() : `SELFSAME_${words.toUpperCase()}`
}

/** A setting that got another name. The former is read as long as that of today is not set. */
const former = { name: 'SELFSAME_SANDBOX', today: 'SELFSAME_CAGE' } as const

/** Reads all settings; every fault is listed, not only the first. NAME_FILE reads a value from a file. */
export function readConfig(given: Environment, readFile: (path: string) => string): ConfigReading {
  const serviceLinks = Object.keys(given).filter((name) => isServiceLink(name, given[name] ?? ''))
  const named = Object.fromEntries(Object.entries(given).filter(([name]) => !serviceLinks.includes(name)))
  const { env, formerNames } = withNamesOfToday(named)
  const faults: string[] = []
  const values: Record<string, unknown> = { secretFiles: secretFilesIn(env) }
  for (const [name, setting] of Object.entries(settings) as [string, SettingRow<unknown>][]) {
    const variable = variableOf(name)
    try {
      values[name] = setting.parse(settingOf(variable, env, readFile) ?? setting.fallback)
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error
      faults.push(`${variable}: ${shown(setting, env[variable])}${error.message}`)
    }
  }
  const unknown = unknownVariables(env)
  if (values.strict === 'on' || faults.length > 0) faults.push(...unknown)
  if (faults.length === 0) faults.push(...contradictions(values as Settings))
  return faults.length > 0 ? { faults } : { config: values as Settings, serviceLinks, unknown, formerNames }
}

function withNamesOfToday({ [former.name]: value, ...env }: Environment): {
  readonly env: Environment
  readonly formerNames: readonly string[]
} {
  if (!value) return { env, formerNames: [] }
  const today = value === 'require' ? 'whole' : value
  return {
    env: env[former.today] ? env : { ...env, [former.today]: today },
    formerNames: [`${former.name}=${value} (now ${former.today}=${env[former.today] || today})`],
  }
}

function secretFilesIn(env: Environment): Record<string, string> {
  const secrets = Object.entries<SettingRow<unknown>>(settings).filter(([, { secret }]) => secret)
  const files = secrets.map(
    ([name]) => [`${variableOf(name)}_FILE`, env[`${variableOf(name)}_FILE`]] as const,
  )
  return Object.fromEntries(files.flatMap(([name, path]) => (path ? [[name, path]] : [])))
}

/**
 * For a Service named `selfsame` Kubernetes gives every pod of the namespace SELFSAME_PORT=tcp://10.0.0.1:80 and its like,
 * unless the pod says `enableServiceLinks: false`; links of Docker did the same.
 */
function isServiceLink(name: string, value: string): boolean {
  if (!name.startsWith('SELFSAME_')) return false
  if (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)
}

function settingOf(name: string, env: Environment, readFile: (path: string) => string): string | undefined {
  const path = env[`${name}_FILE`]
  if (path === undefined || path === '') return env[name] === '' ? undefined : env[name]
  if (env[name]) throw new SettingFault(`is set twice: ${name} and ${name}_FILE`)
  try {
    return readFile(path).trim()
  } catch {
    throw new SettingFault(`cannot be read: ${name}_FILE names ${JSON.stringify(path)}`)
  }
}

function shown(setting: SettingRow<unknown>, value: string | undefined): string {
  return setting.secret || value === undefined ? '' : `${JSON.stringify(value)} `
}

/** Names that our guides, examples and tests give to a caller's own values. Whoever follows a guide has them in the same shell. */
const namesOfGuides = /^SELFSAME_(?:URL|API_KEY|KEY|NAME|PASSWORD|WEBHOOK_SECRET|TEST_\w+)$/

function unknownVariables(env: Environment): string[] {
  const known = Object.keys(settings).map(variableOf)
  return Object.keys(env)
    .filter((name) => name.startsWith('SELFSAME_') && !namesOfGuides.test(name))
    .filter((name) => !known.includes(name.replace(/_FILE$/, '')))
    .map((name) => {
      const near = nearest(name.replace(/_FILE$/, ''), known)
      return `${name}: is not a setting${near ? `; did you mean ${near}?` : ''}`
    })
}

function contradictions(config: Settings): string[] {
  const faults: string[] = []
  const s3 = ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const
  if (config.s3Endpoint)
    for (const name of s3)
      if (!config[name]) faults.push(`${variableOf(name)}: must be set when SELFSAME_S3_ENDPOINT is`)
  if (config.databaseUrl && !config.masterKey)
    faults.push(
      'SELFSAME_MASTER_KEY: must be set when SELFSAME_DATABASE_URL is: every server of one database needs the same key',
    )
  if (config.galleryMemoryBytes > 64 * 1024 ** 3)
    faults.push('SELFSAME_GALLERY_MEMORY: must be at most 64 GiB')
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(config.qdrantCollection))
    faults.push('SELFSAME_QDRANT_COLLECTION: must be 1 to 64 letters, digits, dashes or underscores')
  if (config.memoryForBodiesBytes < config.jsonLimitBytes)
    faults.push('SELFSAME_MEMORY_FOR_BODIES: must be at least SELFSAME_JSON_LIMIT')
  return faults
}

/** The one with fewest letters to change, leave out or add; undefined where that is more than two, and than a third of the word. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [first] = known
    .map((one) => ({ one, steps: stepsBetween(one, name) }))
    .toSorted((a, b) => a.steps - b.steps)
  return first && first.steps <= Math.max(2, (name.length - 'SELFSAME_'.length) / 3) ? first.one : undefined
}

function stepsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const above = row
    row = [i + 1]
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + Number(letter !== b[j - 1]),
      )
  }
  return row[b.length] ?? 0
}
