// What an organisation believes and asks of captures: its apps, the least patch level, and whether frames must be signed.
import type { AndroidApp } from '../attestation/android.ts'
import type { Queries } from '../store/port.ts'
import {
  type CaptureAsk,
  captureAsks,
  findCaptureSettings,
  keepCaptureSettings,
} from '../store/records/capture-keys.ts'

export const playAsks = ['off', 'device', 'strong'] as const

/** The names are those of the API: it is kept as it is sent. */
export interface CaptureSettings {
  readonly require: CaptureAsk
  readonly android_apps: readonly AndroidApp[]
  /** Team and bundle. */
  readonly apple_app_ids: readonly string[]
  /** Whether keys of apps under development are taken. */
  readonly apple_development: boolean
  /** Year and month, such as `2026-05`. */
  readonly least_patch_level?: string | undefined
  /** Whether a token of Play Integrity must come with a key of Android. */
  readonly play_integrity: (typeof playAsks)[number]
}

export const noCaptureSettings: CaptureSettings = {
  require: 'any',
  android_apps: [],
  apple_app_ids: [],
  apple_development: false,
  play_integrity: 'off',
}

export async function captureSettingsOf(
  queries: Queries,
  organisationId: string,
): Promise<CaptureSettings & { readonly updatedAt: number | undefined }> {
  const found = await findCaptureSettings(queries, organisationId)
  const kept = found ? (JSON.parse(found.settings) as Partial<CaptureSettings>) : {}
  return { ...noCaptureSettings, ...kept, updatedAt: found?.updatedAt }
}

export const setCaptureSettings = (
  queries: Queries,
  organisationId: string,
  settings: CaptureSettings,
  now: number,
): Promise<void> => keepCaptureSettings(queries, organisationId, JSON.stringify(settings), now)

/** Reads what a file holds: the same as the route takes, said in words where it does not. */
export function readCaptureSettings(
  value: unknown,
): { readonly settings: CaptureSettings } | { readonly fault: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'is no JSON object' }
  const given = { ...noCaptureSettings, ...(value as Partial<CaptureSettings>) }
  const odd = Object.keys(value).find((name) => !(name in noCaptureSettings) && name !== 'least_patch_level')
  if (odd !== undefined) return { fault: `has ${odd}, which is not known` }
  const listed = (list: unknown, form: RegExp): boolean =>
    Array.isArray(list) && list.every((one) => typeof one === 'string' && form.test(one))
  const isApp = (app: unknown): boolean =>
    typeof app === 'object' &&
    app !== null &&
    listed([(app as AndroidApp).package], packageForm) &&
    listed((app as AndroidApp).digests, digestForm) &&
    Number.isSafeInteger((app as AndroidApp).least_version ?? 0) &&
    ((app as AndroidApp).least_version ?? 0) >= 0
  if (!captureAsks.includes(given.require))
    return { fault: 'has a require that is none of any, signed, attested' }
  if (!Array.isArray(given.android_apps) || !given.android_apps.every(isApp))
    return { fault: 'has android_apps that are not packages with digests and version codes' }
  if (!listed(given.apple_app_ids, appIdForm))
    return { fault: 'has apple_app_ids that are not team and bundle' }
  if (typeof given.apple_development !== 'boolean')
    return { fault: 'has an apple_development that is not true or false' }
  if (given.least_patch_level !== undefined && !patchLevelForm.test(String(given.least_patch_level)))
    return { fault: 'has a least_patch_level that is not like 2026-05' }
  if (!playAsks.includes(given.play_integrity))
    return { fault: 'has a play_integrity that is none of off, device, strong' }
  const android_apps = given.android_apps.map((app) => ({ ...app, digests: app.digests.map(digestOf) }))
  return { settings: { ...given, android_apps } }
}

/** SHA-256 as people copy it from consoles: hexadecimal with colons or without. */
export const digestOf = (text: string): string => text.replaceAll(':', '').toLowerCase()
export const digestForm = /^(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){31})$/
export const packageForm = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
export const appIdForm = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/
export const patchLevelForm = /^20\d\d-(?:0[1-9]|1[0-2])$/
