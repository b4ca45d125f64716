// The journey of a person in a React Native app: the page in a WebView, with NFC and keys of the phone behind it.
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { BackHandler, Linking, type StyleProp, type ViewStyle } from 'react-native'
import { WebView } from 'react-native-webview'
import { answerScript, openShellHost, type ShellHost, shellScript } from 'selfsame-client/shell'
import { originOf, pageOf, turnOf, type VerifyResult } from './page-address.ts'
import { openPhone } from './phone.ts'

export type { VerifyResult }

export interface SelfsameVerifyProps {
  /** `link.url` of the verification, from your back end. Its origin is the only one that may call the phone. */
  readonly link: string
  /** The `return_url` of the verification, where it has one: a way there ends the journey. */
  readonly returnUrl?: string
  readonly theme?: 'light' | 'dark' | 'auto'
  readonly locale?: string
  /** Asks Play Integrity for a classic token with this nonce, where `play_integrity` is on for your organisation. */
  readonly integrityToken?: (nonce: string) => Promise<string>
  readonly style?: StyleProp<ViewStyle>
  /** Once, when the journey is over or the person leaves it. What counts is the event that your back end gets. */
  readonly onResult: (result: VerifyResult) => void
}

export function SelfsameVerify(props: SelfsameVerifyProps): ReactElement | null {
  const { link, returnUrl, theme, locale, style } = props
  const origin = useMemo(() => {
    const found = originOf(link)
    if (found === undefined) throw new Error('link: it must be the https link of a verification')
    return found
  }, [link])
  const view = useRef<WebView>(null)
  const canGoBack = useRef(false)
  /** What is used later is what was handed in last. */
  const current = useRef(props)
  current.current = props
  const finish = useRef<(result: VerifyResult) => void>(() => {})
  const [host, setHost] = useState<ShellHost>()

  useEffect(() => {
    let isOver = false
    let endChip: (() => Promise<void>) | undefined
    void openPhone(current.current.integrityToken).then((phone) => {
      if (isOver) return
      endChip = async () => phone.endChip?.(undefined, false)
      const close = async ({ state }: { readonly state: string }) => done({ state })
      setHost(openShellHost({ ...phone, close }))
    })
    function done(result: VerifyResult): void {
      if (isOver) return
      isOver = true
      current.current.onResult(result)
    }
    finish.current = done
    const back = BackHandler.addEventListener('hardwareBackPress', () => {
      if (canGoBack.current) view.current?.goBack()
      return canGoBack.current
    })
    return () => {
      isOver = true
      back.remove()
      void endChip?.().catch(() => {})
    }
  }, [])

  async function answer(text: string, url: string): Promise<void> {
    if (originOf(url) !== origin) return
    const told = await host?.answer(text)
    // The page may have gone elsewhere in the meantime: an answer is for the server's page alone.
    if (told !== undefined)
      view.current?.injectJavaScript(
        `if(location.origin===${JSON.stringify(origin)}){${answerScript(told)}}true;`,
      )
  }

  function isAllowed(url: string, isTopFrame: boolean): boolean {
    const turn = turnOf(url, { origin, ...(returnUrl !== undefined && { returnUrl }) })
    if (turn.kind === 'done' && isTopFrame) finish.current(turn.result)
    if (turn.kind === 'outside' && isTopFrame) void Linking.openURL(turn.url).catch(() => {})
    return turn.kind === 'stay'
  }

  if (!host) return null
  return (
    <WebView
      ref={view}
      style={style}
      source={{ uri: pageOf(link, { theme, locale }) }}
      injectedJavaScriptBeforeContentLoaded={shellScript({ origin, features: host.features })}
      injectedJavaScriptBeforeContentLoadedForMainFrameOnly
      onMessage={({ nativeEvent }) => void answer(nativeEvent.data, nativeEvent.url)}
      // All addresses come to this function: the list of origins would open other apps by itself.
      originWhitelist={['*']}
      // Android leaves it out.
      onShouldStartLoadWithRequest={({ url, isTopFrame }) => isAllowed(url, isTopFrame !== false)}
      onNavigationStateChange={(state) => {
        canGoBack.current = state.canGoBack
        // Android lets an address through when the function above answers late.
        if (!isAllowed(state.url, true)) view.current?.stopLoading()
      }}
      onContentProcessDidTerminate={() => view.current?.reload()}
      allowsInlineMediaPlayback
      mediaPlaybackRequiresUserAction={false}
      mediaCapturePermissionGrantType="grantIfSameHostElsePrompt"
      domStorageEnabled
      setSupportMultipleWindows={false}
      allowFileAccess={false}
      mixedContentMode="never"
    />
  )
}
