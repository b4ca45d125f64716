// The contract between the person's page and the app that shows it: what `window.selfsame` offers, the script that makes it, and a host that answers it.

/** What only an app can do. The page asks for each by its name before it uses it. */
export const shellFeatures = ['transceive', 'signFrame', 'attestation', 'close'] as const
export type ShellFeature = (typeof shellFeatures)[number]

/** Why a call fails: the message of its error. The page has words for each. */
export const shellFaults = {
  lost: 'the chip left the field; the next command waits for it again',
  cancelled: 'the person closed what the phone showed',
  off: 'NFC is switched off',
  unsupported: 'this phone cannot do it',
  busy: 'another command is on its way',
  'unknown-key': 'the key is not in this phone: it was made before the app was installed anew',
  refused: 'the contract forbids it',
  failed: 'anything else',
} as const
export type ShellFault = keyof typeof shellFaults

/** What a phone says of a key that it made for a nonce: the fields of `POST /capture-keys`, and the name of the key for `signFrame`. */
export type ShellKey =
  | {
      readonly key: string
      readonly platform: 'android'
      readonly certificate_chain: readonly string[]
      readonly integrity_token?: string
    }
  | { readonly key: string; readonly platform: 'apple'; readonly attestation: string }

export interface ChipOptions {
  /** What iOS shows while it looks for the chip, in the person's language. */
  readonly prompt?: string
}

/** The journey as it stands when the person leaves it: the state of the verification, and nothing about the person. */
export interface ShellOutcome {
  readonly state: string
}

/** `window.selfsame`, as the page sees it. */
export interface Shell {
  readonly version: 1
  readonly features: readonly ShellFeature[]
  /** The longest command in bytes that the phone sends to a chip: 261 where it is not said. */
  readonly maxCommandLength?: number
  /** Sends one command in Base64 and gives the answer. The first one turns the field on and waits until there is a chip. */
  transceive(command: string, options?: ChipOptions): Promise<string>
  /** Turns the field off, also while a command waits for a chip. iOS shows the message. */
  endChip(message?: string, isFailure?: boolean): Promise<void>
  /** Makes a key in the hardware of the phone for this nonce. */
  attestation(nonce: string): Promise<ShellKey>
  /** Signs the text of a frame: Base64 of what a frame's `signature` is. */
  signFrame(key: string, text: string): Promise<string>
  /** The journey is over, or the person leaves it. */
  close(outcome: ShellOutcome): Promise<void>
}

/** What an app does: those of its calls that are there are its features. */
export interface ShellCalls {
  readonly transceive?: (command: Uint8Array, options: ChipOptions) => Promise<Uint8Array>
  readonly endChip?: (message: string | undefined, isFailure: boolean) => Promise<void>
  readonly attestation?: (nonce: string) => Promise<ShellKey>
  readonly signFrame?: (key: string, text: string) => Promise<string>
  readonly close?: (outcome: ShellOutcome) => Promise<void>
}

export interface ShellHost {
  readonly features: readonly ShellFeature[]
  /** The answer to one text of the page, which `answerScript` hands back; undefined for a text that is not of this contract. */
  answer(text: string): Promise<string | undefined>
}

interface SentCall {
  readonly selfsame: 1
  readonly id: number
  readonly call: string
  readonly arguments: readonly unknown[]
}

/** For the errors of an app's own calls; whatever else is thrown is told as `failed`. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
  constructor(fault: ShellFault) {
    super(fault)
  }
}

/** The caller makes sure that the text came from the main frame of the server's origin: a text does not tell. */
export function openShellHost(calls: ShellCalls): ShellHost {
  let isSending = false
  /** One for each call: checks what was sent, and does it. */
  const table: Readonly<Record<string, (given: readonly unknown[]) => Promise<unknown>>> = {
    async transceive([command, options]) {
      const send = offered(calls.transceive)
      const bytes = typeof command === 'string' ? bytesOfBase64(command) : undefined
      if (!bytes || !isChipCommand(bytes)) throw new ShellError('refused')
      if (isSending) throw new ShellError('busy')
      isSending = true
      try {
        return base64OfBytes(await send(bytes, { ...promptOf(options) }))
      } finally {
        isSending = false
      }
    },
    async endChip([message, isFailure]) {
      await calls.endChip?.(typeof message === 'string' ? message : undefined, isFailure === true)
    },
    async attestation([nonce]) {
      if (typeof nonce !== 'string' || !/^[\w-]{16,256}$/.test(nonce)) throw new ShellError('refused')
      return offered(calls.attestation)(nonce)
    },
    async signFrame([key, text]) {
      if (typeof key !== 'string' || typeof text !== 'string' || !isFrameText(text))
        throw new ShellError('refused')
      return offered(calls.signFrame)(key, text)
    },
    async close([outcome]) {
      const { state } = (outcome ?? {}) as Partial<ShellOutcome>
      await offered(calls.close)({ state: typeof state === 'string' ? state : '' })
    },
  }
  return {
    features: shellFeatures.filter((name) => calls[name] !== undefined),
    async answer(text) {
      const sent = readCall(text)
      if (!sent) return undefined
      const act = Object.hasOwn(table, sent.call) ? table[sent.call] : undefined
      try {
        if (!act) throw new ShellError('unsupported')
        return JSON.stringify({ id: sent.id, result: (await act(sent.arguments)) ?? null })
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        return JSON.stringify({
          id: sent.id,
          error: Object.hasOwn(shellFaults, message) ? message : 'failed',
        })
      }
    },
  }
}

function offered<Call>(call: Call | undefined): Call {
  if (call === undefined) throw new ShellError('unsupported')
  return call
}

const promptOf = (options: unknown): ChipOptions => {
  const { prompt } = (options ?? {}) as ChipOptions
  return typeof prompt === 'string' ? { prompt } : {}
}

/** A command of 65,535 bytes in Base64, with room for what stands around it. */
const LONGEST_TEXT = 90_000

function readCall(text: string): SentCall | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  try {
    const sent = JSON.parse(text) as Partial<SentCall> | null
    const isCall =
      sent?.selfsame === 1 &&
      Number.isSafeInteger(sent.id) &&
      typeof sent.call === 'string' &&
      Array.isArray(sent.arguments)
    return isCall ? (sent as SentCall) : undefined
  } catch {
    return undefined
  }
}

/** The five lines of a frame. The key signs nothing else, so that nobody has another text signed by the phone. */
const frameText = /^selfsame-frame-v1\n[\w-]{1,64}\n\d{1,15}\n(?:\d{1,15}(?:\.\d{1,9})?)?\n[0-9a-f]{64}$/
export const isFrameText = (text: string): boolean => frameText.test(text)

/** The application of travel documents: `A0000002471001`. */
const travelDocument = [0xa0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
/** MSE, mutual authenticate, get challenge, general authenticate, internal authenticate, select, read binary, get response. */
const plainInstructions = [0x22, 0x82, 0x84, 0x86, 0x88, 0xa4, 0xb0, 0xb1, 0xc0]

/**
 * Whether a command is one that reads a travel document. Payment cards and others in the field must not be read by a page:
 * their applications are not selected, and their commands not sent. Protected commands need keys that only a chip which
 * was opened with its number and dates has.
 */
export function isChipCommand(command: Uint8Array): boolean {
  const [cla = -1, ins = -1, p1 = -1] = command
  if (command.length < 4) return false
  if (cla === 0x0c || cla === 0x1c) return true
  if ((cla !== 0x00 && cla !== 0x10) || !plainInstructions.includes(ins)) return false
  if (ins !== 0xa4 || p1 !== 0x04) return true
  return command[4] === travelDocument.length && travelDocument.every((byte, at) => command[5 + at] === byte)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Not every engine of an app has `atob`. Undefined for what is not Base64 as it is written. */
function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const plain = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((plain.length * 3) / 4))
  let held = 0
  for (let at = 0, to = 0; at < plain.length; at++) {
    held = (held << 6) | letters.indexOf(plain.charAt(at))
    if (at % 4 > 0) bytes[to++] = (held >> (6 - 2 * (at % 4))) & 0xff
  }
  return bytes
}

function base64OfBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const left = bytes.length - at
    for (let place = 0; place < 4; place++)
      text += place > left ? '=' : letters.charAt((three >> (18 - 6 * place)) & 63)
  }
  return text
}

export interface ShellSettings {
  /** Of the server whose page may call the app, such as `https://verify.example`. */
  readonly origin: string
  readonly features: readonly ShellFeature[]
  readonly maxCommandLength?: number
}

/**
 * The script that makes `window.selfsame`: the app has it run before the scripts of the page. It posts texts to the app
 * through whatever the WebView has: `selfsameShell` (Android, Flutter), `ReactNativeWebView`, or `selfsame` of WebKit.
 * Answers come by `window.selfsame.answer`, as a message of the same object, or as what posting resolves with.
 */
export const shellScript = ({ origin, features, maxCommandLength }: ShellSettings): string =>
  `(${bootstrap})(${JSON.stringify({ origin, features, maxCommandLength })});true;`

/** Hands an answer of the host to the page. */
export const answerScript = (answer: string): string =>
  `window.selfsame&&window.selfsame.answer(${JSON.stringify(answer)});true;`

/** A text, because engines of apps do not give the source of a function; and plain enough to be copied into an app in any language. */
const bootstrap = `function (settings) {
  var port = window.selfsameShell || window.ReactNativeWebView ||
    (window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.selfsame);
  if (!port || window.selfsame || window.top !== window || location.origin !== settings.origin) return;
  var waiting = {}, last = 0;
  function answer(text) {
    var told = JSON.parse(text), one = waiting[told.id];
    if (!one) return;
    delete waiting[told.id];
    if (told.error === undefined) one[0](told.result);
    else one[1](new Error(told.error));
  }
  function call(name) {
    return function () {
      var id = ++last, given = [].slice.call(arguments);
      return new Promise(function (resolve, reject) {
        waiting[id] = [resolve, reject];
        var text = JSON.stringify({ selfsame: 1, id: id, call: name, arguments: given });
        var answered = port.postMessage(text);
        if (answered && answered.then) answered.then(answer, function () { reject(new Error('failed')); });
      });
    };
  }
  if (port.addEventListener) port.addEventListener('message', function (event) { answer(event.data); });
  Object.defineProperty(window, 'selfsame', { value: Object.freeze({
    version: 1, features: settings.features, maxCommandLength: settings.maxCommandLength, answer: answer,
    transceive: call('transceive'), endChip: call('endChip'), attestation: call('attestation'),
    signFrame: call('signFrame'), close: call('close')
  }) });
}`
