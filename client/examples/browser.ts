// A page that runs a liveness challenge with the camera and shows what the person should do.
import { createClient, runChallenge } from '../src/index.ts'

/** Through your own back end: it knows who is signed in, and adds the organisation's credentials. */
const client = createClient({ baseUrl: '/identity' })

export async function checkPerson(
  video: HTMLVideoElement,
  words: HTMLElement,
  personId: string,
): Promise<boolean> {
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } })
  await video.play()
  const { result_code } = await runChallenge(client, {
    family: 'profile',
    externalPersonId: personId,
    video,
    start: { exercise: 'yaw-smile' },
    onEvent: (event) => {
      words.textContent = event.kind
    },
  })
  return result_code === 200
}
