// An example app: it is opened by a link of its own with the link of a verification in it, and shows the journey.
import { type ReactElement, useEffect, useState } from 'react'
import { Button, Linking, Text, View } from 'react-native'
import { SelfsameVerify } from '../src/verify.tsx'

/** Your back end makes the verification: the app has no key of yours. */
async function newLink(): Promise<string> {
  const answer = await fetch('https://app.example/verifications', { method: 'POST' })
  return ((await answer.json()) as { readonly link: string }).link
}

/** `https://app.example/verify?link=…` is what your letters and pages lead to; only a link to your own server is taken. */
function linkIn(url: string | null): string | undefined {
  const found = decodeURIComponent(/[?&]link=([^&#]+)/.exec(url ?? '')?.[1] ?? '')
  return found.startsWith('https://verify.example/') ? found : undefined
}

export function App(): ReactElement {
  const [link, setLink] = useState<string>()
  const [state, setState] = useState('')

  useEffect(() => {
    void Linking.getInitialURL().then((url) => setLink((known) => known ?? linkIn(url)))
    const heard = Linking.addEventListener('url', ({ url }) => setLink(linkIn(url)))
    return () => heard.remove()
  }, [])

  if (link === undefined)
    return (
      <View>
        <Text>{state}</Text>
        <Button title="Verify me" onPress={() => void newLink().then(setLink)} />
      </View>
    )
  return (
    <SelfsameVerify
      link={link}
      returnUrl="https://app.example/verified"
      theme="auto"
      onResult={(result) => {
        setState(result.state)
        setLink(undefined)
      }}
    />
  )
}
