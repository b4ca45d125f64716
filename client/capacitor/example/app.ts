// An example app: a button that begins a verification, and says how it ended.
import { verify } from '../src/verify.ts'

const button = document.querySelector('button')
button?.addEventListener('click', async () => {
  // Your back end makes the verification: the app has no key of yours.
  const answer = await fetch('https://app.example/verifications', { method: 'POST' })
  const { link } = (await answer.json()) as { readonly link: string }
  const { state } = await verify({ link, returnUrl: 'https://app.example/verified', theme: 'auto' })
  button.textContent = state
})
