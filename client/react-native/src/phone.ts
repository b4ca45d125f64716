// What this phone can do for the page: NFC by react-native-nfc-manager, keys by App Attest or our module for Android.
import * as AppIntegrity from '@expo/app-integrity'
import { requireOptionalNativeModule } from 'expo'
import { PermissionsAndroid, Platform } from 'react-native'
import NfcManager, { NfcAdapter, NfcError, NfcTech } from 'react-native-nfc-manager'
import type { ShellCalls, ShellFault } from 'selfsame-client/shell'
import { type ChipField, chipCalls } from './chip-calls.ts'
import { type AndroidKeys, androidKeyCalls, appleKeyCalls } from './key-calls.ts'

/** A command may take a chip some seconds: modular arithmetic, or a delay after wrong passwords. */
const COMMAND_MS = 10_000

/** Without the last flag Android talks to the chip first, and some chips do not answer again. */
const readerModeFlags =
  NfcAdapter.FLAG_READER_NFC_A | NfcAdapter.FLAG_READER_NFC_B | NfcAdapter.FLAG_READER_SKIP_NDEF_CHECK

const isApple = Platform.OS === 'ios'

const field: ChipField = {
  async begin(prompt, wasLost) {
    if (!(await NfcManager.isEnabled())) throw new NfcError.RadioDisabled()
    if (wasLost && isApple && (await restarted())) return
    if (wasLost) await NfcManager.cancelTechnologyRequest({ delayMsAndroid: 0 })
    await NfcManager.requestTechnology(NfcTech.IsoDep, {
      isReaderModeEnabled: true,
      readerModeFlags,
      ...(prompt !== undefined && { alertMessage: prompt }),
    })
    if (!isApple) await NfcManager.setTimeout(COMMAND_MS)
  },
  send: (command) => NfcManager.isoDepHandler.transceive(command),
  async end(message, isFailure) {
    if (isApple && message !== undefined) {
      if (isFailure) await NfcManager.invalidateSessionWithErrorIOS(message)
      else await NfcManager.setAlertMessageIOS(message)
    }
    await NfcManager.cancelTechnologyRequest()
  },
  faultOf: (error) => faults.find(([kind]) => error instanceof kind)?.[1] ?? 'lost',
}

/** What is not here is a chip that left: Android tells only that a command failed. */
const faults: readonly (readonly [abstract new () => Error, ShellFault])[] = [
  [NfcError.UserCancel, 'cancelled'],
  [NfcError.Timeout, 'cancelled'],
  [NfcError.RadioDisabled, 'off'],
  [NfcError.UnsupportedFeature, 'unsupported'],
  [NfcError.SecurityViolation, 'unsupported'],
  [NfcError.SystemBusy, 'busy'],
]

/** A session of iOS ends after a minute, and by itself; a new one is begun then. */
const restarted = (): Promise<boolean> =>
  NfcManager.restartTechnologyRequestIOS().then(
    () => true,
    () => false,
  )

/** Asks for the camera, and says what the phone has; `close` is the component's. */
export async function openPhone(
  integrityToken?: (nonce: string) => Promise<string>,
): Promise<Omit<ShellCalls, 'close'>> {
  if (!isApple) await PermissionsAndroid.request('android.permission.CAMERA')
  const hasNfc = await NfcManager.isSupported().catch(() => false)
  if (hasNfc) await NfcManager.start()
  return { ...(hasNfc && chipCalls(field)), ...keyCalls(integrityToken) }
}

function keyCalls(integrityToken: ((nonce: string) => Promise<string>) | undefined): Partial<ShellCalls> {
  if (isApple) return AppIntegrity.isSupported ? appleKeyCalls(AppIntegrity) : {}
  const keys = requireOptionalNativeModule<AndroidKeys>('SelfsameKeys')
  return keys ? androidKeyCalls(keys, integrityToken) : {}
}
